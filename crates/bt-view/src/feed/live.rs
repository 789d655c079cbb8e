//! `LivePage`: what a program calls to serve its trees.

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, TryLockError};
use std::time::Duration;

use bt::describe::Description;
use bt::{Status, Tree};

use super::control::{Next, NodeKey, Setting, Turn};
use super::lock::lock;
use super::ring::Ring;
use super::shared::Shared;
use crate::recording::{AgentKey, Event, Happened, Ids, Sort, Step};

/// The live page of a program: it serves the trees of its agents to viewers. When it is dropped, they see that the
/// program has ended.
///
/// [`Options::start`](crate::serve::Options::start) makes one; the [module](crate::serve) has an example.
///
/// Its observers are for the `_with` methods of a tree. Each method that returns one takes a closure that returns the
/// active nodes, which is called at the first step after steps that no viewer saw. Without viewers the methods return
/// `None`, an observer that costs nothing.
///
/// # Panics
///
/// The methods that take an agent may panic if it is not from this page.
#[derive(Debug)]
pub struct LivePage {
    pub(super) shared: Arc<Shared>,
    /// Where the page is served, if it is.
    door: Option<Door>,
    pub(super) agents: Vec<Unseen>,
    /// The node ids of all trees, and the number of each agent's tree.
    pub(super) ids: Ids,
    pub(super) trees: Vec<usize>,
    /// For each agent whose tree was edited while it ran: its current agent, and the number of edits.
    edited: BTreeMap<usize, (usize, u32)>,
    /// Steps and values that could not be passed on yet, in order.
    pub(super) pending: Vec<Pending>,
    /// For each agent, its blackboard entries as viewers last saw them.
    entries: BTreeMap<usize, BTreeMap<String, String>>,
    /// For each agent, its text entries that have changed, for its next step.
    pub(super) notes: BTreeMap<usize, Vec<String>>,
    /// Viewers run to this node: the program pauses at its next start or end.
    pub(super) until: Option<NodeKey>,
    /// The answers that replace runs of leaves.
    pub(super) mocks: BTreeMap<NodeKey, Status>,
}

/// Where trees are served.
#[derive(Debug)]
pub(crate) struct Door {
    pub address: SocketAddr,
    /// The token that each request must have if viewers may control the program.
    pub token: Option<String>,
}

/// Steps without an observer since the last observed one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unseen {
    pub count: u64,
    pub time: Duration,
    /// Whether viewers may have seen an active node.
    pub was_active: bool,
}

impl Unseen {
    /// The step that shows viewers the gap, and the nodes that are active after it.
    pub fn lost(self, agent: usize, active: Vec<Event>) -> (Step, Happened) {
        let step = Step { agent, sort: Sort::Lost, span: self.time, events: active.len(), count: self.count };
        (step, Happened { events: active, ..Happened::default() })
    }

    #[inline]
    pub fn add(&mut self, count: u64, time: Duration) {
        self.count += count;
        self.time = self.time.saturating_add(time);
    }
}

/// A step or a value that waits until no viewer is reading.
#[derive(Debug)]
pub(super) enum Pending {
    Step(Step, Happened),
    Value(String, f64),
    /// A node of a tree has held a tree that was new there.
    Grown {
        tree: usize,
        node: u32,
        held: Description,
    },
}

impl Pending {
    fn pass_on(self, ring: &mut Ring) {
        match self {
            Pending::Step(step, happened) => ring.push(step, happened),
            Pending::Value(name, value) => ring.see_value(&name, value),
            Pending::Grown { tree, node, held } => ring.grow(tree, node, held),
        }
    }
}

/// If more steps and values than this are pending, new ones are lost.
const MOST_PENDING: usize = 1000;

impl LivePage {
    pub(crate) fn new(shared: Arc<Shared>, door: Option<Door>) -> Self {
        LivePage {
            shared,
            door,
            agents: Vec::new(),
            ids: Ids::default(),
            trees: Vec::new(),
            edited: BTreeMap::new(),
            pending: Vec::new(),
            entries: BTreeMap::new(),
            notes: BTreeMap::new(),
            until: None,
            mocks: BTreeMap::new(),
        }
    }

    /// The URL of the page. If viewers may do more than watch, it contains the [token](crate::serve::Options::token):
    /// share the URL only with people you trust. It is empty if the page is not [served](crate::serve::Options::start).
    #[cfg(feature = "serve")]
    pub fn url(&self) -> String {
        match &self.door {
            None => String::new(),
            Some(Door { address, token: None }) => format!("http://{address}/"),
            Some(Door { address, token: Some(token) }) => format!("http://{address}/?token={token}"),
        }
    }

