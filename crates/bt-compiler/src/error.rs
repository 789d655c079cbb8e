//! The list of mistakes in the user's code. Mistakes are collected and reported together, not one at a time.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};

use crate::codes;

/// The mistakes found so far. Dropping them without a call of [`check`](Self::check) panics, so that none gets lost.
#[derive(Default)]
pub struct Errors {
    all: Vec<syn::Error>,
    read: bool,
}

/// At least one mistake. Each becomes one `compile_error!` at the user's own tokens.
pub struct Mistakes(Vec<syn::Error>);

impl Errors {
    /// Adds a mistake at one token.
    pub fn push(&mut self, at: Span, message: impl std::fmt::Display) {
        self.all.push(syn::Error::new(at, message));
    }

    /// Adds a mistake that covers all these tokens.
    pub fn push_over(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.all.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds a mistake that a parser of `syn` has found.
    pub fn push_syn(&mut self, error: syn::Error) {
        self.all.push(error);
    }

    /// Whether there are no mistakes so far.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The number of mistakes so far. Compare it before and after a step to see whether the step found any.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Ends the collection. Returns the mistakes as an error if there are any.
    pub fn check(mut self) -> Result<(), Mistakes> {
        self.read = true;
        match std::mem::take(&mut self.all) {
            none if none.is_empty() => Ok(()),
            all => Err(Mistakes(all)),
        }
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        assert!(self.read || std::thread::panicking(), "the mistakes were dropped without a call of `check`");
    }
}

impl Mistakes {
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The mistakes as data.
    pub fn into_list(self) -> Vec<Mistake> {
        self.0.into_iter().map(Mistake::from).collect()
    }

    /// One `compile_error!` item for each mistake.
    pub fn into_tokens(self) -> TokenStream {
        let each = self.0.iter().map(syn::Error::to_compile_error);
        quote!(#(#each)*)
    }
}

/// A mistake as data, for programs that show it themselves.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The tokens it is about.
    pub span: Span,
    /// The message without its help.
    pub message: String,
    pub help: Option<String>,
    /// The name of its [code](crate::codes).
    pub code: &'static str,
}

impl From<syn::Error> for Mistake {
    fn from(error: syn::Error) -> Self {
        let text = error.to_string();
        let (message, help) = match text.split_once(HELP) {
            Some((message, help)) => (message.to_owned(), Some(help.to_owned())),
            None => (text, None),
        };
        let code = codes::of(&message);
        Mistake { span: error.span(), message, help, code }
    }
}

const HELP: &str = "\n\n  = help: ";

/// A message followed by help, in the layout that rustc uses.
pub fn with_help(message: impl std::fmt::Display, help: impl std::fmt::Display) -> String {
    format!("{message}{HELP}{help}")
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

#[cfg(test)]
mod tests {
    use super::Errors;
    use proc_macro2::Span;

    #[test]
    fn what_was_found_is_handed_over() {
        let mut errors = Errors::default();
        assert!(errors.is_empty());
        errors.push(Span::call_site(), "one");
        errors.push(Span::call_site(), "two");
        let mistakes = errors.check().expect_err("there are two");
        assert_eq!(mistakes.count(), 2);
        assert_eq!(mistakes.into_tokens().to_string().matches("compile_error").count(), 2);
        assert!(Errors::default().check().is_ok());
    }

    #[test]
    #[should_panic(expected = "without a call of `check`")]
    fn they_cannot_be_forgotten() {
        drop(Errors::default());
    }
}
