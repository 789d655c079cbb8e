//! The invariants of the output of `bt!`, for any input. The fuzz target also includes this file.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser as _;

use bt_compiler::error::Errors;
use bt_compiler::tree::ast::{Args, Node};
use bt_compiler::tree::parse;

/// The word by which errors are known.
const ERROR: &str = "compile_error";

/// How deep brackets may be nested in a text: `syn` recurses, so each level takes more of the stack.
const DEEPEST: usize = 64;

/// Checks any text; one that is not a sequence of tokens never reaches a macro.
pub fn text(text: &str) {
    if let Ok(tree) = text.parse()
        && depth(text) <= DEEPEST
        && !text.contains(ERROR)
    {
        compile(tree);
    }
}

/// At most how deep brackets are nested in a text.
fn depth(text: &str) -> usize {
    let mut depth = 0;
    let depths = text.chars().map(|char| {
        match char {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = usize::saturating_sub(depth, 1),
            _ => {}
        }
        depth
    });
    depths.max().unwrap_or(0)
}

/// Compiles a tree that may be broken; returns its code, if that is Rust.
///
/// It is a tree, or it has errors in it, each at tokens of the input. It is Rust wherever the user's own words are.
pub fn compile(tree: TokenStream) -> Option<String> {
    let shown = tree.to_string();
    let code = bt_compiler::tree::compile(quote!(::bt::__private), tree.clone());
    let text = code.to_string();
    let is_rust = syn::parse2::<syn::File>(code.clone()).is_ok() || syn::parse2::<syn::Expr>(code.clone()).is_ok();
    let mut errors = Vec::new();
    find_errors(code, &mut errors);
    assert!(!errors.is_empty() || text.contains("struct "), "neither a tree nor an error: {shown}\n{text}");
    // The mistakes are in the code, too.
    let read = parse::parse(tree.clone(), &mut Errors::default());
    let may_be_broken = errors.is_empty() && !read.root.as_ref().is_none_or(words_are_rust);
    assert!(is_rust || may_be_broken, "no Rust: {shown}\n{text}");
    let tokens = Places::of(&tree);
    for (start, end) in errors {
        let inside = tree.is_empty() || tokens.starts.contains(&begin(start)) && tokens.ends.contains(&finish(end));
        assert!(inside, "an error that is at no token, {start:?} to {end:?}: {shown}\n{text}");
    }
    is_rust.then_some(text)
}

/// The first and the last span of each error.
fn find_errors(code: TokenStream, errors: &mut Vec<(Span, Span)>) {
    let mut start = None;
    for token in code {
        match token {
            TokenTree::Ident(word) if word == ERROR => start = Some(word.span()),
            TokenTree::Group(group) => match start.take() {
                Some(start) => errors.push((start, group.span())),
                None => find_errors(group.stream(), errors),
            },
            _ => {}
        }
    }
}

/// Whether the parts of a node that only rustc reads are Rust: arguments, fields, and the patterns of a `switch`.
fn words_are_rust(node: &Node) -> bool {
    let args = match &node.args {
        Args::None => true,
        Args::List { args, .. } => args.iter().all(|arg| is_expression(&arg.value)),
        Args::Fields(group) => is_expression(&quote!(Leaf #group)),
    };
    args && node.children.iter().flatten().all(|child| {
        let arm = child.arm.as_ref().is_none_or(|arm| {
            let guard = arm.guard.as_ref().is_none_or(is_expression);
            guard && syn::Pat::parse_multi_with_leading_vert.parse2(arm.pattern.clone()).is_ok()
        });
        arm && words_are_rust(&child.node)
    })
}

fn is_expression(tokens: &TokenStream) -> bool {
    syn::parse2::<syn::Expr>(tokens.clone()).is_ok()
}

/// Where tokens begin and end.
#[derive(Default)]
struct Places {
    starts: BTreeSet<Place>,
    ends: BTreeSet<Place>,
}

/// A file, and a byte in it.
type Place = (String, usize);

impl Places {
    fn of(tokens: &TokenStream) -> Self {
        let mut places = Places::default();
        places.add(tokens);
        places
    }

    fn add(&mut self, tokens: &TokenStream) {
        for token in tokens.clone() {
            self.add_span(token.span());
            if let TokenTree::Group(group) = token {
                self.add_span(group.span_open());
                self.add_span(group.span_close());
                self.add(&group.stream());
            }
        }
    }

    fn add_span(&mut self, span: Span) {
        self.starts.insert(begin(span));
        self.ends.insert(finish(span));
    }
}

fn begin(span: Span) -> Place {
    (span.file(), span.byte_range().start)
}

fn finish(span: Span) -> Place {
    (span.file(), span.byte_range().end)
}
