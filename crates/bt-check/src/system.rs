//! `System`: the world and the agents as a model for the search. It lists what can follow a state.

use std::cell::Cell;
use std::hash::Hash;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::agents::Agents;
use crate::draws;
use crate::now::{Label, Now};
use crate::property::{Property, Rule};
use crate::search::{Model, Successor};
use crate::watch::{Detail, Event, Watch};
use crate::world::{Next, World};

/// The number of a tick among the moves that cannot be postponed forever.
const TICK: u8 = 63;

/// What a tick does.
pub(crate) type Tick<'c, W, A> = Box<dyn for<'a> Fn(&mut W, &mut <A as Agents>::Ticking<'a>) + Send + Sync + 'c>;

/// What can happen in the world.
pub(crate) type Moves<'c, W> = Box<dyn Fn(&W, &mut Next<W>) + Send + Sync + 'c>;

/// Replaces a state by an equivalent one.
pub(crate) type Alike<'c, W, A> = Box<dyn Fn(&mut W, &mut A) + Send + Sync + 'c>;

/// The world, the agents, and which questions of `leads_to` hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State<W, A> {
    pub world: W,
    pub agents: A,
    pub marks: u8,
}

/// Why a state is forbidden.
#[derive(Clone, Debug)]
pub(crate) enum Broken {
    /// The number of a property.
    Property(usize),
    Panic(String),
}

pub(crate) struct System<'c, W, A: Agents> {
    pub first: State<W, A>,
    pub tick: Option<Tick<'c, W, A>>,
    pub moves: Option<Moves<'c, W>>,
    pub alike: Option<Alike<'c, W, A>>,
    /// Whether any number of moves can happen between two ticks.
    pub many_moves: bool,
    pub properties: Vec<Property<'c, W, A>>,
    /// The marks of the first questions of `leads_to`. Only these count at the start and after a move: a goal is reached
    /// by a tick.
    pub begins: u8,
    /// The labels of each agent's tree.
    pub labels: Vec<Vec<Label>>,
    pub longest: u64,
    /// Whether a property asks for events.
    pub events: AtomicBool,
    /// Whether a property has asked for events in a search without them.
    pub stale: AtomicBool,
    /// Whether there were draws, and draws whose outcomes are unknown.
    pub draws: AtomicBool,
    pub unknown_draws: AtomicBool,
    /// The names of the fair moves, which are numbered from 1.
    pub fair: Mutex<Vec<String>>,
    /// Whether the search asks for them.
    pub asks_for_fair: AtomicBool,
}

/// A step from a state, with everything that a report says about it.
pub(crate) struct Step<'s, W, A> {
    pub state: State<W, A>,
    pub broken: Option<Broken>,
    pub fair: u8,
    /// What happened in the world, and the outcomes of draws, if names are asked for.
    pub name: String,
    /// Whether the trees were ticked.
    pub ticked: bool,
    pub watch: &'s Watch,
}

/// What a thread needs, and reuses for each state.
pub(crate) struct Worker<W> {
    pub watch: Watch,
    next: Next<W>,
}

