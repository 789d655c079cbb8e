//! `Decorator`: a node of your own with one child.

use crate::status::Status;

/// A node of your own with one child. It can return a status in place of the child, or change the child's status.
///
/// It is used as `name(args) < child >`: `patience(3) < knock >` is `Patience::new(3)` around the leaf `Knock`. Its
/// value lives while the node is active.
///
/// ```
/// use bt::{Decorator, Status, bt};
///
/// /// Fails its child when it has been running for more than so many ticks.
/// struct Patience { ticks: u32 }
///
/// impl Patience {
///     fn new(ticks: u32) -> Self {
///         Patience { ticks }
///     }
/// }
///
/// impl<C> Decorator<C> for Patience {
///     fn before(&mut self, _: &mut C) -> Option<Status> {
///         if self.ticks == 0 {
///             return Some(Status::Failure);
///         }
///         self.ticks -= 1;
///         None
///     }
/// }
///
/// bt! { Knock(u32) = patience(2) < sequence < action(|knocks| *knocks += 1), running > > }
///
/// let (mut tree, mut knocks) = (Knock::new(), 0);
/// assert_eq!(tree.tick(&mut knocks), Status::Running);
/// assert_eq!(tree.tick(&mut knocks), Status::Running);
/// assert_eq!(tree.tick(&mut knocks), Status::Failure);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a decorator for the context `{C}`",
    label = "not a decorator for `{C}`",
    note = "a node with one child that is no built-in is a type that implements `Decorator`"
)]
pub trait Decorator<C: ?Sized> {
    /// Called in each tick before the child. `Some` is the status of the node: the child is not run, and is aborted if it is
    /// active.
    fn before(&mut self, context: &mut C) -> Option<Status> {
        let _ = context;
        None
    }

    /// Called in each tick after the child, with its status; returns the status of the node. A child that is still running
    /// when the node ends is aborted. If it returns `Running` for a child that has ended, the child starts anew in the next
    /// tick.
    fn after(&mut self, context: &mut C, status: Status) -> Status {
        let _ = context;
        status
    }
}
