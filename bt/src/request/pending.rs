//! `Pending`: work of your own that a request waits for.

use core::task::Poll;

/// Work of your own that a [`Request`](crate::Request) waits for: a job of a physics engine, a goal of a robot's
/// driver, a message on a bus.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use bt::{Pending, Request, bt, leaf};
/// use std::sync::{Arc, Mutex};
/// use std::task::Poll;
///
/// /// An order to the motor, which another program reads.
/// #[derive(Default)]
/// struct Order {
///     done: bool,
///     cancelled: bool,
/// }
///
/// struct Driving(Arc<Mutex<Order>>);
///
/// impl Pending for Driving {
///     type Answer = ();
///
///     fn poll(&mut self) -> Poll<()> {
///         if self.0.lock().unwrap().done { Poll::Ready(()) } else { Poll::Pending }
///     }
///
///     fn cancel(&mut self) {
///         self.0.lock().unwrap().cancelled = true;
///     }
/// }
///
/// #[leaf]
/// fn drive(order: &Arc<Mutex<Order>>) -> Request<()> {
///     Request::new(Driving(order.clone()))
/// }
///
/// bt! { Robot(Arc<Mutex<Order>>) = drive }
///
/// let (mut robot, mut order) = (Robot::new(), Arc::<Mutex<Order>>::default());
/// assert!(robot.tick(&mut order).is_running());
/// robot.abort(&mut order);
/// assert!(order.lock().unwrap().cancelled);
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not work that a request can wait for",
    label = "it has no `impl Pending`",
    note = "a future goes into `Request::future`, the receiver of a channel into `Request::receiver`, the handle of a \
            thread into `Request::thread`; for anything else, write `impl Pending for {Self}`"
)]
pub trait Pending {
    /// What the work returns.
    type Answer;

    /// Returns the answer, if it is there. Called once a tick, from the tick in which the request is made, and never
    /// after the answer. It must not block.
    fn poll(&mut self) -> Poll<Self::Answer>;

    /// Cancels the work: nobody waits for its answer any more. Called at most once, and never after the answer or a
    /// panic of [`poll`](Pending::poll). It must not block.
    fn cancel(&mut self);
}
