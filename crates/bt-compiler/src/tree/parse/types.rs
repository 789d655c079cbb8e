//! Errors for tokens where a type is expected.

use proc_macro2::Span;
use syn::parse::ParseStream;

use crate::codes::{self, Code};
use crate::error::Mistake;

/// Refuses `A + B` without a `dyn`: `syn` reads it as a type, but it is not one.
pub fn refuse_sum(ty: &syn::Type) -> Result<(), Mistake> {
    match ty {
        syn::Type::TraitObject(object) if object.dyn_token.is_none() => {
            Err(codes::CONTEXT.over(object, "expected a type, found trait bounds").help("write `impl` before them"))
        }
        _ => Ok(()),
    }
}

/// The error for a type that cannot be read.
pub fn no_type(code: &'static Code, error: &syn::Error, input: ParseStream, end: Span) -> Mistake {
    if input.is_empty() {
        return code.at(end, "expected a type");
    }
    let found = error.span().source_text().map(|found| format!(", found `{found}`")).unwrap_or_default();
    code.at(error.span(), format!("expected a type{found}"))
}
