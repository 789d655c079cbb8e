//! The trees of a text.

use std::collections::BTreeMap;

use bt_compiler::tree::case::snake_case;
use bt_compiler::tree::pieces::key;
use bt_compiler::tree::{Program as Compiled, read as compile};
use bt_text::Text;
use bt_text::syntax::Bytes;
use proc_macro2::{Span, TokenStream, TokenTree};

use crate::hand::sheet;
use crate::palette::{MOST_NODES, bounded, tokens};
use crate::program::new_tree::New;
use crate::text::blocks::Sees;
use crate::text::problem::Problem;

/// A text that can be read.
pub struct File {
    pub trees: Vec<Tree>,
}

/// One of its trees.
pub struct Tree {
    /// Its name; empty if it has none.
    pub name: String,
    key: Option<String>,
    tokens: TokenStream,
    /// The compiled tree, until the tree that runs takes it.
    program: Option<Compiled>,
    /// The numbers of the trees that it uses as leaves, and how many nodes it has without them.
    uses: Vec<usize>,
    nodes: usize,
}

/// The trees of a text, each as the macro reads it. One without a header has the name `Tree`.
pub fn trees(text: &str) -> Vec<TokenStream> {
    let Ok(all) = tokens(text) else { return Vec::new() };
    let syntax = sheet::read(text);
    syntax.trees().iter().map(|tree| Tree::new(&all, &syntax, tree).tokens).collect()
}

/// Reads a text, or reports all mistakes in it.
pub fn read(text: &str) -> Result<File, Vec<Problem>> {
    let all = tokens(text).map_err(|problem| vec![problem])?;
    let syntax = sheet::read(text);
    let mut trees: Vec<Tree> = syntax.trees().iter().map(|tree| Tree::new(&all, &syntax, tree)).collect();
    let mut problems: Vec<Problem> = trees.iter().filter_map(|tree| bounded(&tree.tokens)).collect();
    if problems.is_empty() {
        problems = trees.iter_mut().filter_map(|tree| tree.compile().err()).flatten().collect();
    }
    if problems.is_empty() && trees.is_empty() {
        problems.push(Problem::of_file("there is no tree"));
    }
    link(&mut trees, &syntax);
    problems.extend(sizes(&trees).err());
    if problems.is_empty() { Ok(File { trees }) } else { Err(problems) }
}

impl File {
    /// The tree with this name, by default the last one that no other tree contains: its number and its program.
    pub fn root(&mut self, name: Option<&str>) -> (usize, Compiled) {
        let named = name.and_then(|name| self.trees.iter().position(|tree| tree.name == name));
        let is_used = |number: usize| self.trees.iter().any(|tree| tree.uses.contains(&number));
        let last = || (0..self.trees.len()).rfind(|number| !is_used(*number));
        let root = named.or_else(last).unwrap_or(self.trees.len() - 1);
        (root, self.trees[root].program.take().expect("each tree was compiled"))
    }
}

impl Tree {
    fn new(all: &TokenStream, text: &Text, tree: &bt_text::syntax::Tree) -> Self {
        let tokens = inside(all, &tree.range);
        let (name, tokens) = match text.name(tree) {
            Some(name) => (name.to_owned(), tokens),
            // Give the tree a name, so that words in it are functions rather than variables.
            None if tree.header.is_none() => {
                let mut named: TokenStream = "Tree(World) =".parse().expect("these are tokens");
                named.extend(tokens);
                (String::new(), named)
            }
            None => (String::new(), tokens),
        };
        let nodes = tree.roots.iter().map(bt_text::syntax::Node::size).sum();
        Tree { name, key: key(&tokens), tokens, program: None, uses: Vec::new(), nodes }
    }

    fn compile(&mut self) -> Result<(), Vec<Problem>> {
        self.program = Some(compile(self.tokens.clone()).map_err(Problem::all)?);
        Ok(())
    }

    pub fn new_tree(&self) -> New<'_> {
        New { name: &self.name, key: self.key.as_deref(), tokens: self.tokens.clone(), sees: Sees::default() }
    }
}

/// The tokens in a part of a text.
fn inside(tokens: &TokenStream, part: &Bytes) -> TokenStream {
    let holds = |span: Span| {
        let bytes = span.byte_range();
        part.start <= bytes.start && bytes.end <= part.end
    };
    let mut found = TokenStream::new();
    for token in tokens.clone() {
        match token {
            token if holds(token.span()) => found.extend([token]),
            TokenTree::Group(group) => {
                let bytes = group.span().byte_range();
                if bytes.start < part.end && part.start < bytes.end {
                    found.extend(inside(&group.stream(), part));
                }
            }
            _ => {}
        }
    }
    found
}

/// Finds which trees contain which.
fn link(trees: &mut [Tree], text: &Text) {
    let numbers: BTreeMap<String, usize> =
        trees.iter().enumerate().map(|(number, tree)| (snake_case(&tree.name), number)).collect();
    for (tree, read) in trees.iter_mut().zip(text.trees()) {
        let leaves = read.nodes().into_iter().filter(|node| node.children.is_none());
        tree.uses = leaves.filter_map(|leaf| numbers.get(text.slice(&leaf.name)).copied()).collect();
    }
}

/// Refuses a text in which a tree, with its subtrees, has too many nodes.
fn sizes(trees: &[Tree]) -> Result<(), Problem> {
    let mut sizes = vec![None; trees.len()];
    for number in 0..trees.len() {
        if size(trees, number, &mut sizes) > MOST_NODES {
            let at = trees[number].tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
            let name = &trees[number].name;
            return Err(Problem::new(at, format!("with the trees in it, `{name}` has more than {MOST_NODES} nodes")));
        }
    }
    Ok(())
}

/// The number of nodes of a tree, subtrees included. A tree that contains itself is reported when it is loaded.
fn size(trees: &[Tree], number: usize, sizes: &mut [Option<usize>]) -> usize {
    if let Some(size) = sizes[number] {
        return size;
    }
    sizes[number] = Some(0);
    let inside = trees[number].uses.iter().map(|&used| size(trees, used, sizes));
    let size = inside.fold(trees[number].nodes, usize::saturating_add);
    sizes[number] = Some(size);
    size
}
