//! `TreeFor`: what functions for any tree ask for.

use core::time::Duration;

use crate::engine::machine::{self, HasMachine};
use crate::engine::tick::untimed::needs_no_time;
use crate::message::Receive;
use crate::node_info::NodeInfo;
use crate::observe::TreeObserver;
use crate::outline::active::active;
use crate::time::IntoDuration;
use crate::tree::Tree;

/// A tree for agents whose context is `C`: the bound of a function that works with any tree, and the methods of an enum of trees.
///
/// Every tree of `bt!` has these methods as its own, so the trait need not be in scope where the type of the tree is known.
/// An enum of trees has them by this trait.
///
/// # Which trait for whom
///
/// | you write | with |
/// | --- | --- |
/// | code for one tree, whose type you name | the methods of the type itself: no trait |
/// | a function for any tree | `fn think<C>(tree: &mut impl TreeFor<C>, context: &mut C)` |
/// | agents of several kinds, all of them known | an enum of trees with [`#[derive(Behavior)]`](derive@crate::Behavior), by `TreeFor` |
/// | a list of trees whose types are not known | `Vec<Box<dyn DynTree<C>>>`: see [`DynTree`](crate::DynTree) |
/// | a type that holds any tree, and never ticks it | `struct Slot<T: Tree>`: see [`Tree`] |
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
    /// What a tick returns: [`Status`](crate::Status), or a `Result` of it if the tree names an error type.
    type Answer;

    #[doc(hidden)]
    const __TAKES_TIME: bool = Self::__FACTS.keeps_time();

    /// Runs the tree for a time, until it has to wait longer or has ended.
    ///
    /// # Errors
    ///
    /// The error of a leaf, if the tree names an error type. Then the tree is idle.
    fn tick_for(&mut self, time: impl IntoDuration, context: &mut C) -> Self::Answer;

    /// Runs the tree until it has to wait or has ended. After it has ended, the next tick starts afresh.
    ///
    /// A tree that keeps time refuses this: it needs [`tick_for`](TreeFor::tick_for). In a function for any tree, the error
    /// comes when the program is built; `cargo check` does not see it:
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

    /// Runs a tree that its context owns, as [`tick`](TreeFor::tick) does.
    ///
    /// `get` finds the tree in its owner. It is called before and after the tick, and must name the same tree. Meanwhile an
    /// idle tree with clones of the parameters stands there: what is done to it is lost. If a leaf panics, it stays there.
    ///
    /// A tree that keeps time refuses this, as it refuses `tick`: it needs [`lend`](Tree::lend).
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

    /// Runs the tree as [`tick_for`](TreeFor::tick_for) does, and reports to an observer what happens.
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

    /// Runs the tree as [`tick`](TreeFor::tick) does, and reports to an observer what happens.
    ///
    /// A tree that keeps time refuses this, as it refuses `tick`.
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

    /// Aborts the active nodes: the `finish` of each active leaf is called with [`Aborted`](crate::Outcome::Aborted).
    /// Each `finally` whose child is active runs its cleanup for an instant.
    fn abort(&mut self, context: &mut C);

    /// Aborts the active nodes as [`abort`](TreeFor::abort) does, and reports to an observer what happens.
    fn abort_with<O>(&mut self, context: &mut C, observer: &mut O)
    where
        O: TreeObserver + ?Sized;

    /// Hands a message to the active leaves, each before those that come after it in the tree.
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

    /// Forgets everything and calls no hook.
    fn reset(&mut self);

    /// Whether the tree is waiting to go on.
    fn is_running(&self) -> bool;

    /// How long ticks may be left out with nothing lost, as long as nobody sends, aborts or looks.
    ///
    /// `Some(time)` if all that is active waits for time alone. As long as the sum of the spans is less than that, the ticks
    /// call nothing, and one later tick with the sum gives the same history. It is the least over the active branches; of
    /// `running`, which waits without end, it is [`Duration::MAX`]. `None` if something that is active asks the context, as a
    /// guard does, or has yielded, if a leaf does not [say](crate::Behavior::sleep) how long it sleeps, or if the tree is idle.
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
