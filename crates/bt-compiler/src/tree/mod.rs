//! Compiles `bt!`: parse -> resolve -> check -> analyse -> lower -> plan -> generate.

use proc_macro2::{Span, TokenStream, TokenTree};

use crate::error::Errors;
use crate::tree::source::span_of;

pub mod analyse;
pub mod ast;
pub mod builtin;
pub mod case;
mod cfg;
pub mod check;
mod draw;
mod fallback;
mod generate;
mod ids;
pub mod ir;
pub mod lower;
pub mod model;
pub mod nodes;
mod outcome;
pub mod parse;
pub mod plan;
pub mod resolve;
pub mod source;
#[cfg(test)]
mod testing;
mod types;

/// Compiles a tree. `runtime` is the path of the module of `bt` that generated code calls.
pub fn compile(runtime: TokenStream, tokens: TokenStream) -> TokenStream {
    let start = span_of(&tokens);
    located(output(runtime, tokens), start)
}

/// The block of a tree that is an expression, at the place of the tree. Where an item is expected, rustc reports it
/// there.
fn located(output: TokenStream, start: Span) -> TokenStream {
    let locate = |token| match token {
        TokenTree::Group(mut block) => {
            block.set_span(Span::call_site().located_at(start));
            block.into()
        }
        token => token,
    };
    let mut tokens = output.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(block), None) => locate(block).into(),
        _ => output,
    }
}

fn output(runtime: TokenStream, tokens: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let tree = parse::parse(tokens, &mut errors);
    if let Some(cfg) = tree.cfgs.first() {
        // The tree that rustc selects reports them.
        let _ = errors.check();
        return cfg::both(&runtime, &tree, cfg);
    }
    let resolved = resolve::resolve(&runtime, &tree, &mut errors);
    let analysed = resolved.map(|(model, source)| {
        let mistaken = check::check(&model, &source, &mut errors);
        let analysis = analyse::analyse(&model, &source, &mistaken, nodes::results, &mut errors);
        (model, source, mistaken, analysis)
    });
    if let Err(mistakes) = errors.check() {
        let read = analysed.as_ref().map(|(model, source, mistaken, _)| (model, source, mistaken));
        return fallback::fallback(&runtime, &tree.header, read, mistakes);
    }
    let (model, source, _, analysis) = analysed.expect("`parse` reports a tree without nodes");
    let machine = lower::lower(&model, nodes::lower);
    let plan = plan::plan(&tree.header, &model, &source, &machine);
    generate::generate(&runtime, &tree.header, &model, &source, &analysis, &machine, &plan)
}
