//! Code as text on one line, as close as possible to what was written: a macro does not see spaces.

use proc_macro2::{Delimiter, Group, Literal, Spacing, TokenStream, TokenTree};

use crate::tokens::{fragment, is_mark};

/// Operators of several characters, longest first.
pub const OPERATORS: [&str; 25] = [
    "..=", "...", "<<=", ">>=", "::", "=>", "->", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=",
    "..", "<<", ">>", "^=", "&=", "|=", "$$",
];

/// Words that a value, a pattern or a type follows.
pub const BEFORE_A_VALUE: [&str; 18] = [
    "as", "box", "break", "const", "dyn", "else", "for", "if", "impl", "in", "let", "match", "move", "mut", "ref",
    "return", "where", "while",
];

/// The tokens as one would write them: `|dog| dog.age > 3 && !dog.is_fed()`.
pub fn as_written(tokens: &TokenStream) -> String {
    let mut line = Line::default();
    line.tokens(tokens.clone());
    line.text
}

/// A line, and what its end means for the next token.
#[derive(Default)]
struct Line {
    text: String,
    end: End,
    /// Whether the line is between the bars of a closure.
    in_bars: bool,
    /// How many `<` of type arguments are open.
    generics: usize,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum End {
    /// No space may follow: at the start, after `.` or `::`, after a sign before a value.
    #[default]
    Tight,
    /// The name of a type, after which `<` opens type arguments.
    Type,
    /// Another name, or a value, that can be called, indexed, compared.
    Value,
    /// A lifetime: `&'a [u8]` has a space that `f[0]` does not have.
    Lifetime,
    /// An operator with a space on both sides, a comma, a keyword.
    Operator,
}

impl Line {
    fn tokens(&mut self, tokens: TokenStream) {
        let mut marks = String::new();
        for token in tokens {
            match token {
                TokenTree::Punct(mark) => {
                    marks.push(mark.as_char());
                    if mark.spacing() == Spacing::Alone || mark.as_char() == '\'' {
                        self.marks(&std::mem::take(&mut marks));
                    }
                }
                token => {
                    self.marks(&std::mem::take(&mut marks));
                    self.word(&token);
                }
            }
        }
        self.marks(&marks);
    }

    fn word(&mut self, token: &TokenTree) {
        match (token, fragment(token)) {
            (_, Some(inner)) => self.tokens(inner),
            (TokenTree::Group(group), _) => {
                let inner = as_written(&group.stream());
                let inner = inner.strip_suffix(',').filter(|_| !self.needs_last_comma(group)).unwrap_or(&inner);
                match group.delimiter() {
                    Delimiter::Brace if inner.is_empty() => self.spaced("{}"),
                    Delimiter::Brace => self.spaced(&format!("{{ {inner} }}")),
                    Delimiter::Bracket => self.called(&format!("[{inner}]")),
                    Delimiter::Parenthesis | Delimiter::None => self.called(&format!("({inner})")),
                }
                self.end = End::Value;
            }
            (token, _) => {
                let is_lifetime = self.end == End::Tight && self.text.ends_with('\'');
                let text = one_line(token.to_string());
                self.spaced(&text);
                self.end = match text.as_str() {
                    _ if is_lifetime => End::Lifetime,
                    word if BEFORE_A_VALUE.contains(&word) => End::Operator,
                    word if is_camel_case(word) => End::Type,
                    _ => End::Value,
                };
            }
        }
    }

    /// Marks without a space between them.
    fn marks(&mut self, marks: &str) {
        let mut rest = marks;
        while !rest.is_empty() {
            // Two consecutive `>` that close type arguments are not an operator.
            let closes = self.generics > 0 && rest.starts_with('>');
            let operator = OPERATORS.iter().find(|operator| !closes && rest.starts_with(**operator));
            let (mark, after) = rest.split_at(operator.map_or(1, |operator| operator.len()));
            self.mark(mark);
            rest = after;
        }
    }

    fn mark(&mut self, mark: &str) {
        let after_value = matches!(self.end, End::Value | End::Type | End::Lifetime);
        match mark {
            "." | "::" | ".." | "..=" if after_value => self.join(mark, End::Tight),
            "::" | ".." | "..=" | "'" | "#" | "$" => self.open(mark),
            "," | ";" | ":" => self.join(mark, End::Operator),
            "?" if after_value => self.join(mark, End::Value),
            "!" if after_value => self.join(mark, End::Tight),
            "|" if self.in_bars => {
                self.in_bars = false;
                self.join(mark, End::Operator);
            }
            "||" if !after_value => {
                self.open(mark);
                self.end = End::Operator;
            }
            "|" if !after_value => {
                self.in_bars = true;
                self.open(mark);
            }
            "<" if self.end == End::Type
                || self.text.ends_with("::")
                || self.end == End::Operator && self.text.ends_with("for") =>
            {
                self.generics += 1;
                self.join(mark, End::Tight);
            }
            "<" if !after_value => {
                self.generics += 1;
                self.open(mark);
            }
            ">" if self.generics > 0 => {
                self.generics -= 1;
                self.join(mark, End::Value);
            }
            "&" | "*" | "-" | "!" | "?" | "&&" if !after_value => self.open(mark),
            _ => {
                self.spaced(mark);
                self.end = End::Operator;
            }
        }
    }

