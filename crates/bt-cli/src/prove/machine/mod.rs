//! The abstract machine: ticks a tree whose leaves may give any possible answer.
//!
//! A state is whatever decides the future: the active nodes, each with its data (a place, a mask of its children, a
//! count), and the kept cells. Within a tick it also includes the stack of nodes being ticked. The machine takes small
//! steps. Where something is open (a leaf's answer, a condition, a timer, a draw) it stops and reports the number of
//! ways to continue, and the search takes each of them. So paths that meet again become one state, and a tree with one
//! active leaf at a time has about as many states as nodes.
//!
//! Timers fire freely: in any order, whatever their length, or not at all.

mod one;
mod own;
mod several;
mod state;

use bt::Status;
use bt_compiler::tree::builtin::Meaning;

use super::shape::{Asked, Id, Shape};
use state::{Control, Frame, Mode, On, Phase};
pub use state::{Duty, State};

/// What a node wants to happen next.
enum Next {
    Tick(usize),
    Resume(usize),
    Abort(usize),
    Again,
    End(Status),
    /// An error of its own.
    Fail,
}

/// An event of a run, for the story.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Start(Id),
    /// A leaf answers.
    Answer(Id, Status),
    /// A condition is checked.
    Ask(Id, bool),
    /// A child is chosen by a draw, a score, a pattern, or the user's code.
    Choose(Id, usize),
    /// Whether the time of a node is up.
    Time(Id, bool),
    /// Whether a node does another pass, which depends on an unknown number.
    More(Id, bool),
    Finish(Id, Status),
    Abort(Id),
    /// A leaf returns an error.
    Error(Id),
}

/// Why the machine has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// There are this many ways to continue.
    Open(usize),
    /// The tick, or the abort of the whole tree, has ended.
    Done,
}

/// The number of choices, of which one must be taken.
struct Open(usize);

/// The chosen way, which the first step that asks takes.
struct Choice(Option<usize>);

impl Choice {
    /// Picks one of the ways. A step calls this before it changes anything.
    fn of(&mut self, ways: usize) -> Result<usize, Open> {
        if ways == 1 { Ok(0) } else { self.0.take().ok_or(Open(ways)) }
    }
}

/// The nodes of "after a always b before c".
#[derive(Clone, Debug, Default)]
pub struct Order {
    pub after: Vec<Id>,
    pub always: Vec<Id>,
    pub before: Vec<Id>,
}

/// The machine of a tree.
pub struct Machine<'a> {
    shape: &'a Shape,
    order: &'a Order,
    /// The nodes that have ever started.
    pub started: Vec<bool>,
    /// The events, if the caller records them.
    pub events: Option<Vec<Event>>,
}

/// A node that is being ticked.
struct Turn<'t, 'a> {
    machine: &'t mut Machine<'a>,
    shape: &'a Shape,
    state: &'t mut State,
    frame: &'t mut Frame,
    node: Id,
    /// Why the node continues.
    on: On,
    choice: &'t mut Choice,
}

impl<'a> Turn<'_, 'a> {
    fn children(&self) -> &'a [Id] {
        &self.shape.nodes[self.node].children
    }

    fn tell(&mut self, event: Event) {
        self.machine.tell(event);
    }

    /// Whether its condition holds.
    fn ask(&mut self, asked: Asked) -> Result<bool, Open> {
        self.ask_for(self.node, asked)
    }

    /// Whether the condition of a node holds.
    fn ask_for(&mut self, node: Id, asked: Asked) -> Result<bool, Open> {
        let holds = match asked {
            Asked::Free => self.choice.of(2)? == 0,
            Asked::Atom(atom, as_written) => {
                let place = self.state.asked.binary_search_by_key(&(atom as u32), |(atom, _)| *atom);
                match place {
                    Ok(place) => self.state.asked[place].1 == as_written,
                    Err(place) => {
                        let holds = self.choice.of(2)? == 0;
                        self.state.asked.insert(place, (atom as u32, holds == as_written));
                        holds
                    }
                }
            }
        };
        self.tell(Event::Ask(node, holds));
        Ok(holds)
    }
}

impl<'a> Machine<'a> {
    /// The machine of a tree. It watches whether an order is kept.
    pub fn new(shape: &'a Shape, order: &'a Order) -> Self {
        Machine { shape, order, started: vec![false; shape.nodes.len()], events: None }
    }

    /// Begins a tick.
    pub fn tick(&mut self, state: &mut State) -> Stop {
        state.control = Control::Enter(0, false);
        self.run(state)
    }

    /// Aborts the tree.
    pub fn abort(&mut self, state: &mut State) -> Stop {
        state.control = Control::Abort(0);
        self.run(state)
    }

    /// Continues with one of the ways at which it has stopped.
    pub fn go_on(&mut self, state: &mut State, way: usize) -> Stop {
        let done = self.step(state, &mut Choice(Some(way)));
        debug_assert!(done.is_ok(), "a step asks once");
        self.run(state)
    }

    fn run(&mut self, state: &mut State) -> Stop {
        while !state.is_between() {
            if let Err(Open(ways)) = self.step(state, &mut Choice(None)) {
                return Stop::Open(ways);
            }
        }
        state.asked.clear();
        Stop::Done
    }

