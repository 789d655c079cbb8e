//! Compiles `bt!`: parse -> resolve -> check -> analyse -> lower -> generate.

use proc_macro2::TokenStream;

use crate::error::Errors;

pub mod analyse;
pub mod ast;
pub mod case;
pub mod check;
mod draw;
mod fallback;
mod generate;
mod ids;
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
    let resolved = resolve::resolve(&tree, &mut errors);
    let analysed = resolved.map(|(mut model, source)| {
        check::check(&mut model, &mut errors);
        let analysis = analyse::analyse(&model, &source, nodes::results, &mut errors);
        (model, source, analysis)
    });
    if let Err(mistakes) = errors.check() {
        let source = analysed.as_ref().map(|(_, source, _)| source);
        return fallback::fallback(&runtime, &tree.header, source, mistakes);
    }
    let (model, source, analysis) = analysed.expect("`parse` reports a tree without nodes");
    let machine = lower::lower(&model, nodes::lower);
    generate::generate(&runtime, &tree.header, &model, &source, &analysis, &machine)
}
