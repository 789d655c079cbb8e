//! `bt!`: parse -> resolve -> check -> lower -> generate.

use proc_macro2::TokenStream;

use crate::error::Errors;

mod argument;
mod arguments;
mod ast;
mod check;
mod cursor;
mod draw;
mod fallback;
mod generate;
mod header;
mod ir;
mod leaf;
mod lower;
mod model;
mod nodes;
mod parse;
mod resolve;
mod results;
mod source;

/// Compiles a tree. `runtime` is the path of the module of `bt` that generated code calls.
pub fn compile(runtime: TokenStream, tokens: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let tree = parse::parse(tokens, &mut errors);
    let resolved = resolve::resolve(&tree, &mut errors);
    if let Some((model, source)) = &resolved {
        check::check(model, &mut errors);
        // What can be reached is worth asking only where all else is right.
        let analysis = errors.is_empty().then(|| results::analyse(model, &mut errors));
        if let Some(analysis) = analysis.filter(|_| errors.is_empty()) {
            let machine = lower::lower(model);
            return generate::generate(&runtime, &tree.header, model, source, &analysis, &machine);
        }
    }
    fallback::fallback(&runtime, &tree.header, resolved.as_ref().map(|(_, source)| source), errors)
}
