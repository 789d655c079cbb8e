//! `Receive`: a leaf that receives messages between two ticks.

use crate::behavior::Behavior;
use crate::status::Status;

/// A leaf that receives messages of the type `M`, for agents whose context is `C`.
///
/// A leaf that derives [`Behavior`](derive@crate::Behavior) names the type in its attribute, and has its own method
/// `receive`. You can also implement the trait by hand:
///
/// ```
/// use bt::{Behavior, Receive, Status};
///
/// struct Shot { damage: u32 }
///
/// /// Stays in the air until it is shot.
/// struct Fly { feathers: u32 }
///
/// impl Behavior<()> for Fly {
///     type Answer = Status;
///
///     fn run(&mut self, _: &mut ()) -> Status {
///         Status::Running
///     }
/// }
///
/// impl Receive<(), Shot> for Fly {
///     fn receive(&mut self, _: &mut (), shot: &Shot) -> Status {
///         self.feathers = self.feathers.saturating_sub(shot.damage);
///         if self.feathers == 0 { Status::Failure } else { Status::Running }
///     }
/// }
///
/// let mut duck = Fly { feathers: 3 };
/// assert_eq!(duck.receive(&mut (), &Shot { damage: 2 }), Status::Running);
/// assert_eq!(duck.receive(&mut (), &Shot { damage: 2 }), Status::Failure);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` takes no messages of the type `{M}` in the context `{C}`",
    label = "takes no messages of the type `{M}`",
    note = "a leaf names the type in its attribute: `#[behavior(context = ..., message = {M})]`"
)]
pub trait Receive<C: ?Sized, M: ?Sized>: Behavior<C> {
    /// Called with each message that is sent while the leaf is active.
    ///
    /// If it returns [`Running`](Status::Running), the leaf continues. Success or failure ends it at once: its `finish`
    /// is called, and it gets no more runs or messages. Its parent reacts when it is next ticked.
    fn receive(&mut self, context: &mut C, message: &M) -> Status;
}
