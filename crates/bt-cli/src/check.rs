//! `bt check`: the mistakes that the macros find, without a build.

use bt_compiler::error::Mistake;
use bt_compiler::tree::check::taken;
use bt_compiler::{derive, leaf, literal};
use proc_macro2::{Span, TokenStream, TokenTree};

use crate::blocks::{self, Found};
use crate::trees::{self, Names};
use crate::{Report, Source};

/// The mistakes in a file that need no types to find, in file order. Code under a `#[cfg(..)]` in a tree is a mistake
/// only if it is one both with and without it.
pub fn check(file: &Source) -> Vec<Report> {
    let (tokens, (trees, mut reports)) = match (file.tokens(), trees::read(file)) {
        (Ok(tokens), Ok(read)) => (tokens, read),
        (Err(unreadable), _) => return vec![Report::unreadable(unreadable)],
        (_, Err(report)) => return vec![report],
    };
    if tokens.is_empty() {
        return Vec::new();
    }
    let names = Names::new(file, tokens.clone(), &trees);
    let twice = names.taken_by_trees().filter_map(|tree| trees[tree].known.header.item.as_ref());
    reports.extend(twice.map(|item| Report::new(file, taken(&item.name), item.name.span())));
    let mut add = |mistakes: Vec<Mistake>, macro_call: Span| {
        reports.extend(mistakes.into_iter().map(|mistake| Report::new(file, mistake, macro_call)));
    };
    // Other libraries may have macros with these names.
    if !file.holds_trees_alone() && mentions(tokens.clone(), &["bt", "bt_trees", "bevy_bt_trees"]) {
        for found in blocks::find(tokens) {
            match found {
                Found::Block(_) => {}
                Found::Leaf { attribute, function, call } => add(leaf::mistakes(attribute, function), call),
                Found::Literal { item, call } => {
                    if let Ok(input) = syn::parse2(item) {
                        add(literal::mistakes(&input), call);
                    }
                }
                Found::Type { derive, item, call } => {
                    if let Ok(input) = syn::parse2(item) {
                        add(derive::mistakes(derive, input), call);
                    }
                }
            }
        }
        add(names.taken().map(leaf::taken).collect(), Span::call_site());
    }
    reports.sort_by_key(|report| report.range.start);
    reports
}

/// Whether the tokens contain any of these names.
fn mentions(tokens: TokenStream, names: &[&str]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(group.stream(), names),
        TokenTree::Ident(ident) => names.iter().any(|name| ident == name),
        _ => false,
    })
}
