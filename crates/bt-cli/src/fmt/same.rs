//! Compares a tree before and after it was formatted.

use std::ops::Range;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::comments::gap;

/// Compares the tokens and the comments, or says what is next where they differ. rustfmt may write a trailing comma or
/// leave it out, and in code also braces and semicolons.
///
/// # Errors
/// The first token or comment that differs.
pub fn compare(before: &str, after: &str) -> Result<(), String> {
    let [before, after] = [parts(before)?, parts(after)?];
    let pairs = [(&before.tokens, &after.tokens), (&before.comments, &after.comments)];
    for (before, after) in pairs {
        if before != after {
            let at = before.iter().zip(after).position(|(before, after)| before != after);
            let at = at.unwrap_or(before.len().min(after.len()));
            let next = before.get(at).or(after.get(at)).cloned().unwrap_or_default();
            return Err(format!("`{next}`"));
        }
    }
    Ok(())
}

#[derive(Default)]
struct Parts {
    tokens: Vec<String>,
    comments: Vec<String>,
}

fn parts(text: &str) -> Result<Parts, String> {
    let tokens: TokenStream = text.parse().map_err(|_| "text that is no Rust".to_owned())?;
    let mut parts = Parts::default();
    parts.add(text, tokens, false, 0..text.len());
    if parts.tokens.last().is_some_and(|last| last == ",") {
        parts.tokens.pop();
    }
    Ok(parts)
}

impl Parts {
    fn add(&mut self, text: &str, tokens: TokenStream, is_code: bool, range: Range<usize>) {
        let mut at = range.start;
        for token in tokens {
            let range = token.span().byte_range();
            self.comments(text, at..range.start);
            at = at.max(range.end);
            match token {
                TokenTree::Group(group) => self.group(text, &group),
                TokenTree::Punct(mark) if is_code && matches!(mark.as_char(), ',' | ';') => {}
                TokenTree::Punct(mark) if mark.as_char() == '>' => self.close(">"),
                token => self.tokens.push(token.to_string()),
            }
        }
        self.comments(text, at..range.end);
    }

    fn group(&mut self, text: &str, group: &Group) {
        let inner = group.span_open().byte_range().end..group.span_close().byte_range().start;
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace | Delimiter::None => return self.add(text, group.stream(), true, inner),
        };
        self.tokens.push(open.to_owned());
        self.add(text, group.stream(), false, inner);
        self.close(close);
    }

    /// A closing delimiter, without the comma before it.
    fn close(&mut self, delimiter: &str) {
        if self.tokens.last().is_some_and(|last| last == ",") {
            self.tokens.pop();
        }
        self.tokens.push(delimiter.to_owned());
    }

    fn comments(&mut self, text: &str, range: Range<usize>) {
        // The tokens of a comment for documentation are all at the same place.
        if range.start < range.end {
            let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            self.comments.extend(gap(&text[range]).comments.iter().map(|comment| squeezed(&comment.text)));
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
