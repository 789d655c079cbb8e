//! `LiveTree`: a tree that was read from a text.

use std::any::Any;
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bt::__private::live::{Io, Ticking};
use bt::__private::{
    Facts, GeneratedTree, HasMachine, KeptCells as _, Machine, NodeInfo, Outline, Region, Search, Step, Task,
    TickInputs, TreeState, Visit, Watch, active,
};
use bt::describe::Description;
use bt::observe::TreeObserver;
use bt::{IntoDuration, Status, TreeFor};
use bt_compiler::tree::ir::RegionId;
use bt_compiler::tree::outline::Written;

use super::parsed::Parsed;
use super::source::Source;
use super::{Contexts, Only, PaletteFor};
use crate::program::{Callee, Kept, params};
use crate::refused::Refused;
use crate::run::{Params, Run, State, ticking};

mod switch;

/// A tree that was read from a text, for example of a mod or a mission. See [`Palette`](crate::Palette).
///
/// The text is that of a `bt!` without a header. It may have at most 64 KiB, 1,000 nodes and 10,000 tokens, so reading
/// it takes little time and memory, whatever it is. The description of each parsed tree lives until the program ends,
/// and takes a few bytes for each byte of the text.
pub type LiveTree<C> = LiveTreeFor<Only<C>>;

/// A [`LiveTree`] for contexts that may borrow: see [`Contexts`].
///
/// With the feature `bevy`, a tree is a component.
#[cfg_attr(feature = "bevy", derive(bevy_ecs::component::Component))]
pub struct LiveTreeFor<F: Contexts> {
    running: Running<F>,
    kept: Kept,
    /// The tree that it switches to at its next tick or abort.
    next: Option<Arc<Parsed<F>>>,
    /// The file that it follows, and the number of the last text that it has seen.
    source: Option<(Arc<Source<F>>, u64)>,
}

/// The state of the tree, and the code that it runs.
pub struct Running<F: Contexts> {
    parsed: Option<Arc<Parsed<F>>>,
    state: State,
}

impl<F: Contexts> LiveTreeFor<F> {
    /// Reads a text.
    ///
    /// That may take longer than a frame of a game. A `LiveTree`, its palette and its mistakes are `Send` and `Sync`,
    /// whatever the context is. So a thread can parse a text, and send the tree to those that run:
    ///
    /// ```
    /// use std::rc::Rc;
    /// use std::sync::{Arc, mpsc};
    /// use std::thread;
    ///
    /// use bt::Status;
    /// use bt_live::{LiveTree, Palette};
    ///
    /// /// Stays in its thread.
    /// struct Robot { waves: Rc<str> }
    ///
    /// fn wave(robot: &mut Robot) {
    ///     robot.waves = format!("{}~", robot.waves).into();
    /// }
    ///
    /// let palette = Arc::new(Palette::new().action("wave", wave));
    /// let mut robot = Robot { waves: "".into() };
    /// let mut tree = LiveTree::parse("sequence < action(wave), running >", &palette)?;
    ///
    /// let (sender, parsed) = mpsc::channel();
    /// let palette = Arc::clone(&palette);
    /// let text = "sequence < action(wave), action(wave), action(wave) >".to_owned();
    /// let parser = thread::spawn(move || sender.send(LiveTree::parse(&text, &palette)));
    /// # parser.join().expect("it does not panic").expect("somebody receives it");
    ///
    /// // In each frame. Until the text is parsed, the old tree runs.
    /// match parsed.try_recv() {
    ///     Ok(Ok(changed)) => tree.switch_to(&changed),
    ///     Ok(Err(refused)) => eprintln!("{refused}"),
    ///     Err(_) => {}
    /// }
    /// assert_eq!(tree.tick_for(0.1, &mut robot), Status::Success);
    /// assert_eq!(&*robot.waves, "~~~");
    /// # Ok::<(), bt_live::Refused>(())
    /// ```
    ///
    /// # Errors
    ///
    /// All mistakes in the text, including every use of a name that the palette does not have.
    pub fn parse(text: &str, palette: &PaletteFor<F>) -> Result<Self, Refused> {
        LiveTreeFor::parse_as(text, "tree", &[], palette)
    }

    /// Reads a translated text, given the file and the nodes that it came from.
    pub(crate) fn parse_as(
        text: &str,
        file: &'static str,
        written: &[Written],
        palette: &PaletteFor<F>,
    ) -> Result<Self, Refused> {
        Parsed::of(text, file, written, palette).map(LiveTreeFor::of)
    }

    /// A tree that has not started, and follows a file.
    pub(super) fn following(source: Arc<Source<F>>) -> Self {
        let seen = source.version();
        LiveTreeFor { source: Some((Arc::clone(&source), seen)), ..LiveTreeFor::of(source.current()) }
    }

    /// A tree that has not started, of a program and the code that it calls.
    #[cfg(feature = "script")]
    pub(crate) fn running(
        program: crate::program::Program,
        calls: Vec<super::Call<F>>,
        params: params::Params,
    ) -> Self {
        LiveTreeFor::of(Arc::new(Parsed { program: Arc::new(program), calls, params }))
    }

    /// A tree that has not started.
    fn of(parsed: Arc<Parsed<F>>) -> Self {
        let kept = Kept::of(&parsed.program);
        LiveTreeFor { running: Running { parsed: Some(parsed), state: State::Idle }, kept, next: None, source: None }
    }

    /// Ticks the tree for a span of time: see [`TreeFor::tick_for`].
    pub fn tick_for(&mut self, time: impl IntoDuration, context: &mut F::Context<'_>) -> Status {
        TreeFor::tick_for(self, time, context)
    }

    /// Aborts the active nodes: see [`TreeFor::abort`].
    pub fn abort(&mut self, context: &mut F::Context<'_>) {
        TreeFor::abort(self, context);
    }

