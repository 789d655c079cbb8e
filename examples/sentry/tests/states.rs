//! What a state machine for the same agents would need.
//!
//! A state is what is active between two steps; counters and timers are not counted, since a machine can hold them in
//! variables. A transition is a pair of different states, the second of which one step can reach from the first. All
//! are found by search: whatever can happen to an agent happens to it in each state, when the state begins and when it
//! ends.

use std::collections::BTreeSet;

use bt::{Status, TreeFor};
use glam::Vec2;

use super::HIDDEN;
use super::agents::see;
use crate::agent::{Agent, Awareness, Fact};
use crate::player::Player;
use crate::trees::{GuardPatrol, GuardStatic, GuardWander, SentryPatrol};
use crate::world::{STEP, World};

/// The titles of the active nodes.
fn state(tree: &impl TreeFor<Agent>) -> String {
    tree.active().map(|node| node.title()).collect::<Vec<_>>().join(" > ")
}

/// The most steps that a state takes if it ends by itself.
const LONGEST: u32 = 80;

/// How many facts may hold for an agent.
const FACTS: u32 = 7;

/// Puts an agent in a case, which has a bit for each fact.
fn put(agent: &mut Agent, case: u32) {
    let holds = |fact: u32| case >> fact & 1 == 1;
    let at = agent.at;
    for (number, fact) in [Fact::Noise, Fact::Target, Fact::Hurt].into_iter().enumerate() {
        agent.memory.remove(&fact);
        if holds(number as u32) {
            agent.memory.insert_at(fact, true, at);
        }
    }
    agent.sees = None;
    agent.memory.remove(&Fact::Player);
    if holds(3) {
        see(agent, Vec2::ZERO);
    }
    agent.startled = holds(4);
    agent.awareness = if holds(5) { Awareness::Low } else { Awareness::High };
    agent.at = agent.route[0] + if holds(6) { Vec2::ZERO } else { Vec2::X };
}

fn tick<T: TreeFor<Agent, Answer = Status>>(agent: &mut Agent, tree: &mut T) {
    let _: Status = tree.tick_for(STEP, agent);
    agent.deeds.clear();
    agent.news.clear();
}

/// The states and transitions of an agent's tree.
fn count<T: TreeFor<Agent, Answer = Status> + Clone>(agent: Agent, tree: T) -> (usize, usize) {
    let (mut states, mut transitions) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![(agent, tree)];
    while let Some((agent, tree)) = open.pop() {
        let before = state(&tree);
        if states.contains(&before) {
            continue;
        }
        let mut moments = vec![(agent.clone(), tree.clone())];
        // The moment right before the state ends by itself, whatever else happens meanwhile.
        for case in [0].into_iter().chain((0..FACTS).map(|fact| 1 << fact)) {
            let (mut last, mut next) = ((agent.clone(), tree.clone()), (agent.clone(), tree.clone()));
            put(&mut next.0, case);
            for _ in 0..LONGEST {
                tick(&mut next.0, &mut next.1);
                if state(&next.1) != before {
                    moments.push(last);
                    break;
                }
                last = next.clone();
            }
        }
        for moment in moments {
            for case in 0..1 << FACTS {
                let (mut agent, mut tree) = moment.clone();
                put(&mut agent, case);
                tick(&mut agent, &mut tree);
                let after = state(&tree);
                if after != before {
                    transitions.insert((before.clone(), after));
                }
                open.push((agent, tree));
            }
        }
        states.insert(before);
    }
    // Before its first step, a tree has no active nodes.
    transitions.retain(|(before, _)| !before.is_empty());
    (states.len() - 1, transitions.len())
}

#[test]
fn the_book_says_how_many_states_and_transitions_a_machine_has() {
    let agent = |of: fn(u64, Player) -> World, number| of(1, Player::new(HIDDEN, &[])).agents.swap_remove(number).0;
    let machines = [
        ("`SentryPatrol`", count(agent(World::with_two, 0), SentryPatrol::new())),
        ("`GuardStatic`", count(agent(World::with_two, 1), GuardStatic::new())),
        ("`GuardPatrol`", count(agent(World::with_guards, 0), GuardPatrol::new())),
        ("`GuardWander`", count(agent(World::with_guards, 1), GuardWander::new())),
    ];
    let page = include_str!("../../../book/src/from-a-state-machine.md");
    for (name, (states, transitions)) in machines {
        let row = format!("| {name} | {states} | {transitions} |");
        assert!(page.lines().any(|line| line == row), "the book does not say `{row}`");
    }
}
