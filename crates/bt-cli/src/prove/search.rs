//! Searches all states of a tree, tick by tick, so the first run that it finds is a shortest one.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::machine::{Duty, Event, Machine, Order, State, Stop};
use super::shape::{Id, Shape};

/// The question for the search.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Groups of nodes: is one of each group active after the same tick?
    pub together: Vec<Vec<Id>>,
    pub order: Order,
    /// Whether the search continues after the answer is found.
    pub goes_on: bool,
}

/// What the search has seen.
pub struct Seen {
    /// The states in the order of discovery, each with the step that led to it.
    pub states: Vec<(Rc<State>, Step)>,
    /// The edges between states, apart from aborts of the whole tree.
    pub edges: Vec<(u32, u32)>,
    /// The edges between states that are aborts of the whole tree.
    pub aborts: Vec<(u32, u32)>,
    /// The nodes that have ever started.
    pub started: Vec<bool>,
    /// The state that answers the question.
    pub found: Option<usize>,
    /// Whether the search stopped early.
    pub is_cut: bool,
}

/// The step that led to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub from: u32,
    pub how: How,
}

/// How a state is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// It is the initial state.
    New,
    Tick,
    Abort,
    /// By one of the open ways.
    Way(u32),
}

/// One tick, or one abort, of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tick {
    pub is_abort: bool,
    pub events: Vec<Event>,
    /// The active nodes after it.
    pub active: Vec<Id>,
}

struct Search<'a> {
    machine: Machine<'a>,
    question: &'a Question,
    numbers: FxHashMap<Rc<State>, u32>,
    seen: Seen,
    /// The states of this tick with open ways, and how many ways each has.
    open: Vec<(u32, usize)>,
    /// The states after this tick.
    next: Vec<u32>,
    most: usize,
}

/// Searches the states of a tree, up to a limit, until the question is answered.
pub fn explore(shape: &Shape, question: &Question, most: usize) -> Seen {
    let seen = Seen { states: vec![], edges: vec![], aborts: vec![], started: vec![], found: None, is_cut: false };
    let mut search = Search {
        machine: Machine::new(shape, &question.order),
        question,
        numbers: FxHashMap::default(),
        seen,
        open: Vec::new(),
        next: Vec::new(),
        most,
    };
    if !shape.fits() {
        search.seen.is_cut = true;
    } else {
        search.reach(State::new(), Step { from: 0, how: How::New }, Stop::Done);
        search.run(shape.abort_matters);
    }
    search.seen.started = std::mem::take(&mut search.machine.started);
    search.seen
}

/// A tick whose loops take more steps than this starts over.
const MOST_STEPS: usize = 100_000;

/// The nodes that start within a number of ticks, with random choices. The result for a tree is always the same.
pub fn wander(shape: &Shape, ticks: usize) -> Vec<bool> {
    let order = Order::default();
    let (mut machine, mut state, mut random) = (Machine::new(shape, &order), State::new(), 1_u64);
    for _ in 0..ticks {
        let mut stop = machine.tick(&mut state);
        let mut steps = 0;
        while let Stop::Open(ways) = stop {
            steps += 1;
            if steps > MOST_STEPS {
                state = State::new();
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            stop = machine.go_on(&mut state, (random >> 33) as usize % ways);
        }
    }
    machine.started
}

impl Search<'_> {
    fn run(&mut self, aborts: bool) {
        while !self.next.is_empty() && !self.is_over() {
            for from in std::mem::take(&mut self.next) {
                let mut state = State::clone(&self.seen.states[from as usize].0);
                let stop = self.machine.tick(&mut state);
                self.reach(state, Step { from, how: How::Tick }, stop);
                if aborts && self.seen.states[from as usize].0.active().next().is_some() {
                    let mut state = State::clone(&self.seen.states[from as usize].0);
                    let stop = self.machine.abort(&mut state);
                    self.reach(state, Step { from, how: How::Abort }, stop);
                }
            }
            let mut at = 0;
            while at < self.open.len() && !self.is_over() {
                let (from, ways) = self.open[at];
                at += 1;
                for way in 0..ways {
                    let mut state = State::clone(&self.seen.states[from as usize].0);
                    let stop = self.machine.go_on(&mut state, way);
                    self.reach(state, Step { from, how: How::Way(way as u32) }, stop);
                }
            }
            self.open.clear();
        }
    }

    fn is_over(&self) -> bool {
        (self.seen.found.is_some() && !self.question.goes_on) || self.seen.is_cut
    }

    fn reach(&mut self, state: State, step: Step, stop: Stop) {
        let next = self.seen.states.len() as u32;
        let state = Rc::new(state);
        let number = *self.numbers.entry(Rc::clone(&state)).or_insert(next);
        match step.how {
            How::New => {}
            How::Abort => self.seen.aborts.push((step.from, number)),
            How::Tick | How::Way(_) => self.seen.edges.push((step.from, number)),
        }
        if number != next {
            return;
        }
        if self.seen.states.len() == self.most {
            self.seen.is_cut = true;
            return;
        }
        if self.seen.found.is_none() && self.is_asked(&state) {
            self.seen.found = Some(number as usize);
        }
        self.seen.states.push((state, step));
        match stop {
            Stop::Open(ways) => self.open.push((number, ways)),
            Stop::Done => self.next.push(number),
        }
    }

    fn is_asked(&self, state: &State) -> bool {
        let groups = &self.question.together;
        let together = !groups.is_empty()
            && state.is_between()
            && groups.iter().all(|group| group.iter().any(|&node| state.is_active(node)));
        together || state.duty == Duty::Broken
    }
}

impl Seen {
    /// The numbers of the states between two ticks.
    pub fn between(&self) -> impl Iterator<Item = usize> {
        (0..self.states.len()).filter(|&number| self.states[number].0.is_between())
    }

    /// The run that leads to a state, with all its events.
    pub fn run_to(&self, shape: &Shape, order: &Order, state: usize) -> Vec<Tick> {
        let mut steps = Vec::new();
        let mut at = state;
        while self.states[at].1.how != How::New {
            steps.push(self.states[at].1.how);
            at = self.states[at].1.from as usize;
        }
        let mut machine = Machine::new(shape, order);
        let (mut state, mut ticks) = (State::new(), Vec::<Tick>::new());
        for how in steps.into_iter().rev() {
            machine.events = Some(Vec::new());
            match how {
                How::New => {}
                How::Tick => _ = machine.tick(&mut state),
                How::Abort => _ = machine.abort(&mut state),
                How::Way(way) => _ = machine.go_on(&mut state, way as usize),
            }
            if matches!(how, How::Tick | How::Abort) {
                ticks.push(Tick { is_abort: how == How::Abort, ..Tick::default() });
            }
            let tick = ticks.last_mut().expect("a run begins with a tick");
            tick.events.extend(machine.events.take().unwrap_or_default());
            tick.active = state.active().collect();
        }
        ticks
    }
}
