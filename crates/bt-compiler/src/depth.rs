//! Limits how deeply tokens are nested. Types and trees are parsed recursively, so texts that no compiler has seen must
//! be checked first.

use proc_macro2::{Delimiter, Ident, Punct, Spacing, TokenStream, TokenTree, token_stream};

use crate::codes;
use crate::error::Mistake;

/// The deepest nesting that is read.
pub const MOST: usize = 128;

/// The tokens inside one pair of delimiters, and what is open there.
struct Level {
    tokens: token_stream::IntoIter,
    /// How many `<` are open here.
    angles: usize,
    /// Consecutive `->`, each a type that contains the next: `fn() -> fn() -> u8`.
    arrows: usize,
    /// Operators before a type or a value, each of which contains the rest: `&&&x`, `!-*x`.
    prefixes: usize,
    /// What contains everything that follows: the closures of `|a| |b| x`, and `return`.
    bodies: usize,
    /// The `else` of one `if`.
    elses: usize,
    /// Whether the parameters of a closure are still open.
    in_parameters: bool,
    /// The kind of the last token.
    last: Last,
}

/// The kind of the preceding token.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    /// An operator, or a space at the start of the level.
    Mark(char),
    /// The first half of the operator `||`.
    HalfOr,
    /// A word after which a type or a value begins.
    Begins,
    /// A value, or a part of one.
    Value,
}

/// The mistake where the tokens are nested more deeply than [`MOST`].
pub fn too_deep(tokens: &TokenStream) -> Option<Mistake> {
    // How much is open around the innermost level.
    let (mut stack, mut around) = (vec![Level::new(tokens.clone())], 0);
    while let Some(inside) = stack.last_mut() {
        let before = inside.open();
        let Some(token) = inside.tokens.next() else {
            around -= before;
            stack.pop();
            continue;
        };
        let span = token.span();
        let group = inside.take(token);
        around = around - before + inside.open();
        stack.extend(group.map(Level::new));
        if stack.len() + around > MOST {
            return Some(codes::TOO_DEEP.at(span, format!("this is nested more than {MOST} levels deep")));
        }
    }
    None
}

impl Level {
    fn new(tokens: TokenStream) -> Self {
        Level {
            tokens: tokens.into_iter(),
            angles: 0,
            arrows: 0,
            prefixes: 0,
            bodies: 0,
            elses: 0,
            in_parameters: false,
            last: Last::Mark(' '),
        }
    }

    /// How much is open here.
    fn open(&self) -> usize {
        self.angles + self.arrows + self.prefixes + self.bodies + self.elses
    }

    /// Counts a token. Returns the content of a group.
    fn take(&mut self, token: TokenTree) -> Option<TokenStream> {
        let last = std::mem::replace(&mut self.last, Last::Value);
        if last == Last::Value {
            self.prefixes = 0;
        }
        match token {
            TokenTree::Punct(mark) => self.mark(&mark, last),
            TokenTree::Ident(word) => self.word(&word, last),
            TokenTree::Literal(_) => {}
            TokenTree::Group(group) => {
                // A block ends an expression: `if a < b { .. }`. After these tokens it is an argument of a type.
                if group.delimiter() == Delimiter::Brace && !matches!(last, Last::Mark('<' | ',')) {
                    (self.angles, self.arrows) = (0, 0);
                }
                return Some(group.stream());
            }
        }
        None
    }

    fn word(&mut self, word: &Ident, last: Last) {
        // The name of a lifetime.
        if last == Last::Mark('\'') || BEGIN_VALUES.iter().any(|begins| word == begins) {
            self.last = Last::Begins;
        }
        if word == "else" {
            self.elses += 1;
        } else if word == "return" || word == "break" {
            self.bodies += 1;
        } else if word == "if" && last == Last::Value {
            // It follows a block, so it begins another statement.
            self.elses = 0;
        }
    }

    fn mark(&mut self, punct: &Punct, last: Last) {
        let mark = punct.as_char();
        self.last = Last::Mark(mark);
        // Between two values it is a binary operator: `a & b`.
        let is_prefix = last != Last::Value;
        match mark {
            '<' => self.angles += 1,
            '>' if last == Last::Mark('-') => self.arrows += 1,
            '>' if last != Last::Mark('=') => {
                self.angles = self.angles.saturating_sub(1);
                // `a::<B> & c`
                self.last = Last::Value;
            }
            '|' if last == Last::HalfOr => {}
            '|' if self.in_parameters => {
                self.in_parameters = false;
                self.last = Last::Begins;
            }
            '|' if is_prefix => {
                self.in_parameters = true;
                self.bodies += 1;
            }
            '|' if punct.spacing() == Spacing::Joint => self.last = Last::HalfOr,
            '&' | '*' | '!' | '-' if is_prefix => self.prefixes += 1,
            '?' => self.last = Last::Value,
            ',' if !self.in_parameters => self.end_of_value(),
            ';' => {
                self.end_of_value();
                // This was not a list of arguments, but `a < b`.
                (self.angles, self.in_parameters) = (0, false);
            }
            _ => {}
        }
    }

    fn end_of_value(&mut self) {
        (self.arrows, self.prefixes, self.bodies, self.elses) = (0, 0, 0, 0);
    }
}

/// Words that a type or a value follows. An operator after them is unary.
const BEGIN_VALUES: [&str; 14] =
    ["mut", "const", "dyn", "impl", "raw", "move", "async", "return", "break", "else", "if", "in", "match", "while"];

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
            ("!", ""),
            ("-", ""),
            ("*", ""),
            ("& ", ""),
            ("&mut ", ""),
            ("!-", ""),
            ("&*", ""),
            ("|a| ", ""),
            ("|a, b| ", ""),
            ("|&a| ", ""),
            ("|| ", ""),
            ("move |a: &u8| ", ""),
            ("return |a| ", ""),
            ("return ", ""),
            ("if a { b } else ", ""),
            ("if a < b { b } else ", ""),
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
            "a - b - c * d | e || !f - (g) - h[0] - 1.0 * ",
            "|a| b, |a, c| d, || e, ",
            "a = |b| c | d; ",
            "if a { b } else if c { d } else { e }; ",
            "if a { return; } else { b = !c; } ",
            "if a { b } else if c { d } ",
            "a || b && !c || ",
            "f(|a| b, || c) || ",
            "match a { b | c => !d, | e => f, | g => h } ",
            "f(a?) - b? - a::<B> & c && ",
            "let a = -b; *c = &d; ",
            "#[a] #![b] c: &'a d, ",
            "fn f() -> u8 { 1 }",
            "while a < b { c = d < e; }",
        ] {
            assert!(!deep(&code.repeat(500)), "{code}");
        }
    }
}
