//! `TreeFor`: the bound of functions that work with any tree.

use core::time::Duration;

use crate::engine::explored::forget_past;
use crate::engine::machine::{self, HasMachine};
use crate::engine::nested::{abort_nested, tick_nested};
use crate::engine::tick::lent::Nested;
use crate::engine::tick::untimed::needs_no_time;
use crate::message::Receive;
use crate::node_info::NodeInfo;
use crate::observe::TreeObserver;
use crate::outline::active::active;
use crate::time::IntoDuration;
use crate::tree::Tree;

/// A tree for agents whose context is `C`. Use it as the bound of a function that works with any tree, and import it to
/// call the methods of an enum of trees.
///
/// Every tree of `bt!` also has these methods as inherent ones, so you need no import where the type of the tree is
/// known.
///
/// # Which trait for whom
///
/// | you write | with |
/// | --- | --- |
/// | code for one tree, whose type you name | the tree's own methods: no trait |
/// | a function for any tree | `fn think<C>(tree: &mut impl TreeFor<C>, context: &mut C)` |
/// | agents of several kinds, all known at compile time | an enum of trees with [`#[derive(Behavior)]`](derive@crate::Behavior), which is a `TreeFor` |
/// | a list of trees of unknown types | `Vec<Box<dyn DynTree<C>>>`: see [`DynTree`](crate::DynTree) |
/// | a type that stores any tree, but does not tick it | `struct Slot<T: Tree>`: see [`Tree`] |
///
/// # Example
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
    /// What a tick returns: [`Status`](crate::Status), or `Poll<Option<T>>` for a tree with a value, or a `Result` of
    /// these for a tree that names an error type.
    type Answer;

    #[doc(hidden)]
    const __TAKES_TIME: bool = Self::__FACTS.is_timed();

    #[doc(hidden)]
    fn __tick_nested(&mut self, context: &mut C, nested: Nested<'_>) -> Self::Answer;

    #[doc(hidden)]
    fn __abort_nested(&mut self, context: &mut C, nested: Nested<'_>);

    #[doc(hidden)]
    fn __forget_past(&mut self, context: &mut C, longest: u64);

    /// Ticks the tree for a span of time: runs it until it ends or has to wait for longer than that. `time` is a
    /// [`Duration`], seconds as a float, or a [`Span`](crate::Span): see [`IntoDuration`]. If the tree has ended, the
    /// next tick starts it again.
    ///
    /// All loops of a tree together make at most 10,000 passes in one tick. After that, each loop yields after one
    /// pass, and the rest of the span is lost.
    ///
    /// # Errors
    ///
    /// The error of a leaf, decorator or composite, if the tree names an error type. After an error, the tree is idle.
    ///
    /// # Panics
    ///
    /// If a hook panics; then the tree is reset. With debug assertions, also if `time` is an infinite float or NaN.
    fn tick_for(&mut self, time: impl IntoDuration, context: &mut C) -> Self::Answer;

    /// Ticks the tree for no time: runs it until it ends or has to wait. If it has ended, the next tick starts it
    /// again.
    ///
    /// A tree with timed nodes or leaves needs [`tick_for`](TreeFor::tick_for) instead. In a function for any tree, the
    /// compiler reports this only when the program is built; `cargo check` does not:
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
    /// As with [`tick_for`](TreeFor::tick_for).
    fn tick(&mut self, context: &mut C) -> Self::Answer {
        const { needs_no_time(Self::__TAKES_TIME) }
        self.tick_for(Duration::ZERO, context)
    }

    /// Ticks a tree that is a field of its own context, like [`tick`](TreeFor::tick).
    ///
    /// `get` returns the tree in its owner. It is called before and after the tick, and must return the same tree both
    /// times. During the tick, an idle tree with clones of the parameters takes its place; changes to that one are
    /// lost. If a leaf panics, it remains in the owner.
    ///
    /// A tree that needs `tick_for` also needs [`lend`](Tree::lend) instead of this.
    ///
    /// ```
    /// use bt::bt;
    ///
    /// #[derive(Default)]
    /// struct Npc {
    ///     steps: u32,
    ///     brain: Walker,
    /// }
    ///
    /// bt! { Walker(Npc) = forever < action(|npc| npc.steps += 1) > }
    ///
    /// let mut npc = Npc::default();
    /// Walker::tick_in(&mut npc, |npc| &mut npc.brain);
    /// Walker::tick_in(&mut npc, |npc| &mut npc.brain);
    /// assert_eq!(npc.steps, 2);
    /// ```
    ///
    /// # Errors
    ///
    /// As with [`tick_for`](TreeFor::tick_for).
    #[inline]
    fn tick_in(owner: &mut C, get: impl FnMut(&mut C) -> &mut Self) -> Self::Answer
    where
        Self: Sized,
    {
        Self::lend(owner, get, |tree, owner| tree.tick(owner))
    }

    /// Ticks the tree like [`tick_for`](TreeFor::tick_for), and reports events to a
    /// [`TreeObserver`](crate::TreeObserver).
    ///
    /// ```
    /// use bt::{NodeEvent, Outcome, TreeFor, TreeObserver, bt};
    ///
    /// bt! { Nod(u32) = repeat(2) < action(|nods| *nods += 1) > }
    ///
    /// /// Counts the nodes that have ended.
    /// struct Ended(u32);
    ///
    /// impl TreeObserver for Ended {
    ///     fn finish(&mut self, _: &NodeEvent, _: Outcome) {
    ///         self.0 += 1;
    ///     }
    /// }
    ///
    /// /// How many nodes of a tree end within a second.
    /// fn ended<C>(mut tree: impl TreeFor<C>, context: &mut C) -> u32 {
    ///     let mut ended = Ended(0);
    ///     tree.tick_for_with(1.0, context, &mut ended);
    ///     ended.0
    /// }
    ///
    /// // Two passes of the action, and the loop.
    /// assert_eq!(ended(Nod::new(), &mut 0), 3);
    /// ```
    ///
    /// # Errors
    ///
    /// As with [`tick_for`](TreeFor::tick_for).
    fn tick_for_with<O>(&mut self, time: impl IntoDuration, context: &mut C, observer: &mut O) -> Self::Answer
    where
        O: TreeObserver + ?Sized;

    /// Ticks the tree like [`tick`](TreeFor::tick), and reports events to an observer.
    ///
    /// A tree that needs `tick_for` needs [`tick_for_with`](TreeFor::tick_for_with) instead of this.
    ///
    /// # Errors
    ///
    /// As with [`tick_for`](TreeFor::tick_for).
    fn tick_with<O>(&mut self, context: &mut C, observer: &mut O) -> Self::Answer
    where
        O: TreeObserver + ?Sized,
    {
        const { needs_no_time(Self::__TAKES_TIME) }
        self.tick_for_with(Duration::ZERO, context, observer)
    }

    /// Aborts the active nodes: each active leaf gets `finish` with [`Aborted`](crate::Outcome::Aborted). Each
    /// `finally` whose child is active ticks its cleanup once, for no time.
    fn abort(&mut self, context: &mut C);

    /// Aborts the active nodes like [`abort`](TreeFor::abort), and reports events to an observer.
    fn abort_with<O>(&mut self, context: &mut C, observer: &mut O)
    where
        O: TreeObserver + ?Sized;

    /// Sends a message to the active leaves, in the order of the tree. The [`receive`](Receive::receive) of each is
    /// called at once; parents of a leaf that it ends react in the next tick. A leaf that takes no messages ignores it.
    ///
    /// ```
    /// use bt::{Behavior, Status, TreeFor, bt};
    ///
    /// #[derive(Behavior, Default)]
    /// #[behavior(context = u32, message = str)]
    /// struct Listen;
    ///
    /// impl Listen {
    ///     fn run(&self, _: &mut u32) -> Status {
    ///         Status::Running
    ///     }
    ///
    ///     fn receive(&self, letters: &mut u32, word: &str) {
    ///         *letters += word.len() as u32;
    ///     }
    /// }
    ///
    /// bt! { Dog(u32) on str = listen }
    ///
    /// #[derive(Behavior)]
    /// #[behavior(context = u32, message = str)]
    /// enum Pet {
    ///     Dog(Dog),
    /// }
    ///
    /// let (mut pet, mut letters) = (Pet::Dog(Dog::new()), 0);
    /// pet.tick(&mut letters);
    /// pet.send(&mut letters, "sit");
    /// assert_eq!(letters, 3);
    /// ```
    #[inline]
    fn send<M: ?Sized>(&mut self, context: &mut C, message: &M)
    where
        Self: Receive<C, M>,
    {
        self.receive(context, message);
    }

    /// Returns the tree to its initial state without calling any hook. It also clears what `run_once`, `run_limit`,
    /// `cooldown`, `throttle` and `round_robin` keep. [Requests](crate::Request) are cancelled.
    fn reset(&mut self);

    /// Whether the tree has started and not ended yet, so that the next tick resumes it.
    fn is_running(&self) -> bool;

    /// How long you can skip ticks without any effect, as long as you call no `send`, `abort` or `look`.
    ///
    /// `Some(time)` if all active nodes only wait for time to pass. While the sum of the skipped spans is less than
    /// that, the skipped ticks would have called nothing, and one later tick with the sum has the same result. It is
    /// the minimum over the active branches; for `running`, which waits forever, it is [`Duration::MAX`].
    ///
    /// `None` if an active node reads the context, as a guard and a custom decorator do, or has yielded; if an active
    /// leaf does not [say](crate::Behavior::sleep) how long it sleeps; or if the tree is idle.
    ///
    /// ```
    /// use bt::{Status, TreeFor, bt};
    /// use std::time::Duration;
    ///
    /// bt! { Blink(u32) = forever < sequence < wait(0.5), action(|count| *count += 1) > > }
    ///
    /// /// Ticks a tree for the whole time, and only where something happens. Returns the number of ticks.
    /// fn run<C>(tree: &mut impl TreeFor<C, Answer = Status>, context: &mut C, mut time: Duration) -> u32 {
    ///     let mut ticks = 1;
    ///     tree.tick_for(Duration::ZERO, context);
    ///     while time > Duration::ZERO {
    ///         let span = tree.sleep().unwrap_or_default().clamp(Duration::from_millis(1), time);
    ///         tree.tick_for(span, context);
    ///         (time, ticks) = (time - span, ticks + 1);
    ///     }
    ///     ticks
    /// }
    ///
    /// let mut count = 0;
    /// assert_eq!(run(&mut Blink::new(), &mut count, Duration::from_secs(10)), 21);
    /// assert_eq!(count, 20);
    /// ```
    fn sleep(&self) -> Option<Duration>;

    /// The active nodes, each before its children.
    ///
    /// ```
    /// use bt::{Status, TreeFor, bt};
    ///
    /// bt! { Nap(u32) = sequence < action(|naps| *naps += 1), asleep: running > }
    ///
    /// /// The titles of the nodes that are active after a tick.
    /// fn titles<C>(mut tree: impl TreeFor<C, Answer = Status>, context: &mut C) -> Vec<&'static str> {
    ///     tree.tick(context);
    ///     tree.active().map(|node| node.title()).collect()
    /// }
    ///
    /// assert_eq!(titles(Nap::new(), &mut 0), ["sequence", "asleep"]);
    /// ```
    fn active(&self) -> impl Iterator<Item = NodeInfo> + '_ {
        active(self.__facts(), |_, search| self.__first_active(search))
    }
}