    /// Appends a text after a space, unless no space may follow.
    fn spaced(&mut self, text: &str) {
        if self.end != End::Tight {
            self.text.push(' ');
        }
        self.text.push_str(text);
    }

    /// Appends what belongs to the preceding value, if there is one: arguments, an index.
    fn called(&mut self, text: &str) {
        match self.end {
            End::Operator | End::Lifetime => self.spaced(text),
            End::Tight | End::Type | End::Value => self.text.push_str(text),
        }
    }

    /// Appends an operator that belongs to what follows.
    fn open(&mut self, mark: &str) {
        self.spaced(mark);
        self.end = End::Tight;
    }

    fn join(&mut self, mark: &str, end: End) {
        self.text.push_str(mark);
        self.end = end;
    }

    /// Whether the last comma of the next group can have a meaning: in the tuple `(a,)`, and in a macro.
    fn needs_last_comma(&self, group: &Group) -> bool {
        let is_comma = |token: &TokenTree| is_mark(token, ',');
        let is_call = matches!(self.end, End::Value | End::Type);
        let is_single = || group.stream().into_iter().filter(is_comma).count() == 1;
        self.text.ends_with('!') || group.delimiter() == Delimiter::Parenthesis && !is_call && is_single()
    }
}

/// Whether a word names a type: `Wolf` or `T`, but not `MAX`.
pub fn is_camel_case(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && (word.len() == 1 || word.contains(char::is_lowercase))
}

/// A literal without line breaks and tabs.
pub fn one_line(literal: String) -> String {
    if !literal.contains(['\n', '\t']) {
        return literal;
    }
    match syn::parse_str::<syn::LitStr>(&literal) {
        Ok(string) => Literal::string(&string.value()).to_string(),
        Err(_) => literal.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

    use super::as_written;

    #[test]
    fn code_is_written_as_one_writes_it() {
        for code in [
            "|n| *n > 3 && *n < 10",
            "|npc| npc.health < 30",
            "move |dog: &Dog| !dog.is_fed() || dog.age >= 3",
            "|room| -> u32 { room.alarms }",
            "|_| Vec::<u32>::new().is_empty()",
            "|map: &Map<Key, Vec<u8>>| map[&3].len() - 1 == -x",
            "Mood::Sad(1..=3 | 7..) if big()",
            "Kind::Of { size, .. }",
            "(-1, _)",
            "&'static str",
            "Some(n) if n % 2 == 0 && c_ok()",
            "Senses::danger",
            "|w| matches!(w.near(2.5)?, Some(_))",
            "x @ 1..=3",
            "|| 3",
            "hit(1 as u8, &x, &mut y, vec![1, 2], -3, 1..=2, ..)",
            "|w| w.level > MIN && MAX < w.level",
            "|w| w.waited_for < 3 && w.x > 2",
            "'a'..='z' if !done",
            "&'a [u8], &'a (), <T as Fly>::Wing, impl for<'a> Fn(&'a T) + 'a, ?Sized",
            "|n| *n |= 3",
            "(1,)",
            "for (a, b) in 1..2 {}",
            "vec![1,]",
        ] {
            let tokens: TokenStream = code.parse().expect("it is code");
            assert_eq!(as_written(&tokens), code);
        }
    }

    #[test]
    fn spaces_breaks_and_commas_of_the_layout_are_not_written() {
        for (code, line) in [
            ("(\n    1, // one\n    2,\n)", "(1, 2)"),
            ("f(\n    a,\n)", "f(a)"),
            ("{ n:1 , m : Some( 3 , ) , }", "{ n: 1, m: Some(3) }"),
            ("say(\"a  b\", \"c\n\td\", r\"e\n\", b\"f\n  g\")", "say(\"a  b\", \"c\\n\\td\", \"e\\n\", b\"f g\")"),
        ] {
            let tokens: TokenStream = code.parse().expect("it is code");
            assert_eq!(as_written(&tokens), line);
        }
    }
}
