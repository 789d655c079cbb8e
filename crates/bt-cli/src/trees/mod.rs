//! The trees of a file as data, and the meaning of their names.

use std::ops::Range;

use bt_compiler::tree::{self, Known};
use proc_macro2::{TokenStream, TokenTree};

use crate::blocks::{self, Found, Kept};
use crate::{Report, Source};

mod names;
mod outline;
mod project;

pub use names::Names;
pub use outline::outline;
use outline::outline_with_subtrees;
pub use project::Project;

/// A tree of a file.
pub struct Tree {
    /// The name of its type; `None` for a tree that is an expression.
    pub name: Option<String>,
    /// The bytes of its `bt!`; in a file of trees alone, of the tree.
    pub range: Range<usize>,
    /// The tokens between the delimiters of its `bt!`.
    pub tokens: TokenStream,
    /// What is known about it without types.
    pub known: Known,
}

/// The trees of a file without mistakes, in order, and the mistakes in the others.
///
/// # Errors
/// If the tokens of the file cannot be read.
pub fn read(file: &Source) -> Result<(Vec<Tree>, Vec<Report>), Report> {
    let tokens = file.tokens().map_err(Report::unreadable)?;
    let (mut trees, mut reports) = (Vec::new(), Vec::new());
    let mut add = |tokens: TokenStream, call: proc_macro2::Span| {
        let (known, mistakes) = tree::known(tokens.clone());
        if let Some(known) = known.filter(|_| mistakes.is_empty()) {
            let name = known.header.item.as_ref().map(|item| item.name.to_string());
            trees.push(Tree { name, range: file.range(call), tokens, known });
        }
        reports.extend(mistakes.into_iter().map(|mistake| Report::new(file, mistake, call)));
    };
    if file.holds_trees_alone() {
        for tokens in blocks::trees(file, tokens) {
            let call = blocks::span(&tokens);
            add(tokens, call);
        }
    } else {
        for found in blocks::find(tokens) {
            if let Found::Block(block) = found
                && block.kept != Some(Kept::Quoted)
            {
                add(block.group.stream(), block.call);
            }
        }
    }
    Ok((trees, reports))
}

impl Tree {
    /// Whether its header has a `#[cfg(..)]`.
    fn is_conditional(&self) -> bool {
        let attributes = self.tokens.clone().into_iter().take_while(|token| match token {
            TokenTree::Punct(mark) => mark.as_char() == '#',
            TokenTree::Group(_) => true,
            _ => false,
        });
        attributes.into_iter().any(|token| match token {
            TokenTree::Group(group) => group.stream().into_iter().next().is_some_and(|word| word.to_string() == "cfg"),
            _ => false,
        })
    }
}

/// The context of a tree as a type; `None` if the tree does not name one.
pub fn context(header: &bt_compiler::tree::ast::Header) -> Option<String> {
    header.context.as_ref().map(|context| context.text())
}

/// The text of a tree from its name to its `=`; `None` for a tree that is an expression.
pub fn header(file: &Source, tree: &Tree) -> Option<String> {
    let name = &tree.known.header.item.as_ref()?.name;
    let text = &file.text[file.range(name.span()).start..file.range(tree.known.model.nodes[0].span).start];
    let (header, _) = text.rsplit_once('=')?;
    Some(header.split_whitespace().collect::<Vec<_>>().join(" "))
}
