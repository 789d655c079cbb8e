//! Compares a tree before and after formatting.

use crate::lex::{Kind, lex};

/// Compares tokens and comments. rustfmt may add or remove trailing commas, and in code also braces and semicolons.
///
/// # Errors
/// The first token or comment that differs.
pub fn compare(before: &str, after: &str) -> Result<(), String> {
    let [before, after] = [parts(before)?, parts(after)?];
    differs(&before.tokens, &after.tokens, |one, other| one == other)?;
    differs(&before.comments, &after.comments, |one, other| one.split_whitespace().eq(other.split_whitespace()))
}

/// Whether all tokens are the same, apart from a comma at the end.
pub fn has_same_tokens(before: &str, after: &str) -> bool {
    let [mut before, mut after] = [before, after].map(|text| {
        let tokens = lex(text).into_iter().filter(|token| !token.is_trivia());
        tokens.map(|token| &text[token.range()]).collect::<Vec<_>>()
    });
    before.pop_if(|last| *last == ",");
    after.pop_if(|last| *last == ",");
    before == after
}

/// Finds the first difference.
fn differs(before: &[&str], after: &[&str], same: impl Fn(&str, &str) -> bool) -> Result<(), String> {
    let count = before.iter().zip(after).take_while(|(before, after)| same(before, after)).count();
    match before.get(count).or(after.get(count)) {
        Some(next) => Err(format!("`{next}`")),
        None => Ok(()),
    }
}

/// The parts of a text that must not change.
#[derive(Default)]
struct Parts<'a> {
    tokens: Vec<&'a str>,
    comments: Vec<&'a str>,
}

fn parts(text: &str) -> Result<Parts<'_>, String> {
    let (mut parts, mut open) = (Parts::default(), Vec::new());
    for token in lex(text) {
        let word = &text[token.range()];
        let in_code = open.last() == Some(&"{");
        match token.kind {
            Kind::Space => {}
            Kind::Comment => parts.comments.push(word),
            Kind::Doc => parts.tokens.push(word.trim_end()),
            Kind::Open => {
                open.push(word);
                parts.tokens.extend(Some(word).filter(|word| *word != "{"));
            }
            Kind::Close => {
                if !matches!((open.pop(), word), (Some("("), ")") | (Some("["), "]") | (Some("{"), "}")) {
                    return Err("text that is not valid Rust".to_owned());
                }
                if word != "}" {
                    parts.drop_comma();
                    parts.tokens.push(word);
                }
            }
            Kind::Mark if in_code && matches!(word, "," | ";") => {}
            _ => {
                if word == ">" {
                    parts.drop_comma();
                }
                parts.tokens.push(word);
            }
        }
    }
    parts.drop_comma();
    if open.is_empty() { Ok(parts) } else { Err("text that is not valid Rust".to_owned()) }
}

impl Parts<'_> {
    /// Ignores a comma before a closing delimiter.
    fn drop_comma(&mut self) {
        self.tokens.pop_if(|last| *last == ",");
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
