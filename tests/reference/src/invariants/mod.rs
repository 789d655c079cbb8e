//! Invariants of every run of every tree.

use crate::play::{Log, Said, Stepped};
use crate::program::{Kind, Leaf, Moods, Node, Program, Turns};
use crate::script::{Does, Script, Step};
use crate::world::{Event, MOST_EVENTS, Outcome, Status};

mod times;

use times::Times;

/// The facts of a program that are needed to judge its runs.
pub struct Invariants {
    /// The region of each leaf, by its id: its branch of a `parallel`, or the tree. A decorator has none.
    regions: Vec<Option<usize>>,
    times: Times,
    /// Whether an abort can begin nodes.
    cleans_up: bool,
    /// The leaves, decorators and composites whose start can fail, by their ids.
    can_fail_to_start: Vec<bool>,
}

impl Invariants {
    /// For this program.
    pub fn new(program: &Program) -> Self {
        let mut regions = vec![None; program.ids()];
        let mut next = 1;
        let in_place = program.in_place();
        let root = &in_place.trees[0].root;
        number(root, 0, &mut next, &mut regions);
        let cleans_up = root.all().iter().any(|node| node.kind == Kind::Finally);
        let mut can_fail_to_start = vec![false; program.ids()];
        for node in root.all() {
            let (Kind::Leaf(Leaf::Fallible, id) | Kind::Turns(Turns::Brittle, id) | Kind::Moody(Moods::Shaky, id)) =
                node.kind
            else {
                continue;
            };
            can_fail_to_start[id as usize] = true;
        }
        Invariants { regions, times: Times::new(root), cleans_up, can_fail_to_start }
    }

    /// The broken rule of a run, and its step.
    pub fn check(&self, script: &Script, log: &Log) -> Result<(), (usize, String)> {
        let mut run = Run {
            invariants: self,
            active: vec![None; self.regions.len()],
            times: self.times.clone(),
            rest: Rest::default(),
        };
        let mut before = 0;
        for (index, (step, stepped)) in script.steps.iter().zip(&log.steps).enumerate() {
            let events = &log.events[before..stepped.events];
            before = stepped.events;
            run.step(step, events, stepped).map_err(|broken| (index, broken))?;
        }
        Ok(())
    }
}

/// A run that is being judged.
struct Run<'a> {
    invariants: &'a Invariants,
    /// How often each active leaf has run, and each active decorator has been called.
    active: Vec<Option<u32>>,
    times: Times,
    rest: Rest,
}

impl Run<'_> {
    fn step(&mut self, step: &Step, events: &[Event], stepped: &Stepped) -> Result<(), String> {
        let were_active = self.active.clone();
        for event in events {
            follow(*event, &mut self.active, &self.invariants.can_fail_to_start)?;
            belongs(*event, step.does, self.invariants.cleans_up)?;
        }
        if events.len() > MOST_EVENTS {
            return Err("the tick does not end".into());
        }
        if stepped.said == Said::Panicked || step.does == Does::Reset {
            self.active.fill(None);
            self.times.clone_from(&self.invariants.times);
        } else {
            let nanos = if let Does::Tick(nanos) = step.does { nanos } else { 0 };
            self.times.step(nanos, events, &were_active)?;
        }
        self.rest.step(step, events, stepped)?;
        self.at_rest(stepped)
    }

    /// What holds between two steps.
    fn at_rest(&self, stepped: &Stepped) -> Result<(), String> {
        let active: Vec<usize> = (0..self.active.len()).filter(|&id| self.active[id].is_some()).collect();
        if !stepped.is_running && !active.is_empty() {
            return Err(format!("the tree is idle, and of the leaves and decorators {active:?} are active"));
        }
        if !stepped.is_as_new {
            return Err("the tree is idle, and is not as it was at first".into());
        }
        let mut regions: Vec<usize> = active.iter().filter_map(|&id| self.invariants.regions[id]).collect();
        let leaves = regions.len();
        regions.sort_unstable();
        regions.dedup();
        if regions.len() < leaves {
            return Err(format!("two of the active leaves among {active:?} are in one region"));
        }
        Ok(())
    }
}

