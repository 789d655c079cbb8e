//! The names that a file declares, and where each of them is visible.

use std::ops::Range;

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
    /// Whether there are only modules around it.
    in_module: bool,
    /// The number of the tree, if it is one.
    tree: Option<usize>,
    /// The name of the function, if it is the type of a leaf.
    leaf: Option<Ident>,
    /// Whether a `#[cfg(..)]` is at the declaration.
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

/// The braces around a token.
struct Around {
    scope: Range<usize>,
    in_module: bool,
}

impl Names {
    /// The names that a file with these trees declares.
    pub fn new(file: &Source, tokens: TokenStream, trees: &[Tree]) -> Self {
        let (mut all, mut braces, mut conditional) = (Vec::new(), Vec::new(), Vec::new());
        let around = Around { scope: 0..file.text.len(), in_module: true };
        walk(file, tokens, &around, &mut all, &mut braces, &mut conditional);
        for (index, tree) in trees.iter().enumerate() {
            let Some(name) = tree.name.clone() else { continue };
            let is_conditional = conditional.contains(&tree.range.start) || tree.is_conditional();
            let around = braces.iter().filter(|around| around.scope.contains(&tree.range.start));
            let innermost = around.min_by_key(|around| around.scope.len());
            let (scope, in_module) =
                innermost.map_or((0..file.text.len(), true), |around| (around.scope.clone(), around.in_module));
            all.push(Name { name, scope, in_module, tree: Some(index), leaf: None, is_conditional });
        }
        Names { all }
    }

    /// The leaves whose type has the name of another type next to it. rustc reports such a name several times.
    pub fn taken(&self) -> impl Iterator<Item = &Ident> {
        let names = self.all.iter().filter(|name| !name.is_conditional);
        names.filter_map(|name| Some((name.leaf.as_ref()?, name))).filter_map(|(leaf, name)| {
            let others = self.all.iter().filter(|other| other.leaf.is_none() && !other.is_conditional);
            let mut beside = others.filter(|other| other.scope == name.scope);
            beside.any(|other| other.name == name.name).then_some(leaf)
        })
    }

    /// The trees whose type has the name of another type next to it, or of an earlier tree, by their numbers. rustc reports
    /// such a name dozens of times.
    pub fn taken_by_trees(&self) -> impl Iterator<Item = usize> {
        let trees = self.all.iter().filter_map(|name| Some((name.tree.filter(|_| !name.is_conditional)?, name)));
        trees.filter_map(|(tree, name)| {
            let others = self.all.iter().filter(|other| !other.is_conditional && other.leaf.is_none());
            let mut before = others.filter(|other| other.tree.is_none_or(|other| other < tree));
            before.any(|other| other.name == name.name && other.scope == name.scope).then_some(tree)
        })
    }

    /// What a name means at a byte of the file: what is declared in the innermost braces around it, else what a module
    /// of the file declares. `None` if the file does not say it.
    pub fn meaning(&self, name: &str, byte: usize) -> Option<Meaning> {
        let named = || self.all.iter().filter(|found| found.name == name);
        let around = named().filter(|found| found.scope.contains(&byte)).min_by_key(|found| found.scope.len());
        around.map(Name::meaning).or_else(|| self.meaning_from_outside(name))
    }

    /// Whether the file declares a name once, within the same braces as a tree: then it means that there, whatever else
    /// is imported.
    pub fn is_beside(&self, name: &str, tree: usize) -> bool {
        let mut named = self.all.iter().filter(|found| found.name == name);
        let (Some(found), None) = (named.next(), named.next()) else { return false };
        self.all.iter().any(|own| own.tree == Some(tree) && own.scope == found.scope)
    }

    /// What a name means for other files. `None` if this file does not declare it, or twice.
    pub fn meaning_from_outside(&self, name: &str) -> Option<Meaning> {
        let mut named = self.all.iter().filter(|found| found.name == name && found.in_module);
        let (first, second) = (named.next(), named.next());
        first.filter(|_| second.is_none()).map(Name::meaning)
    }
}

impl Name {
    fn meaning(&self) -> Meaning {
        self.tree.map_or(Meaning::Other, Meaning::Tree)
    }
}

/// Finds declarations and braces, and where a `bt!` with a `#[cfg(..)]` begins.
fn walk(
    file: &Source,
    tokens: TokenStream,
    around: &Around,
    all: &mut Vec<Name>,
    braces: &mut Vec<Around>,
    conditional: &mut Vec<usize>,
) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let word = |at: usize| match tokens.get(at) {
        Some(TokenTree::Ident(word)) => Some(word),
        _ => None,
    };
    // The last attribute `leaf`, whose function is a type, too; the last `#[cfg(..)]`.
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
                    false => Around { scope: around.scope.clone(), in_module: around.in_module },
                };
                walk(file, group.stream(), &inner, all, braces, conditional);
                if is_brace {
                    braces.push(inner);
                }
            }
            TokenTree::Ident(name) if name == "bt" && is_mark(tokens.get(at + 1), '!') => {
                conditional.extend(std::mem::take(&mut is_conditional).then(|| file.range(name.span()).start));
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

fn is_mark(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(mark)) if mark.as_char() == wanted)
}
