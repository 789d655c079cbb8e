//! The state of an agent in another program.

use bt::__private::live::Gift;
use bt_compiler::tree::ir::{Frame, Holds, NodeId, PlaceId, RegionId, ValueId};

use super::matching::matching;
use crate::program::Program;
use crate::run::{Fields, Held, State, Values};

/// The state in the new program. If a node that is active is not there, the old state comes back, to be aborted.
pub fn transfer(old: &Program, new: &Program, state: State) -> Result<State, State> {
    let matched = matching(old, new);
    let transfer = Transfer { old, new, matched: &matched };
    let mut values = Vec::new();
    match transfer.fits(RegionId(0), RegionId(0), &state, &mut values) {
        true => Ok(transfer.moved(RegionId(0), RegionId(0), state, Vec::new())),
        false => Err(state),
    }
}

struct Transfer<'p> {
    old: &'p Program,
    new: &'p Program,
    matched: &'p [Option<NodeId>],
}

/// A value that is held, by its name.
type Named<'p> = (&'p str, Gift);

impl<'p> Transfer<'p> {
    /// Whether what is active in an old region can go on in a new one.
    fn fits(&self, old: RegionId, new: RegionId, state: &State, values: &mut Vec<Named<'p>>) -> bool {
        let State::At(place, held) = state else { return true };
        if let (Held::Frame(Fields::Values(held), children), true) = (held, self.is_group(old, *place)) {
            values.extend(self.named(held));
            return self.fits(self.child(self.old, old, *place), new, &children[0], values);
        }
        let (from, node) = (&self.old.machine[old][*place], self.old.machine[old][*place].node);
        let Some(path) = self.matched[node.0].and_then(|node| self.path(new, node)) else { return false };
        let (groups, (region, at)) = (&path[..path.len() - 1], path[path.len() - 1]);
        let to = &self.new.machine[region][at];
        let same = match (&from.holds, &to.holds) {
            (Holds::Nothing, Holds::Nothing) => true,
            (Holds::Leaf(a), Holds::Leaf(b)) => {
                self.old.leaf(*a).map(|leaf| leaf.ty) == self.new.leaf(*b).map(|leaf| leaf.ty)
            }
            (Holds::Frame(a), Holds::Frame(b)) => std::mem::discriminant(a) == std::mem::discriminant(b),
            _ => false,
        };
        let held_there = groups.iter().all(|&(region, at)| self.values_of(region, at, values).is_some());
        let child = match held {
            Held::Frame(Fields::Timer(_) | Fields::Counted { .. }, children) => children.first(),
            Held::Nothing | Held::Leaf(_) => None,
            Held::Frame(..) => return false,
        };
        same && held_there
            && child.is_none_or(|child| {
                let (old, new) = (self.child(self.old, old, *place), self.child(self.new, region, at));
                self.fits(old, new, child, values)
            })
    }

    /// The state in the new region, of one that fits.
    fn moved(&self, old: RegionId, new: RegionId, state: State, mut values: Vec<Named<'p>>) -> State {
        let State::At(place, held) = state else { return State::Idle };
        let held = match held {
            Held::Frame(Fields::Values(held), mut children) => {
                values.extend(self.named(&held));
                return self.moved(self.child(self.old, old, place), new, children.remove(0), values);
            }
            held => held,
        };
        let node = self.matched[self.old.machine[old][place].node.0].expect("it fits");
        let path = self.path(new, node).expect("it fits");
        let (groups, (region, at)) = (&path[..path.len() - 1], path[path.len() - 1]);
        let inside = |child: State| {
            let (old, new) = (self.child(self.old, old, place), self.child(self.new, region, at));
            self.moved(old, new, child, values.clone())
        };
        let held = match held {
            Held::Frame(fields, children) => Held::Frame(fields, children.into_iter().map(inside).collect()),
            held => held,
        };
        groups.iter().rev().fold(State::At(at, held), |child, &(region, at)| {
            let values = self.values_of(region, at, &values).expect("it fits");
            State::At(at, Held::Frame(Fields::Values(values), vec![child]))
        })
    }

    fn is_group(&self, region: RegionId, place: PlaceId) -> bool {
        matches!(self.old.machine[region][place].holds, Holds::Frame(Frame::Group(_)))
    }

    /// The region of the only child of a frame.
    fn child(&self, program: &Program, region: RegionId, place: PlaceId) -> RegionId {
        match &program.machine[region][place].holds {
            Holds::Frame(frame) => frame.children()[0],
            Holds::Nothing | Holds::Begin | Holds::Leaf(_) => unreachable!("only frames have children"),
        }
    }

    /// The place of a node of the new program in a region, after the groups around it.
    fn path(&self, region: RegionId, node: NodeId) -> Option<Vec<(RegionId, PlaceId)>> {
        let places = self.new.machine[region].places.iter().enumerate();
        places.map(|(at, place)| (PlaceId(at), place)).find_map(|(at, place)| match &place.holds {
            Holds::Frame(Frame::Group(group)) => {
                let inside = self.path(group.child, node)?;
                Some([(region, at)].into_iter().chain(inside).collect())
            }
            _ => (place.node == node).then(|| vec![(region, at)]),
        })
    }

    fn named(&self, held: &Values) -> Vec<Named<'p>> {
        let set = held.iter().filter_map(|(id, value)| Some((&*self.old.values[id.0].name, value.clone()?)));
        set.collect()
    }

    /// The values that a group of the new program holds, if all are held with the same type.
    fn values_of(&self, region: RegionId, place: PlaceId, values: &[Named<'p>]) -> Option<Values> {
        let Holds::Frame(Frame::Group(group)) = &self.new.machine[region][place].holds else { return None };
        let value = |&id: &ValueId| {
            let of_new = &self.new.values[id.0];
            let (_, value) = values.iter().rfind(|(name, _)| *name == of_new.name)?;
            let same = of_new.ty.is_none_or(|ty| value.ty() == ty);
            same.then(|| (id, Some(value.clone())))
        };
        group.holds.iter().map(value).collect()
    }
}
