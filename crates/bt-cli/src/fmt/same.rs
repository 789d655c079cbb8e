//! Compares a tree before and after it was formatted.

use std::fmt::Write;
use std::ops::Range;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::comments::gap;
use super::positions::{Positions, with_tokens};

/// Compares the tokens and the comments, or says what is next where they differ. rustfmt may write a trailing comma or
/// leave it out, and in code also braces and semicolons.
///
/// # Errors
/// The first token or comment that differs.
pub fn compare(before: &str, after: &str) -> Result<(), String> {
    let [before, after] = [parts(before)?, parts(after)?];
    for (before, after) in [(before.tokens, after.tokens), (before.comments, after.comments)] {
        if before != after {
            let (mut before, mut after) = (before.split(END), after.split(END));
            let next = loop {
                match (before.next(), after.next()) {
                    (Some(before), Some(after)) if before == after => {}
                    (before, after) => break before.filter(|next| !next.is_empty()).or(after).unwrap_or_default(),
                }
            };
            return Err(format!("`{next}`"));
        }
    }
    Ok(())
}

/// Ends each token and each comment.
const END: char = '\0';

/// The tokens of a text, and its comments.
#[derive(Default)]
struct Parts {
    tokens: String,
    comments: String,
    /// Whether a comma is the last token.
    after_comma: bool,
}

fn parts(text: &str) -> Result<Parts, String> {
    let read = with_tokens(text, |tokens, positions| {
        let mut parts = Parts::default();
        parts.add(tokens, false, 0..text.len(), positions);
        parts.drop_comma();
        parts
    });
    read.ok_or("text that is no Rust".to_owned())
}

impl Parts {
    fn add(&mut self, tokens: TokenStream, is_code: bool, within: Range<usize>, positions: &Positions) {
        let mut at = within.start;
        for token in tokens {
            let range = positions.range(&token);
            self.comments(at..range.start, positions);
            at = at.max(range.end);
            match token {
                TokenTree::Group(group) => self.group(&group, range.start + 1..range.end - 1, positions),
                TokenTree::Punct(mark) if is_code && matches!(mark.as_char(), ',' | ';') => {}
                TokenTree::Punct(mark) => {
                    if mark.as_char() == '>' {
                        self.drop_comma();
                    }
                    self.push(format_args!("{}", mark.as_char()));
                    self.after_comma = mark.as_char() == ',';
                }
                token => self.push(format_args!("{token}")),
            }
        }
        self.comments(at..within.end, positions);
    }

    fn group(&mut self, group: &Group, inner: Range<usize>, positions: &Positions) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace | Delimiter::None => return self.add(group.stream(), true, inner, positions),
        };
        self.push(format_args!("{open}"));
        self.add(group.stream(), false, inner, positions);
        self.drop_comma();
        self.push(format_args!("{close}"));
    }

    fn push(&mut self, token: std::fmt::Arguments) {
        let _ = write!(self.tokens, "{token}{END}");
        self.after_comma = false;
    }

    /// There may or may not be a comma before a closing delimiter.
    fn drop_comma(&mut self) {
        if std::mem::take(&mut self.after_comma) {
            self.tokens.truncate(self.tokens.len() - 2);
        }
    }

    fn comments(&mut self, between: Range<usize>, positions: &Positions) {
        // The tokens of a comment for documentation are all at the same place.
        if between.start + 1 >= between.end {
            return;
        }
        for comment in gap(&positions.text()[between]).comments {
            for (index, word) in comment.text.split_whitespace().enumerate() {
                self.comments.push_str(if index == 0 { "" } else { " " });
                self.comments.push_str(word);
            }
            self.comments.push(END);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn what_may_differ() {
        for (before, after) in [
            ("a < b, c >", "a <\n    b,\n    c,\n>"),
            ("a, b", "a,\n b,\n"),
            ("a(|x| { x; y })", "a(\n    |x| {\n        x;\n        y\n    },\n)"),
            ("a /* x  y */ < b >", "a /* x\n y */ < b, >"),
        ] {
            assert_eq!(compare(before, after), Ok(()));
        }
    }

    #[test]
    fn what_may_not() {
        for (before, after, at) in [
            ("a < b, c >", "a < c, b >", "`b`"),
            ("a < b, c >", "a < b c >", "`,`"),
            ("a < b // d\n>", "a < b >", "`// d`"),
            ("a /* b */ /* c */", "a /* c */ /* b */", "`/* b */`"),
            ("a(b)", "a { b }", "`(`"),
            ("a < b >", "a < b", "`>`"),
        ] {
            assert_eq!(compare(before, after), Err(at.to_owned()), "{before} | {after}");
        }
    }
}
