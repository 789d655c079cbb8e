//! Errors for tokens where a type is expected.

use proc_macro2::Span;
use syn::parse::ParseStream;

use crate::error::with_help;

/// Refuses `A + B` without a `dyn`: `syn` reads it as a type, but it is not one.
pub fn refuse_sum(ty: &syn::Type) -> syn::Result<()> {
    match ty {
        syn::Type::TraitObject(object) if object.dyn_token.is_none() => {
            let message = with_help("expected a type, found trait bounds", "write `impl` before them");
            Err(syn::Error::new_spanned(object, message))
        }
        _ => Ok(()),
    }
}

/// The error for a type that cannot be read.
pub fn no_type(error: &syn::Error, input: ParseStream, end: Span) -> syn::Error {
    if input.is_empty() {
        return syn::Error::new(end, "expected a type");
    }
    let found = error.span().source_text().map(|found| format!(", found `{found}`")).unwrap_or_default();
    syn::Error::new(error.span(), format!("expected a type{found}"))
}
