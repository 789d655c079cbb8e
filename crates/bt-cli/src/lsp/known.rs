//! The leaves, decorators, composites and trees of a workspace, found in the text of its files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use bt_compiler::tree::case::{camel_case, last_name};

use crate::lex::{self, Delimiters, Kind, Token};
use crate::syntax::{self, Bytes};

/// What a type is when used in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// It has no children.
    Leaf,
    /// It is declared by a `bt!`.
    Tree,
    /// It has children.
    WithChildren,
}

/// A type that trees can name.
#[derive(Clone, Debug)]
pub struct Item {
    /// The name of the type.
    pub name: String,
    /// What it is.
    pub sort: Sort,
    /// The first line of its declaration, without attributes.
    pub declaration: String,
    /// Whether it takes arguments in parentheses.
    pub takes_arguments: bool,
    /// Its documentation.
    pub docs: String,
    /// The bytes of its name.
    pub range: Bytes,
}

/// All known items.
#[derive(Default)]
pub struct Known {
    files: HashMap<PathBuf, Vec<Item>>,
}

impl Known {
    /// Reads the files below these folders.
    pub fn of(roots: &[PathBuf]) -> Self {
        let mut known = Known::default();
        for path in crate::files::find(roots).unwrap_or_default() {
            if let Ok(file) = crate::files::read(&path) {
                known.update(&path, &file.text);
            }
        }
        known
    }

    /// Reads a file again, with this text.
    pub fn update(&mut self, path: &Path, text: &str) {
        let alone = path.extension().is_some_and(|extension| extension == "bt");
        let items = if alone || text.contains("bt") { items(text, alone) } else { Vec::new() };
        self.files.insert(path.to_owned(), items);
    }

    /// All items, with their files.
    pub fn items(&self) -> impl Iterator<Item = (&Path, &Item)> {
        self.files.iter().flat_map(|(path, items)| items.iter().map(move |item| (path.as_path(), item)))
    }

    /// The types that a path in a tree can mean, beginning with those of this file.
    pub fn find(&self, path: &str, from: &Path) -> Vec<(&Path, &Item)> {
        let last = last_name(path);
        let name = camel_case(last.strip_prefix("r#").unwrap_or(last));
        let mut found: Vec<_> = self.items().filter(|(_, item)| item.name == name).collect();
        found.sort_by_key(|(path, _)| (*path != from, *path));
        found
    }
}

/// The items that a file declares.
pub fn items(text: &str, holds_trees_alone: bool) -> Vec<Item> {
    let tokens = lex::lex(text);
    let mut found = Vec::new();
    for tree in syntax::read(text, &tokens, holds_trees_alone) {
        let Some(header) = tree.header else { continue };
        let Some(range) = header.name.clone() else { continue };
        let declared = header.visibility.start.min(range.start)..header.range.end;
        found.push(Item {
            name: text[range.clone()].to_owned(),
            sort: Sort::Tree,
            declaration: text[declared].trim_end_matches('=').trim_end().to_owned(),
            takes_arguments: !header.params.is_empty(),
            docs: docs(text, &tokens, &header.attributes),
            range,
        });
    }
    if !holds_trees_alone {
        let code: Vec<Token> =
            tokens.iter().filter(|token| !token.is_trivia() || token.kind == Kind::Doc).copied().collect();
        Finder { text, tokens: &tokens, code: &code, delimiters: Delimiters::of(text, &code) }.find(&mut found);
    }
    found
}

/// The doc comments among the tokens of these bytes.
fn docs(text: &str, tokens: &[Token], bytes: &Bytes) -> String {
    let start = tokens.partition_point(|token| token.start < bytes.start);
    let within = tokens[start..].iter().take_while(|token| token.end <= bytes.end);
    let docs = within.filter(|token| token.kind == Kind::Doc).map(|token| {
        let line = &text[token.range()];
        let line = line.trim_start_matches(['/', '!', '*']).trim_end_matches(['/', '*']);
        line.strip_prefix(' ').unwrap_or(line).to_owned()
    });
    docs.collect::<Vec<_>>().join("\n")
}

struct Finder<'a> {
    text: &'a str,
    tokens: &'a [Token],
    code: &'a [Token],
    delimiters: Delimiters,
}

