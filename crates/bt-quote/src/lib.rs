//! The quoting macros of `bt-compiler`. They read like those of the crate `quote`, and expand to a template: one text,
//! and a list of the values in it.
//!
//! The words of the text are separated by single spaces. A word is a name, a lifetime, an operator, a delimiter, or begins
//! with `#`: `#3` is the value number 3, `#(` begins a repetition, and `#),` ends one whose rounds are separated by commas.
//! Literals are values. `template.rs` in `bt-compiler` fills the text in.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

use proc_macro::{Delimiter, Group, Ident, Literal, Spacing, Span, TokenStream, TokenTree};

/// Makes tokens: `quote!(let #name = #value;)`.
#[proc_macro]
pub fn quote(input: TokenStream) -> TokenStream {
    filled(code("crate::template::Span::call_site()"), input.into_iter().collect())
}

/// The same, with a span for the tokens that are written out: `quote_spanned!(span=> let #name = #value;)`.
#[proc_macro]
pub fn quote_spanned(input: TokenStream) -> TokenStream {
    let tokens: Vec<_> = input.into_iter().collect();
    let is = |token: &TokenTree, mark| matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark);
    let arrow = tokens.windows(2).position(|pair| is(&pair[0], '=') && is(&pair[1], '>'));
    let Some(arrow) = arrow else { return code("compile_error!(\"expected `span=>`\")") };
    filled(tokens[..arrow].iter().cloned().collect(), tokens[arrow + 2..].to_vec())
}

/// A call that fills the template of these tokens.
fn filled(span: TokenStream, tokens: Vec<TokenTree>) -> TokenStream {
    let mut template = Template::default();
    if let Err(mistake) = template.read(&tokens, false) {
        return code(&format!("compile_error!({mistake:?})"));
    }
    let mut call = code(if template.repeats { "use crate::template::*;" } else { "" });
    call.extend(code("crate::template::fill"));
    let mut arguments = span;
    arguments.extend(code(","));
    arguments.extend([TokenTree::from(Literal::string(template.text.trim_start()))]);
    arguments.extend(code(", &"));
    arguments.extend([group(Delimiter::Bracket, template.values)]);
    call.extend([group(Delimiter::Parenthesis, arguments)]);
    group(Delimiter::Brace, call).into()
}

fn code(text: &str) -> TokenStream {
    text.parse().expect("it is Rust")
}

fn group(delimiter: Delimiter, tokens: TokenStream) -> TokenTree {
    Group::new(delimiter, tokens).into()
}

/// The text, and the values in it.
#[derive(Default)]
struct Template {
    text: String,
    values: TokenStream,
    /// What each value was made of: a variable, and the repetition in which it is.
    made_of: Vec<Option<(String, usize)>>,
    repetitions: usize,
    repeats: bool,
}

impl Template {
    fn word(&mut self, word: &str) {
        self.text.push(' ');
        self.text.push_str(word);
    }

    fn read(&mut self, tokens: &[TokenTree], repeated: bool) -> Result<(), &'static str> {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Ident(name) => self.word(&name.to_string()),
                TokenTree::Literal(literal) => self.literal(literal),
                TokenTree::Group(group) => self.group(group, repeated)?,
                TokenTree::Punct(mark) if mark.as_char() == '#' => match tokens.get(at) {
                    Some(TokenTree::Ident(name)) => {
                        at += 1;
                        self.value(name, repeated);
                    }
                    Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                        if repeated {
                            return Err("a repetition is in another one");
                        }
                        at += 1;
                        at += self.repetition(group, &tokens[at..])?;
                    }
                    _ => self.word("#"),
                },
                TokenTree::Punct(mark) if mark.as_char() == '\'' => {
                    let Some(TokenTree::Ident(name)) = tokens.get(at) else { return Err("a lifetime has a name") };
                    at += 1;
                    self.word(&format!("'{name}"));
                }
                TokenTree::Punct(_) => {
                    let operator = operator(&tokens[at - 1..]);
                    at += operator.len() - 1;
                    self.word(&operator);
                }
            }
        }
        Ok(())
    }

    fn group(&mut self, group: &Group, repeated: bool) -> Result<(), &'static str> {
        let inner: Vec<_> = group.stream().into_iter().collect();
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{", "}"),
            // A fragment of `macro_rules!`.
            Delimiter::None => return self.read(&inner, repeated),
        };
        self.word(open);
        self.read(&inner, repeated)?;
        self.word(close);
        Ok(())
    }

    /// `#(..)*` or `#(..),*`. Returns how many tokens follow the group.
    fn repetition(&mut self, group: &Group, after: &[TokenTree]) -> Result<usize, &'static str> {
        let star = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == '*');
        // An operator that separates may begin with a star, but none does here.
        let length = after.iter().position(star).ok_or("a repetition ends with `*`")?;
        let separator = if length == 0 { String::new() } else { operator(after) };
        if separator.len() != length {
            return Err("one operator separates the rounds of a repetition");
        }
        self.repetitions += 1;
        self.repeats = true;
        self.word("#(");
        self.read(&group.stream().into_iter().collect::<Vec<_>>(), true)?;
        self.word(&format!("#){separator}"));
        Ok(length + 1)
    }

    fn literal(&mut self, literal: &Literal) {
        self.word(&format!("#{}", self.made_of.len()));
        self.made_of.push(None);
        self.values.extend(code("crate::template::Value::Literal"));
        let text = Literal::string(&literal.to_string());
        self.values.extend([group(Delimiter::Parenthesis, TokenTree::from(text).into())]);
        self.values.extend(code(","));
    }

    /// A variable. It is one value, however often it is in the same repetition.
    fn value(&mut self, name: &Ident, repeated: bool) {
        let made_of = Some((name.to_string(), if repeated { self.repetitions } else { 0 }));
        let known = self.made_of.iter().position(|other| *other == made_of);
        let number = known.unwrap_or(self.made_of.len());
        self.word(&format!("#{number}"));
        if known.is_some() {
            return;
        }
        self.made_of.push(made_of);
        if repeated {
            self.values.extend([TokenTree::from(name.clone())]);
            self.values.extend(code(".repeated(),"));
        } else {
            // What is wrong with the value is reported at its name.
            let mut reference = code("&");
            reference.extend([TokenTree::from(name.clone())]);
            self.values.extend(code("crate::template::Value::One"));
            let mut value = Group::new(Delimiter::Parenthesis, reference);
            value.set_span(Span::call_site().located_at(name.span()));
            self.values.extend([TokenTree::from(value)]);
            self.values.extend(code(","));
        }
    }
}

/// The operators of more than one character, the longest first.
const OPERATORS: [&str; 25] = [
    "<<=", ">>=", "...", "..=", "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "..", "+=", "-=", "*=", "/=",
    "%=", "^=", "&=", "|=", "<<", ">>", "<-",
];

/// The operator with which these tokens begin: the longest one, as `macro_rules!` splits them.
fn operator(tokens: &[TokenTree]) -> String {
    let mut text = String::new();
    for token in tokens.iter().take(3) {
        let TokenTree::Punct(mark) = token else { break };
        text.push(mark.as_char());
        if mark.spacing() == Spacing::Alone {
            break;
        }
    }
    match OPERATORS.iter().find(|operator| text.starts_with(**operator)) {
        Some(operator) => (*operator).to_owned(),
        None => text.chars().take(1).collect(),
    }
}
