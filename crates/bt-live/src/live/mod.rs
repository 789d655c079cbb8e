//! `Live`: a tree that runs from its text.

use std::any::Any;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use bt::__private::live::{Adapter, ErasedValue, Io, LiveContext, LiveReceive, LiveTree, Ticking};
use bt::__private::{
    Addressed, Answer, Facts, GeneratedTree, HasMachine, KeptCells as _, Machine, NodeInfo, Observed, Outline, Region,
    Relayed, Search, Step, Task, TickInputs, TreeState, Visit, Watch, active, between_ticks,
};
use bt::observe::TreeObserver;
use bt::{IntoDuration, TreeFor};
use bt_compiler::tree::ir::RegionId;

use crate::program::{Callee, Kept, Program};
use crate::registry;
use crate::reload::{Change, Survivors};
use crate::run::{Deliver, Params, Run, State, Stays, send, ticking};

mod copy;
#[cfg(feature = "serde")]
mod save;
mod surface;

/// The tree `T`, which runs from its text. When [`poll`](crate::poll) or [`offer`](crate::offer) brings a changed text,
/// the agent carries on in the edited tree.
///
/// A `Live` has the methods of a compiled tree, so a type alias can switch between the two:
///
/// ```
/// use bt::{Status, bt};
/// use bt_live::Live;
///
/// bt! { pub Sentry(u32) { pause: f64 } = sequence < wait(pause), action(|alarms| *alarms += 1) > }
///
/// # #[cfg(all())]
/// type Mind = Live<Sentry>; // or `Sentry`, in release
/// # #[cfg(any())]
/// type Mind = Sentry;
///
/// let (mut mind, mut alarms) = (Mind::from(Sentry::new(2.0)), 0);
/// assert_eq!(mind.tick_for(1.5, &mut alarms), Status::Running);
/// assert_eq!(mind.tick_for(1.5, &mut alarms), Status::Success);
/// assert_eq!(alarms, 1);
/// ```
///
/// An agent switches at the start of its next tick, abort or message. An active node carries on if the edited tree has
/// a node of the same kind under the same parent, with the same label, or without a label if the old one has none. If
/// several nodes are alike, the same arguments decide, then the order; labels tell them apart for certain. Nodes such
/// as `sequence`, `selector` and `inverter` do not count as parents here: they may come and go. All other active nodes
/// are aborted first.
///
/// With the feature `bevy`, a `Live` is a component.
#[cfg_attr(feature = "bevy", derive(bevy_ecs::component::Component))]
pub struct Live<T> {
    /// The compiled tree: it has the parameters.
    built: T,
    running: Running<T>,
    kept: Kept,
    /// The number of changes that it has seen.
    seen: u64,
}

/// The state of a live tree.
pub struct Running<T> {
    program: Option<Arc<Program>>,
    state: State,
    tree: PhantomData<fn() -> T>,
}

/// Runs a tree from its current text.
///
/// # Panics
///
/// If a leaf or a value of the tree is not `Send + Sync`: such a tree cannot be live, and the message says why.
impl<T: LiveTree> From<T> for Live<T> {
    fn from(built: T) -> Self {
        let (seen, program) = (registry::changes(), registry::program::<T>());
        let kept = Kept::of(&program);
        let running = Running { program: Some(program), state: State::Idle, tree: PhantomData };
        Live { built, running, kept, seen }
    }
}

impl<T: LiveTree> Live<T> {
    /// Ticks the tree: see [`TreeFor::tick`].
    ///
    /// # Errors
    ///
    /// The error of a leaf, if the tree names an error type.
    pub fn tick<C: ?Sized>(&mut self, context: &mut C) -> AnswerOf<T, C>
    where
        Self: TreeFor<C, Answer = AnswerOf<T, C>>,
        T: HasMachine<C>,
    {
        TreeFor::tick(self, context)
    }

    /// Ticks the tree for a span of time: see [`TreeFor::tick_for`].
    ///
    /// # Errors
    ///
    /// The error of a leaf, if the tree names an error type.
    pub fn tick_for<C: ?Sized>(&mut self, time: impl IntoDuration, context: &mut C) -> AnswerOf<T, C>
    where
        Self: TreeFor<C, Answer = AnswerOf<T, C>>,
        T: HasMachine<C>,
    {
        TreeFor::tick_for(self, time, context)
    }

    /// Aborts the active nodes: see [`TreeFor::abort`].
    pub fn abort<C: ?Sized>(&mut self, context: &mut C)
    where
        Self: TreeFor<C>,
    {
        TreeFor::abort(self, context);
    }

