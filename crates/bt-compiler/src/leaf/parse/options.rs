//! The options of `#[leaf(..)]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Path, Token, Type};

use crate::codes;
use crate::error::{Errors, Mistake};
use crate::tokens::{comma, drain};

/// The options in the attribute.
#[derive(Default)]
pub struct Options {
    /// The path of the crate, if it has another name.
    pub bt: Option<TokenStream>,
    /// The value, if the return type does not show it.
    pub value: Option<TokenStream>,
    /// The word `request`, if the return type does not show that it is one.
    pub request: Option<Span>,
}

pub fn options(attribute: TokenStream, errors: &mut Errors) -> Options {
    let mut options = Options::default();
    let read = |input: ParseStream| {
        while !input.is_empty() {
            if let Err(mistake) = option(input, &mut options).and_then(|()| comma(input)) {
                errors.push(Mistake { code: codes::ATTRIBUTE_KEY, ..mistake });
                drain(input);
            }
        }
        Ok(())
    };
    // This cannot fail: `read` takes all tokens, and collects its errors.
    let _ = read.parse2(attribute);
    options
}

/// `crate = PATH`, `value = TYPE` or `request`.
fn option(input: ParseStream, options: &mut Options) -> Result<(), Mistake> {
    let key = input.call(Ident::parse_any)?;
    if key == "request" {
        options.request = Some(key.span());
        return Ok(());
    }
    if key != "crate" && key != "value" {
        let message = format!("unknown key `{key}`");
        let help = "`#[leaf]` takes `crate = PATH`, `value = TYPE` and `request`";
        return Err(codes::ATTRIBUTE_KEY.at(key.span(), message).help(help));
    }
    input.parse::<Token![=]>()?;
    if key == "crate" {
        options.bt = Some(Path::parse_mod_style(input)?.into_token_stream());
    } else {
        options.value = Some(input.parse::<Type>()?.into_token_stream());
    }
    Ok(())
}
