//! `Check`: what to check, and how. The search is in `run.rs`.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bt::IntoDuration;
use bt::describe::NodeInfo;

use crate::agents::{Agent, Agents, Checkable};
use crate::now::{Label, Now};
use crate::property::{Property, Rule};
use crate::search::breadth::{Limits, Progress};
use crate::system::{State, System};
use crate::times::longest_time;
use crate::world::{Next, World};

/// A question about trees and their world, with a model of what can happen in that world. [`run`](Check::run) answers
/// it: it ticks the trees in every state that they and their world can reach.
///
/// ```
/// use bt_check::Check;
///
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Room {
///     inside: bool,
///     locked: bool,
/// }
///
/// bt::bt! {
///     #[derive(Clone, PartialEq, Eq, Hash)]
///     Guest(Room) = sequence < condition(|room| !room.locked), action(|room| room.inside = true) >
/// }
///
/// let check = Check::new(Room { inside: false, locked: false }, Guest::new())
///     .tick(|room, guest| guest.tick(room))
///     .moves(|room, next| next.may("somebody turns the key", Room { locked: !room.locked, ..*room }));
/// let report = check.never("locked in", |now| now.world.inside && now.world.locked).run();
/// let story = report.counterexample().expect("nobody looks after the guest").to_string();
/// assert!(story.contains("somebody turns the key"));
/// ```
pub struct Check<'c, W, A: Agents> {
    pub(crate) system: System<'c, W, A>,
    pub(crate) limits: Limits,
    pub(crate) threads: usize,
    marks: u32,
    pub(crate) unknown_times: Vec<String>,
    pub(crate) on_progress: Option<OnProgress<'c>>,
}

pub(crate) type OnProgress<'c> = Box<dyn FnMut(&Progress) + 'c>;

impl<W: std::fmt::Debug, A: Agents> std::fmt::Debug for Check<'_, W, A> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Check").field("world", &self.system.first.world).finish_non_exhaustive()
    }
}

impl<W: World, T: Checkable> Check<'_, W, Agent<T>> {
    /// A check of one agent with this tree, in this world.
    pub fn new(world: W, tree: T) -> Self {
        Check::of(world, Agent(tree))
    }
}

impl<W: World, T: Checkable, const N: usize> Check<'_, W, [Agent<T>; N]> {
    /// A check of several agents with trees of one type. For trees of several types, derive
    /// [`Behavior`](derive@bt::Behavior) on an enum of them, or call [`of`](Check::of) with a tuple.
    ///
    /// ```
    /// use bt_check::Check;
    ///
    /// bt::bt! {
    ///     #[derive(Clone, PartialEq, Eq, Hash)]
    ///     Take(u8) = action(|apples| *apples = apples.saturating_sub(1))
    /// }
    ///
    /// let check = Check::several(5, [Take::new(), Take::new()]).tick(|apples, [ann, bob]| {
    ///     ann.tick(apples);
    ///     bob.tick(apples);
    /// });
    /// check.eventually("all apples are gone", |now| *now.world == 0).holds();
    /// ```
    pub fn several(world: W, trees: [T; N]) -> Self {
        Check::of(world, trees.map(Agent))
    }
}

