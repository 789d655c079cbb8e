//! What trees work on: it does what a script says, and writes down all that happens.

use std::cell::{Cell, RefCell};

use crate::program::Id;
use crate::script::{ANSWERS, Answer, Script};

/// What a node says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has done it.
    Success,
    /// It could not.
    Failure,
    /// It goes on.
    Running,
}

/// How a leaf ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// By its own word.
    Success,
    /// By its own word.
    Failure,
    /// By something else.
    Aborted,
}

/// What happens in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A leaf starts, with its argument.
    Start(Id, u32),
    /// A leaf runs, so many times after the first.
    Run(Id, u32),
    /// A leaf finishes, after so many runs.
    Finish(Id, Outcome, u32),
    /// An action is called.
    Act(Id),
    /// A condition is asked.
    Ask(Id),
    /// A number or a time is asked for.
    Number(Id),
    /// A decorator is asked before its child, so many times after the first.
    Before(Id, u32),
    /// A decorator is told what its child said.
    After(Id, u32, Status),
}

/// The script wants a panic here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panicked;

/// More events than any tick has that ends.
pub const MOST_EVENTS: usize = 50_000;

/// The world of one run.
#[derive(Debug)]
pub struct World {
    events: RefCell<Vec<Event>>,
    /// How often each id has answered.
    answered: RefCell<Vec<u32>>,
    answers: Vec<Answer>,
    panics: Vec<usize>,
    flags: Cell<u8>,
    numbers: Cell<[u8; 4]>,
    /// Events when the tick began.
    began: Cell<usize>,
}

impl World {
    /// A world in which nothing has happened.
    pub fn new(script: &Script) -> Self {
        World {
            events: RefCell::default(),
            answered: RefCell::new(vec![0; script.answers.len() / ANSWERS]),
            answers: script.answers.clone(),
            panics: script.panics.clone(),
            flags: Cell::new(0),
            numbers: Cell::new([0; 4]),
            began: Cell::new(0),
        }
    }

    /// What changes between two ticks.
    pub fn change(&self, flags: u8, numbers: [u8; 4]) {
        self.flags.set(self.flags.get() ^ flags);
        self.numbers.set(numbers);
        self.began.set(self.happened());
    }

    /// How many events there have been.
    pub fn happened(&self) -> usize {
        self.events.borrow().len()
    }

    /// All events.
    pub fn into_events(self) -> Vec<Event> {
        self.events.into_inner()
    }

    fn event(&self, event: Event) -> Result<(), Panicked> {
        let mut events = self.events.borrow_mut();
        let number = events.len();
        events.push(event);
        let too_many = number > self.began.get() + MOST_EVENTS;
        if too_many || self.panics.contains(&number) { Err(Panicked) } else { Ok(()) }
    }

    fn answer(&self, id: Id) -> Answer {
        let answered = &mut self.answered.borrow_mut()[id as usize];
        let answer = self.answers[id as usize * ANSWERS + *answered as usize % ANSWERS];
        *answered += 1;
        self.flags.set(self.flags.get() ^ answer.toggles);
        answer
    }

    /// A leaf starts.
    pub fn start(&self, id: Id, argument: u32) -> Result<(), Panicked> {
        self.event(Event::Start(id, argument))
    }

    /// A leaf runs.
    pub fn run(&self, id: Id, runs: u32) -> Result<Answer, Panicked> {
        self.event(Event::Run(id, runs))?;
        Ok(self.answer(id))
    }

    /// A leaf finishes.
    pub fn finish(&self, id: Id, outcome: Outcome, runs: u32) -> Result<(), Panicked> {
        self.event(Event::Finish(id, outcome, runs))?;
        // What a leaf does as it finishes is seen by those that are asked afterwards.
        if outcome == Outcome::Aborted {
            self.answer(id);
        }
        Ok(())
    }

    /// An action acts.
    pub fn act(&self, id: Id) -> Result<Answer, Panicked> {
        self.event(Event::Act(id))?;
        Ok(self.answer(id))
    }

    /// A condition.
    pub fn ask(&self, id: Id) -> Result<bool, Panicked> {
        self.event(Event::Ask(id))?;
        Ok(self.flags.get() >> (id % 8) & 1 == 1)
    }

    /// A number from 0 to 5.
    pub fn number(&self, id: Id) -> Result<u32, Panicked> {
        self.event(Event::Number(id))?;
        Ok(u32::from(self.numbers.get()[id as usize % 4]))
    }

    /// A time in nanoseconds.
    pub fn time(&self, id: Id) -> Result<u64, Panicked> {
        Ok(u64::from(self.number(id)?) * 250_000_000)
    }

    /// A decorator before its child.
    pub fn before(&self, id: Id, ticks: u32) -> Result<Option<Status>, Panicked> {
        self.event(Event::Before(id, ticks))?;
        let answer = self.answer(id);
        Ok(answer.odd.then(|| answer.status()))
    }

    /// A decorator after its child.
    pub fn after(&self, id: Id, ticks: u32, status: Status) -> Result<Status, Panicked> {
        self.event(Event::After(id, ticks, status))?;
        let answer = self.answer(id);
        Ok(if answer.odd { answer.status() } else { status })
    }
}