impl<W: World, A: Agents> System<'_, W, A> {
    pub fn worker(&self) -> Worker<W> {
        Worker { watch: Watch::new(self.longest), next: Next::new(self.many_moves) }
    }

    /// The first state.
    pub fn start(&self) -> State<W, A> {
        let State { world, agents, .. } = self.first.clone();
        self.state(world, agents, 0)
    }

    /// The first state with its marks, and why it is forbidden, if it is.
    pub fn judged_start(&self) -> (State<W, A>, Option<Broken>) {
        let mut first = self.start();
        let broken = self.judge(&mut first, &[]);
        first.marks &= self.begins;
        (first, broken)
    }

    /// Takes a step that was taken before, by its number. `see` sees it.
    pub fn take(
        &self,
        from: &State<W, A>,
        worker: &mut Worker<W>,
        wanted: u32,
        see: &mut dyn FnMut(&Step<'_, W, A>),
    ) -> State<W, A> {
        let (mut number, mut next) = (0, None);
        self.steps(from, worker, true, &mut |step| {
            if number == wanted {
                see(&step);
                next = Some(step.state);
            }
            number += 1;
        });
        next.expect("the same steps are possible again: moves and ticks must not depend on anything else")
    }

    /// The name of the property that something breaks.
    pub fn name_of(&self, broken: &Broken) -> String {
        match broken {
            Broken::Property(failed) => self.properties[*failed].name.clone(),
            Broken::Panic(text) => format!("no tick panics (`{text}`)"),
        }
    }

    /// Visits all steps from a state.
    pub fn steps(&self, from: &State<W, A>, worker: &mut Worker<W>, told: bool, visit: &mut dyn FnMut(Step<'_, W, A>)) {
        let Worker { watch, next } = worker;
        next.clear(told, self.asks_for_fair.load(Ordering::Relaxed));
        if let Some(moves) = &self.moves {
            moves(&from.world, next);
        }
        let names = next.take_names();
        let mut steps = 0;
        watch.step(0);
        let mut visit = |step: Step<'_, W, A>| {
            visit(step);
            steps += 1;
            watch.step(steps);
        };
        for number in 0..next.worlds.len() {
            let moved = next.worlds[number].take();
            let fair = match next.fair.iter().find(|(fair, _)| *fair == number) {
                Some((_, name)) => self.fair_number(name),
                // Time passes: a tick cannot be postponed forever.
                None if self.many_moves && moved.is_none() => TICK,
                None => 0,
            };
            let name = names.as_ref().map_or_else(String::new, |names| names[number].clone());
            let world = moved.as_ref().unwrap_or(&from.world);
            let mut marks = 0;
            if moved.is_some() {
                watch.begin(Detail::Nothing);
                let broken;
                (marks, broken) = self.judge_moved(world, &from.agents);
                marks &= self.begins;
                if self.many_moves || broken.is_some() {
                    let state = self.state(world.clone(), from.agents.clone(), marks);
                    visit(Step { state, broken, fair, name, ticked: false, watch });
                    continue;
                }
            }
            self.ticks(world, &from.agents, watch, told, &mut |world, agents, panic, draws| {
                let mut state = self.state(world, agents, marks);
                let broken = match panic {
                    Some(text) => Some(Broken::Panic(text)),
                    None => self.judge(&mut state, &watch.events()),
                };
                let name = if told { format!("{name}{draws}") } else { String::new() };
                visit(Step { state, broken, fair, name, ticked: true, watch });
            });
        }
    }

    /// Ticks the agents, once for each combination of outcomes of their draws.
    fn ticks(
        &self,
        world: &W,
        agents: &A,
        watch: &Watch,
        told: bool,
        visit: &mut dyn FnMut(W, A, Option<String>, String),
    ) {
        loop {
            let draws = self.draws.load(Ordering::Relaxed);
            let detail = match told {
                true => Detail::Reasons,
                false if draws || self.events.load(Ordering::Relaxed) => Detail::Events,
                false => Detail::Nothing,
            };
            if self.ticks_seen(world, agents, watch, detail, visit) {
                return;
            }
            // Something was drawn. From now on all ticks are observed, so that each draw is explained.
            self.draws.store(true, Ordering::Relaxed);
        }
    }

    /// Ticks the agents, observed in this detail. Returns `false` if a draw needs more detail.
    fn ticks_seen(
        &self,
        world: &W,
        agents: &A,
        watch: &Watch,
        detail: Detail,
        visit: &mut dyn FnMut(W, A, Option<String>, String),
    ) -> bool {
        draws::begin(detail > Detail::Nothing);
        loop {
            draws::run();
            watch.begin(detail);
            let (mut world, mut agents) = (world.clone(), agents.clone());
            let panic = self.tick(&mut world, &mut agents, watch);
            if draws::has_unseen() {
                return false;
            }
            visit(world, agents, panic, self.draws_taken(detail == Detail::Reasons));
            if !draws::advance() {
                return true;
            }
        }
    }

    /// The outcomes of the draws of a tick, as text if that is asked for.
    fn draws_taken(&self, told: bool) -> String {
        if !told && !self.draws.load(Ordering::Relaxed) {
            return String::new();
        }
        let (draws, unknown) = draws::taken();
        if unknown {
            self.unknown_draws.store(true, Ordering::Relaxed);
        }
        if draws.is_empty() || !told {
            return String::new();
        }
        let draws: Vec<_> = draws.iter().map(u64::to_string).collect();
        format!(", draws {}", draws.join(" "))
    }

    /// Ticks the agents. Returns the message if that panics.
    fn tick(&self, world: &mut W, agents: &mut A, watch: &Watch) -> Option<String> {
        let tick = self.tick.as_ref().expect("`Check::tick` was called");
        let panic = catch_unwind(AssertUnwindSafe(|| tick(world, &mut agents.ticking(watch)))).err()?;
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_string()));
        // The tree is as after a reset; the world may be anything.
        Some(text.unwrap_or_else(|| String::from("a panic without a message")))
    }

    /// A state, or the equivalent one that replaces it.
    fn state(&self, mut world: W, mut agents: A, marks: u8) -> State<W, A> {
        if let Some(alike) = &self.alike {
            alike(&mut world, &mut agents);
        }
        State { world, agents, marks }
    }

    /// Marks a state. Returns why it is forbidden, if it is.
    fn judge(&self, state: &mut State<W, A>, events: &[Event]) -> Option<Broken> {
        let (marks, broken) = self.ask(&state.world, &state.agents, events);
        state.marks |= marks;
        broken
    }

    /// The marks of a state after a move, and why it is forbidden, if it is.
    fn judge_moved(&self, world: &W, agents: &A) -> (u8, Option<Broken>) {
        if self.alike.is_none() {
            // Copies nothing, since most of these states are not kept.
            return self.ask(world, agents, &[]);
        }
        let state = self.state(world.clone(), agents.clone(), 0);
        self.ask(&state.world, &state.agents, &[])
    }

    /// Asks all properties. Returns the marks, and the first property that fails.
    fn ask(&self, world: &W, agents: &A, events: &[Event]) -> (u8, Option<Broken>) {
        let (asked, seen) = (Cell::new(false), self.events.load(Ordering::Relaxed));
        let now =
            Now { world, agents, labels: &self.labels, events: seen.then_some(events), asked: &asked, agent: None };
        let (mut marks, mut broken) = (0, None);
        for (number, property) in self.properties.iter().enumerate() {
            match &property.rule {
                Rule::Always { is, question } => {
                    if broken.is_none() && question(&now) != *is {
                        broken = Some(Broken::Property(number));
                    }
                }
                Rule::LeadsTo { from, to, mark } => {
                    let from = from.as_ref().is_some_and(|from| from(&now));
                    marks |= u8::from(from) << mark | u8::from(to(&now)) << (mark + 1);
                }
            }
        }
        if asked.get() {
            self.events.store(true, Ordering::Relaxed);
            self.stale.store(true, Ordering::Relaxed);
        }
        (marks, broken)
    }

    /// The new number of each fair move, by its old number.
    pub fn fair_in_order(&self) -> Vec<u8> {
        in_order(&self.fair.lock().expect("no thread panics with it"))
    }

    fn fair_number(&self, name: &str) -> u8 {
        let mut names = self.fair.lock().expect("no thread panics with it");
        let number = names.iter().position(|known| known == name).unwrap_or_else(|| {
            names.push(name.to_string());
            names.len() - 1
        });
        assert!(number + 1 < usize::from(TICK), "there are more than {} moves that happen at some time", TICK - 1);
        number as u8 + 1
    }
}

impl<W: World, A: Agents> Model for System<'_, W, A> {
    type State = State<W, A>;
    type Broken = Broken;
    type Worker = Worker<W>;

    fn worker(&self) -> Worker<W> {
        System::worker(self)
    }

    fn successors(
        &self,
        state: &State<W, A>,
        worker: &mut Worker<W>,
        visit: &mut dyn FnMut(Successor<State<W, A>, Broken>),
    ) {
        self.steps(state, worker, false, &mut |Step { state, broken, fair, .. }| {
            visit(Successor { state, broken, fair });
        });
    }

    fn is_stale(&self) -> bool {
        self.stale.load(Ordering::Relaxed)
    }
}

/// Numbers from 1 in the order of the names, since threads find moves in any order.
fn in_order(names: &[String]) -> Vec<u8> {
    let before = |name: &String| names.iter().filter(|other| *other < name).count() as u8;
    names.iter().map(|name| before(name) + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fair_moves_are_numbered_by_name() {
        assert_eq!(in_order(&["rain", "hail", "snow"].map(String::from)), [2, 1, 3]);
    }
}
