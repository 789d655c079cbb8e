//! How `tick` is refused for a tree that needs `tick_for`: by a bound, or, where types are not known yet, by a
//! constant.

/// The bound of `tick`: a tree that needs no duration.
#[diagnostic::on_unimplemented(
    message = "this tree uses time, so each tick needs a duration",
    label = "call `tick_for(dt, ..)` or `tick_for_with(dt, ..)` instead",
    note = "`dt` is a `Duration`, or seconds as a float: the time since the last tick"
)]
pub trait Untimed {}

/// The bound of `tick_in`, likewise.
#[diagnostic::on_unimplemented(
    message = "this tree uses time, so each tick needs a duration",
    label = "call `lend` instead, with `|tree, owner| tree.tick_for(dt, owner)`",
    note = "`dt` is a `Duration`, or seconds as a float: the time since the last tick"
)]
pub trait UntimedOwner {}

/// Whether a tree needs no duration. Because of the lifetime, Rust checks the bound where `tick` is called, not where
/// it is declared.
pub struct WithoutTime<'a, const YES: bool>(core::marker::PhantomData<&'a ()>);

impl Untimed for WithoutTime<'_, true> {}
impl UntimedOwner for WithoutTime<'_, true> {}

/// Fails the build for a tree that needs `tick_for`, where its types are only known when the program is built.
///
/// ```
/// use bt::{Behavior, Span, bt};
///
/// #[derive(Behavior, Default)]
/// #[behavior(context = impl Copy)]
/// struct Turn;
///
/// impl Turn {
///     fn run(&self, _: &mut impl Copy, _: &mut Span) {}
/// }
///
/// bt! { Turns(impl Copy) = turn }
///
/// assert!(Turns::new().tick_for(0.0, &mut 0).is_success());
/// ```
///
/// ```compile_fail
/// use bt::{Behavior, Span, bt};
///
/// #[derive(Behavior, Default)]
/// #[behavior(context = impl Copy)]
/// struct Turn;
///
/// impl Turn {
///     fn run(&self, _: &mut impl Copy, _: &mut Span) {}
/// }
///
/// bt! { Turns(impl Copy) = turn }
///
/// assert!(Turns::new().tick(&mut 0).is_success());
/// ```
#[track_caller]
pub const fn needs_no_time(takes_time: bool) {
    assert!(!takes_time, "this tree uses time, so each tick needs a duration: `tick_for`");
}
