//! What trees work on: it follows a script, and records everything that happens.

use std::cell::{Cell, RefCell};

use crate::bindings::Bindings;
use crate::program::{Id, Moods, Turns};
use crate::script::{ANSWERS, Answer, Letter, Mocks, Script, Step, Words};

/// What a node says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has done it.
    Success,
    /// It could not.
    Failure,
    /// It continues.
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
    /// A leaf runs, with the number of its earlier runs.
    Run(Id, u32),
    /// A leaf finishes, after this many runs.
    Finish(Id, Outcome, u32),
    /// An action is called.
    Act(Id),
    /// A condition is checked.
    Ask(Id),
    /// A number or a time is read.
    Number(Id),
    /// A decorator is called before its child, with the number of its earlier calls.
    Before(Id, u32),
    /// A decorator gets the status of its child.
    After(Id, u32, Status),
    /// A composite is asked who has the turn, with the number of its earlier calls.
    Turn(Id, u32, Turn),
    /// A leaf sees this many remaining nanoseconds.
    Sees(Id, u64),
    /// A leaf has used some of them, or there were not as many.
    Spent(Id, bool),
    /// The action of an `every` is called.
    Beat(Id),
    /// A leaf receives a message.
    Receive(Id, u32),
    /// A random word is drawn.
    Draw,
    /// A leaf or a function has found a value.
    Found(Id, u32),
    /// A closure that uses this value has been called.
    Uses(Id, u32),
    /// The item with this index is read.
    Item(Id, u32),
}

/// When a composite is asked who has the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// At its start; it has this many children.
    First(usize),
    /// After the end of this child.
    After(usize, Status),
    /// At the beginning of a tick in which this child is active.
    Look(usize),
}

/// What a composite says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The active child stays active.
    Stay,
    /// This child has the turn.
    Child(usize),
    /// It ends with this status.
    End(Status),
    /// It ends with an error.
    Error,
}

/// An event of an observer: its node, and its time in the tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// Where the node is in the tree.
    pub position: usize,
    /// The nanoseconds of the tick that have passed.
    pub nanos: u64,
    /// What the node does.
    pub does: Does,
}

/// What a node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// It starts.
    Start,
    /// It is a leaf, and has run.
    Run(Status),
    /// It has finished.
    Finish(Outcome),
}

/// The script wants a panic here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panicked;

/// More events than any tick has that ends.
pub const MOST_EVENTS: usize = 50_000;

/// How many passes of loops and beats one tick makes.
const MOST_PASSES: u32 = 10_000;

/// How many keys there are, from 0 on.
pub const KEYS: usize = 6;

/// What is remembered, by key: a value, and its position if it has one.
pub type Memory = [Option<(u32, Option<u32>)>; KEYS];

/// The world of one run.
#[derive(Debug, Default)]
pub struct World {
    events: RefCell<Vec<Event>>,
    told: RefCell<Vec<Told>>,
    /// The moment at which the tick has begun.
    tick: Cell<u64>,
    /// How often each id has answered.
    answered: RefCell<Vec<u32>>,
    answers: Vec<Answer>,
    panics: Vec<usize>,
    flags: Cell<u8>,
    numbers: Cell<[u8; 4]>,
    memory: Cell<Memory>,
    words: RefCell<Words>,
    /// The values of names, if the reference runs in this world.
    pub bindings: Bindings,
    /// The value that was found last.
    found: Cell<u32>,
    /// How many words have been drawn.
    drawn: Cell<usize>,
    /// Events when the tick began.
    began: Cell<usize>,
    /// How many passes and beats there have been in the tick.
    passes: Cell<u32>,
    /// What an observer answers in this step.
    mocks: RefCell<Mocks>,
}

impl World {
    /// A world in which nothing has happened.
    pub fn new(script: &Script) -> Self {
        World {
            events: RefCell::default(),
            answered: RefCell::new(vec![0; script.answers.len() / ANSWERS]),
            answers: script.answers.clone(),
            panics: script.panics.clone(),
            words: RefCell::new(script.words.clone()),
            mocks: RefCell::new(script.mocks.clone()),
            ..World::default()
        }
    }

    /// What changes between two ticks.
    pub fn change(&self, step: &Step) {
        self.flags.set(self.flags.get() ^ step.flags);
        self.numbers.set(step.numbers);
        (0..KEYS as u32).filter(|key| step.forgets >> key & 1 == 1).for_each(|key| self.forget(key));
        self.began.set(self.happened());
        self.passes.set(0);
        let mocks = self.mocks.borrow().next();
        self.mocks.replace(mocks);
    }

    /// What an observer answers instead of a node with children.
    pub fn mock(&self, position: usize) -> Option<Status> {
        self.mocks.borrow_mut().answer(position)
    }

