//! Literals of a text.

use bt::__private::live::Literal;
use proc_macro2::TokenStream;
use syn::{Lit, LitFloat, LitInt};

/// The literal that these tokens are, with its sign.
pub fn literal(tokens: &TokenStream) -> Option<Literal> {
    let text = tokens.to_string();
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest.trim_start()),
        None => (1, &*text),
    };
    let integer = |lit: LitInt| lit.base10_parse::<i128>().ok().map(|value| Literal::Integer(sign * value));
    let float = |lit: LitFloat| lit.base10_parse::<f64>().ok().map(|value| Literal::Float(sign as f64 * value));
    match syn::parse_str(text).ok()? {
        Lit::Bool(lit) => Some(Literal::Bool(lit.value)),
        Lit::Char(lit) => Some(Literal::Char(lit.value())),
        // A text is kept for the whole program, like a literal of the program itself.
        Lit::Str(lit) => Some(Literal::Text(lit.value().leak())),
        Lit::Int(lit) => integer(lit),
        Lit::Float(lit) => float(lit),
        _ => None,
    }
}
