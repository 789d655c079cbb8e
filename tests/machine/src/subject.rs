//! A machine as a subject that scripts are played with.

use std::collections::BTreeMap;

use bt_reference::interpreter::{Span, Stop};
use bt_reference::play::{Said, Subject};
use bt_reference::program::Program;
use bt_reference::world::{Status, World};

use crate::compiled::{Compiled, Held, Kept, State};
use crate::evaluate::{Run, forget};
use crate::read::Code;
use crate::values::Values;
use bt_compiler::tree::ir::{Frame, Holds, RegionId};
use bt_compiler::tree::model::NodeId;

/// A program as machines, with the state of the first one.
pub struct Machines {
    all: Vec<Compiled>,
    new: Kept,
    kept: Kept,
    state: State,
    /// The sum of all spans.
    clock: u64,
    /// Whether `look` was called.
    look: bool,
}

impl Machines {
    /// Compiles a program.
    pub fn new(program: &Program) -> Result<Self, String> {
        let all = Compiled::all(program)?;
        let new = Kept::new(&all, 0);
        Ok(Machines { all, kept: new.clone(), new, state: State::Idle, clock: 0, look: false })
    }

    /// How many parts of large trees have been cut off.
    pub fn groups(&self) -> usize {
        let places = self.all.iter().flat_map(|tree| tree.machine.places());
        places.filter(|place| matches!(place.holds, Holds::Frame(Frame::Group(_)))).count()
    }

    /// Ends the whole tree, which then forgets its moments.
    fn end(&mut self) {
        forget(&self.all, &self.all[0], &mut self.kept, &self.all[0].plan.open);
    }

    fn run<T>(&mut self, world: &World, work: impl FnOnce(&mut Run, &mut State) -> T) -> T {
        let mut run = Run {
            all: &self.all,
            tree: &self.all[0],
            base: 0,
            kept: &mut self.kept,
            world,
            look: self.look,
            resumes: false,
            set: Values::new(),
            given: None,
        };
        work(&mut run, &mut self.state)
    }
}

impl Subject for Machines {
    fn tick(&mut self, nanos: u64, world: &mut World) -> Said {
        let mut span = Span { now: self.clock, left: nanos };
        let ticked = self.run(world, |run, state| run.region(RegionId(0), state, &mut span));
        if ticked != Ok(Status::Running) {
            self.end();
        }
        self.clock += nanos;
        self.look = false;
        match ticked {
            Ok(status) => {
                assert!(status == Status::Running || self.state == State::Idle, "it has ended and is not idle");
                Said::Status(status)
            }
            Err(Stop::Error(id)) => Said::Error(id),
            Err(Stop::Panicked) => {
                self.reset();
                Said::Panicked
            }
        }
    }

    fn abort(&mut self, world: &mut World) -> bool {
        let now = self.clock;
        let done = self.run(world, |run, state| run.abort(RegionId(0), state, now)).is_ok();
        self.end();
        if !done {
            self.reset();
        }
        done
    }

    fn send(&mut self, message: u32, world: &mut World) -> bool {
        let done = self.run(world, |run, state| run.send(RegionId(0), state, message)).is_ok();
        if !done {
            self.reset();
        }
        done
    }

    fn look(&mut self) {
        self.look = true;
    }

    fn reset(&mut self) {
        (self.clock, self.look) = (0, false);
        self.state = State::Idle;
        self.kept.clone_from(&self.new);
    }

    fn is_running(&self) -> bool {
        self.state != State::Idle
    }

    fn active(&self, found: &mut Vec<(usize, &'static str)>) {
        active(&self.all, &self.all[0], &self.state, 0, None, found);
    }
}

/// The active nodes of one tree: those that wait, and those above them.
fn active(
    all: &[Compiled],
    tree: &Compiled,
    state: &State,
    depth: usize,
    title: Option<&'static str>,
    found: &mut Vec<(usize, &'static str)>,
) {
    let mut waiting = BTreeMap::new();
    collect(tree, RegionId(0), state, &mut waiting);
    let mut nodes: BTreeMap<NodeId, Option<(usize, &State)>> = BTreeMap::new();
    for (node, inner) in waiting {
        nodes.insert(node, inner);
        let mut above = tree.node(node).parent;
        while let Some(parent) = above {
            nodes.entry(parent).or_default();
            above = tree.node(parent).parent;
        }
    }
    for (node, inner) in nodes {
        let described = tree.node(node);
        let title = title.filter(|_| node == NodeId(0)).unwrap_or(described.title);
        match inner {
            Some((inner, state)) => active(all, &all[inner], state, depth + described.depth, Some(title), found),
            None => found.push((depth + described.depth, title)),
        }
    }
}

/// The nodes at whose places a region waits, with their subtrees.
fn collect<'a>(
    tree: &Compiled,
    region: RegionId,
    state: &'a State,
    found: &mut BTreeMap<NodeId, Option<(usize, &'a State)>>,
) {
    let State::At(place, held) = state else { return };
    let (place, regions) = (&tree.machine[region][*place], tree.regions(region, *place));
    if let Held::Leaf { ended: Some(_), .. } = held {
        // A message has ended it, and those above it have not reacted.
        found.extend(tree.node(place.node).parent.map(|parent| (parent, None)));
        return;
    }
    let inner = if let (Holds::Leaf(code), Held::Tree { state, .. }) = (&place.holds, held)
        && let Code::Tree(inner, _) = *tree.code(*code)
    {
        Some((inner, &**state))
    } else {
        None
    };
    found.insert(place.node, inner);
    for (region, state) in held.states(&regions) {
        collect(tree, region, state, found);
    }
}
