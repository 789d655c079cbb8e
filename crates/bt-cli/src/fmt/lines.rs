//! Indents lines, except those that begin inside a literal, where spaces matter.

use std::ops::Range;

use crate::lex::{Kind, Token, lex};

/// Moves all lines but the first to the left.
pub fn shift(text: &str, by: isize) -> String {
    each(text, |line, is_first| {
        let code = line.trim_start_matches(' ');
        let spaces = (line.len() - code.len()) as isize - by;
        // A line of spaces can only be the last one, before a delimiter.
        if is_first || line.is_empty() { line.to_owned() } else { " ".repeat(spaces.max(0) as usize) + code }
    })
}

/// The text with each four leading spaces of a line replaced by a tab.
pub fn with_tabs(text: &str) -> String {
    each(text, |line, _| {
        let tabs = (line.len() - line.trim_start_matches(' ').len()) / 4;
        "\t".repeat(tabs) + &line[tabs * 4..]
    })
}

/// Changes the lines that do not begin inside a literal.
fn each(text: &str, change: impl Fn(&str, bool) -> String) -> String {
    let literals = if text.contains(['"', '*']) { literals(text) } else { Vec::new() };
    let (mut out, mut start) = (String::with_capacity(text.len()), 0);
    for line in text.split('\n') {
        if start > 0 {
            out.push('\n');
        }
        match literals.iter().any(|literal| literal.start < start && start <= literal.end) {
            true => out.push_str(line),
            false => out.push_str(&change(line, start == 0)),
        }
        start += line.len() + 1;
    }
    out
}

/// The literals of several lines. Doc comments count as literals, too.
fn literals(text: &str) -> Vec<Range<usize>> {
    let is_literal = |token: &Token| matches!(token.kind, Kind::Literal | Kind::Doc);
    let found = lex(text).into_iter().filter(is_literal).map(|token| token.range());
    found.filter(|literal| text[literal.clone()].contains('\n')).collect()
}

#[cfg(test)]
mod tests {
    use super::{shift, with_tabs};

    #[test]
    fn lines_in_literals_stay() {
        let text = "a(\n        \"b\n        c\",\n        r#\"\n    \"#, 'd',\n\n    )";
        assert_eq!(shift(text, 4), "a(\n    \"b\n        c\",\n    r#\"\n    \"#, 'd',\n\n)");
        assert_eq!(with_tabs(text), "a(\n\t\t\"b\n        c\",\n\t\tr#\"\n    \"#, 'd',\n\n\t)");
        assert_eq!(shift("\n        a,\n\n        b\n    ", 4), "\n    a,\n\n    b\n");
        assert_eq!(shift("{\n/**\n x */\nfn a() {}\n}", -2), "{\n  /**\n x */\n  fn a() {}\n  }");
    }
}
