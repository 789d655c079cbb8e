//! Composites of the user: each hook, and what other features mean for them.

mod contract;
mod derived;
mod endings;
mod surroundings;

use std::collections::VecDeque;

use bt::{Behavior, Composite, Look, Next, Outcome, Status};

pub use Next::{Child, End};
pub use Status::{Failure, Running, Success};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Broken;

/// What composites and leaves answer, and what they have done.
#[derive(Debug, Default)]
pub struct World {
    pub log: Vec<String>,
    /// The answers of `first` and `after`.
    pub next: VecDeque<Next>,
    /// The answers of `look`; without one, the child stays.
    pub look: VecDeque<Look>,
    /// The answers of the runs of leaves; without one, a leaf is running.
    pub runs: VecDeque<Status>,
    /// The hook that returns an error.
    pub breaks: Option<&'static str>,
    /// The hook that panics.
    pub panics: Option<&'static str>,
    /// The last hook that was called.
    pub last: Option<&'static str>,
}

impl World {
    pub fn new(next: impl IntoIterator<Item = Next>) -> Self {
        World { next: next.into_iter().collect(), ..World::default() }
    }

    pub fn runs(mut self, runs: impl IntoIterator<Item = Status>) -> Self {
        self.runs.extend(runs);
        self
    }

    pub fn note(&mut self, text: impl ToString) {
        self.log.push(text.to_string());
    }

    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.log).join(", ")
    }

    /// Notes a hook, which may panic or break.
    pub fn hook(&mut self, hook: &'static str, text: impl ToString) -> Result<(), Broken> {
        self.note(text);
        self.last = Some(hook);
        assert_ne!(self.panics, Some(hook), "as asked");
        if self.breaks == Some(hook) { Err(Broken) } else { Ok(()) }
    }
}

/// Does what the world says.
#[derive(Composite, Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
#[composite(context = World, error = Broken)]
pub struct Scripted {
    pub ended: u32,
}

impl Scripted {
    fn start(&mut self, world: &mut World) -> Result<(), Broken> {
        world.hook("start", "start")
    }

    fn first(&mut self, world: &mut World, children: usize) -> Result<Next, Broken> {
        world.hook("first", format!("first of {children}"))?;
        Ok(world.next.pop_front().expect("the world says which child is the first"))
    }

    fn after(&mut self, world: &mut World, child: usize, ended: Status) -> Result<Next, Broken> {
        self.ended += 1;
        world.hook("after", format!("after {child} {ended:?}"))?;
        Ok(world.next.pop_front().expect("the world says which child is next"))
    }

    fn look(&mut self, world: &mut World, active: usize) -> Result<Look, Broken> {
        world.hook("look", format!("look {active}"))?;
        Ok(world.look.pop_front().unwrap_or(Look::Stay))
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        let _ = world.hook("finish", format!("finish {outcome:?}"));
    }
}

/// A leaf with a name.
#[derive(Behavior, Clone, Debug, serde::Serialize, serde::Deserialize)]
#[behavior(context = World, error = Broken)]
pub struct Leaf {
    pub name: char,
}

impl Leaf {
    pub fn new(name: char) -> Self {
        Leaf { name }
    }

    fn start(&self, world: &mut World) {
        let _ = world.hook("leaf start", format!("{}", self.name));
    }

    fn run(&self, world: &mut World) -> Result<Status, Broken> {
        world.hook("run", format!("run {}", self.name))?;
        Ok(world.runs.pop_front().unwrap_or(Running))
    }

    fn finish(&self, world: &mut World, outcome: Outcome) {
        let _ = world.hook("leaf finish", format!("{} {outcome:?}", self.name));
    }
}
