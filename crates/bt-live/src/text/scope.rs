//! The modules, functions and `impl`s around a tree.

use proc_macro2::Ident;

/// A scope around a tree. Lists of them go from the outside in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    Module(String),
    /// A function, a constant or a trait.
    Named(String),
    /// An `impl`. In a path, it appears as its type or its trait.
    Impl,
}

/// The name without `r#`, as in type paths.
pub fn plain(word: &Ident) -> String {
    let name = word.to_string();
    name.strip_prefix("r#").map(str::to_owned).unwrap_or(name)
}