    /// Sends a message of the type that the header names to the active leaves: see [`TreeFor::send`].
    pub fn send<C: ?Sized, M: ?Sized>(&mut self, context: &mut C, message: &M)
    where
        T: LiveReceive<C, M> + HasMachine<C>,
        ErrorOf<T, C>: 'static,
        ValueOf<T, C>: 'static,
    {
        self.refresh(context, None);
        self.sent(context, message, ());
    }

    fn sent<C: ?Sized, M: ?Sized, W: Watch>(&mut self, context: &mut C, message: &M, watch: W)
    where
        T: LiveReceive<C, M> + HasMachine<C>,
        ErrorOf<T, C>: 'static,
        ValueOf<T, C>: 'static,
    {
        let Live { running, kept, .. } = self;
        between_ticks(running, kept, watch, |running, inputs| {
            running.send(inputs, &mut |path, io| T::deliver(path, context, io, message));
        });
    }

    /// Whether the tree has started but not ended.
    #[must_use]
    pub fn is_running(&self) -> bool {
        !self.running.state.is_idle()
    }

    /// The active nodes, each before its children.
    pub fn active(&self) -> impl Iterator<Item = NodeInfo> + '_ {
        active(self.__facts(), |_, search| self.__first_active(search))
    }

    /// Switches to the current program. The old program first aborts the nodes that do not survive, and reports that to
    /// the observer.
    fn refresh<C: ?Sized>(&mut self, context: &mut C, observer: Option<&mut dyn TreeObserver>)
    where
        T: LiveContext<C> + HasMachine<C>,
        ErrorOf<T, C>: 'static,
        ValueOf<T, C>: 'static,
    {
        let changes = registry::changes();
        if self.seen == changes {
            return;
        }
        self.seen = changes;
        let (old, new) = (self.running.program().clone(), registry::program::<T>());
        if Arc::ptr_eq(&old, &new) {
            return;
        }
        let change = Change::new(old, Arc::clone(&new));
        let survivors = Survivors::of(&change, &self.running.state);
        let outline = self.running.outline();
        match observer {
            None => self.abort_rest(context, &survivors, ()),
            Some(observer) => self.abort_rest(context, &survivors, Observed::whole(observer, outline)),
        }
        change.carry_over(&survivors, &mut self.running.state, &mut self.kept);
        self.running.program = Some(new);
    }

    /// Aborts the nodes that do not survive.
    fn abort_rest<C: ?Sized, W: Watch>(&mut self, context: &mut C, survivors: &Survivors, watch: W)
    where
        T: LiveContext<C> + HasMachine<C>,
        ErrorOf<T, C>: 'static,
        ValueOf<T, C>: 'static,
    {
        let Live { built, running, kept, .. } = self;
        between_ticks(running, kept, watch, |running, inputs| {
            let outline = running.program().outline.0;
            running.work(built, context, inputs, |run, state, inputs| {
                run.abort_rest(inputs, state, survivors);
            });
            if !survivors.region(RegionId(0)) {
                outline.ends(inputs.kept);
            }
        });
    }
}

/// In a box, it takes the messages that the tree takes there, unless they borrow.
impl<T: Addressed<M, By = Relayed>, M: ?Sized> Addressed<M> for Live<T> {
    type By = Relayed;
}

/// Calls a piece of another tree.
#[cold]
fn other_tree<T: LiveContext<C>, C: ?Sized>(adapter: &Adapter, index: u32, context: &mut C, io: &mut Io<'_, '_, '_>) {
    T::call_other(&**adapter, index, context, io);
}

/// A compiled tree.
struct Built<'t, T>(&'t T);

impl<T: LiveTree> Params for Built<'_, T> {
    fn param(&self, index: usize) -> &dyn Any {
        self.0.param(index)
    }
}

type AnswerOf<T, C> = <T as HasMachine<C>>::Answer;
type ErrorOf<T, C> = <<T as HasMachine<C>>::Answer as Answer>::Error;
type ValueOf<T, C> = <<T as HasMachine<C>>::Answer as Answer>::Value;

const HAS_PROGRAM: &str = "a live tree has a program";

impl<T> Running<T> {
    fn program(&self) -> &Arc<Program> {
        self.program.as_ref().expect(HAS_PROGRAM)
    }
}

impl<T> Region for Running<T> {
    fn idle(&mut self) {
        self.state = State::Idle;
    }
}

impl<T: GeneratedTree> TreeState for Running<T> {
    const IDLE: Self = Running { program: None, state: State::Idle, tree: PhantomData };
    const FACTS: Facts = T::__FACTS;
    const OFFSETS: &'static [usize] = &[];
    const POSITIONS: &'static [usize] = &[];
    const LINKS: &'static [u8] = &[];

