//! `Receive`: a leaf that receives messages between two ticks.

use crate::behavior::Behavior;
use crate::status::Status;

/// A leaf that receives messages of the type `M`, for agents whose context is `C`.
///
/// A leaf that derives [`Behavior`](derive@crate::Behavior) names the type in its attribute, and has its own method
/// `receive`. You can also implement the trait by hand:
///
/// ```
/// use bt::{Behavior, Receive, Status, bt};
///
/// struct Shot { damage: u32 }
///
/// /// Stays in the air until no feathers are left.
/// #[derive(Default)]
/// struct Fly;
///
/// impl Behavior<u32> for Fly {
///     type Answer = Status;
///
///     fn run(&mut self, _: &mut u32) -> Status {
///         Status::Running
///     }
/// }
///
/// impl Receive<u32, Shot> for Fly {
///     fn receive(&mut self, feathers: &mut u32, shot: &Shot) -> Status {
///         *feathers = feathers.saturating_sub(shot.damage);
///         if *feathers == 0 { Status::Failure } else { Status::Running }
///     }
/// }
///
/// bt! { Duck(u32) on Shot = fly }
///
/// let (mut duck, mut feathers) = (Duck::new(), 3);
/// assert!(duck.tick(&mut feathers).is_running());
/// duck.send(&mut feathers, &Shot { damage: 2 });
/// assert!(duck.tick(&mut feathers).is_running());
/// duck.send(&mut feathers, &Shot { damage: 2 });
/// assert!(duck.tick(&mut feathers).is_failure());
/// ```
///
/// A leaf that implements the trait by hand hears a message only if each subtree and each enum around it names the type
/// of the message: `on Shot` in the header, `message = Shot` in the attribute. If the leaf sets
/// [`MUST_HEAR`](Behavior::MUST_HEAR), a subtree or enum that does not name it is a compile error; without that, the
/// leaf gets no message there. A derived leaf also hears messages in a subtree whose header names no type, if they are
/// sized and borrow nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` takes no messages of the type `{M}` in the context `{C}`",
    label = "takes no messages of the type `{M}`",
    note = "a leaf names the type in its attribute: `#[behavior(context = ..., message = {M})]`"
)]
pub trait Receive<C: ?Sized, M: ?Sized>: Behavior<C> {
    /// Takes a message. Called with each message that is sent while the leaf is active, between the ticks.
    ///
    /// If it returns [`Running`](Status::Running), the leaf continues. Success or failure ends it at once: its `finish`
    /// is called, and it gets no more runs or messages. Its parent reacts when it is next ticked.
    ///
    /// A leaf with a [value](crate::Produces) must not return success, since a message has no value to give: a tree
    /// that uses the value panics in its next tick, and names the leaf. Store the message, and let `run` return the
    /// value.
    fn receive(&mut self, context: &mut C, message: &M) -> Status;
}
