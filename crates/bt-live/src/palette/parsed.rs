//! Reads a text of bounded size with its palette.

use std::sync::Arc;

use bt_compiler::apart::apart;
use bt_compiler::depth;
use bt_compiler::tokens::is_mark;
use bt_compiler::tree::outline::Written;
use bt_compiler::tree::read;
use proc_macro2::{LexError, TokenStream, TokenTree};

use super::{Call, Contexts, PaletteFor};
use crate::program::load::{Known, NewTrees, load_with};
use crate::program::{Program, params};
use crate::refused::Refused;
use crate::text::normal::normal;
use crate::text::problem::Problem;

/// The most bytes of a text.
const MOST_BYTES: usize = 64 << 10;

/// The most nodes of a tree.
pub(crate) const MOST_NODES: usize = 1000;

/// The most tokens of a tree.
const MOST_TOKENS: usize = 10_000;

/// A text that was read, and everything that it calls.
pub(super) struct Parsed<F: Contexts> {
    pub program: Arc<Program>,
    pub calls: Vec<Call<F>>,
    pub params: params::Params,
}

impl<F: Contexts> Parsed<F> {
    /// Reads a text. `file` is its name, and `written` are the nodes that it was translated from, if it was.
    pub(super) fn of(
        text: &str,
        file: &'static str,
        written: &[Written],
        palette: &PaletteFor<F>,
    ) -> Result<Arc<Self>, Refused> {
        let text = &*normal(text);
        let program = apart(|| program(text, file, written, palette));
        let program = program.map_err(|problems| Refused::new(file, text, problems))?;
        let calls = palette.entries.iter().map(|entry| entry.call.clone()).collect();
        Ok(Arc::new(Parsed { program: Arc::new(program), calls, params: params::Params::NONE }))
    }
}

fn program<F: Contexts>(
    text: &str,
    file: &'static str,
    written: &[Written],
    palette: &PaletteFor<F>,
) -> Result<Program, Vec<Problem>> {
    let tokens = tokens(text).map_err(|problem| vec![problem])?;
    // Give the tree a name, so that words in it are functions of its palette rather than variables.
    let mut header = tokens.clone().into_iter().take_while(|token| !is_mark(token, '<'));
    if let Some(equals) = header.find(|token| is_mark(token, '=')) {
        return Err(vec![Problem::new(equals.span(), "a text has no header: begin with its first node")]);
    }
    let mut tree: TokenStream = "Tree(World) =".parse().expect("these are tokens");
    tree.extend(tokens);
    let tree = read(tree).map_err(Problem::all)?;
    let new_trees = NewTrees::default();
    let known = Known { pieces: palette.pieces(), params: Vec::new(), file, written, is_timed: true, new_trees };
    load_with(tree, known, &mut |_| None)
}

/// The tokens of a text of bounded size.
pub(crate) fn tokens(text: &str) -> Result<TokenStream, Problem> {
    if text.len() > MOST_BYTES {
        return Err(Problem::of_file(format!("this text has more than {} KiB", MOST_BYTES >> 10)));
    }
    let tokens: TokenStream = text.parse().map_err(|error: LexError| Problem::no_tokens(&error, text))?;
    let deep = depth::too_deep(&tokens).map(Problem::from);
    deep.or_else(|| bounded(&tokens)).map_or(Ok(tokens), Err)
}

/// Limits the number of nodes and tokens: the compiler takes quadratic time for some texts. A node begins after each
/// `<`, and after each `,` outside of parentheses that is not the last one of its list.
pub(crate) fn bounded(tokens: &TokenStream) -> Option<Problem> {
    let (mut nodes, mut all) = (1, tokens.clone().into_iter().peekable());
    while let Some(token) = all.next() {
        let is_last = all.peek().is_none_or(|next| is_mark(next, '>'));
        nodes += usize::from(is_mark(&token, '<') || is_mark(&token, ',') && !is_last);
        if nodes > MOST_NODES {
            return Some(Problem::new(token.span(), format!("this tree has more than {MOST_NODES} nodes")));
        }
    }
    let (mut count, mut stack) = (0, vec![tokens.clone().into_iter()]);
    while let Some(inside) = stack.last_mut() {
        let Some(token) = inside.next() else {
            stack.pop();
            continue;
        };
        count += 1;
        if count > MOST_TOKENS {
            return Some(Problem::new(token.span(), format!("this text has more than {MOST_TOKENS} words")));
        }
        if let TokenTree::Group(group) = token {
            stack.push(group.stream().into_iter());
        }
    }
    None
}
