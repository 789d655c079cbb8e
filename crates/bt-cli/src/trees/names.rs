//! The names that a file declares, and where each is visible.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use bt_compiler::tokens::is_mark;
use bt_compiler::tree::case::camel_case;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

use super::Tree;
use crate::Source;

/// The names of the types, leaves and trees of a file.
pub struct Names {
    all: Vec<Name>,
}

struct Name {
    name: String,
    /// The braces around its declaration, or the whole file.
    scope: Range<usize>,
    /// Whether only modules are around it.
    in_module: bool,
    /// The number of its tree, if it is a tree.
    tree: Option<usize>,
    /// The name of the function, if it is the type of a leaf.
    leaf: Option<Ident>,
    /// Whether its declaration has a `#[cfg(..)]`.
    is_conditional: bool,
}

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The tree with this number.
    Tree(usize),
    /// A type that is not a tree.
    Other,
}

/// The surroundings of a token: the braces around it.
#[derive(Clone)]
struct Around {
    scope: Range<usize>,
    in_module: bool,
}

/// The surroundings of a `bt!`.
struct Call {
    around: Around,
    is_conditional: bool,
}

impl Names {
    /// The names declared in a file with these trees.
    pub fn new(file: &Source, tokens: TokenStream, trees: &[Tree]) -> Self {
        let (mut all, mut calls) = (Vec::new(), BTreeMap::new());
        let whole = Around { scope: 0..file.text.len(), in_module: true };
        walk(file, tokens, &whole, &mut all, &mut calls);
        for (index, tree) in trees.iter().enumerate() {
            let Some(name) = tree.name.clone() else { continue };
            // A tree in a file of trees alone has no `bt!`.
            let call = calls.remove(&tree.range.start);
            let call = call.unwrap_or_else(|| Call { around: whole.clone(), is_conditional: false });
            let is_conditional = call.is_conditional || tree.is_conditional();
            let Around { scope, in_module } = call.around;
            all.push(Name { name, scope, in_module, tree: Some(index), leaf: None, is_conditional });
        }
        Names { all }
    }

    /// The leaves whose type name is taken by another type in the same scope. rustc reports such a name several times.
    pub fn taken(&self) -> impl Iterator<Item = &Ident> {
        let first = self.first_types();
        let leaves = self.all.iter().filter(|name| !name.is_conditional);
        leaves.filter_map(move |name| name.leaf.as_ref().filter(|_| first.contains_key(&name.place())))
    }

    /// The numbers of trees whose type name is taken by an earlier tree or another type in the same scope. rustc
    /// reports such a name dozens of times.
    pub fn taken_by_trees(&self) -> impl Iterator<Item = usize> {
        let first = self.first_types();
        let trees = self.all.iter().filter(|name| !name.is_conditional && name.tree.is_some());
        trees.filter(move |name| first[&name.place()] < name.tree).filter_map(|name| name.tree)
    }

    /// For each name within the same braces: the first tree that declares it, or `None` if it is another type. Leaves
    /// and declarations under a `#[cfg(..)]` do not count.
    fn first_types(&self) -> HashMap<(&str, &Range<usize>), Option<usize>> {
        let mut first = HashMap::new();
        for name in self.all.iter().filter(|name| !name.is_conditional && name.leaf.is_none()) {
            let tree = first.entry(name.place()).or_insert(name.tree);
            *tree = name.tree.min(*tree);
        }
        first
    }

    /// What a name means at a byte: what the innermost braces around it declare, or else what a module of the file
    /// declares. `None` if the file does not show it.
    pub fn meaning(&self, name: &str, byte: usize) -> Option<Meaning> {
        let named = || self.all.iter().filter(|found| found.name == name);
        let around = named().filter(|found| found.scope.contains(&byte)).min_by_key(|found| found.scope.len());
        around.map(Name::meaning).or_else(|| self.meaning_from_outside(name))
    }

    /// Whether the file declares a name exactly once, within the same braces as a tree. Then it has that meaning in the
    /// tree, whatever else is imported.
    pub fn is_beside(&self, name: &str, tree: usize) -> bool {
        let mut named = self.all.iter().filter(|found| found.name == name);
        let (Some(found), None) = (named.next(), named.next()) else { return false };
        self.all.iter().any(|own| own.tree == Some(tree) && own.scope == found.scope)
    }

    /// What a name means to other files. `None` if this file does not declare it, or declares it twice.
    pub fn meaning_from_outside(&self, name: &str) -> Option<Meaning> {
        let mut named = self.all.iter().filter(|found| found.name == name && found.in_module);
        let (first, second) = (named.next(), named.next());
        first.filter(|_| second.is_none()).map(Name::meaning)
    }
}

impl Name {
    /// The name and the braces around it.
    fn place(&self) -> (&str, &Range<usize>) {
        (&self.name, &self.scope)
    }

    fn meaning(&self) -> Meaning {
        self.tree.map_or(Meaning::Other, Meaning::Tree)
    }
}

/// Finds declarations, and each `bt!` by its first byte.
fn walk(file: &Source, tokens: TokenStream, around: &Around, all: &mut Vec<Name>, calls: &mut BTreeMap<usize, Call>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let word = |at: usize| match tokens.get(at) {
        Some(TokenTree::Ident(word)) => Some(word),
        _ => None,
    };
    // The last `leaf` attribute (its function is also a type), and the last `#[cfg(..)]`.
    let (mut is_leaf, mut is_conditional) = (false, false);
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket && is_attribute(&tokens[..at]) => {
                let first = group.stream().into_iter().map(|token| token.to_string());
                let name = first.take_while(|part| !part.starts_with('(')).last();
                is_leaf |= name.as_deref() == Some("leaf");
                is_conditional |= name.as_deref() == Some("cfg");
            }
            TokenTree::Group(group) => {
                let is_brace = group.delimiter() == Delimiter::Brace;
                let is_module = is_brace && at > 1 && word(at - 2).is_some_and(|word| word == "mod");
                let inner = match is_brace {
                    true => Around { scope: file.range(group.span()), in_module: around.in_module && is_module },
                    false => around.clone(),
                };
                walk(file, group.stream(), &inner, all, calls);
            }
            TokenTree::Ident(name) if name == "bt" && is_mark(tokens.get(at + 1), '!') => {
                let is_conditional = std::mem::take(&mut is_conditional);
                calls.insert(file.range(name.span()).start, Call { around: around.clone(), is_conditional });
            }
            TokenTree::Ident(keyword) => {
                let (declared, leaf) = match keyword.to_string().as_str() {
                    "struct" | "enum" | "union" | "type" => (word(at + 1).map(ToString::to_string), None),
                    "fn" if std::mem::take(&mut is_leaf) => {
                        (word(at + 1).map(|name| camel_case(&name.to_string())), word(at + 1))
                    }
                    "fn" | "impl" | "mod" | "use" | "const" | "static" | "trait" => (None, None),
                    _ => continue,
                };
                let (scope, in_module) = (around.scope.clone(), around.in_module);
                let is_conditional = std::mem::take(&mut is_conditional);
                let leaf = leaf.cloned();
                all.extend(declared.map(|name| Name { name, scope, in_module, tree: None, leaf, is_conditional }));
            }
            _ => {}
        }
    }
}

fn is_attribute(before: &[TokenTree]) -> bool {
    is_mark(before.last(), '#')
}
