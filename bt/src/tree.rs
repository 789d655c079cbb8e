//! What all trees have in common.

use core::time::Duration;

use crate::outline::Facts;
use crate::time::Time;

/// A tree that `bt!` has declared.
pub trait Tree {
    /// What is known of it.
    #[doc(hidden)]
    const FACTS: Facts;

    /// How many places there are in which it can wait, and one for a tree that does not.
    #[doc(hidden)]
    const __PLACES: usize = 1;

    /// Whether nothing can be told apart within a place.
    #[doc(hidden)]
    const __FLAT: bool = true;

    /// The place in which it waits; 0 if it does not. To ask for it takes no branch.
    #[doc(hidden)]
    fn __place(&self) -> usize {
        0
    }

    /// Where it waits, within its subtrees, too: the position of its first active leaf.
    #[doc(hidden)]
    fn __position(&self) -> Option<usize> {
        None
    }
}

impl<T: Tree> Tree for &T {
    const FACTS: Facts = T::FACTS;
}

/// A tree for agents whose context is `C`: what a function asks for that works with any tree.
///
/// Every tree has these methods of its own, so the trait need not be in scope where the type of the tree is known.
///
/// ```
/// use bt::{Status, TreeFor, bt};
///
/// bt! { Count(u32) = sequence < action(|count| *count += 1), wait_until(|count| *count > 2) > }
/// bt! { Blink(u32) = sequence < wait(0.5), action(|count| *count += 1) > }
///
/// /// How many seconds a tree takes, at sixteen ticks a second.
/// fn seconds<C>(mut tree: impl TreeFor<C, Answer = Status>, context: &mut C) -> f64 {
///     let mut ticks = 1;
///     while tree.tick_for(1.0 / 16.0, context).is_running() {
///         ticks += 1;
///     }
///     f64::from(ticks) / 16.0
/// }
///
/// assert_eq!(seconds(Blink::new(), &mut 0), 0.5);
/// assert_eq!(seconds(Count::new(), &mut 2), 0.0625);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tree for the context `{C}`",
    label = "not a tree for `{C}`",
    note = "`bt!` declares trees: `bt! {{ pub Bot(Room) = ... }}`"
)]
pub trait TreeFor<C: ?Sized>: Tree {
    /// What a tick returns: [`Status`](crate::Status), or a `Result` of it if the tree names an error type.
    type Answer;

    /// Runs the tree for a time, until it has to wait longer or has ended.
    ///
    /// # Errors
    ///
    /// What a leaf returns, if the tree names an error type. Then the tree is idle.
    fn tick_for(&mut self, time: impl Time, context: &mut C) -> Self::Answer;

    /// Runs the tree until it has to wait or has ended. After it has ended, the next tick starts afresh.
    ///
    /// A tree that keeps time refuses this: it needs [`tick_for`](TreeFor::tick_for). In a function for any tree that is
    /// known when the program is built, and not before:
    ///
    /// ```compile_fail
    /// use bt::{TreeFor, bt};
    ///
    /// fn tick<T: TreeFor<()>>(mut tree: T) -> T::Answer {
    ///     tree.tick(&mut ())
    /// }
    ///
    /// bt! { Pause(()) = wait(1.0) }
    ///
    /// tick(Pause::new());
    /// ```
    ///
    /// # Errors
    ///
    /// Those of `tick_for`.
    fn tick(&mut self, context: &mut C) -> Self::Answer {
        const {
            assert!(
                !Self::FACTS.keeps_time(),
                "this tree keeps time, so a tick must say how long it lasts: `tick_for`"
            );
        }
        self.tick_for(Duration::ZERO, context)
    }

    /// Aborts the active nodes: each of their leaves gets `finish` with [`Aborted`](crate::Outcome::Aborted).
    fn abort(&mut self, context: &mut C);

    /// Forgets everything and calls no hook.
    fn reset(&mut self);

    /// Whether the tree is waiting to go on.
    fn is_running(&self) -> bool;
}