impl<'c, W: World, A: Agents> Check<'c, W, A> {
    /// A check of any [`Agents`] in this world: of trees of several types, for example.
    ///
    /// ```
    /// use bt_check::{Agent, Check};
    ///
    /// bt::bt! {
    ///     #[derive(Clone, PartialEq, Eq, Hash)]
    ///     Fill(u8) = action(|litres| *litres = (*litres + 2).min(9))
    /// }
    ///
    /// bt::bt! {
    ///     #[derive(Clone, PartialEq, Eq, Hash)]
    ///     Drink(u8) = sequence < condition(|litres| *litres > 0), action(|litres| *litres -= 1) >
    /// }
    ///
    /// let check = Check::of(0, (Agent(Fill::new()), Agent(Drink::new()))).tick(|litres, (fill, drink)| {
    ///     fill.tick(litres);
    ///     drink.tick(litres);
    /// });
    /// check.never("it runs over", |now| *now.world > 9).holds();
    /// ```
    pub fn of(world: W, agents: A) -> Self {
        let (mut labels, mut longest, mut unknown_times) = (Vec::new(), 0, Vec::new());
        while let Some(tree) = agents.tree(labels.len()) {
            let nodes = tree.nodes();
            longest = longest.max(longest_time(&nodes, &mut unknown_times));
            let label = |node: &NodeInfo| Label {
                title: node.title(),
                is_named: node.label.is_some(),
                begin: node.position,
                end: node.end,
            };
            labels.push(nodes.iter().map(label).collect());
        }
        let system = System {
            first: State { world, agents, marks: 0 },
            tick: None,
            moves: None,
            alike: None,
            many_moves: false,
            properties: Vec::new(),
            begins: 0,
            labels,
            longest,
            events: AtomicBool::new(false),
            stale: AtomicBool::new(false),
            draws: AtomicBool::new(false),
            unknown_draws: AtomicBool::new(false),
            fair: Mutex::new(Vec::new()),
            asks_for_fair: AtomicBool::new(false),
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let limits = Limits { states: 10_000_000, bytes: 2 << 30, time: None, begin: Instant::now() };
        Check { system, limits, threads, marks: 0, unknown_times, on_progress: None }
    }

    /// Sets what happens in a tick: the closure ticks the trees, and advances whatever else moves in the world. It must
    /// do the same whenever it is called with the same world and trees. At the end of a search, some states are ticked
    /// again: if that leads to states that were not found, no property is reported to hold.
    ///
    /// Tick a tree with timed nodes for a fixed step, or until something can happen: see [`span`](crate::span).
    #[must_use]
    pub fn tick<R>(mut self, tick: impl for<'a> Fn(&mut W, &mut A::Ticking<'a>) -> R + Send + Sync + 'c) -> Self {
        self.system.tick = Some(Box::new(move |world, agents| {
            tick(world, agents);
        }));
        self
    }

    /// Sets what can happen in the world between two ticks: one of these moves, or nothing.
    #[must_use]
    pub fn moves(mut self, moves: impl Fn(&W, &mut Next<W>) + Send + Sync + 'c) -> Self {
        self.system.moves = Some(Box::new(moves));
        self
    }

    /// Allows any number of moves between two ticks. Each move is a step of its own, after which properties are
    /// checked. Call this if a tick covers a long time.
    #[must_use]
    pub fn many_moves(mut self) -> Self {
        self.system.many_moves = true;
        self
    }

    /// Merges equivalent states: the closure replaces a state by one of its equivalents, always the same one. If agents
    /// are interchangeable, it sorts them, with what the world stores about each; this divides the number of states by
    /// up to the number of orders of the agents. The method is known as symmetry reduction ([Ip and Dill,
    /// 1996](https://doi.org/10.1007/BF00625968)).
    ///
    /// A story shows the agents in their new order.
    ///
    /// ```
    /// use bt_check::Check;
    ///
    /// bt::bt! { #[derive(Clone, PartialEq, Eq, Hash)] Sit(u8) = action(|floor| *floor = 0) }
    ///
    /// // The floors of two lifts. Each may rise, from the last floor to the first one.
    /// let check = || {
    ///     let check = Check::several([0, 0], [Sit::new(), Sit::new()]);
    ///     let check = check.tick(|floors, [one, other]| (one.tick(&mut floors[0]), other.tick(&mut floors[1])));
    ///     check.many_moves().moves(|[one, other], next| {
    ///         next.may("one rises", [(one + 1) % 10, *other]);
    ///         next.may("the other rises", [*one, (other + 1) % 10]);
    ///     })
    /// };
    /// assert_eq!(check().holds().states(), 100);
    /// assert_eq!(check().alike(|floors, _| floors.sort_unstable()).holds().states(), 55);
    /// ```
    #[must_use]
    pub fn alike(mut self, alike: impl Fn(&mut W, &mut A) + Send + Sync + 'c) -> Self {
        self.system.alike = Some(Box::new(alike));
        self
    }

    /// Sets the longest time that any `cooldown` or `throttle` measures: a `Duration`, or seconds as a float. Moments
    /// that are further in the past are dropped from states. Default: the longest of these times in the trees, if all
    /// of them are literals; otherwise no moment is dropped.
    #[must_use]
    pub fn longest_time(mut self, time: impl IntoDuration) -> Self {
        self.system.longest = u64::try_from(bt::Span::of(time).left().as_nanos()).unwrap_or(u64::MAX);
        self.unknown_times.clear();
        self
    }

