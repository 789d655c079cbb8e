//! How deeply tokens are nested. Types and trees are read by recursion, so whoever reads texts that no compiler has seen
//! asks this first.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree, token_stream};

/// The deepest nesting that is read.
pub const MOST: usize = 128;

/// What is wrong there.
pub fn message() -> String {
    format!("this is nested more than {MOST} levels deep")
}

/// The tokens in one pair of delimiters.
struct Level {
    tokens: token_stream::IntoIter,
    /// How many `<` are open here.
    angles: usize,
    /// `&` and `*` in a row: each of them is a type with another one inside.
    pointers: usize,
    /// `->` in a row, each of which is a type with another one inside: `fn() -> fn() -> u8`.
    arrows: usize,
    /// The mark before this token; a space after any other token.
    last: char,
}

/// Where the tokens are nested more deeply than [`MOST`].
pub fn too_deep(tokens: &TokenStream) -> Option<Span> {
    let (mut stack, mut angles) = (vec![Level::new(tokens.clone())], 0);
    while let Some(inside) = stack.last_mut() {
        angles -= inside.angles;
        let Some(token) = inside.tokens.next() else {
            stack.pop();
            continue;
        };
        let span = token.span();
        let group = inside.take(token);
        angles += inside.angles;
        let chain = inside.pointers + inside.arrows;
        stack.extend(group.map(Level::new));
        if stack.len() + angles + chain > MOST {
            return Some(span);
        }
    }
    None
}

impl Level {
    fn new(tokens: TokenStream) -> Self {
        Level { tokens: tokens.into_iter(), angles: 0, pointers: 0, arrows: 0, last: ' ' }
    }

    /// Counts a token. Returns what is in it, if it is a group.
    fn take(&mut self, token: TokenTree) -> Option<TokenStream> {
        let last = std::mem::replace(&mut self.last, ' ');
        match token {
            TokenTree::Punct(mark) => self.mark(mark.as_char(), last),
            // `a & b & c` is not nested.
            TokenTree::Ident(word) if last != '\'' && !may_begin_type(&word) => self.pointers = 0,
            TokenTree::Ident(_) => {}
            TokenTree::Literal(_) => self.pointers = 0,
            TokenTree::Group(group) => {
                // A block ends an expression: `if a < b { .. }`. Behind these marks it is an argument of a type.
                if group.delimiter() == Delimiter::Brace && !matches!(last, '<' | ',') {
                    self.end();
                }
                return Some(group.stream());
            }
        }
        None
    }

    fn mark(&mut self, mark: char, last: char) {
        self.last = mark;
        match mark {
            '<' => self.angles += 1,
            '>' if last == '-' => self.arrows += 1,
            '>' if last != '=' => self.angles = self.angles.saturating_sub(1),
            '&' | '*' => self.pointers += 1,
            ',' => (self.pointers, self.arrows) = (0, 0),
            ';' => self.end(),
            _ => {}
        }
    }

    /// A statement or an item ends. What is open was no list of arguments, but `a < b`.
    fn end(&mut self) {
        (self.angles, self.pointers, self.arrows) = (0, 0, 0);
    }
}

/// Whether a word stands between the `&` and `*` of a type.
fn may_begin_type(word: &Ident) -> bool {
    ["mut", "const", "dyn", "impl", "raw"].iter().any(|keyword| word == keyword)
}

#[cfg(test)]
mod tests {
    use super::too_deep;

    fn deep(text: &str) -> bool {
        too_deep(&text.parse().expect("these are tokens")).is_some()
    }

    #[test]
    fn all_that_is_recursive_is_counted() {
        let nested = |open: &str, close: &str, times: usize| format!("{}x{}", open.repeat(times), close.repeat(times));
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("{", "}"),
            ("a<", ">"),
            ("a<{ 1 }, ", ">"),
            ("&", ""),
            ("&'a mut ", ""),
            ("*const ", ""),
            ("fn() -> ", ""),
            ("impl Fn(u8) -> ", ""),
            ("&fn() -> ", ""),
        ] {
            assert!(!deep(&nested(open, close, 60)), "{open}");
            assert!(deep(&nested(open, close, 200)), "{open}");
            assert!(deep(&nested(open, close, 100_000)), "{open}");
            assert!(!deep(&format!("{},", nested(open, close, 60)).repeat(10)), "{open}");
        }
    }

    #[test]
    fn code_is_not_nested() {
        for code in [
            "a = b => c -> d, x > y, ",
            "if a < b { c }",
            "a < b;",
            "a & b && *c * 2 + ",
            "fn f() -> u8 { 1 }",
            "while a < b { c = d < e; }",
        ] {
            assert!(!deep(&code.repeat(500)), "{code}");
        }
    }
}