    /// The address on which the page is served: `0.0.0.0:0` if it is not [served](crate::serve::Options::start).
    #[cfg(feature = "serve")]
    pub fn address(&self) -> SocketAddr {
        self.door.as_ref().map_or_else(|| ([0; 4], 0).into(), |door| door.address)
    }

    /// The number of viewers that are connected now.
    pub fn viewers(&self) -> usize {
        self.shared.viewers()
    }

    /// Adds an agent with a tree of type `T`.
    pub fn agent<T: Tree>(&mut self, name: impl Into<String>) -> AgentKey {
        self.agent_with(name, Description::of::<T>())
    }

    /// Adds an agent with a tree of this description, if the type of the tree cannot be named.
    pub fn agent_with(&mut self, name: impl Into<String>, tree: Description) -> AgentKey {
        self.agents.push(Unseen::default());
        self.trees.push(self.ids.tree(tree));
        let agent = lock(&self.shared.ring).agent(name.into(), tree);
        self.shared.notify();
        agent
    }

    /// Reports that an agent's tree was ticked this many times, for this time in total, without an observer. Viewers
    /// see a gap, and then the active nodes at the next step.
    ///
    /// Use it if a program shows only some of its agents: report the ticks of an agent that is not shown.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use bt_view::serve::Options;
    ///
    /// bt::bt! { Nap(()) = wait(5.0) }
    ///
    /// let mut live = Options::new().start()?;
    /// let (cat, mut nap) = (live.agent::<Nap>("cat"), Nap::new());
    /// nap.tick_for(0.25, &mut ());
    /// live.unseen(cat, 1, Duration::from_millis(250));
    /// nap.tick_for_with(0.25, &mut (), &mut live.tick_for(cat, 0.25, || nap.active()));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn unseen(&mut self, AgentKey(agent): AgentKey, ticks: u64, time: Duration) {
        let now = self.now(agent);
        self.agents[now].add(ticks, time);
    }

    /// The current agent of an agent whose tree may have been edited while it ran.
    #[inline]
    pub(super) fn now(&self, agent: usize) -> usize {
        self.edited.get(&agent).map_or(agent, |(now, _)| *now)
    }

    /// Adds an agent for the edited tree of another one.
    pub(super) fn edited(&mut self, agent: usize, tree: Description) -> usize {
        let ring = lock(&self.shared.ring);
        // The type of a `LiveTree` does not say which tree it is, so its first known tree is not an edit.
        let first = u32::from(ring.nodes(agent) != Some(0));
        let edits = self.edited.get(&agent).map_or(first, |(_, edits)| edits + 1);
        let name = ring.name(agent);
        drop(ring);
        let name = if edits == 0 { name } else { format!("{name}, edit {edits}") };
        let AgentKey(now) = self.agent_with(name, tree);
        self.edited.insert(agent, (now, edits));
        now
    }

    /// Shows a picture of the world after the last step, in SVG, next to the tree, like
    /// [`Recorder::world`](crate::Recorder::world). The closure is only called if there are viewers, or steps are
    /// [always](crate::serve::Options::always) stored. While a viewer reads, the picture is left out.
    pub fn world(&mut self, svg: impl FnOnce() -> String) {
        if self.shared.is_watched()
            && let Ok(mut ring) = self.shared.ring.try_lock()
        {
            ring.see_world(svg());
        }
    }

    /// Records a number after the last step, for the agent of that step, like
    /// [`Recorder::value`](crate::Recorder::value). Does nothing without viewers, unless steps are
    /// [always](crate::serve::Options::always) stored.
    ///
    /// ```
    /// use bt_view::serve::Options;
    ///
    /// bt::bt! { Drive(f64) = action(|battery| *battery -= 0.5) }
    ///
    /// let mut live = Options::new().start()?;
    /// let (car, mut drive, mut battery) = (live.agent::<Drive>("car"), Drive::new(), 100.0);
    /// drive.tick_with(&mut battery, &mut live.tick(car, || drive.active()));
    /// live.value("battery", battery);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn value(&mut self, name: &str, value: impl Into<f64>) {
        if !self.shared.is_watched() {
            return;
        }
        match self.shared.ring.try_lock() {
            Ok(mut ring) if self.pending.is_empty() => ring.see_value(name, value.into()),
            _ if self.pending.len() <= MOST_PENDING => self.pending.push(Pending::Value(name.to_owned(), value.into())),
            _ => {}
        }
    }

    /// Shows the entries of an agent's blackboard, with their values as text. Call it after the agent's tick. Only
    /// changes are shown: numbers as tracks, like [`value`](Self::value), and other texts as reasons of the root in the
    /// next step.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use bt_view::serve::Options;
    ///
    /// type Board = BTreeMap<&'static str, String>;
    ///
    /// bt::bt! { Explore(Board) = action(|board| _ = board.insert("room", "hall".to_owned())) }
    ///
    /// let mut live = Options::new().control(true).sets(true).start()?;
    /// let (robot, mut explore, mut board) = (live.agent::<Explore>("robot"), Explore::new(), Board::new());
    /// for setting in live.settings() {
    ///     if let Some(entry) = board.get_mut(&*setting.name) {
    ///         *entry = setting.value;
    ///     }
    /// }
    /// explore.tick_with(&mut board, &mut live.tick(robot, || explore.active()));
    /// live.entries(robot, board.iter().map(|(name, value)| (*name, value.clone())));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn entries<'e>(&mut self, AgentKey(agent): AgentKey, entries: impl IntoIterator<Item = (&'e str, String)>) {
        if !self.shared.is_watched() {
            // The next viewer gets all of them.
            self.entries.remove(&agent);
            self.notes.remove(&agent);
            return;
        }
        let mut before = self.entries.remove(&agent).unwrap_or_default();
        let mut now = BTreeMap::new();
        for (name, value) in entries {
            if before.remove(name).as_ref() != Some(&value) {
                match value.parse::<f64>() {
                    Ok(number) if number.is_finite() => self.value(name, number),
                    _ => self.notes.entry(agent).or_default().push(format!("{name} = {value:?}")),
                }
            }
            now.insert(name.to_owned(), value);
        }
        if !before.is_empty() {
            self.notes.entry(agent).or_default().extend(before.into_keys().map(|name| format!("{name} is not set")));
        }
        self.entries.insert(agent, now);
    }

    /// The entries that viewers have set since the last call, in order. The program puts them on the blackboards of its
    /// agents. Empty unless viewers [may](crate::serve::Options::sets) set entries. See [`entries`](Self::entries).
    pub fn settings(&mut self) -> Vec<Setting> {
        if self.shared.control.allowed.sets { self.shared.control.settings() } else { Vec::new() }
    }

    /// Waits while a viewer has paused the program, then returns what to do next. Call it once before each tick, or
    /// once before each frame if a frame ticks many trees. It returns [`Turn::Go`] at once unless viewers
    /// [may](crate::serve::Options) control the program and one of them does.
    ///
    /// When the last viewer leaves, the program continues.
    ///
    /// ```
    /// use bt_view::serve::{Options, Turn};
    ///
    /// bt::bt! { Blink(u32) = forever < sequence < wait(0.5), action(|blinks| *blinks += 1) > > }
    ///
    /// let mut live = Options::new().control(true).aborts(true).start()?;
    /// let (eye, mut blink, mut blinks) = (live.agent::<Blink>("eye"), Blink::new(), 0);
    /// for _ in 0..100 {
    ///     match live.gate() {
    ///         Turn::Abort(_) => blink.abort_with(&mut blinks, &mut live.abort(eye, || blink.active())),
    ///         Turn::Reset(_) => {
    ///             blink.reset();
    ///             live.reset(eye);
    ///         }
    ///         _ => {
    ///             blink.tick_for_with(0.02, &mut blinks, &mut live.tick_for(eye, 0.02, || blink.active()));
    ///         }
    ///     }
    /// }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn gate(&mut self) -> Turn {
        if !self.shared.control.is_engaged() {
            return Turn::Go;
        }
        self.flush();
        let next = self.shared.control.turn();
        self.take(next)
    }

    /// Like [`gate`](Self::gate), but does not wait: `None` while a viewer has paused the program. For programs that
    /// keep drawing while their trees are paused.
    ///
    /// ```
    /// use bt_view::serve::Options;
    ///
    /// bt::bt! { Nap(()) = wait(0.5) }
    ///
    /// let mut live = Options::new().control(true).start()?;
    /// let (cat, mut nap) = (live.agent::<Nap>("cat"), Nap::new());
    /// for _frame in 0..100 {
    ///     if live.try_gate().is_some() {
    ///         nap.tick_for_with(0.02, &mut (), &mut live.tick_for(cat, 0.02, || nap.active()));
    ///     }
    ///     // Draw the frame.
    /// }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn try_gate(&mut self) -> Option<Turn> {
        if !self.shared.control.is_engaged() {
            return Some(Turn::Go);
        }
        self.flush();
        let next = self.shared.control.try_turn()?;
        Some(self.take(next))
    }

    fn take(&mut self, next: Next) -> Turn {
        self.until = next.until;
        self.mocks = next.mocks.unwrap_or_else(|| std::mem::take(&mut self.mocks));
        next.turn
    }

    /// Reports that an agent's tree was aborted or reset while there were no viewers. The tree may never be ticked
    /// again, so later viewers must learn of it now.
    #[cold]
    pub(super) fn ended_unseen(&mut self, agent: usize) {
        let (step, happened) = std::mem::take(&mut self.agents[agent]).lost(agent, Vec::new());
        self.push(step, happened);
    }

    /// Passes a step on. While a viewer is reading, the step waits for the next one.
    pub(super) fn push(&mut self, step: Step, happened: Happened) {
        self.pending.push(Pending::Step(step, happened));
        let ring = match self.shared.ring.try_lock() {
            Ok(ring) => Some(ring),
            Err(TryLockError::Poisoned(ring)) => Some(ring.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        match ring {
            Some(mut ring) => self.pending.drain(..).for_each(|pending| pending.pass_on(&mut ring)),
            None if self.pending.len() > MOST_PENDING => self.pending.retain(|pending| {
                if let Pending::Step(step, _) = pending {
                    self.agents[step.agent].add(step.count, step.span);
                }
                matches!(pending, Pending::Grown { .. })
            }),
            None => {}
        }
        self.shared.notify();
    }

    /// A node that viewers wanted to run to has started or ended. They see that before they see the pause.
    pub(super) fn has_hit(&mut self, node: NodeKey) {
        self.flush();
        self.shared.control.hit(node);
        self.shared.tell_orders();
    }

    /// Passes all steps and values on to viewers, and waits while viewers read. Each tick does this by itself, but
    /// while a viewer is reading, a step waits for the next tick. Call this if the program stops ticking for a while
    /// but still has viewers.
    ///
    /// ```
    /// use bt_view::serve::Options;
    ///
    /// bt::bt! { Nap(()) = wait(0.5) }
    ///
    /// let mut live = Options::new().start()?;
    /// let (cat, mut nap) = (live.agent::<Nap>("cat"), Nap::new());
    /// while nap.tick_for_with(0.25, &mut (), &mut live.tick_for(cat, 0.25, || nap.active())).is_running() {}
    /// live.flush();
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn flush(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let mut ring = lock(&self.shared.ring);
        self.pending.drain(..).for_each(|pending| pending.pass_on(&mut ring));
        drop(ring);
        self.shared.notify();
    }
}

impl Drop for LivePage {
    fn drop(&mut self) {
        self.flush();
        self.shared.close();
        if let Some(door) = &self.door {
            // Wakes the thread that waits for connections.
            let _ = TcpStream::connect_timeout(&door.address, Duration::from_millis(100));
        }
    }
}

#[cfg(all(test, feature = "serve"))]
mod tests {
    use super::super::ring::Cursor;
    use super::*;
    use crate::feed::control::Allowed;

    bt::bt! { Nod(u32) = action(|nods| *nods += 1) }

    #[test]
    fn values_wait_while_a_viewer_reads() {
        let shared = Arc::new(Shared::new(Allowed::default(), true, String::new()));
        let mut live = LivePage::new(Arc::clone(&shared), None);
        let (key, mut nods) = (live.agent::<Nod>("nod"), 0);
        let mut nod = |live: &mut LivePage| _ = Nod::new().tick_with(&mut nods, &mut live.tick(key, Vec::new));
        nod(&mut live);
        let ring = lock(&shared.ring);
        live.value("nods", 1);
        nod(&mut live);
        live.value("nods", 2);
        drop(ring);
        live.flush();
        let part = lock(&shared.ring).read(&mut Cursor::default());
        let values: Vec<_> = part.values.iter().map(|value| (value.after, f64::from_bits(value.bits))).collect();
        assert_eq!(values, [(1, 1.0), (2, 2.0)]);
    }
}