    /// Asks whether this holds in all states: at the start, after each move, and after each tick.
    #[must_use]
    pub fn always(
        self,
        name: impl Into<String>,
        holds: impl for<'n> Fn(&Now<'n, W, A>) -> bool + Send + Sync + 'c,
    ) -> Self {
        self.with(name, Rule::Always { is: true, question: Box::new(holds) })
    }

    /// Asks whether this holds in no state: neither at the start, nor after a move or a tick.
    #[must_use]
    pub fn never(
        self,
        name: impl Into<String>,
        holds: impl for<'n> Fn(&Now<'n, W, A>) -> bool + Send + Sync + 'c,
    ) -> Self {
        self.with(name, Rule::Always { is: false, question: Box::new(holds) })
    }

    /// Asks whether this is true at the end of some tick, whatever happens. A move may be postponed forever,
    /// unless it is added with [`Next::at_some_time`](crate::Next::at_some_time).
    ///
    /// # Panics
    ///
    /// If the check already has four of `eventually` and `leads_to`.
    #[must_use]
    pub fn eventually(
        self,
        name: impl Into<String>,
        holds: impl for<'n> Fn(&Now<'n, W, A>) -> bool + Send + Sync + 'c,
    ) -> Self {
        self.leads(name, None, Box::new(holds))
    }

    /// Asks whether, whenever `from` holds after a tick or a move, `to` holds after that tick or a later one.
    ///
    /// ```
    /// use bt_check::Check;
    ///
    /// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    /// struct Door { bell: bool }
    ///
    /// bt::bt! {
    ///     #[derive(Clone, PartialEq, Eq, Hash)]
    ///     Butler(Door) = sequence < wait_until(|door| door.bell), answer: action(|door| door.bell = false) >
    /// }
    ///
    /// let check = Check::new(Door { bell: false }, Butler::new())
    ///     .tick(|door, butler| butler.tick(door))
    ///     .moves(|_, next| next.may("somebody rings", Door { bell: true }));
    /// check.leads_to("guests are let in", |now| now.world.bell, |now| now.succeeded("answer")).holds();
    /// ```
    ///
    /// # Panics
    ///
    /// If the check already has four of `eventually` and `leads_to`.
    #[must_use]
    pub fn leads_to(
        self,
        name: impl Into<String>,
        from: impl for<'n> Fn(&Now<'n, W, A>) -> bool + Send + Sync + 'c,
        to: impl for<'n> Fn(&Now<'n, W, A>) -> bool + Send + Sync + 'c,
    ) -> Self {
        self.leads(name, Some(Box::new(from)), Box::new(to))
    }

    fn leads(
        mut self,
        name: impl Into<String>,
        from: Option<crate::property::Question<'c, W, A>>,
        to: crate::property::Question<'c, W, A>,
    ) -> Self {
        let mark = self.marks;
        self.marks += 2;
        self.system.begins |= 1 << (mark & 7);
        assert!(self.marks <= 8, "one check has at most four of `eventually` and `leads_to`: run a second one");
        self.with(name, Rule::LeadsTo { from, to, mark })
    }

    fn with(mut self, name: impl Into<String>, rule: Rule<'c, W, A>) -> Self {
        self.system.properties.push(Property { name: name.into(), rule });
        self
    }

    /// Gives up after this many states. Default: ten million.
    #[must_use]
    pub fn states(mut self, states: usize) -> Self {
        // Numbers of states have 32 bits.
        self.limits.states = states.min(u32::MAX as usize / 2);
        self
    }

    /// Gives up when the states, and the steps between them, take this many bytes, without what states hold on the
    /// heap. Default: 2 GiB.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.limits.bytes = bytes;
        self
    }

    /// Gives up after this time. Default: none.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Sets how many threads search. Default: one for each core. The result is the same for any number.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Calls a function with the progress from time to time while the search runs.
    #[must_use]
    pub fn on_progress(mut self, report: impl FnMut(&Progress) + 'c) -> Self {
        self.on_progress = Some(Box::new(report));
        self
    }

    /// Shows the progress of the search, in a line on stderr that is cleared at the end. Shows nothing if stderr is not
    /// a terminal. Replaces [`on_progress`](Check::on_progress).
    ///
    /// ```
    /// use bt_check::Check;
    ///
    /// bt::bt! {
    ///     #[derive(Clone, PartialEq, Eq, Hash)]
    ///     Count(u8) = action(|count| *count = count.wrapping_add(1))
    /// }
    ///
    /// let check = Check::new(0, Count::new()).tick(|count, tree| tree.tick(count));
    /// assert_eq!(check.progress_line().holds().states(), 256);
    /// ```
    #[cfg(feature = "progress")]
    #[must_use]
    pub fn progress_line(self) -> Self {
        use indicatif::{ProgressBar, ProgressFinish};
        let line = ProgressBar::new_spinner().with_finish(ProgressFinish::AndClear);
        self.on_progress(move |progress| {
            let Progress { states, depth, bytes, .. } = progress;
            line.set_message(format!("{states} states, {depth} levels deep, {} MB", bytes / 1_000_000));
            line.tick();
        })
    }
}
