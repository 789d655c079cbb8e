//! `Told`: a step of a counterexample as text: the move, what the trees did, and what changed in the world.

use std::time::Duration;

use bt::{Outcome, Status};

use crate::agents::Agents;
use crate::difference::difference;
use crate::now::Label;
use crate::system::{Broken, State, Step, System};
use crate::watch::{Event, What};
use crate::world::World;

/// A step of the story.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    /// The move, and the outcomes of draws.
    pub name: String,
    pub ticked: bool,
    pub span: Duration,
    pub agents: Vec<String>,
    pub world: String,
    pub panic: Option<String>,
}

/// A step from a state as text.
pub(crate) fn tell<W: World, A: Agents>(
    system: &System<'_, W, A>,
    before: &State<W, A>,
    step: &Step<'_, W, A>,
) -> Told {
    let events = step.watch.events();
    let several = system.labels.len() > 1;
    let agents = (0..system.labels.len()).map(|agent| {
        let name = if several { format!("agent {agent}: ") } else { String::new() };
        let done = phrases(&system.labels[agent], events.iter().filter(|event| event.agent == agent));
        let active = active(system, &step.state.agents, agent);
        match (step.ticked, done.is_empty()) {
            (false, _) => String::new(),
            (true, true) => format!("{name}{active}"),
            (true, false) => format!("{name}{}; {active}", done.join(", ")),
        }
    });
    let panic = match &step.broken {
        Some(Broken::Panic(text)) => Some(text.clone()),
        _ => None,
    };
    Told {
        name: step.name.clone(),
        ticked: step.ticked,
        span: step.watch.span(),
        agents: agents.filter(|text| !text.is_empty()).collect(),
        world: difference(&before.world, &step.state.world),
        panic,
    }
}

/// The active leaves of an agent.
fn active<W, A: Agents>(system: &System<'_, W, A>, agents: &A, agent: usize) -> String {
    let tree = agents.tree(agent).expect("there are labels for trees alone");
    let nodes = &system.labels[agent];
    let (mut position, mut active) = (0, Vec::new());
    while let Some(leaf) = tree.first_active(position) {
        active.push(format!("`{}`", nodes[leaf].title));
        position = leaf + 1;
    }
    if active.is_empty() { String::from("nothing is active") } else { format!("active: {}", active.join(", ")) }
}

/// What the nodes of an agent have done, in order.
///
/// A node that the user has not named is left out if it ends as the last node below it did: a `sequence` fails because
/// one of its children has.
fn phrases<'e>(nodes: &[Label], events: impl Iterator<Item = &'e Event>) -> Vec<String> {
    let mut phrases: Vec<String> = Vec::new();
    // The leaf that has started, if it has not run yet; the node that ended last; the node whose reason was the last
    // event.
    let (mut started, mut ended, mut reason) = (None, None, None);
    for Event { position, what, .. } in events {
        let Label { title, is_named, begin, end } = nodes[*position];
        let is_leaf = end == begin + 1;
        let said = reason.take();
        let verb = match what {
            What::Start => {
                started = Some(*position);
                continue;
            }
            What::Run(Status::Running) if started == Some(*position) => "starts",
            What::Run(Status::Running) => "continues",
            What::Run(_) => continue,
            What::Why(why) if !is_leaf => {
                reason = Some(*position);
                match phrases.last_mut() {
                    Some(last) if said == reason => *last += &format!(", {why}"),
                    _ => phrases.push(format!("`{title}` says {why}")),
                }
                continue;
            }
            What::Why(_) => continue,
            What::Finish(outcome) => {
                let below = ended.replace((*position, *outcome));
                let says_nothing_new = |(last, other)| other == *outcome && (begin + 1..end).contains(&last);
                if !is_named && below.is_some_and(says_nothing_new) {
                    continue;
                }
                match outcome {
                    Outcome::Success => "succeeds",
                    Outcome::Failure => "fails",
                    Outcome::Aborted => "is aborted",
                }
            }
        };
        started = None;
        phrases.push(format!("`{title}` {verb}"));
    }
    phrases
}
