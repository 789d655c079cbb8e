//! A leaf without fields that behaves like `super::leaves::Scripted`, and has the same name in trees.

use std::cell::RefCell;
use std::collections::BTreeMap;

use bt::{Behavior, Outcome, Status};

use crate::context::World;
use crate::leaves::{or_panic, outcome, status};

thread_local!(static RUNS: RefCell<BTreeMap<u32, u32>> = const { RefCell::new(BTreeMap::new()) });

/// Its runs are counted next to it.
#[derive(Behavior, Clone, Debug, Default, PartialEq)]
#[behavior(context = World)]
pub struct Scripted<const ID: u32>;

impl<const ID: u32> Scripted<ID> {
    fn start(&self, world: &World) {
        RUNS.with_borrow_mut(|runs| runs.insert(ID, 0));
        or_panic(world.start(ID, 0));
    }

    fn run(&self, world: &World) -> Status {
        let runs = RUNS.with_borrow_mut(|runs| {
            let runs = runs.get_mut(&ID).expect("it has started");
            *runs += 1;
            *runs
        });
        status(or_panic(world.run(ID, runs - 1)).status())
    }

    fn finish(&self, world: &World, ended: Outcome) {
        let runs = RUNS.with_borrow_mut(|runs| runs.remove(&ID)).expect("it has started");
        or_panic(world.finish(ID, outcome(ended), runs));
    }
}