    fn tell(&mut self, event: Event) {
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    fn step(&mut self, state: &mut State, choice: &mut Choice) -> Result<(), Open> {
        match state.control {
            Control::Idle => {}
            Control::Enter(node, resumes) => self.enter(state, node as Id, resumes),
            Control::Go(on) => self.go(state, on, choice)?,
            Control::Abort(node) => self.abort_node(state, node as Id),
            Control::Failing => self.fail(state),
        }
        Ok(())
    }

    fn enter(&mut self, state: &mut State, node: Id, resumes: bool) {
        let on = match (state.is_active(node), resumes) {
            (false, _) => On::Start,
            (true, true) => On::Resume,
            (true, false) => On::Later,
        };
        if on == On::Start {
            state.hold(node, 0);
            self.started[node] = true;
            self.tell(Event::Start(node));
            state.duty = self.duty(state.duty, node);
        }
        state.stack.push(Frame::new(node, Mode::Tick));
        state.control = Control::Go(on);
    }

    fn duty(&self, duty: Duty, started: Id) -> Duty {
        let is = |nodes: &[Id]| nodes.contains(&started);
        match duty {
            Duty::Broken => Duty::Broken,
            Duty::Owed if is(&self.order.before) => Duty::Broken,
            _ if is(&self.order.always) => Duty::None,
            _ if is(&self.order.after) => Duty::Owed,
            duty => duty,
        }
    }

    fn go(&mut self, state: &mut State, on: On, choice: &mut Choice) -> Result<(), Open> {
        let mut frame = *state.stack.last().expect("a node continues that is being ticked");
        let next = match frame.mode {
            Mode::Tick => {
                let (shape, node) = (self.shape, frame.node as Id);
                Turn { machine: self, shape, state, frame: &mut frame, node, on, choice }.next()?
            }
            Mode::Abort | Mode::Fail => {
                self.clear(state, frame, on);
                return Ok(());
            }
        };
        let node = frame.node as Id;
        let child = |index: usize| self.shape.nodes[node].children[index] as u32;
        state.control = match next {
            Next::Tick(index) | Next::Resume(index) => {
                frame.child = index as u16;
                Control::Enter(child(index), matches!(next, Next::Resume(_)))
            }
            Next::Abort(index) => Control::Abort(child(index)),
            Next::Again => Control::Go(On::Again),
            Next::End(status) => {
                state.stack.pop();
                if status != Status::Running {
                    state.drop(node);
                    debug_assert!(!state.active().any(|active| (node..self.shape.nodes[node].end).contains(&active)));
                    self.tell(Event::Finish(node, status));
                }
                self.return_to_parent(state, On::Returned(status));
                return Ok(());
            }
            Next::Fail => Control::Failing,
        };
        *state.stack.last_mut().expect("it is there") = frame;
        Ok(())
    }

    fn return_to_parent(&self, state: &mut State, on: On) {
        state.control = if state.stack.is_empty() { Control::Idle } else { Control::Go(on) };
    }

    /// Aborts a node. If it contains no `finally`, this is a single step.
    fn abort_node(&mut self, state: &mut State, node: Id) {
        if state.is_active(node) && self.shape.nodes[node].cleans_up {
            state.stack.push(Frame::new(node, Mode::Abort));
            state.control = Control::Go(On::Start);
            return;
        }
        if state.is_active(node) {
            let end = self.shape.nodes[node].end;
            let below: Vec<Id> = state.active().filter(|active| (node..end).contains(active)).collect();
            for &active in below.iter().rev() {
                self.stop(state, active);
            }
        }
        self.aborted(state);
    }

    /// A node has been aborted.
    fn aborted(&self, state: &mut State) {
        if state.stack.is_empty() {
            state.duty = Duty::None;
        }
        self.return_to_parent(state, On::Aborted);
    }

    /// Ends an active node whose children are no longer active.
    fn stop(&mut self, state: &mut State, node: Id) {
        state.drop(node);
        if self.shape.nodes[node].kind.means(Meaning::Cooldown) {
            state.keep(node, 1);
        }
        self.tell(Event::Abort(node));
    }

    /// Aborts the children of a node that is aborted or passes an error on, and runs its cleanup.
    fn clear(&mut self, state: &mut State, mut frame: Frame, on: On) {
        let node = frame.node as Id;
        let children = &self.shape.nodes[node].children;
        if frame.phase == Phase::Second && on == On::Returned(Status::Running) {
            state.control = Control::Abort(children[1] as u32);
            return;
        }
        if let Some(&child) = children.iter().find(|&&child| state.is_active(child)) {
            state.control = Control::Abort(child as u32);
            return;
        }
        if self.shape.nodes[node].kind.means(Meaning::Finally) && state.data(node) == 0 && frame.phase == Phase::First {
            frame.phase = Phase::Second;
            *state.stack.last_mut().expect("it is there") = frame;
            state.control = Control::Enter(children[1] as u32, false);
            return;
        }
        state.stack.pop();
        self.stop(state, node);
        match frame.mode {
            Mode::Fail => state.control = Control::Failing,
            Mode::Abort | Mode::Tick => self.aborted(state),
        }
    }

    /// Whether errors matter: either they leave a trace, as an abort does, or an order must hold across them.
    fn errors(&self) -> bool {
        self.shape.fallible && (self.shape.abort_matters || !self.order.after.is_empty())
    }

    /// An error has reached the node on top of the stack.
    fn fail(&mut self, state: &mut State) {
        let Some(frame) = state.stack.last_mut() else {
            state.control = Control::Idle;
            return;
        };
        // An error in the cleanup of an abort is lost.
        if frame.mode == Mode::Tick {
            frame.mode = Mode::Fail;
            frame.phase = Phase::First;
        }
        state.control = Control::Go(On::Again);
    }
}