#[diagnostic::do_not_recommend]
impl<T: HasMachine<C>, C: ?Sized> TreeFor<C> for T {
    type Answer = T::Answer;

    const __TAKES_TIME: bool = T::TAKES_TIME;

    fn __tick_nested(&mut self, context: &mut C, nested: Nested<'_>) -> T::Answer {
        tick_nested(self, context, nested)
    }

    fn __abort_nested(&mut self, context: &mut C, nested: Nested<'_>) {
        abort_nested(self, context, nested);
    }

    fn __forget_past(&mut self, context: &mut C, longest: u64) {
        forget_past(self, context, longest);
    }

    #[inline]
    fn tick_for(&mut self, time: impl IntoDuration, context: &mut C) -> T::Answer {
        machine::tick_for(self, time, context)
    }

    #[inline]
    fn tick_for_with<O>(&mut self, time: impl IntoDuration, context: &mut C, observer: &mut O) -> T::Answer
    where
        O: TreeObserver + ?Sized,
    {
        machine::tick_for_with(self, time, context, observer)
    }

    #[inline]
    fn abort(&mut self, context: &mut C) {
        machine::abort(self, context);
    }

    #[inline]
    fn abort_with<O>(&mut self, context: &mut C, observer: &mut O)
    where
        O: TreeObserver + ?Sized,
    {
        machine::abort_with(self, context, observer);
    }

    #[inline]
    fn reset(&mut self) {
        HasMachine::reset(self);
    }

    #[inline]
    fn is_running(&self) -> bool {
        HasMachine::is_running(self)
    }

    #[inline]
    fn sleep(&self) -> Option<Duration> {
        HasMachine::sleep(self)
    }
}
