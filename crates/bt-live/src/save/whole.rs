//! Checks whether a tree can be in a state. A damaged save is refused: a node that lost a value could not continue.

use bt::__private::live::Slotted;
use bt_compiler::tree::ir::frame::{Data, Fit, child_with};
use bt_compiler::tree::ir::{PlaceId, RegionId, ValueId};
use bt_compiler::tree::plan::frames::Set;
use bt_compiler::tree::plan::layout::Field;

use crate::program::Program;
use crate::run::{Datum, Held, LiveSubtree, State, states};

/// Whether a region can be in a state.
pub fn is_whole(program: &Program, region: RegionId, state: &State) -> bool {
    let State::At(place, held) = state else { return true };
    match held {
        Held::Nothing => true,
        Held::Leaf(slot) => is_whole_inside(slot),
        Held::Frame(data) => {
            let frame = Frame { program, region, place: *place, data };
            let says = program.frame((region, *place)).describe();
            let mut regions = program.regions(region, *place).zip(states(data));
            frame.has_values()
                && says.fits().into_iter().all(|fit| frame.fits(fit))
                && regions.all(|(region, child)| {
                    (!child.is_idle() || says.may_be_idle(region)) && is_whole(program, region, child)
                })
        }
    }
}

fn is_whole_inside(slot: &Slotted) -> bool {
    match slot.downcast_ref() {
        Some(LiveSubtree { program, state, .. }) => is_whole(program, RegionId(0), state),
        None => true,
    }
}

/// A frame, and what it holds.
struct Frame<'p> {
    program: &'p Program,
    region: RegionId,
    place: PlaceId,
    data: &'p [Datum],
}

impl Frame<'_> {
    /// Whether it has the values that must be set by now.
    fn has_values(&self) -> bool {
        let is_set = |datum: &Datum, value: ValueId| matches!(datum, Datum::Bound(id, Some(_)) if *id == value);
        let is_needed = |set: &Set| match (set, self.data) {
            (Set::After(child), [Datum::Number(reached), ..]) => *reached as usize > *child,
            (Set::In(_, places), [.., Datum::State(State::At(place, _))]) => places.contains(place),
            _ => false,
        };
        let mut values = self.program.plan.frame(self.region, self.place).set.iter();
        values.all(|(value, set)| self.data.iter().any(|datum| is_set(datum, *value)) || !is_needed(set))
    }

    /// Whether its fields fit each other and the active child.
    fn fits(&self, fit: Fit) -> bool {
        match fit {
            Fit::Number(name, range) => range.contains(&self.number(name)),
            Fit::Active(name) => {
                let number = self.number(name);
                let mut children = self.program.regions(self.region, self.place).zip(states(self.data));
                children.all(|(of, state)| self.active(of, state).is_none_or(|child| child == number))
            }
            Fit::HasGiven(branch) => {
                let gives = self.program.machine[branch].gives;
                let given = self.field(|field| matches!(field.data, Data::Given(node) if gives == Some(node)));
                let state = self.field(|field| field.data.state_of() == Some(branch));
                !matches!((given, state), (Some(Datum::Value(None)), Some(Datum::State(State::Ended(true)))))
            }
        }
    }

    /// A field that is a number, or that says which of two children is active.
    fn number(&self, name: &str) -> usize {
        match self.field(|field| field.name == name) {
            Some(Datum::Number(number)) => *number as usize,
            Some(Datum::Flag(flag)) => 1 + usize::from(*flag),
            Some(Datum::Ended(ended)) => 1 + usize::from(ended.is_some()),
            _ => unreachable!("`{name}` is a number, or set or not"),
        }
    }

    fn field(&self, is: impl Fn(&Field) -> bool) -> Option<&Datum> {
        let fields = self.program.fields((self.region, self.place)).iter().zip(self.data);
        fields.filter(|(field, _)| is(field)).map(|(_, datum)| datum).next()
    }

    /// The child that is active in a state, if one is, counted from 1.
    fn active(&self, of: RegionId, state: &State) -> Option<usize> {
        let State::At(active, _) = state else { return None };
        let (machine, nodes) = (&self.program.machine, &self.program.nodes);
        let node = machine[self.region][self.place].node;
        Some(child_with(&nodes[node.0].children, machine[of][*active].node))
    }
}
