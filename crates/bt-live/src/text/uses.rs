//! `use` items.

use proc_macro2::{Delimiter, TokenStream, TokenTree, token_stream};

use super::scope::{Scope, plain};

/// A name that a `use` item brings into scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The scope of the item.
    pub scope: Vec<Scope>,
    pub name: Name,
    /// The path. If it starts with `::`, that is its first word.
    pub path: Vec<String>,
}

/// What the item brings into scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    One(String),
    /// `*`
    All,
}

/// Real programs have no longer paths, and these would take quadratic time.
const MOST_WORDS: usize = 64;

/// One level of `{ .. }`.
struct Level {
    tokens: token_stream::IntoIter,
    prefix: Vec<String>,
    /// The path so far, prefix included, and the name after `as`.
    path: Vec<String>,
    renamed: Option<String>,
    /// Whether the path has ended, as after a `{ .. }`.
    is_done: bool,
}

impl Level {
    fn new(tokens: TokenStream, prefix: Vec<String>) -> Self {
        Level { tokens: tokens.into_iter(), path: prefix.clone(), prefix, renamed: None, is_done: false }
    }

    fn ends(&mut self, scope: &[Scope], uses: &mut Vec<Use>) {
        let mut path = std::mem::replace(&mut self.path, self.prefix.clone());
        let (renamed, is_done) = (self.renamed.take(), std::mem::take(&mut self.is_done));
        let is_new = path.len() > self.prefix.len();
        if is_done || !is_new || path.len() > MOST_WORDS {
            return;
        }
        if path.len() > 1 && path.last().is_some_and(|word| word == "self") {
            path.pop();
        }
        let Some(last) = path.last().cloned() else { return };
        let name = if last == "*" {
            path.pop();
            Name::All
        } else {
            Name::One(renamed.unwrap_or(last))
        };
        uses.push(Use { scope: scope.to_vec(), name, path });
    }
}

/// Reads the tokens between `use` and `;`.
pub fn read(tokens: TokenStream, scope: &[Scope], uses: &mut Vec<Use>) {
    let mut stack = vec![Level::new(tokens, Vec::new())];
    while let Some(level) = stack.last_mut() {
        match level.tokens.next() {
            None => {
                level.ends(scope, uses);
                stack.pop();
            }
            Some(TokenTree::Ident(word)) if word == "as" => {
                if let Some(TokenTree::Ident(word)) = level.tokens.next() {
                    level.renamed = Some(plain(&word));
                }
            }
            Some(TokenTree::Ident(word)) => level.path.push(plain(&word)),
            Some(TokenTree::Punct(mark)) => match mark.as_char() {
                ',' => level.ends(scope, uses),
                '*' => level.path.push("*".to_owned()),
                ':' if level.path.is_empty() => level.path.push("::".to_owned()),
                // `impl Trait + use<'a>` is not an item.
                '<' => return,
                _ => {}
            },
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace && !level.is_done => {
                level.is_done = true;
                let path = level.path.clone();
                if path.len() <= MOST_WORDS {
                    stack.push(Level::new(group.stream(), path));
                }
            }
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Name, read};

    fn uses(text: &str) -> Vec<String> {
        let mut uses = Vec::new();
        read(text.parse().expect("these are tokens"), &[], &mut uses);
        let shown = |name: &Name| match name {
            Name::One(name) => name.clone(),
            Name::All => "*".to_owned(),
        };
        uses.iter().map(|found| format!("{} = {}", shown(&found.name), found.path.join("::"))).collect()
    }

    #[test]
    fn all_forms_are_read() {
        assert_eq!(uses("a::b"), ["b = a::b"]);
        assert_eq!(uses("::a::b as c"), ["c = ::::a::b"]);
        assert_eq!(
            uses("crate::{a, b::{self, c as d, e::*}, super::r#fn,}"),
            ["a = crate::a", "b = crate::b", "d = crate::b::c", "* = crate::b::e", "fn = crate::super::fn"]
        );
        assert_eq!(uses("a::*"), ["* = a"]);
        assert_eq!(uses("a as _"), ["_ = a"]);
        assert!(uses("<'a, T>").is_empty());
        assert!(uses("").is_empty());
        let deep = format!("{}x{}", "a::{".repeat(10_000), "}".repeat(10_000));
        assert!(uses(&deep).is_empty());
    }
}
