//! Mistakes, as rustc draws them.

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

use super::problem::Problem;

/// The most problems to draw: nobody reads more at once.
const MOST: usize = 50;

/// The longest line to draw, since drawings are for people. Longer lines are cut.
const MOST_OF_LINE: usize = 300;

/// Draws all problems of a text, in its order.
pub fn draw(path: &str, text: &str, problems: &[Problem]) -> String {
    let mut problems: Vec<&Problem> = problems.iter().collect();
    problems.sort_by_key(|problem| problem.at.as_ref().map(|at| at.start));
    problems.dedup();
    let mut drawing: String = problems.iter().take(MOST).map(|problem| one(path, text, problem) + "\n").collect();
    if problems.len() > MOST {
        drawing.push_str(&format!("error: {} more mistakes in {path}\n", problems.len() - MOST));
    }
    drawing
}

fn one(path: &str, text: &str, Problem { at, message, help, .. }: &Problem) -> String {
    let mut report: Group<'_> = Level::ERROR.primary_title(message).elements([] as [Element<'_>; 0]);
    report = match at {
        Some(at) => {
            let (from, to) = (inside(text, at.start), inside(text, at.end.max(at.start)));
            let line = text[..from].matches('\n').count() + 1;
            let start = text[..from].rfind('\n').map_or(0, |end| end + 1);
            let end = text[to..].find('\n').map_or(text.len(), |end| to + end);
            if end - start > MOST_OF_LINE && !text[start..end].contains('\n') {
                let column = text[start..from].chars().count() + 1;
                report.element(Origin::path(path).line(line).char_column(column))
            } else {
                // Pass only the lines of the mistake: the library would search the whole text for each mistake.
                let span = from - start..to - start;
                let snippet = Snippet::source(&text[start..end]).path(path).line_start(line);
                report.element(snippet.annotation(AnnotationKind::Primary.span(span)))
            }
        }
        None => report.element(Origin::path(path)),
    };
    if let Some(help) = help {
        report = report.element(Level::HELP.message(help));
    }
    Renderer::plain().render(&[report])
}

/// The position, or the last one before it that is inside the text and between two characters.
pub fn inside(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{MOST, draw};
    use crate::text::problem::Problem;

    fn problem(at: Option<std::ops::Range<usize>>, message: &str) -> Problem {
        Problem { at, ..Problem::of_file(message) }
    }

    #[test]
    fn they_look_like_those_of_rustc() {
        let text = "first\n\tsecönd line\nthird\n";
        let second = text.find("line").expect("it is there");
        let help = Problem { help: Some("did you mean `b`?".to_owned()), ..problem(Some(0..5), "a word") };
        let problems = [problem(Some(second..second + 4), "this is not a line"), help, problem(None, "a file")];
        let expected = "\
error: a file
--> src/a.rs
error: a word
 --> src/a.rs:1:1
  |
1 | first
  | ^^^^^
  |
  = help: did you mean `b`?
error: this is not a line
 --> src/a.rs:2:9
  |
2 |     secönd line
  |            ^^^^
";
        assert_eq!(draw("src/a.rs", text, &problems), expected);
    }

    #[test]
    fn drawings_have_a_bounded_size() {
        let problems: Vec<Problem> = (0..1000).map(|at| problem(Some(at * 10..at * 10 + 5), "no")).collect();
        let drawing = draw("a.rs", &"äöü ".repeat(100_000), &problems);
        assert_eq!(drawing.matches("error: ").count(), MOST + 1);
        assert!(drawing.ends_with("error: 950 more mistakes in a.rs\n"));
        assert!(drawing.len() < 10_000, "{}", drawing.len());
        assert_eq!(draw("a.rs", "", &[problem(Some(7..9), "no")]).lines().count(), 5);
    }
}