    /// What an observer answers in this step.
    pub fn mocks(&self) -> Mocks {
        self.mocks.borrow().clone()
    }

    /// Begins a tick at this moment, or another call between two ticks.
    pub fn begin(&self, now: u64) {
        self.tick.set(now);
    }

    /// Tells an observer what a node does at this moment.
    pub fn tell(&self, position: usize, now: u64, does: Does) {
        self.told.borrow_mut().push(Told { position, nanos: now - self.tick.get(), does });
    }

    /// The events of another observer.
    pub fn tell_all(&self, told: impl IntoIterator<Item = Told>) {
        self.told.borrow_mut().extend(told);
    }

    /// The number of events of an observer.
    pub fn told(&self) -> usize {
        self.told.borrow().len()
    }

    /// How many events there have been.
    pub fn happened(&self) -> usize {
        self.events.borrow().len()
    }

    /// The events from this number on.
    pub fn events_from(&self, first: usize) -> Vec<Event> {
        self.events.borrow()[first..].to_vec()
    }

    /// All events.
    pub fn into_events(self) -> Vec<Event> {
        self.events.into_inner()
    }

    /// All events of an observer.
    pub fn take_told(&self) -> Vec<Told> {
        self.told.take()
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

    /// Starts a leaf whose start can fail. Returns whether it has started; if not, it has used its answer.
    pub fn try_start(&self, id: Id, argument: u32) -> Result<bool, Panicked> {
        self.start(id, argument)?;
        let answered = self.answered.borrow()[id as usize];
        let fails = self.answers[id as usize * ANSWERS + answered as usize % ANSWERS].fails_to_start();
        if fails {
            self.answer(id);
        }
        Ok(!fails)
    }

    /// A decorator or a composite starts, which can fail as the start of a leaf can: then it has also finished.
    pub fn begin_at(&self, id: Id, can_fail: bool) -> Result<bool, Panicked> {
        if !can_fail {
            return self.start(id, 0).map(|()| true);
        }
        let has_started = self.try_start(id, 0)?;
        if !has_started {
            self.finish(id, Outcome::Aborted, 0)?;
        }
        Ok(has_started)
    }

    /// A leaf runs.
    pub fn run(&self, id: Id, runs: u32) -> Result<Answer, Panicked> {
        self.event(Event::Run(id, runs))?;
        Ok(self.answer(id))
    }

    /// A leaf finishes.
    pub fn finish(&self, id: Id, outcome: Outcome, runs: u32) -> Result<(), Panicked> {
        self.event(Event::Finish(id, outcome, runs))?;
        // Conditions that are checked later see what a leaf does when it finishes.
        if outcome == Outcome::Aborted {
            self.answer(id);
        }
        Ok(())
    }

    /// An action acts.
    pub fn act(&self, id: Id) -> Result<Answer, Panicked> {
        self.uses_bound(id)?;
        self.event(Event::Act(id))?;
        Ok(self.answer(id))
    }

    /// A condition.
    pub fn ask(&self, id: Id) -> Result<bool, Panicked> {
        self.uses_bound(id)?;
        self.event(Event::Ask(id))?;
        Ok(self.flags.get() >> (id % 8) & 1 == 1)
    }

    /// A number from 0 to 5.
    pub fn number(&self, id: Id) -> Result<u32, Panicked> {
        self.uses_bound(id)?;
        self.event(Event::Number(id))?;
        Ok(self.numbered(id))
    }

    fn numbered(&self, id: Id) -> u32 {
        u32::from(self.numbers.get()[id as usize % 4])
    }

    /// A time in nanoseconds.
    pub fn time(&self, id: Id) -> Result<u64, Panicked> {
        Ok(u64::from(self.number(id)?) * 250_000_000)
    }

    /// A score: from NaN to infinity.
    pub fn score(&self, id: Id) -> Result<f64, Panicked> {
        let scores = [f64::NAN, f64::NEG_INFINITY, -0.0, 0.0, 1.0, f64::INFINITY];
        Ok(scores[self.number(id)? as usize])
    }

    /// A probability in quarters, from 0 to a bit more than 1.
    pub fn chance(&self, id: Id) -> Result<f64, Panicked> {
        Ok(f64::from(self.number(id)?) / 4.0)
    }

    /// A leaf looks at how much is left of the span.
    pub fn sees(&self, id: Id, nanos: u64) -> Result<(), Panicked> {
        self.event(Event::Sees(id, nanos))
    }

    /// A leaf has tried to use some of the span.
    pub fn spent(&self, id: Id, spent: bool) -> Result<(), Panicked> {
        self.event(Event::Spent(id, spent))
    }

    /// The action of an `every`.
    pub fn beat(&self, id: Id) -> Result<(), Panicked> {
        self.uses_bound(id)?;
        self.event(Event::Beat(id))?;
        self.answer(id);
        Ok(())
    }

    /// Finds a value for an answer: the next number, or, if the answer is odd, the last one again.
    pub fn find(&self, id: Id, answer: Answer) -> Result<u32, Panicked> {
        let found = self.found.get() + u32::from(!answer.odd);
        self.found.set(found);
        self.event(Event::Found(id, found))?;
        Ok(found)
    }

    /// The item with this index: there are as many as the number from 0 to 5 of this id.
    pub fn item(&self, id: Id, index: u32) -> Result<Option<u32>, Panicked> {
        self.uses_bound(id)?;
        self.event(Event::Item(id, index))?;
        (index < self.numbered(id)).then(|| self.find(id, Answer::DULL)).transpose()
    }

    /// The called closure uses a value.
    pub fn uses(&self, id: Id, value: u32) -> Result<(), Panicked> {
        self.event(Event::Uses(id, value))
    }

    /// The called closure uses the values that the reference has bound.
    fn uses_bound(&self, id: Id) -> Result<(), Panicked> {
        self.bindings.used().into_iter().try_for_each(|value| self.uses(id, value))
    }

    /// The value in an argument that is not a closure.
    pub fn bound(&self) -> u32 {
        self.bindings.used()[0]
    }

    /// Counts a pass of a loop or a beat. Returns whether this tick may have another one.
    pub fn count_pass(&self) -> bool {
        self.passes.set(self.passes.get() + 1);
        self.passes.get() < MOST_PASSES
    }

    /// A leaf receives a message.
    pub fn receive(&self, id: Id, message: u32) -> Result<Answer, Panicked> {
        self.event(Event::Receive(id, message))?;
        Ok(self.answer(id))
    }

    /// A random word: one of the given ones first, then those of `splitmix64`.
    pub fn word(&self) -> Result<u64, Panicked> {
        self.event(Event::Draw)?;
        let mut words = self.words.borrow_mut();
        let drawn = self.drawn.replace(self.drawn.get() + 1);
        let first = words.first.get(drawn).copied();
        Ok(first.unwrap_or_else(|| splitmix64(&mut words.seed)))
    }

    /// Stores a value, at a position if it has one.
    pub fn remember(&self, key: u32, value: u32, at: Option<u32>) {
        self.memorize(key, Some((value, at)));
    }

    /// The value that is stored.
    pub fn recall(&self, key: u32) -> Option<u32> {
        self.memory.get()[key as usize].map(|(value, _)| value)
    }

    /// Forgets a value.
    pub fn forget(&self, key: u32) {
        self.memorize(key, None);
    }

    /// Everything that is remembered.
    pub fn memory(&self) -> Memory {
        self.memory.get()
    }

    fn memorize(&self, key: u32, value: Option<(u32, Option<u32>)>) {
        let mut memory = self.memory.get();
        memory[key as usize] = value;
        self.memory.set(memory);
    }

    /// A decorator before its child: what it answers itself, if it does, or an error if it is `shaky`.
    pub fn before(&self, id: Id, ticks: u32, moods: Moods) -> Result<Option<Option<Status>>, Panicked> {
        self.event(Event::Before(id, ticks))?;
        let answer = self.answer(id);
        let says = || if moods == Moods::Shaky { answer.result() } else { Some(answer.status()) };
        Ok(answer.odd.then(says))
    }

    /// A decorator after its child.
    pub fn after(&self, id: Id, ticks: u32, status: Status) -> Result<Status, Panicked> {
        self.event(Event::After(id, ticks, status))?;
        let answer = self.answer(id);
        Ok(if answer.odd { answer.status() } else { status })
    }
}

/// A composite ends after this many calls.
const MOST_TURNS: u32 = 9;

impl World {
    /// A composite with this many children is asked who has the turn. It may end with an error if it is brittle, and it
    /// succeeds only right after a child if it gives the value of that.
    pub fn turn(&self, id: Id, calls: u32, turn: Turn, children: usize, turns: Turns) -> Result<Next, Panicked> {
        self.event(Event::Turn(id, calls, turn))?;
        let answer = self.answer(id);
        let number = answer.toggles.count_ones() + u32::from(answer.eighths);
        let child = Next::Child(number as usize % children);
        let may_succeed = turns != Turns::Giving || matches!(turn, Turn::After(_, Status::Success));
        let end = Next::End(if answer.success() && may_succeed { Status::Success } else { Status::Failure });
        let looks = matches!(turn, Turn::Look(_));
        Ok(match answer.letter {
            Letter::E if turns == Turns::Brittle => Next::Error,
            _ if looks && !answer.odd => Next::Stay,
            Letter::S | Letter::F if answer.odd => end,
            _ if calls >= MOST_TURNS && !looks => end,
            Letter::S | Letter::F | Letter::R | Letter::E => child,
        })
    }
}

/// The generator of Steele, Lea and Flood.
fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}