    fn outline(&self) -> Outline {
        self.program().outline.0
    }

    fn end(&mut self) {
        self.clear();
    }
}

impl<T, C: ?Sized> Machine<C> for Running<T>
where
    T: LiveContext<C> + HasMachine<C>,
    ErrorOf<T, C>: 'static,
    ValueOf<T, C>: 'static,
{
    type Params = T;
    type Answer = <T as HasMachine<C>>::Answer;

    fn tick_machine<W: Watch>(
        &mut self,
        built: &T,
        value: &mut Option<ValueOf<T, C>>,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
    ) -> Step<ErrorOf<T, C>> {
        let (step, given) = self.work(built, context, inputs, |run, state, inputs| {
            let step = run.tick(inputs, state);
            (step, run.given())
        });
        *value = given.and_then(ErasedValue::take);
        step.map_error(|error| *error.downcast().expect("pieces of trees with this error were chosen"))
    }

    fn visit_machine<V: Visit, W: Watch>(
        &mut self,
        built: &T,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        visit: &V,
    ) {
        if V::ABORTS {
            self.work(built, context, inputs, |run, state, inputs| run.abort_tree(inputs, state));
        } else if let Some(message) = visit.message() {
            self.send(inputs, &mut |path, io| T::relay(path, context, io, message));
        }
    }
}

impl<T: LiveTree> Running<T> {
    /// Runs the interpreter on the state.
    fn work<C: ?Sized, W: Watch, R>(
        &mut self,
        built: &T,
        context: &mut C,
        inputs: &mut TickInputs<'_, W>,
        work: impl FnOnce(&mut Run<'_>, &mut State, Ticking<'_, '_, '_>) -> R,
    ) -> R
    where
        T: LiveContext<C>,
    {
        let mut host = |callee: &Callee, io: &mut Io<'_, '_, '_>| match &callee.adapter {
            None => T::call(callee.index, context, io),
            Some(adapter) => other_tree::<T, C>(adapter, callee.index, context, io),
        };
        let Running { program, state, .. } = self;
        let program = program.as_deref().expect(HAS_PROGRAM);
        let built = Built(built);
        let mut run = Run::new(program, &built, &mut host);
        ticking(inputs, program, |inputs| work(&mut run, state, inputs))
    }

    /// Passes a message to the active leaves.
    fn send<W: Watch>(&mut self, inputs: &mut TickInputs<'_, W>, deliver: Deliver<'_>) {
        let Running { program, state, .. } = self;
        let program = program.as_deref().expect(HAS_PROGRAM);
        inputs.erased(program.outline.0, |inputs| {
            send(program, inputs, RegionId(0), state, &mut Vec::new(), deliver);
        });
    }
}

impl<T: LiveTree> GeneratedTree for Live<T> {
    const __FACTS: Facts = T::__FACTS;

    fn __facts(&self) -> Facts {
        *self.running.program().outline.facts()
    }

    fn __saved_as(&self) -> Option<&'static Facts> {
        Some(self.running.program().outline.facts())
    }

    fn __loaded_as() -> Option<&'static Facts> {
        Some(registry::program::<T>().outline.facts())
    }

    const __PLACES: usize = 2;
    const __FLAT: bool = false;

    fn __place(&self) -> usize {
        usize::from(!self.running.state.is_idle())
    }

    fn __first_active(&self, search: Search<'_>) -> Option<usize> {
        let program = self.running.program();
        self.running.state.first_active(program, RegionId(0), search.inside(0, program.outline.0.positions))
    }

    fn __stand_in(&self) -> Self {
        Live::from(self.built.__stand_in())
    }
}

impl<T, C: ?Sized> HasMachine<C> for Live<T>
where
    T: LiveContext<C> + HasMachine<C>,
    ErrorOf<T, C>: 'static,
    ValueOf<T, C>: 'static,
{
    type Answer = <T as HasMachine<C>>::Answer;

    const TAKES_TIME: bool = <T as HasMachine<C>>::TAKES_TIME;

    fn enter<K: Task>(&mut self, context: &mut C, mut task: K) -> K::Done<Self::Answer> {
        self.refresh(context, task.observer());
        task.run(&mut self.running, &mut self.kept, &self.built, context)
    }

    fn reset(&mut self) {
        self.kept.clear();
        self.running.state = State::Idle;
    }

    fn sleep(&self) -> Option<Duration> {
        self.running.state.sleep(self.running.program(), RegionId(0))
    }
}
