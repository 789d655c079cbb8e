//! Compiles `bt!`: parse -> resolve -> check -> analyse -> lower -> plan -> generate.

use proc_macro2::{Span, TokenStream, TokenTree};

use crate::codes;
use crate::editor;
use crate::error::{Errors, Mistake};
use crate::options::Options;
use crate::tokens::is_mark;
use crate::tree::analyse::Analysis;
use crate::tree::ast::Header;
use crate::tree::check::Mistaken;
use crate::tree::model::{Kind, Model, NodeId};
use crate::tree::source::{Code, Source, span_of};
use syn::spanned::Spanned;

pub mod analyse;
pub mod ast;
pub mod builtin;
pub mod case;
pub mod cfg;
pub mod check;
mod condition;
mod draw;
mod fallback;
mod generate;
pub mod ide;
mod ids;
pub mod ir;
pub mod keyword;
pub mod lower;
pub mod meaning;
pub mod model;
pub mod nodes;
mod outcome;
pub mod outline;
pub mod parse;
pub mod pieces;
pub mod plan;
pub mod resolve;
pub mod shape;
pub mod source;
#[cfg(test)]
mod testing;
mod types;

/// Macros whose tokens are code for another place. A `bt!` in them is not a tree of this file.
pub const QUOTING_MACROS: [&str; 6] =
    ["quote", "quote_spanned", "parse_quote", "parse_quote_spanned", "stringify", "compile_error"];

/// Compiles a tree. `runtime` is the path of the module of `bt` that generated code calls.
pub fn compile(runtime: TokenStream, tokens: TokenStream) -> TokenStream {
    compile_with(runtime, tokens, Options::default())
}

/// Compiles a tree with options.
pub fn compile_with(runtime: TokenStream, tokens: TokenStream, options: Options) -> TokenStream {
    let start = span_of(&tokens);
    if editor::asks() {
        return located(in_editor(&runtime, tokens, options), start);
    }
    located(output(runtime, tokens, options), start)
}

/// A tree that an interpreter runs.
pub struct Program {
    pub header: Header,
    pub model: Model,
    pub source: Source,
    pub machine: ir::Machine,
    pub plan: plan::Plan,
    pub pieces: Vec<pieces::Piece>,
    /// The claims about the types of leaves.
    pub claims: Vec<analyse::judge::Claim>,
}

/// Reads a tree for an interpreter: all phases but `generate`.
pub fn read(tokens: TokenStream) -> Result<Program, Vec<Mistake>> {
    let mut errors = Errors::default();
    let tree = parse::parse(tokens, &mut errors);
    if let Some(cfg) = tree.cfgs.first() {
        let message = "a tree that is read while the program runs takes no `#[cfg(..)]`";
        errors.push(codes::ATTRIBUTE.at(cfg.predicate.span(), message));
        return Err(errors.into_list());
    }
    let runtime = quote::quote!(::bt::__private);
    let Some((model, source)) = resolve::resolve(&runtime, &tree, &mut errors) else {
        // `parse` has reported that the tree has no nodes.
        return Err(errors.into_list());
    };
    let mistaken = check::check(&model, &source, &mut errors);
    let analysis = analyse::analyse(&model, &source, &mistaken, nodes::results, &mut errors);
    held_too_long(&model, &mut errors);
    errors.check()?;
    let machine = lower::lower(&model, nodes::lower);
    let plan = plan::plan(&tree.header, &model, &source, &machine);
    let pieces = pieces::pieces(&runtime, &tree.header, &model, &source);
    Ok(Program { header: tree.header, model, source, machine, plan, pieces, claims: analysis.claims })
}

/// For how many nodes all values together may be held in a tree that is read at run time. Its state has a field for
/// each value in each place.
const MOST_HELD: usize = 10_000;

/// Reports the value that exceeds the limit.
fn held_too_long(model: &Model, errors: &mut Errors) {
    let mut last_users: Vec<usize> = model.values.iter().map(|value| value.node.0).collect();
    for node in &model.nodes {
        node.uses.iter().for_each(|value| last_users[value.0] = node.id.0);
    }
    let mut held = 0;
    for (value, last) in model.values.iter().zip(last_users) {
        held += last.saturating_sub(value.node.0);
        if held > MOST_HELD {
            let name = value.names.first();
            let at = name.map_or(model[value.node].span, |name| name.span);
            let name = name.map_or("_", |name| &name.name);
            let message = format!(
                "the values of this tree are held across more than {MOST_HELD} nodes in total, `{name}` included (a \
                 value counts once for each node up to its last use)"
            );
            let help = "use values soon, or keep them in the context";
            return errors.push(codes::HELD_TOO_LONG.at(at, message).help(help));
        }
    }
}

/// The block of a tree that is an expression, at the position of the tree. Where an item is expected, rustc reports it
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

/// The expansion for an editor: the meaning of the tokens, the errors, and the type without its state.
pub fn in_editor(runtime: &TokenStream, tokens: TokenStream, options: Options) -> TokenStream {
    let meaning = ide::meaning(runtime, tokens.clone());
    let mut errors = Errors::default();
    let tree = parse::parse(tokens, &mut errors);
    let docs = understand(runtime, &tree, &mut errors).map(|(model, ..)| draw::docs(&model));
    // Code under a `cfg` may be excluded, together with its mistakes.
    let mistakes = if tree.cfgs.is_empty() { errors.into_list() } else { Vec::new() };
    let equals = tree.tokens.iter().find(|token| is_mark(*token, '=')).map_or_else(Span::call_site, TokenTree::span);
    fallback::in_editor(runtime, &tree.header, meaning, docs, equals, mistakes, options)
}

