//! `bt!`: parse -> resolve -> check -> analyse -> lower -> generate.

use proc_macro2::TokenStream;

use crate::error::Errors;

pub mod analyse;
mod argument;
mod arguments;
pub mod ast;
pub mod check;
mod context;
mod cursor;
mod draw;
mod fallback;
mod generate;
mod header;
pub mod ir;
mod judge;
mod leaf;
pub mod lower;
pub mod model;
mod nodes;
mod params;
pub mod parse;
mod path;
pub mod resolve;
mod results;
pub mod source;
mod ways;
mod writer;

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
