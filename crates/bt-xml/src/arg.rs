//! `Arg`: an argument of a node.

/// An argument.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arg {
    /// The text before its `=`, or nothing.
    pub name: String,
    /// Its code.
    pub text: String,
}
