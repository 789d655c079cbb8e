//! Reads arguments that are literals.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Lit, LitBool};

use crate::tokens::is_mark;

/// An argument that is one literal, which may have a minus before it.
pub struct Literal {
    pub is_negative: bool,
    lit: Lit,
}

impl Literal {
    pub fn read(tokens: &TokenStream) -> Option<Self> {
        let mut tokens = tokens.clone().into_iter().peekable();
        let is_negative = tokens.next_if(|token| is_mark(token, '-')).is_some();
        let lit = match (tokens.next()?, tokens.next()) {
            (TokenTree::Literal(literal), None) => Lit::new(literal),
            (TokenTree::Ident(word), None) if !is_negative && (word == "true" || word == "false") => {
                Lit::Bool(LitBool::new(word == "true", word.span()))
            }
            _ => return None,
        };
        Some(Literal { is_negative, lit })
    }

    /// Whether it is `true` or `false`.
    pub fn is_truth(&self) -> bool {
        matches!(self.lit, Lit::Bool(_))
    }

    pub fn is_integer(&self) -> bool {
        matches!(self.lit, Lit::Int(_))
    }

    /// Whether its type is a float: `1.0`, `1f32`.
    pub fn is_float(&self) -> bool {
        match &self.lit {
            Lit::Float(_) => true,
            Lit::Int(number) => matches!(number.suffix(), "f32" | "f64"),
            _ => false,
        }
    }

    /// The number with its sign.
    pub fn number(&self) -> Option<f64> {
        let number: f64 = match &self.lit {
            Lit::Int(number) => number.base10_parse().ok()?,
            Lit::Float(number) => number.base10_parse().ok()?,
            _ => return None,
        };
        number.is_finite().then_some(if self.is_negative { -number } else { number })
    }

    /// The number of children that it means.
    pub fn threshold(&self) -> Option<usize> {
        match &self.lit {
            Lit::Int(number) if !self.is_negative => number.base10_parse().ok(),
            _ => None,
        }
    }
}