    /// Ticks the tree for a span of time, and reports events to an observer: see [`TreeFor::tick_for_with`].
    pub fn tick_for_with<O: TreeObserver + ?Sized>(
        &mut self,
        time: impl IntoDuration,
        context: &mut F::Context<'_>,
        observer: &mut O,
    ) -> Status {
        TreeFor::tick_for_with(self, time, context, observer)
    }

    /// Aborts the active nodes, and reports events to an observer: see [`TreeFor::abort_with`].
    pub fn abort_with<O: TreeObserver + ?Sized>(&mut self, context: &mut F::Context<'_>, observer: &mut O) {
        TreeFor::abort_with(self, context, observer);
    }

    /// The nodes of the tree as it runs now.
    ///
    /// ```
    /// use bt_live::{LiveTree, Palette};
    ///
    /// let tree = LiveTree::parse("sequence < rest: wait(1.0), fail >", &Palette::<()>::new())?;
    /// let titles: Vec<_> = tree.description().nodes().map(|node| node.title()).collect();
    /// assert_eq!(titles, ["sequence", "rest", "fail"]);
    /// # Ok::<(), bt_live::Refused>(())
    /// ```
    #[must_use]
    pub fn description(&self) -> Description {
        Description::new(self.running.parsed().program.outline.facts())
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
}

impl<F: Contexts> fmt::Debug for LiveTreeFor<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("LiveTree").field("active", &self.active().collect::<Vec<_>>()).finish()
    }
}

/// Draws the tree with a star for each active node: `{}` with Unicode, `{:#}` in plain ASCII.
impl<F: Contexts> fmt::Display for LiveTreeFor<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        bt::__private::draw_tree(self, formatter)
    }
}

impl Params for params::Params {
    fn param(&self, index: usize) -> &dyn Any {
        self.get(index)
    }
}

const HAS_PROGRAM: &str = "a tree has a program";

impl<F: Contexts> Running<F> {
    fn parsed(&self) -> &Arc<Parsed<F>> {
        self.parsed.as_ref().expect(HAS_PROGRAM)
    }

    /// Runs the interpreter on the state.
    fn work<W: Watch, R>(
        &mut self,
        context: &mut F::Context<'_>,
        inputs: &mut TickInputs<'_, W>,
        work: impl FnOnce(&mut Run<'_>, &mut State, Ticking<'_, '_, '_>) -> R,
    ) -> R {
        let Running { parsed, state } = self;
        let parsed = parsed.as_deref().expect(HAS_PROGRAM);
        let mut host = |callee: &Callee, io: &mut Io<'_, '_, '_>| parsed.calls[callee.index as usize](context, io);
        let mut run = Run::new(&parsed.program, &parsed.params, &mut host);
        ticking(inputs, &parsed.program, |inputs| work(&mut run, state, inputs))
    }
}

impl<F: Contexts> Region for Running<F> {
    fn idle(&mut self) {
        self.state = State::Idle;
    }
}

impl<F: Contexts> TreeState for Running<F> {
    const IDLE: Self = Running { parsed: None, state: State::Idle };
    const FACTS: Facts = Facts::LEAF;
    const OFFSETS: &'static [usize] = &[];
    const POSITIONS: &'static [usize] = &[];
    const LINKS: &'static [u8] = &[];

    fn outline(&self) -> Outline {
        self.parsed().program.outline.0
    }

    fn end(&mut self) {
        self.clear();
    }
}

impl<'c, F: Contexts> Machine<F::Context<'c>> for Running<F> {
    type Params = ();
    type Answer = Status;

    fn tick_machine<W: Watch>(
        &mut self,
        (): &(),
        _: &mut Option<()>,
        context: &mut F::Context<'c>,
        inputs: &mut TickInputs<'_, W>,
    ) -> Step<Infallible> {
        let step = self.work(context, inputs, |run, state, inputs| run.tick(inputs, state));
        step.map_error(|_| unreachable!("leaves of a palette have no errors"))
    }

    fn visit_machine<V: Visit, W: Watch>(
        &mut self,
        (): &(),
        context: &mut F::Context<'c>,
        inputs: &mut TickInputs<'_, W>,
        _: &V,
    ) {
        if V::ABORTS {
            self.work(context, inputs, |run, state, inputs| run.abort_tree(inputs, state));
        }
    }
}

impl<F: Contexts> GeneratedTree for LiveTreeFor<F> {
    const __FACTS: Facts = Facts::LEAF;

    fn __facts(&self) -> Facts {
        *self.running.parsed().program.outline.facts()
    }

    const __PLACES: usize = 2;
    const __FLAT: bool = false;

    fn __place(&self) -> usize {
        usize::from(!self.running.state.is_idle())
    }

    fn __first_active(&self, search: Search<'_>) -> Option<usize> {
        let program = &self.running.parsed().program;
        self.running.state.first_active(program, RegionId(0), search.inside(0, program.outline.0.positions))
    }

    fn __stand_in(&self) -> Self {
        LiveTreeFor::of(Arc::clone(self.running.parsed()))
    }
}

impl<'c, F: Contexts> HasMachine<F::Context<'c>> for LiveTreeFor<F> {
    type Answer = Status;

    const TAKES_TIME: bool = true;

    fn enter<K: Task>(&mut self, context: &mut F::Context<'c>, mut task: K) -> K::Done<Status> {
        self.go_over(context, task.observer());
        task.run(&mut self.running, &mut self.kept, &(), context)
    }

    fn reset(&mut self) {
        self.kept.clear();
        self.running.state = State::Idle;
    }

    fn sleep(&self) -> Option<Duration> {
        self.running.state.sleep(&self.running.parsed().program, RegionId(0))
    }
}
