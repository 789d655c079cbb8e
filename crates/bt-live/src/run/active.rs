//! The active nodes.

use bt::__private::Search;
use bt_compiler::tree::ir::{Holds, RegionId};

use super::{Held, State, states, subtree};
use crate::program::Program;

impl State {
    /// The position of the first active node at or after the start of the search.
    pub fn first_active(&self, program: &Program, region: RegionId, search: Search<'_>) -> Option<usize> {
        let State::At(id, held) = self else {
            return if region == RegionId(0) { search.idle() } else { None };
        };
        let node = program.machine[region][*id].node.0;
        match held {
            Held::Nothing => search.found(node),
            Held::Leaf(slot) => match &program.machine[region][*id].holds {
                Holds::Leaf(code) => subtree::first_active(program, *code, &**slot, node, search),
                Holds::Nothing | Holds::Begin | Holds::Frame(_) => None,
            },
            Held::Frame(data) => {
                let mut inside = program.regions(region, *id).zip(states(data));
                let first = inside.find_map(|(region, child)| child.first_active(program, region, search));
                first.or_else(|| search.found(node))
            }
        }
    }
}
