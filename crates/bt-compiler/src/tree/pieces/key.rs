//! The key of a piece: its tokens without spacing.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::tree::ast::Arm;

/// The key of a `switch`.
pub(super) fn choice_key(on: &TokenStream, arms: &[Arm]) -> Option<String> {
    let arms = arms.iter().map(|arm| {
        let guard = arm.guard.as_ref().map(|guard| key(guard).map(|guard| format!(" if {guard}")));
        Some(format!(",{}{}", key(&arm.pattern)?, guard.unwrap_or(Some(String::new()))?))
    });
    Some(key(on)? + &arms.collect::<Option<String>>()?)
}

/// A name or a literal. A text is replaced by its meaning, since a macro sees doc comments as raw strings.
fn word(token: &TokenTree) -> String {
    let word = token.to_string();
    match word.starts_with(['"', 'r']).then(|| syn::parse_str::<syn::LitStr>(&word)) {
        Some(Ok(text)) => format!("{:?}", text.value()),
        _ => word,
    }
}

/// The tokens without spacing. `None` if any came from a `macro_rules!`.
pub fn key(tokens: &TokenStream) -> Option<String> {
    let mut key = String::new();
    write_key(tokens, &mut key).then_some(key)
}

fn write_key(tokens: &TokenStream, key: &mut String) -> bool {
    tokens.clone().into_iter().all(|token| {
        let is_word = |end: Option<char>| end.is_some_and(|end| end.is_alphanumeric() || end == '_' || end == '"');
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ('(', ')'),
                    Delimiter::Brace => ('{', '}'),
                    Delimiter::Bracket => ('[', ']'),
                    Delimiter::None => return false,
                };
                key.push(open);
                let done = write_key(&group.stream(), key);
                key.push(close);
                done
            }
            TokenTree::Punct(mark) => {
                key.push(mark.as_char());
                true
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                let word = word(&token);
                if is_word(key.chars().last()) && is_word(word.chars().next()) {
                    key.push(' ');
                }
                key.push_str(&word);
                true
            }
        }
    })
}
