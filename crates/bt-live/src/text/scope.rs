//! The modules, functions and `impl`s around a tree.

use proc_macro2::Ident;

/// What is around a tree, from the outside in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    Module(String),
    /// A function, a constant or a trait.
    Named(String),
    /// An `impl`. Its name in a path is that of its type or of its trait.
    Impl,
}

/// The name without `r#`, as paths of types show it.
pub fn plain(word: &Ident) -> String {
    let name = word.to_string();
    name.strip_prefix("r#").map(str::to_owned).unwrap_or(name)
}