/// The answers of `is_running` and `active` between two steps.
#[derive(Default)]
struct Rest {
    is_running: bool,
    /// Whether a message has ended a leaf, which then awaits its turn.
    awaits: bool,
}

impl Rest {
    fn step(&mut self, step: &Step, events: &[Event], stepped: &Stepped) -> Result<(), String> {
        let was_running = std::mem::replace(&mut self.is_running, stepped.is_running);
        let sent = matches!(step.does, Does::Send(_));
        let goes_on = (sent || step.does == Does::Look) && stepped.said == Said::Nothing;
        let is_running = stepped.said == Said::Status(Status::Running) || (goes_on && was_running);
        if stepped.is_running != is_running {
            return Err(format!("`is_running` is {} after {:?}", stepped.is_running, stepped.said));
        }
        let ends = events.iter().any(|event| matches!(event, Event::Finish(..)));
        self.awaits = if goes_on { self.awaits || ends } else { false };
        if stepped.is_running == stepped.active.is_empty() && !(self.awaits && stepped.is_running) {
            return Err(format!("`is_running` is {} and active are {:?}", stepped.is_running, stepped.active));
        }
        Ok(())
    }
}

/// Between ticks nothing runs but cleanups: a message is received and may end leaves, an abort reaches the active
/// ones.
fn belongs(event: Event, does: Does, cleans_up: bool) -> Result<(), String> {
    let fine = match (does, event) {
        (Does::Tick(_), Event::Receive(..)) => false,
        (Does::Tick(_), _) => true,
        (Does::Send(sent), Event::Receive(_, message)) => message == sent,
        (Does::Send(_), Event::Found(..)) => true,
        (Does::Send(_), Event::Finish(_, outcome, _)) => outcome != Outcome::Aborted,
        (Does::Abort, Event::Receive(..)) => false,
        (Does::Abort, _) if cleans_up => true,
        (Does::Abort, Event::Finish(_, outcome, _)) => outcome == Outcome::Aborted,
        _ => false,
    };
    if fine { Ok(()) } else { Err(format!("{event:?} does not come of {does:?}")) }
}

/// One start, runs, one finish: how often each active leaf has run, or each active decorator was called. Inactive ones
/// receive nothing.
fn follow(event: Event, active: &mut [Option<u32>], can_fail_to_start: &[bool]) -> Result<(), String> {
    let fine = match event {
        Event::Start(id, _) => active[id as usize].replace(0).is_none(),
        Event::Run(id, runs) | Event::Before(id, runs) | Event::Turn(id, runs, _) => match &mut active[id as usize] {
            Some(counted) => {
                *counted += 1;
                *counted == runs + 1
            }
            None => false,
        },
        Event::Finish(id, outcome, runs) => {
            let has_failed_to_start = can_fail_to_start[id as usize] && outcome == Outcome::Aborted;
            active[id as usize].take() == Some(runs) && (runs > 0 || has_failed_to_start)
        }
        Event::Receive(id, _) | Event::Sees(id, _) | Event::Spent(id, _) | Event::After(id, ..) => {
            active[id as usize].is_some()
        }
        Event::Act(_) | Event::Ask(_) | Event::Number(_) | Event::Beat(_) | Event::Draw => true,
        Event::Found(..) | Event::Uses(..) | Event::Item(..) => true,
    };
    if fine { Ok(()) } else { Err(format!("{event:?} is out of order")) }
}

fn number(node: &Node, region: usize, next: &mut usize, regions: &mut [Option<usize>]) {
    if let Kind::Leaf(_, id) | Kind::Argued(id, _) = node.kind {
        regions[id as usize] = Some(region);
    }
    let branches = node.kind.facts().branches;
    for child in &node.children {
        let own = if branches { *next } else { region };
        *next += usize::from(branches);
        number(child, own, next, regions);
    }
}
