//! How deeply tokens are nested. The compiler reads types and trees by recursion, so a tree has a limit.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree, token_stream};

/// The deepest nesting of a tree.
pub const MOST: usize = 128;

struct Level {
    tokens: token_stream::IntoIter,
    /// How many `<` are open here.
    angles: usize,
    /// `&`, `*` and `->` in a row: each of them is a type with another one inside.
    pointers: usize,
    last: char,
}

/// Where the tokens are nested more deeply than [`MOST`].
pub fn too_deep(tokens: &TokenStream) -> Option<Span> {
    let level = |tokens: TokenStream| Level { tokens: tokens.into_iter(), angles: 0, pointers: 0, last: ' ' };
    let (mut stack, mut angles) = (vec![level(tokens.clone())], 0);
    while let Some(inside) = stack.last_mut() {
        let Some(token) = inside.tokens.next() else {
            angles -= inside.angles;
            stack.pop();
            continue;
        };
        let last = std::mem::replace(&mut inside.last, ' ');
        let span = token.span();
        let pointers = inside.pointers;
        match token {
            TokenTree::Punct(mark) => {
                inside.last = mark.as_char();
                match mark.as_char() {
                    '<' => (inside.angles, angles) = (inside.angles + 1, angles + 1),
                    '>' if last == '-' => inside.pointers += 1,
                    '>' if last != '=' && inside.angles > 0 => {
                        (inside.angles, angles) = (inside.angles - 1, angles - 1);
                    }
                    '&' | '*' => inside.pointers += 1,
                    ',' | ';' => inside.pointers = 0,
                    _ => {}
                }
            }
            TokenTree::Group(group) => {
                // Code has no limit of its own but that of its delimiters: `a * b * c`.
                if group.delimiter() == Delimiter::Brace {
                    inside.pointers = 0;
                }
                stack.push(level(group.stream()));
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {}
        }
        if stack.len() + angles + pointers > MOST {
            return Some(span);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::too_deep;

    #[test]
    fn all_that_is_recursive_is_counted() {
        let deep = |text: &str| too_deep(&text.parse().expect("these are tokens")).is_some();
        let nested = |open: &str, close: &str, times: usize| format!("{}x{}", open.repeat(times), close.repeat(times));
        for (open, close) in
            [("(", ")"), ("[", "]"), ("{", "}"), ("a<", ">"), ("&", ""), ("*const ", ""), ("fn() -> ", "")]
        {
            assert!(!deep(&nested(open, close, 100)), "{open}");
            assert!(deep(&nested(open, close, 200)), "{open}");
            assert!(deep(&nested(open, close, 100_000)), "{open}");
            assert!(!deep(&format!("{},", nested(open, close, 90)).repeat(10)), "{open}");
        }
        assert!(!deep(&"a = b => c -> d, x > y, ".repeat(500)));
    }
}
