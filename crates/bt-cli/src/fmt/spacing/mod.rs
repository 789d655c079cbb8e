//! Writes Rust tokens on one line, with the spaces that rustfmt would write.

use bt_compiler::written::{BEFORE_A_VALUE, OPERATORS, is_camel_case};
use proc_macro2::{Delimiter, Group, Spacing, TokenTree};

/// How wide the parts of an argument may be on one line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Arguments of a call, elements of an array, and a chain of methods.
    pub call: usize,
    /// The fields of a struct literal.
    pub fields: usize,
}

/// Keywords of code that rustfmt only sometimes writes on one line, by its own rules.
const STATEMENTS: [&str; 10] = ["async", "else", "for", "if", "let", "loop", "match", "static", "unsafe", "while"];

/// The text before the next token.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// The beginning, or an opening delimiter.
    Nothing,
    /// A value may end here, so an operator that follows is binary.
    Value,
    /// A word, such as `return`, after which a value begins.
    Word,
    /// A binary operator or a comma: a space follows.
    Spaced,
    /// A unary operator, `::`, `.` or `<`: no space follows.
    Tight,
}

struct Line {
    text: String,
    before: Before,
    limits: Limits,
    /// How many `<` of type arguments are open.
    angles: usize,
    /// Whether the parameters of a closure are open.
    in_closure: bool,
    /// Whether a `->` or `:` came before, so that a type is expected.
    is_type: bool,
    /// The last word, if it was the last token.
    word: Option<String>,
}

/// The tokens on one line, or `None` if rustfmt might break them.
pub fn line(tokens: &[TokenTree], limits: Limits) -> Option<String> {
    let mut line = Line {
        text: String::new(),
        before: Before::Nothing,
        limits,
        angles: 0,
        in_closure: false,
        is_type: false,
        word: None,
    };
    let mut at = 0;
    while at < tokens.len() {
        at += line.push(&tokens[at..])?;
    }
    Some(line.text)
}

