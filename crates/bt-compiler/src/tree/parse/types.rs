//! What is wrong where a type should be.

use proc_macro2::Span;
use syn::parse::ParseStream;

use crate::error::with_help;

/// `A + B` without a `dyn` before it is read as a type, and is none.
pub fn refuse_sum(ty: &syn::Type) -> syn::Result<()> {
    match ty {
        syn::Type::TraitObject(object) if object.dyn_token.is_none() => {
            let message = with_help("a type is expected, but these are bounds", "write `impl` before them");
            Err(syn::Error::new_spanned(object, message))
        }
        _ => Ok(()),
    }
}

/// What is wrong where a type should be.
pub fn no_type(error: &syn::Error, input: ParseStream, end: Span) -> syn::Error {
    if input.is_empty() {
        return syn::Error::new(end, "expected a type");
    }
    let found = error.span().source_text().map(|found| format!(", found `{found}`")).unwrap_or_default();
    syn::Error::new(error.span(), format!("expected a type{found}"))
}
