//! Where an agent is in a program.

use std::time::Duration;

use bt::__private::live::{Gift, Slotted};
use bt::__private::{Search, Timer};
use bt_compiler::tree::ir::{Holds, PlaceId, RegionId, ValueId};
use bt_compiler::tree::plan::layout::Field;

use crate::program::Program;

/// Where a region is.
#[derive(Default)]
pub enum State {
    /// Nothing is active.
    #[default]
    Idle,
    /// In a place.
    At(PlaceId, Held),
}

/// What a place holds.
pub enum Held {
    Nothing,
    Leaf(Slotted),
    Group { values: Vec<(ValueId, Gift)>, child: Box<State> },
    Timer(Timer),
    Timeout { timer: Timer, child: Box<State> },
    Counted { left: u32, child: Box<State> },
}

impl State {
    pub fn is_idle(&self) -> bool {
        matches!(self, State::Idle)
    }
}

impl Held {
    /// The states of the children, in the order of the fields.
    pub fn into_children(self) -> Vec<State> {
        match self {
            Held::Nothing | Held::Leaf(_) | Held::Timer(_) => Vec::new(),
            Held::Group { child, .. } | Held::Timeout { child, .. } | Held::Counted { child, .. } => vec![*child],
        }
    }
}

impl State {
    /// The position of the first active node at or after the start of the search.
    pub fn first_active(&self, program: &Program, region: RegionId, search: Search<'_>) -> Option<usize> {
        let State::At(id, held) = self else { return None };
        let place = &program.machine[region][*id];
        match held {
            Held::Nothing | Held::Leaf(_) => search.found(place.node.0),
            Held::Group { child, .. } | Held::Timeout { child, .. } | Held::Counted { child, .. } => {
                let is_node = program.plan.frame(region, *id).is_node;
                let found = child.first_active(program, child_of(program, region, *id), search);
                found.or_else(|| is_node.then(|| search.found(place.node.0)).flatten())
            }
            Held::Timer(_) => search.found(place.node.0),
        }
    }

    /// How long ticks can be skipped.
    pub fn sleep(&self, program: &Program, region: RegionId) -> Option<Duration> {
        let State::At(id, held) = self else { return None };
        match held {
            Held::Nothing => None,
            Held::Leaf(slot) => match program.machine[region][*id].holds {
                Holds::Leaf(code) => program.leaf(code).and_then(|leaf| (leaf.sleep)(&**slot)),
                Holds::Nothing | Holds::Begin | Holds::Frame(_) => None,
            },
            Held::Timer(timer) => Some(timer.left()),
            Held::Group { child, .. } | Held::Counted { child, .. } => {
                child.sleep(program, child_of(program, region, *id))
            }
            Held::Timeout { timer, child } => {
                Some(timer.left().min(child.sleep(program, child_of(program, region, *id))?))
            }
        }
    }
}

fn child_of(program: &Program, region: RegionId, place: PlaceId) -> RegionId {
    let fields = program.plan.layout.fields(region, place);
    fields.iter().find_map(Field::state_of).expect("the frame has a child")
}
