//! Explains what a text of a Rust file uses that no built tree has: it needs a build.

use std::collections::BTreeSet;

use bt::__private::live::{Code, Kind};
use bt_compiler::spelling::closest;
use bt_compiler::tree::case::{last_name, snake_case};
use bt_compiler::written::as_written;
use proc_macro2::TokenStream;

use super::lookup::{Asked, Pieces, split};
use crate::text::problem::Said;

/// The most code of built trees that a message names.
const MOST_NAMED: usize = 4;

impl Pieces<'_> {
    /// Whether there is a leaf with this name, whatever its arguments.
    pub fn has_leaf(&self, name: &str) -> bool {
        self.leaf_names().any(|leaf| leaf == name)
    }

    fn leaf_names(&self) -> impl Iterator<Item = String> {
        let leaves = self.codes().filter(|code| code.kind == Kind::Leaf);
        leaves.map(|code| {
            let path = split(code.key).0;
            snake_case(last_name(path))
        })
    }

    /// What is new, and what may have been meant.
    pub fn build_again(&self, asked: &Asked<'_>) -> Said {
        let what = match (asked.kind, asked.code) {
            (Kind::Leaf, Some(_)) if self.has_leaf(asked.node) => {
                let node = asked.node;
                return Said::to_build(format!("no built tree has this code as an argument of `{node}`")).of_code();
            }
            (Kind::Leaf, None) if self.has_leaf(asked.node) => "no built tree has this leaf with such arguments",
            (Kind::Leaf, _) => {
                let names: BTreeSet<String> = self.leaf_names().collect();
                let meant = closest(asked.node, names.iter().map(String::as_str));
                let help = meant.map(|name| format!("did you mean `{name}`?"));
                return Said::to_build("no built tree has this leaf").with_help(help);
            }
            (Kind::Decorator, _) => "no built tree has this decorator",
            (Kind::Composite, _) => "no built tree has this composite",
            (Kind::Type, _) => "no built tree has a value of this type",
            (Kind::Memory, _) => "no built tree uses the memory of the context like this",
            _ => return Said::to_build("this code is new").with_help(self.known_code(asked.kind)),
        };
        Said::to_build(what)
    }

    /// The code of built trees, which needs no build.
    fn known_code(&self, kind: Kind) -> Option<String> {
        let is_code = |code: &&Code| code.kind == kind && !code.key.is_empty() && !code.key.contains('@');
        let known: BTreeSet<&str> = self.codes().filter(is_code).map(|code| code.key).collect();
        let written = |key: &str| key.parse().map_or_else(|_| key.to_owned(), |code: TokenStream| as_written(&code));
        let named: Vec<String> = known.iter().take(MOST_NAMED).map(|key| format!("`{}`", written(key))).collect();
        let more = if known.len() > MOST_NAMED { ", and others" } else { "" };
        (!named.is_empty()).then(|| format!("without a build, there is {}{more}", named.join(", ")))
    }
}
