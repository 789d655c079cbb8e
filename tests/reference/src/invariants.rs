//! What holds for every run of every tree, whatever it means.

use crate::play::{Log, Said, Stepped};
use crate::program::{Kind, Node, Program};
use crate::script::{Does, Script};
use crate::world::{Event, MOST_EVENTS, Status};

/// What must be known of a program to judge its runs.
pub struct Invariants {
    /// The region of each leaf, by its id: the branch of a `parallel` in which it stands, or the tree.
    regions: Vec<usize>,
}

impl Invariants {
    /// For this program.
    pub fn new(program: &Program) -> Self {
        let mut regions = vec![0; program.ids()];
        let mut next = 1;
        number(&program.in_place().trees[0].root, 0, &mut next, &mut regions);
        Invariants { regions }
    }

    /// What is broken in a run, and at which step.
    pub fn check(&self, script: &Script, log: &Log) -> Result<(), (usize, String)> {
        let mut active = vec![None; self.regions.len()];
        let mut before = 0;
        for (index, (step, stepped)) in script.steps.iter().zip(&log.steps).enumerate() {
            let events = &log.events[before..stepped.events];
            before = stepped.events;
            events.iter().try_for_each(|event| follow(*event, &mut active)).map_err(|broken| (index, broken))?;
            if events.len() > MOST_EVENTS {
                return Err((index, "the tick does not end".into()));
            }
            if stepped.said == Said::Panicked || step.does == Does::Reset {
                active.fill(None);
            }
            self.at_rest(stepped, &active).map_err(|broken| (index, broken))?;
        }
        Ok(())
    }

    /// What holds between two steps.
    fn at_rest(&self, stepped: &Stepped, active: &[Option<u32>]) -> Result<(), String> {
        let leaves: Vec<usize> = (0..active.len()).filter(|&id| active[id].is_some()).collect();
        if stepped.is_running != (stepped.said == Said::Status(Status::Running)) {
            return Err(format!("`is_running` is {} after {:?}", stepped.is_running, stepped.said));
        }
        if stepped.is_running == stepped.active.is_empty() {
            return Err(format!("`is_running` is {} and active are {:?}", stepped.is_running, stepped.active));
        }
        if !stepped.is_running && !leaves.is_empty() {
            return Err(format!("the tree is idle, and of the leaves {leaves:?} are active"));
        }
        if !stepped.is_as_new {
            return Err("the tree is idle, and is not as it was at first".into());
        }
        let mut regions: Vec<usize> = leaves.iter().map(|&id| self.regions[id]).collect();
        regions.sort_unstable();
        regions.dedup();
        if regions.len() < leaves.len() {
            return Err(format!("two of the active leaves {leaves:?} stand in one region"));
        }
        Ok(())
    }
}

/// One start, runs, one finish: how often each active leaf has run.
fn follow(event: Event, active: &mut [Option<u32>]) -> Result<(), String> {
    let fine = match event {
        Event::Start(id, _) => active[id as usize].replace(0).is_none(),
        Event::Run(id, runs) => match &mut active[id as usize] {
            Some(counted) => {
                *counted += 1;
                *counted == runs + 1
            }
            None => false,
        },
        Event::Finish(id, _, runs) => active[id as usize].take() == Some(runs) && runs > 0,
        _ => true,
    };
    if fine { Ok(()) } else { Err(format!("{event:?} is out of order")) }
}

fn number(node: &Node, region: usize, next: &mut usize, regions: &mut [usize]) {
    if let Kind::Leaf(_, id) | Kind::Argued(id, _) = node.kind {
        regions[id as usize] = region;
    }
    let branches = matches!(node.kind, Kind::Parallel(..) | Kind::ParallelAll(_) | Kind::Race);
    for child in &node.children {
        let own = if branches { *next } else { region };
        *next += usize::from(branches);
        number(child, own, next, regions);
    }
}