/// Splits the tokens at the commas outside of any `<..>`.
pub fn split(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let (mut parts, mut start, mut angles) = (Vec::new(), 0, 0);
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Punct(mark) = token else { continue };
        let is_arrow = at > 0 && matches!(&tokens[at - 1], TokenTree::Punct(dash) if dash.as_char() == '-');
        match mark.as_char() {
            '<' => angles += 1,
            '>' if !is_arrow => angles -= 1,
            ',' if angles == 0 => {
                parts.push(&tokens[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if start < tokens.len() {
        parts.push(&tokens[start..]);
    }
    parts
}

impl Line {
    /// Writes the next token or operator. Returns how many tokens that was.
    fn push(&mut self, tokens: &[TokenTree]) -> Option<usize> {
        let word = self.word.take();
        match &tokens[0] {
            TokenTree::Ident(name) => {
                let name = name.to_string();
                let is_lifetime = self.text.ends_with('\'');
                if STATEMENTS.contains(&name.as_str()) && !is_lifetime {
                    return None;
                }
                self.space_before_value();
                self.text.push_str(&name);
                self.before = if BEFORE_A_VALUE.contains(&name.as_str()) { Before::Word } else { Before::Value };
                self.is_type |= name == "as" || name == "dyn" || name == "impl";
                self.word = Some(name);
                Some(1)
            }
            TokenTree::Literal(literal) => {
                let literal = literal.to_string();
                if literal.contains('\n') {
                    return None;
                }
                self.space_before_value();
                self.text.push_str(&literal);
                self.before = Before::Value;
                Some(1)
            }
            TokenTree::Group(group) => {
                self.group(group, word)?;
                Some(1)
            }
            TokenTree::Punct(first) => {
                let mut joined = String::from(first.as_char());
                let mut last = first;
                for token in &tokens[1..] {
                    match token {
                        TokenTree::Punct(next) if last.spacing() == Spacing::Joint && joined.len() < 3 => {
                            joined.push(next.as_char());
                            last = next;
                        }
                        _ => break,
                    }
                }
                let mark = OPERATORS.iter().find(|mark| joined.starts_with(*mark)).copied();
                let mark = mark.map_or_else(|| first.as_char().to_string(), str::to_owned);
                self.mark(&mark, word.as_deref())
            }
        }
    }

    fn space_before_value(&mut self) {
        if matches!(self.before, Before::Value | Before::Word | Before::Spaced) {
            self.text.push(' ');
        }
    }

    fn group(&mut self, group: &Group, word: Option<String>) -> Option<()> {
        let inner = line(&group.stream().into_iter().collect::<Vec<_>>(), self.limits)?;
        let inner = inner.strip_suffix(',').filter(|_| !is_tuple_of_one(group)).unwrap_or(&inner);
        match group.delimiter() {
            Delimiter::Brace => {
                let is_literal = word.is_some_and(|word| word.starts_with(char::is_uppercase)) && !self.is_type;
                if inner.contains(';') || !(is_literal || self.is_type) {
                    return None;
                }
                if is_literal && inner.len() > self.limits.fields {
                    return None;
                }
                self.text.push_str(if inner.is_empty() { " {}" } else { " { " });
                self.text.push_str(inner);
                self.text.push_str(if inner.is_empty() { "" } else { " }" });
                self.is_type = false;
            }
            delimiter => {
                if inner.len() > self.limits.call {
                    return None;
                }
                // `f(..)`, `a[..]`; but `return (..)`.
                if self.before != Before::Value {
                    self.space_before_value();
                }
                let (open, close) = if delimiter == Delimiter::Bracket { ("[", "]") } else { ("(", ")") };
                self.text.push_str(open);
                self.text.push_str(inner);
                self.text.push_str(close);
            }
        }
        self.before = Before::Value;
        Some(())
    }

    fn mark(&mut self, mark: &str, word: Option<&str>) -> Option<usize> {
        let length = mark.len();
        let after_value = self.before == Before::Value;
        match mark {
            // Between the type and the length of an array: a block contains no `;` here.
            ";" => self.tight_then_spaced(";"),
            "," => self.tight_then_spaced(","),
            "." => {
                self.text.push('.');
                self.before = Before::Tight;
                let dots = self.text.matches('.').count();
                if dots > 1 && self.text.len() > self.limits.call {
                    return None;
                }
            }
            "::" => {
                if !after_value {
                    self.space_before_value();
                }
                self.text.push_str("::");
                self.before = Before::Tight;
            }
            "?" => {
                self.text.push('?');
                self.before = Before::Value;
            }
            ":" => {
                self.tight_then_spaced(":");
                self.is_type |= self.in_closure;
            }
            "'" => {
                self.space_before_value();
                self.text.push('\'');
                self.before = Before::Tight;
            }
            ".." | "..=" => {
                if self.before == Before::Spaced || self.before == Before::Word {
                    self.text.push(' ');
                }
                self.text.push_str(mark);
                self.before = Before::Tight;
            }
            "!" if after_value && word.is_some() => {
                // The tokens of a macro call may mean anything.
                return None;
            }
            "|" if !after_value || self.in_closure && self.angles == 0 => {
                if self.in_closure {
                    self.text.push('|');
                    (self.in_closure, self.is_type, self.before) = (false, false, Before::Spaced);
                } else {
                    self.space_before_value();
                    self.text.push('|');
                    (self.in_closure, self.before) = (true, Before::Tight);
                }
            }
            "||" if !after_value => {
                self.space_before_value();
                self.text.push_str("||");
                self.before = Before::Spaced;
            }
            "->" => {
                self.spaced("->");
                self.is_type = true;
            }
            "<" if self.opens_types(word) => {
                if !after_value {
                    self.space_before_value();
                }
                self.text.push('<');
                self.before = Before::Tight;
                self.angles += 1;
            }
            _ if mark.starts_with('>') && self.angles > 0 => {
                self.text.push('>');
                self.before = Before::Value;
                self.angles -= 1;
                return Some(1);
            }
            "+" if self.angles > 0 || self.is_type => self.spaced("+"),
            "&" | "*" | "-" | "!" | "&&" if !after_value => {
                self.space_before_value();
                // A single character, so that the following text is read separately.
                self.text.push_str(mark);
                self.before = Before::Tight;
            }
            "#" | "$" | "$$" | "@" | "~" => return None,
            // An operator in an unusual position.
            _ if !after_value => return None,
            _ => self.spaced(mark),
        }
        Some(length)
    }

    fn tight_then_spaced(&mut self, mark: &str) {
        self.text.push_str(mark);
        self.before = Before::Spaced;
    }

    fn spaced(&mut self, mark: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(mark);
        self.before = Before::Spaced;
        self.is_type = false;
    }

    /// Whether a `<` opens type arguments: after `::`, inside a type, and after a name in camel case.
    fn opens_types(&self, word: Option<&str>) -> bool {
        self.text.ends_with("::")
            || word.is_some_and(is_camel_case)
            || (self.before != Before::Value && self.before != Before::Nothing)
    }
}

/// `(a,)`
fn is_tuple_of_one(group: &Group) -> bool {
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
    group.delimiter() == Delimiter::Parenthesis && group.stream().into_iter().filter(is_comma).count() == 1
}

#[cfg(test)]
mod tests;
