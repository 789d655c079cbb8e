//! The state of what goes on, in the new program.

use std::sync::Arc;

use bt_compiler::tree::ir::{Frame, Holds, NodeId, PlaceId, RegionId};
use bt_compiler::tree::plan::layout::Data;

use super::Change;
use super::matching::is_group;
use super::survivors::{Named, Survivors, set};
use crate::run::{Fields, Held, Left, LiveSubtree, State, Stays, Values};

impl Change {
    /// The state in the new program, after all that does not go on has been aborted.
    pub fn moved(&self, survivors: &Survivors, state: State) -> State {
        match survivors.region(RegionId(0)) {
            true => Mover { change: self, survivors }.region(RegionId(0), RegionId(0), state, &[]),
            false => State::Idle,
        }
    }
}

struct Mover<'c> {
    change: &'c Change,
    survivors: &'c Survivors,
}

impl Mover<'_> {
    fn region(&self, old: RegionId, new: RegionId, state: State, values: &[Named]) -> State {
        let (place, held) = match state {
            State::At(place, held) => (place, held),
            state => return state,
        };
        let (Change { old: before, new: after, .. }, matching) = (self.change, self.change.matching());
        let held = match held {
            Held::Frame(fields, mut children) if is_group(before, (old, place)) => {
                let inside = before.regions(old, place).next().expect("a group has a child");
                let values = [values, &set(&fields)].concat();
                return self.region(inside, new, children.swap_remove(0), &values);
            }
            held => held,
        };
        let from = before.machine[old][place].node;
        let node = matching.to(from).expect("it goes on");
        let path = matching.path(after, new, node).expect("it goes on");
        let (&(region, at), groups) = path.split_last().expect("a path ends with a place");
        let held = match held {
            Held::Frame(fields, children) => {
                let values = [values, &set(&fields)].concat();
                let regions: Vec<RegionId> = before.regions(old, place).collect();
                let new_regions: Vec<RegionId> = after.regions(region, at).collect();
                let fields = self.fields(fields, (from, node), (region, at), &regions, &new_regions, &values);
                let mut states: Vec<State> = new_regions.iter().map(|_| State::Idle).collect();
                for (old, child) in regions.into_iter().zip(children) {
                    let to =
                        self.survivors.to[old.0].and_then(|to| new_regions.iter().position(|&region| region == to));
                    if let (Some(to), false) = (to, child.is_idle()) {
                        states[to] = self.region(old, new_regions[to], child, &values);
                    }
                }
                Held::Frame(fields, states)
            }
            Held::Leaf(mut slot) => {
                if let (Some(inside), Some((change, survivors))) =
                    (slot.downcast_mut::<LiveSubtree>(), self.survivors.inside.get(&old.0))
                {
                    inside.state = change.moved(survivors, std::mem::take(&mut inside.state));
                    inside.program = Arc::clone(&change.new);
                }
                Held::Leaf(slot)
            }
            held => held,
        };
        groups.iter().rev().fold(State::At(at, held), |child, &(region, at)| {
            State::At(at, Held::Frame(Fields::Values(self.values(region, at, values)), vec![child]))
        })
    }

    /// The values that a frame of the new program holds.
    fn values(&self, region: RegionId, at: PlaceId, values: &[Named]) -> Values {
        let provides = self.change.new.plan.frame(region, at).provides.iter();
        provides.map(|&value| (value, self.change.value(values, value))).collect()
    }

    fn fields(
        &self,
        fields: Fields,
        nodes: (NodeId, NodeId),
        (region, at): (RegionId, PlaceId),
        old: &[RegionId],
        new: &[RegionId],
        values: &[Named],
    ) -> Fields {
        let after = &self.change.new;
        let Holds::Frame(frame) = &after.machine[region][at].holds else { unreachable!("it is a frame") };
        match (fields, frame) {
            (Fields::Left(left), _) => Fields::Left(self.left(&left, nodes)),
            (Fields::Contest { left, margin }, _) => Fields::Contest { left: self.left(&left, nodes), margin },
            (Fields::ForEach { number, .. }, _) => Fields::ForEach { number, item: self.values(region, at, values) },
            (Fields::Pipeline { reached, .. }, _) => {
                let to = self.survivors.to[old[reached].0].and_then(|to| new.iter().position(|&region| region == to));
                Fields::Pipeline { reached: to.unwrap_or(reached), values: self.values(region, at, values) }
            }
            (Fields::Parallel { read, .. }, _) => {
                let layout = after.plan.layout.fields(region, at);
                let given = layout.iter().filter(|field| matches!(field.data, Data::Given(_))).map(|_| None).collect();
                Fields::Parallel { read, given }
            }
            // Another key counts as a changed one.
            (Fields::Key(_), Frame::Observe(_)) if !self.change.same_args(nodes) => Fields::Key(None),
            (fields, _) => fields,
        }
    }

    /// The children that are left. One that is new is left, too.
    fn left(&self, left: &Left, nodes: (NodeId, NodeId)) -> Left {
        let (Change { old, new, .. }, matching) = (self.change, self.change.matching());
        let children = 0..new.children(nodes.1).len();
        left.moved(children.map(|child| matching.old_child((old, nodes.0), (new, nodes.1), child)))
    }
}
