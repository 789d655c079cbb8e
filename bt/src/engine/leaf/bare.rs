//! `Bare`: leaves that a tree names without arguments.

/// A leaf that is constructed from its name alone.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is used without arguments, but has no `Default`",
    label = "this node takes arguments, or needs a `Default`",
    note = "write its arguments, as in `walk(to)`; for a type without arguments, write `#[derive(Default)]`"
)]
pub trait Bare {
    fn bare() -> Self;
}

#[diagnostic::do_not_recommend]
impl<L: Default> Bare for L {
    #[inline(always)]
    fn bare() -> Self {
        Self::default()
    }
}
