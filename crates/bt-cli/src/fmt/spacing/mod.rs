//! Which Rust tokens rustfmt would write on one line.

use bt_compiler::written::{BEFORE_A_VALUE, OPERATORS, as_written, is_camel_case};
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

/// The tokens on one line, or `None` if rustfmt might break them.
pub fn line(tokens: &[TokenTree], limits: Limits) -> Option<String> {
    let mut reader = Reader { limits, ..Reader::default() };
    let mut at = 0;
    while at < tokens.len() {
        at += reader.read(&tokens[at..])?;
    }
    let text = written(&tokens[..reader.chain_end]);
    // rustfmt breaks long chains of methods.
    let is_long = text.matches('.').count() > 1 && text.len() > limits.call;
    (!is_long).then(|| written(tokens))
}

fn written(tokens: &[TokenTree]) -> String {
    as_written(&tokens.iter().cloned().collect())
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

/// What came before the next token.
#[derive(Clone, Copy, Default, PartialEq)]
enum Before {
    /// Nothing.
    #[default]
    Start,
    /// A value may end here, so an operator that follows is binary.
    Value,
    /// `::`
    Path,
    /// Another mark, or a word such as `return`: a value begins.
    Mark,
}

/// Reads tokens until one that rustfmt might break.
#[derive(Default)]
struct Reader {
    limits: Limits,
    before: Before,
    /// How many tokens were read.
    count: usize,
    /// How many tokens were read up to the last `.`, including it.
    chain_end: usize,
    /// How many `<` of type arguments are open.
    angles: usize,
    /// Whether the parameters of a closure are open.
    in_closure: bool,
    /// Whether a `->` or `:` came before, so that a type is expected.
    is_type: bool,
    /// Whether the last token was a `'`.
    is_lifetime: bool,
    /// The last word, if it was the last token.
    word: Option<String>,
}

impl Reader {
    /// Reads the next token or operator. Returns how many tokens that was.
    fn read(&mut self, tokens: &[TokenTree]) -> Option<usize> {
        let (word, is_lifetime) = (self.word.take(), std::mem::take(&mut self.is_lifetime));
        let mut length = 1;
        match &tokens[0] {
            TokenTree::Ident(name) => {
                let name = name.to_string();
                if STATEMENTS.contains(&name.as_str()) && !is_lifetime {
                    return None;
                }
                self.before = if BEFORE_A_VALUE.contains(&name.as_str()) { Before::Mark } else { Before::Value };
                self.is_type |= ["as", "dyn", "impl"].contains(&name.as_str());
                self.word = Some(name);
            }
            TokenTree::Literal(literal) if literal.to_string().contains(['\n', '\t']) => return None,
            TokenTree::Literal(_) => self.before = Before::Value,
            TokenTree::Group(group) => self.group(group, word)?,
            TokenTree::Punct(_) => length = self.mark(&mark(tokens), word.as_deref())?,
        }
        self.count += length;
        Some(length)
    }

    fn group(&mut self, group: &Group, word: Option<String>) -> Option<()> {
        let inner = line(&group.stream().into_iter().collect::<Vec<_>>(), self.limits)?;
        let inner = inner.strip_suffix(',').unwrap_or(&inner);
        if group.delimiter() == Delimiter::Brace {
            let is_literal = word.is_some_and(|word| word.starts_with(char::is_uppercase)) && !self.is_type;
            if inner.contains(';') || !(is_literal || self.is_type) || is_literal && inner.len() > self.limits.fields {
                return None;
            }
            self.is_type = false;
        } else if inner.len() > self.limits.call {
            return None;
        }
        self.before = Before::Value;
        Some(())
    }

    fn mark(&mut self, mark: &str, word: Option<&str>) -> Option<usize> {
        let after_value = self.before == Before::Value;
        let (mut length, mut before) = (mark.len(), Before::Mark);
        match mark {
            "," | ";" | ".." | "..=" => {}
            "." => self.chain_end = self.count + 1,
            "::" => before = Before::Path,
            "?" => before = Before::Value,
            ":" => self.is_type |= self.in_closure,
            "'" => self.is_lifetime = true,
            // The tokens of a macro call may mean anything.
            "!" if after_value && word.is_some() => return None,
            "|" if self.in_closure && (!after_value || self.angles == 0) => {
                (self.in_closure, self.is_type) = (false, false);
            }
            "|" if !after_value => self.in_closure = true,
            "||" if !after_value => {}
            "->" => self.is_type = true,
            "<" if self.opens_types(word) => self.angles += 1,
            _ if mark.starts_with('>') && self.angles > 0 => {
                self.angles -= 1;
                (length, before) = (1, Before::Value);
            }
            "&" | "*" | "-" | "!" | "&&" if !after_value => {}
            "#" | "$" | "$$" | "@" | "~" => return None,
            // An operator in an unusual position.
            _ if !after_value && !(mark == "+" && (self.angles > 0 || self.is_type)) => return None,
            _ => self.is_type = false,
        }
        self.before = before;
        Some(length)
    }

    /// Whether a `<` opens type arguments: after `::`, inside a type, and after a name in camel case.
    fn opens_types(&self, word: Option<&str>) -> bool {
        matches!(self.before, Before::Path | Before::Mark) || word.is_some_and(is_camel_case)
    }
}

/// The operator at the beginning of these tokens.
fn mark(tokens: &[TokenTree]) -> String {
    let mut joined = String::new();
    for token in tokens {
        let TokenTree::Punct(mark) = token else { break };
        joined.push(mark.as_char());
        if mark.spacing() == Spacing::Alone || joined.len() == 3 {
            break;
        }
    }
    let mark = OPERATORS.iter().find(|mark| joined.starts_with(**mark));
    mark.map_or_else(|| joined.chars().take(1).collect(), |mark| (*mark).to_owned())
}

#[cfg(test)]
mod tests;
