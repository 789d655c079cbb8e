//! Agents that are born and die while a fleet runs: the same on any number of workers, and after a restart.

use std::sync::{Arc, Mutex};

use bt::bt;
use bt_fleet::{Chance, Epoch, Fleet, Letter, Turn, World};
use rand_pcg::rand_core::Rng;
use serde::{Deserialize, Serialize};

use crate::within::{PATIENCE, folder, within};

#[derive(Serialize, Deserialize)]
struct Rabbit {
    parent: Option<u64>,
    age: u32,
    cell: u64,
    greeted: u32,
}

bt! {
    #[derive(Serialize, Deserialize)]
    Grow(Rabbit) = forever < sequence < action(|rabbit| rabbit.age += 1), wait(1.0) > >
}

/// Rabbits that bear others, die at some age, and greet their parents.
struct Warren;

const FIRST: u64 = 40;
const EPOCHS: u64 = 30;
const CELLS: u64 = 13;

impl World for Warren {
    type Tree = Grow;
    type Context = Rabbit;
    type Message = u64;

    fn population(&self) -> u64 {
        FIRST
    }

    fn spawn(&self, id: u64, _: &mut Chance) -> (Grow, Rabbit) {
        (Grow::new(), Rabbit { parent: None, age: (id % 9) as u32, cell: id % CELLS, greeted: 0 })
    }

    fn born(&self, letter: &Letter<u64>, chance: &mut Chance) -> (Grow, Rabbit) {
        let cell = (letter.message + chance.next_u64()) % CELLS;
        (Grow::new(), Rabbit { parent: Some(letter.from), age: 0, cell, greeted: 0 })
    }

    fn cell(&self, _: u64, rabbit: &Rabbit) -> u64 {
        rabbit.cell
    }

    fn tick(&self, grow: &mut Grow, rabbit: &mut Rabbit, mut turn: Turn<'_, u64>) {
        rabbit.greeted += turn.inbox().len() as u32;
        if rabbit.age == 0
            && let Some(parent) = rabbit.parent
        {
            turn.send(parent, turn.id()).expect("that is not too many");
        }
        grow.tick_for(1.0, rabbit);
        rabbit.cell = (rabbit.cell + u64::from(rabbit.age)) % CELLS;
        if turn.chance().next_u64() % 6 == 0 {
            turn.bear(rabbit.cell).expect("that is not too many");
        }
        if rabbit.age > 11 {
            turn.die();
        }
    }
}

fn warren() -> Fleet<Warren> {
    Fleet::new(Warren).seed(3).epochs(EPOCHS).patience(PATIENCE)
}

/// Runs a fleet. Returns the hashes, and the report of each epoch.
fn epochs(fleet: Fleet<Warren>) -> (Vec<(u64, u64)>, Vec<Epoch>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&seen);
    let report = fleet.watch(move |epoch| told.lock().expect("no panic").push(*epoch)).run().expect("it runs");
    let epochs = seen.lock().expect("no panic").clone();
    (report.hashes, epochs)
}

#[test]
fn the_number_of_agents_follows_births_and_deaths() {
    within(|| {
        let (_, epochs) = epochs(warren().threads(3));
        let mut agents = FIRST;
        for epoch in &epochs {
            assert_eq!(epoch.agents, agents, "{epoch:?}");
            agents = agents + epoch.born - epoch.died;
        }
        let sum = |of: fn(&Epoch) -> u64| epochs.iter().map(of).sum::<u64>();
        assert!(sum(|epoch| epoch.born) > 200 && sum(|epoch| epoch.died) > 100, "{epochs:?}");
        // Some parents are dead when they are greeted, and most are not.
        assert!(sum(|epoch| epoch.lost) * 2 < sum(|epoch| epoch.letters), "{epochs:?}");
        assert!(sum(|epoch| epoch.moved) > 100, "{epochs:?}");
    });
}

#[test]
fn any_number_of_workers_gives_the_same_births_and_deaths() {
    within(|| {
        let expected = epochs(warren());
        for threads in [2, 5] {
            let (hashes, epochs) = epochs(warren().threads(threads));
            assert_eq!(hashes, expected.0, "{threads} threads");
            let alike = |epoch: &Epoch| (epoch.agents, epoch.born, epoch.died, epoch.letters, epoch.lost);
            assert!(epochs.iter().map(alike).eq(expected.1.iter().map(alike)));
        }
    });
}

#[test]
fn births_go_on_after_a_restart_with_new_ids() {
    within(|| {
        let (expected, _) = epochs(warren());
        let folder = folder("births");
        warren().epochs(EPOCHS / 2).threads(3).snapshots(&folder, 5).run().expect("it runs");
        let report = warren().threads(2).snapshots(&folder, 5).run().expect("it continues");
        assert_eq!(report.hashes, expected[EPOCHS as usize / 2..]);
    });
}
