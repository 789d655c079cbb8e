//! `bt!`: parse -> resolve -> check -> analyse -> lower -> generate.

use proc_macro2::TokenStream;

use crate::error::Errors;

pub mod analyse;
pub mod ast;
pub mod case;
pub mod check;
mod draw;
mod fallback;
mod generate;
pub mod ir;
pub mod lower;
pub mod model;
pub mod nodes;
pub mod parse;
pub mod resolve;
pub mod source;
#[cfg(test)]
mod testing;

/// Compiles a tree. `runtime` is the path of the module of `bt` that generated code calls.
pub fn compile(runtime: TokenStream, tokens: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let tree = parse::parse(tokens, &mut errors);
    let mut resolved = resolve::resolve(&tree, &mut errors);
    if let Some((model, source)) = &mut resolved {
        check::check(model, &mut errors);
        let analysis = analyse::analyse(model, source, &mut errors);
        if errors.is_empty() {
            let machine = lower::lower(model);
            return generate::generate(&runtime, &tree.header, model, source, &analysis, &machine);
        }
    }
    fallback::fallback(&runtime, &tree.header, resolved.as_ref().map(|(_, source)| source), errors)
}
