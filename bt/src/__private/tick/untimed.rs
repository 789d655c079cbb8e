//! `Untimed`: the bound by which a tree that keeps time refuses `tick`.

/// The bound of `tick`: a tree that keeps no time.
#[diagnostic::on_unimplemented(
    message = "this tree keeps time, so a tick must say how long it lasts",
    label = "call `tick_for(dt, context)` in place of this",
    note = "`dt` is a `Duration`, or seconds as a float: the time since the last tick"
)]
pub trait Untimed {}

/// Whether a tree keeps no time. The lifetime makes Rust check the bound where `tick` is called, and not where it is
/// declared.
pub struct WithoutTime<'a, const YES: bool>(core::marker::PhantomData<&'a ()>);

impl Untimed for WithoutTime<'_, true> {}
