//! Comments and empty lines between tokens, which a lexer drops.

/// A comment between two tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct Comment {
    /// The text with its delimiters.
    pub text: String,
    /// Whether it begins on its own line.
    pub on_own_line: bool,
    /// Whether an empty line precedes it.
    pub after_empty_line: bool,
}

impl Comment {
    /// Whether it extends to the end of its line.
    pub fn is_line(&self) -> bool {
        self.text.starts_with("//")
    }
}

/// The text between two tokens.
#[derive(Clone, Debug, Default)]
pub struct Gap {
    /// The comments, in order.
    pub comments: Vec<Comment>,
    /// Whether an empty line precedes the next token, after the last comment.
    pub empty_line: bool,
}

/// Reads the text between two tokens.
pub fn gap(text: &str) -> Gap {
    let (mut gap, mut newlines, mut rest) = (Gap::default(), 0, text);
    loop {
        let blank = rest.len() - rest.trim_start().len();
        newlines += rest[..blank].matches('\n').count();
        rest = &rest[blank..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block(rest)
        } else {
            // Only white space can be left here.
            gap.empty_line = newlines > 1;
            return gap;
        };
        let text = rest[..length].trim_end().to_owned();
        gap.comments.push(Comment { text, on_own_line: newlines > 0, after_empty_line: newlines > 1 });
        (rest, newlines) = (&rest[length..], 0);
    }
}

/// Whether the text consists of comments, the last of which extends to the end of its line.
pub fn end_in_line(text: &str) -> bool {
    let mut rest = text.trim_start();
    let mut is_line = false;
    while rest.starts_with("//") || rest.starts_with("/*") {
        is_line = rest.starts_with("//");
        rest = rest[if is_line { rest.find('\n').unwrap_or(rest.len()) } else { block(rest) }..].trim_start();
    }
    rest.is_empty() && is_line
}

/// How much of a gap is on the line of the first token, including comments that begin there.
pub fn to_end_of_line(text: &str) -> usize {
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        at += match () {
            () if rest.starts_with(['\n', '\r']) => break,
            () if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            () if rest.starts_with("/*") => block(rest),
            () => rest.chars().next().map_or(1, char::len_utf8),
        };
    }
    at
}

/// The length of the leading block comment, including nested ones.
fn block(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if text[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::gap;

    #[test]
    fn comments_and_empty_lines() {
        let gap = gap(" // a\n\n  /* b /* c */ \n */ /* d */\n\n");
        let found: Vec<_> =
            gap.comments.iter().map(|one| (one.text.as_str(), one.on_own_line, one.after_empty_line)).collect();
        assert_eq!(found, [("// a", false, false), ("/* b /* c */ \n */", true, true), ("/* d */", false, false)]);
        assert!(gap.empty_line);
    }
}
