//! Mistakes, as rustc draws them.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::problem::Problem;

/// All problems of a text.
pub fn draw(path: &str, text: &str, problems: &[Problem]) -> String {
    problems.iter().map(|problem| one(path, text, problem) + "\n").collect()
}

fn one(path: &str, text: &str, Problem { at, message, help }: &Problem) -> String {
    let at = at.start.min(text.len())..at.end.min(text.len());
    let snippet = Snippet::source(text).path(path).annotation(AnnotationKind::Primary.span(at));
    let mut report: Group<'_> = Level::ERROR.primary_title(message).element(snippet);
    if let Some(help) = help {
        report = report.element(Level::HELP.message(help));
    }
    Renderer::plain().render(&[report])
}