fn output(runtime: TokenStream, tokens: TokenStream, options: Options) -> TokenStream {
    let mut errors = Errors::default();
    let tree = parse::parse(tokens, &mut errors);
    if let Some(cfg) = tree.cfgs.first() {
        // The tree that rustc selects reports the mistakes.
        return cfg::both(&runtime, &tree, cfg, options);
    }
    let analysed = understand(&runtime, &tree, &mut errors);
    if let Err(mistakes) = errors.check() {
        let read = analysed.as_ref().map(|(model, source, mistaken, _)| (model, source, mistaken));
        return fallback::fallback(&runtime, &tree.header, read, mistakes, options);
    }
    let (model, source, _, analysis) = analysed.expect("`parse` reports a tree without nodes");
    let machine = lower::lower(&model, nodes::lower);
    let plan = plan::plan(&tree.header, &model, &source, &machine);
    let live = options.live.then(|| pieces::Live {
        pieces: pieces::pieces(&runtime, &tree.header, &model, &source),
        text: tree.tokens.iter().cloned().collect::<TokenStream>().to_string(),
    });
    let (header, live, parts) = (&tree.header, live.as_ref(), options.parts);
    let tree = shape::Lowered { header, model: &model, source: &source, machine: &machine, plan: &plan };
    generate::generate(&runtime, tree, &analysis, live, parts)
}

/// The phases that find mistakes, after `parse`.
fn understand(
    runtime: &TokenStream,
    tree: &ast::Tree,
    errors: &mut Errors,
) -> Option<(Model, Source, Mistaken, Analysis)> {
    let (model, source) = resolve::resolve(runtime, tree, errors)?;
    let mistaken = check::check(&model, &source, errors);
    let analysis = analyse::analyse(&model, &source, &mistaken, nodes::results, errors);
    Some((model, source, mistaken, analysis))
}

/// A tree as far as it is known without types, for programs that draw, compare or describe trees.
pub struct Known {
    pub header: ast::Header,
    pub root: ast::Node,
    pub model: Model,
    pub source: Source,
}

impl Known {
    /// The type name of a leaf, without its path and type arguments; `None` if the node is not a user's leaf.
    pub fn leaf_type(&self, node: NodeId) -> Option<String> {
        let Kind::Leaf(code) = self.model[node].kind else { return None };
        let Code::Made(made) = self.source.get(code) else { return None };
        // An enum value or a struct literal is not a tree.
        made.may_be_tree.then(|| last_name(&made.ty)).flatten()
    }
}

/// The last segment of a path, without type arguments.
fn last_name(path: &TokenStream) -> Option<String> {
    let tokens = path.clone().into_iter();
    let before = tokens.take_while(|token| !is_mark(token, '<'));
    let names = before.filter_map(|token| match token {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    });
    names.last()
}

/// The tree in these tokens, with parts under a `#[cfg(..)]` as if the condition held, and its [`mistakes`]. `None` if
/// it has no node.
pub fn known(tokens: TokenStream) -> (Option<Known>, Vec<Mistake>) {
    let runtime = quote::quote!(::bt::__private);
    let mut errors = Errors::default();
    let tree = parse::parse(tokens, &mut errors);
    let (resolved, mistakes) = match tree.cfgs.is_empty() {
        true => {
            let understood = understand(&runtime, &tree, &mut errors);
            (understood.map(|(model, source, ..)| (model, source)), errors.into_list())
        }
        false => (resolve::resolve(&runtime, &tree, &mut Errors::default()), mistakes_in(&tree, errors, 0)),
    };
    let header = tree.header;
    let known = tree.root.zip(resolved).map(|(root, (model, source))| Known { header, root, model, source });
    (known, mistakes)
}

/// The mistakes in a tree that are known without its types. If parts of the tree are under a `#[cfg(..)]`, the tree is
/// read with and without each of them. If the whole tree is under one, it is read as if the condition held.
pub fn mistakes(tokens: TokenStream) -> Vec<Mistake> {
    mistakes_below(tokens, 0)
}

/// The mistakes in a tree that `parse` has read without mistakes.
pub fn mistakes_of(tree: &ast::Tree) -> Vec<Mistake> {
    mistakes_in(tree, Errors::default(), 0)
}

/// Each condition doubles the work.
const MOST_CONDITIONS: usize = 6;

fn mistakes_below(tokens: TokenStream, conditions: usize) -> Vec<Mistake> {
    let mut errors = Errors::default();
    let tree = parse::parse(tokens, &mut errors);
    mistakes_in(&tree, errors, conditions)
}

fn mistakes_in(tree: &ast::Tree, mut errors: Errors, conditions: usize) -> Vec<Mistake> {
    let Some(cfg) = tree.cfgs.first() else {
        understand(&quote::quote!(::bt::__private), tree, &mut errors);
        return errors.into_list();
    };
    if conditions == MOST_CONDITIONS {
        return Vec::new();
    }
    let (with, without) = cfg::split(tree, cfg);
    let mut mistakes = mistakes_below(with, conditions + 1);
    if !without.is_empty() {
        let others = mistakes_below(without, conditions + 1);
        let range = |mistake: &Mistake| mistake.span().byte_range();
        mistakes.retain(|one| others.iter().any(|other| range(one) == range(other) && one.message == other.message));
    }
    mistakes
}