impl Finder<'_> {
    fn is(&self, at: usize, what: &str) -> bool {
        self.code.get(at).is_some_and(|token| &self.text[token.range()] == what)
    }

    /// Finds all items with an attribute that makes them a leaf, a decorator or a composite.
    fn find(&self, found: &mut Vec<Item>) {
        let mut at = 0;
        while at < self.code.len() {
            let start = at;
            let mut sort = None;
            while let Some(end) = self.attribute(at) {
                sort = sort.or_else(|| self.sort(at, end));
                at = end;
            }
            match sort {
                Some(sort) => found.extend(self.item(start, at, sort)),
                None if at == start => at += 1,
                None => {}
            }
        }
    }

    /// The end of the attribute or doc comment that begins here.
    fn attribute(&self, at: usize) -> Option<usize> {
        if self.code.get(at)?.kind == Kind::Doc {
            return Some(at + 1);
        }
        let opens = self.is(at, "#") && self.is(at + 1, "[");
        self.delimiters.close(at + 1).filter(|_| opens).map(|close| close + 1)
    }

    /// What an attribute turns its item into.
    fn sort(&self, start: usize, end: usize) -> Option<Sort> {
        let words = |word: &str| (start..end).any(|at| self.is(at, word));
        // The last word of its path, as the crate may have another name.
        let is_mark = |at: usize| self.is(at, ":") && self.is(at + 1, ":");
        let first = if is_mark(start + 2) { start + 4 } else { start + 2 };
        let last = (first..end).step_by(3).find(|word| !is_mark(word + 1)).unwrap_or(first);
        let path_is = |word: &str| self.is(last, word);
        match () {
            () if path_is("leaf") => Some(Sort::Leaf),
            () if !path_is("derive") => None,
            () if words("Behavior") => Some(Sort::Leaf),
            () if words("Decorator") || words("Composite") => Some(Sort::WithChildren),
            () => None,
        }
    }

    /// Whether there are two parameters between these parentheses.
    fn has_two(&self, open: usize, close: usize) -> bool {
        let (mut at, mut depth) = (open + 1, 0);
        // The last comma may be a trailing one.
        while at + 1 < close {
            match &self.text[self.code[at].range()] {
                "," if depth == 0 => return true,
                "<" => depth += 1,
                ">" if !self.is(at - 1, "-") => depth -= 1,
                _ => {}
            }
            at = self.delimiters.close(at).unwrap_or(at) + 1;
        }
        false
    }

    /// The function, struct or enum at `at`, with attributes from `start` on.
    fn item(&self, start: usize, at: usize, sort: Sort) -> Option<Item> {
        let near = at..self.code.len().min(at + 12);
        let keyword = near.clone().find(|&at| ["fn", "struct", "enum"].iter().any(|word| self.is(at, word)))?;
        let name = self.code.get(keyword + 1).filter(|token| token.kind == Kind::Word)?;
        let open = (keyword..self.code.len().min(keyword + 40)).find(|&at| self.is(at, "("));
        let is_function = self.is(keyword, "fn");
        let params = open.filter(|_| is_function).and_then(|open| Some((open, self.delimiters.close(open)?)));
        // The first parameter is the context, which an `async` leaf does not have.
        let is_async = (at..keyword).any(|at| self.is(at, "async"));
        let takes_arguments =
            params.is_some_and(|(open, close)| self.has_two(open, close) || is_async && open + 1 < close);
        let ends = |&at: &usize| self.is(at, "{") || self.is(at, ";");
        let end = (keyword..self.code.len()).find(ends).map_or(self.text.len(), |end| self.code[end].start);
        let first = self.code[at].start;
        let text = &self.text[name.range()];
        Some(Item {
            name: if is_function { camel_case(text) } else { text.to_owned() },
            sort,
            declaration: self.text[first..end.max(first)].trim_end().to_owned(),
            takes_arguments,
            docs: docs(self.text, self.tokens, &(self.code[start].start..first)),
            range: name.range(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_and_trees_are_found_by_their_text() {
        let text = "
            /// Flees.
            /// Fast.
            #[bt::leaf]
            #[derive(Debug)]
            pub async fn flee(npc: &mut Npc, to: Vec2) -> Status { todo!() }
            #[derive(Clone, Behavior, Default)]
            #[behavior(context = Npc)]
            struct Sleep;
            #[derive(Decorator)] enum Twice { A }
            #[derive(Clone)] struct Other;
            bt! { /// Guards.
                pub Guard(Npc) { at: u32 } = sleep }
            #[trees::leaf(value = u8)] fn rest(npc: &mut Npc<A, B>, ) -> Status {}
            #[leaf] fn near(npc: &mut Npc, f: fn(A) -> B) -> Status {}
            #[derive(bt::Behavior)] struct Stand;
            #[derive(Behavior, serde::Serialize)] struct Sit { at: std::time::Duration }
            #[leaf(value = std::path::PathBuf)] fn find(npc: &mut Npc) -> Option<PathBuf> {}
            #[::trees::leaf] fn lie(npc: &mut Npc) -> Status {}
            #[derive(bt::Composite)] struct Both;
            #[cfg(a::leaf)] struct None;
            #[leaf] pub(crate) async fn fetch(url: String) -> Page {}
            #[leaf] async fn ping() -> Answer {}
            #[leaf] fn half(";
        let found = items(text, false);
        let line = |item: &Item| format!("{} {:?} {} {}", item.name, item.sort, item.takes_arguments, item.docs);
        let lines: Vec<String> = found.iter().map(line).collect();
        assert_eq!(
            lines,
            [
                "Guard Tree true Guards.",
                "Flee Leaf true Flees.\nFast.",
                "Sleep Leaf false ",
                "Twice WithChildren false ",
                "Rest Leaf false ",
                "Near Leaf true ",
                "Stand Leaf false ",
                "Sit Leaf false ",
                "Find Leaf false ",
                "Lie Leaf false ",
                "Both WithChildren false ",
                "Fetch Leaf true ",
                "Ping Leaf false ",
                "Half Leaf false "
            ]
        );
        assert_eq!(found[1].declaration, "pub async fn flee(npc: &mut Npc, to: Vec2) -> Status");
        assert_eq!(found[0].declaration, "pub Guard(Npc) { at: u32 }");
    }
}
