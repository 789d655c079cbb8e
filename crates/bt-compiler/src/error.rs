//! Mistakes in the user's code. They are collected and reported together, not one at a time.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use crate::codes::{self, Code};

/// A mistake. It is complete when created, so its readers need no other source.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The first and the last of the tokens at fault.
    pub(crate) tokens: (Span, Span),
    pub code: &'static Code,
    /// What is wrong, without the help.
    pub message: String,
    pub help: Option<String>,
    /// The replacement for the tokens, if the help contains one.
    pub fix: Option<String>,
    /// Whether the user can mark it as intended with `unchecked`.
    pub may_be_meant: bool,
}

impl Code {
    /// A mistake at one token.
    pub fn at(&'static self, token: Span, message: impl Display) -> Mistake {
        self.between((token, token), message)
    }

    /// A mistake that covers all these tokens.
    pub fn over(&'static self, tokens: impl ToTokens, message: impl Display) -> Mistake {
        let mut tokens = tokens.into_token_stream().into_iter();
        let first = tokens.next().map_or_else(Span::call_site, |token| token.span());
        self.between((first, tokens.last().map_or(first, |token| token.span())), message)
    }

    fn between(&'static self, tokens: (Span, Span), message: impl Display) -> Mistake {
        Mistake { tokens, code: self, message: message.to_string(), help: None, fix: None, may_be_meant: false }
    }
}

impl Mistake {
    pub fn help(self, help: impl Display) -> Self {
        self.maybe_help(Some(help))
    }

    pub fn maybe_help(self, help: Option<impl Display>) -> Self {
        Mistake { help: help.map(|help| help.to_string()), ..self }
    }

    /// Sets the replacement for the tokens.
    pub fn fix(self, text: impl Display) -> Self {
        Mistake { fix: Some(text.to_string()), ..self }
    }

    /// Suggests the name that was meant at the token.
    pub fn did_you_mean(self, name: &str) -> Self {
        self.help(format!("did you mean `{name}`?")).fix(name)
    }

    /// The span of all tokens at fault, or of the first one if the compiler cannot join them.
    pub fn span(&self) -> Span {
        let (first, last) = self.tokens;
        first.join(last).unwrap_or(first)
    }
}

/// A mistake found by a parser of `syn`.
impl From<syn::Error> for Mistake {
    fn from(error: syn::Error) -> Self {
        codes::UNREADABLE.at(error.span(), error)
    }
}

/// A `compile_error!` at the user's own tokens, with the help in the layout of rustc.
impl ToTokens for Mistake {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let help = self.help.as_ref().map(|help| format!("\n\n  = help: {help}")).unwrap_or_default();
        let (first, last) = self.tokens;
        let place = [quote_spanned!(first=> _), quote_spanned!(last=> _)];
        let error = syn::Error::new_spanned(quote!(#(#place)*), format!("{}{help}", self.message));
        tokens.extend(error.to_compile_error());
    }
}

/// The mistakes found so far.
#[derive(Default)]
pub struct Errors(Vec<Mistake>);

impl Errors {
    pub fn push(&mut self, mistake: impl Into<Mistake>) {
        self.0.push(mistake.into());
    }

    /// Whether there are no mistakes so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of mistakes so far. Compare it before and after a step to see whether the step found any.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    pub fn into_list(self) -> Vec<Mistake> {
        self.0
    }

    /// Ends the collection. Returns the mistakes as an error if there are any.
    pub fn check(self) -> Result<(), Vec<Mistake>> {
        if self.is_empty() { Ok(()) } else { Err(self.0) }
    }
}

/// A number with its noun: `1 child`, `2 children`, `no arguments`.
pub fn counted(count: usize, what: &str) -> String {
    let plural = if what == "child" { "children".to_owned() } else { format!("{what}s") };
    match count {
        0 => format!("no {plural}"),
        1 => format!("1 {what}"),
        _ => format!("{count} {plural}"),
    }
}
