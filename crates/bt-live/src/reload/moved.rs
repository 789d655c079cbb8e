//! Moves the state of the survivors to the new program.

use std::sync::Arc;

use bt::__private::Timer;
use bt::__private::live::Literal;
use bt_compiler::tree::ir::frame::Data;
use bt_compiler::tree::ir::{Frame, NodeId, PlaceId, RegionId};
use bt_compiler::tree::model::Number;
use bt_compiler::tree::plan::layout::Field;

use super::Change;
use super::matching::is_group;
use super::survivors::{Named, Survivors, set};
use crate::program::{Code, Program};
use crate::run::{Datum, Held, Left, LiveSubtree, State, Stays, states_mut};

impl Change {
    /// The state in the new program, once everything that does not survive was aborted.
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
            Held::Frame(mut data) if is_group(before, (old, place)) => {
                let inside = before.regions(old, place).next().expect("a group has a child");
                let values = [values, &set(&data)].concat();
                let child = states_mut(&mut data).next().map(std::mem::take).unwrap_or_default();
                return self.region(inside, new, child, &values);
            }
            held => held,
        };
        let from = before.machine[old][place].node;
        let node = matching.to(from).expect("it continues");
        let path = matching.path(after, new, node).expect("it continues");
        let (&(region, at), groups) = path.split_last().expect("a path ends with a place");
        let held = match held {
            Held::Frame(data) => {
                let values = [values, &set(&data)].concat();
                let pair = Pair { old: (old, place), new: (region, at), nodes: (from, node) };
                Held::Frame(self.frame(&pair, data, &values))
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
            let provides = after.plan.frame(region, at).provides.iter();
            let values = provides.map(|&value| Datum::Bound(value, self.change.value(values, value)));
            State::At(at, Held::Frame(values.chain([Datum::State(child)]).collect()))
        })
    }

    /// The fields of the new frame, made from those of the old one.
    fn frame(&self, pair: &Pair, data: Vec<Datum>, values: &[Named]) -> Vec<Datum> {
        let Change { old: before, new: after, .. } = self.change;
        let (old_layout, layout) = (before.fields(pair.old), after.fields(pair.new));
        let mut held: Vec<(&Field, Option<Datum>)> = old_layout.iter().zip(data.into_iter().map(Some)).collect();
        let mut take = |is_it: &dyn Fn(&Field) -> bool| {
            held.iter_mut().find(|(field, _)| is_it(field)).and_then(|(_, datum)| datum.take())
        };
        let to = |region: RegionId| self.survivors.to[region.0];
        let moved = layout.iter().map(|field| match field.data {
            Data::State(region) => {
                let old =
                    old_layout.iter().filter_map(|field| field.data.state_of()).find(|&old| to(old) == Some(region));
                let state = old.and_then(|old| Some((old, take(&|field| field.data.state_of() == Some(old))?)));
                Datum::State(match state {
                    Some((old, Datum::State(state))) => self.region(old, region, state, values),
                    _ => State::Idle,
                })
            }
            Data::Held(value) | Data::Kept(value) | Data::Item(value) => {
                Datum::Bound(value, self.change.value(values, value))
            }
            _ => self.datum(pair, field, take(&|old| is_same(old, field))),
        });
        moved.collect()
    }

    /// The content of a field of the new frame that is neither a state nor a named value. `before` is the old content.
    fn datum(&self, pair: &Pair, field: &Field, before: Option<Datum>) -> Datum {
        let Change { old, new, .. } = self.change;
        match (new.frame(pair.new), before) {
            (_, Some(Datum::Left(left))) => Datum::Left(self.left(&left, pair.nodes)),
            (Frame::Pipeline(pipeline), Some(Datum::Number(reached))) => {
                let child = old.regions(pair.old.0, pair.old.1).nth(reached as usize);
                let to = child.and_then(|child| self.survivors.to[child.0]);
                let to = (0..).zip(&pipeline.children).find(|(_, child)| Some(**child) == to);
                Datum::Number(to.map_or(reached, |(number, _)| number))
            }
            // The value of an ended branch is lost.
            (Frame::Parallel(_), Some(Datum::Value(_))) => Datum::Value(None),
            // A different key expression counts as a changed key.
            (Frame::Observe(_), _) if !self.change.same_args(pair.nodes) => Datum::Value(None),
            (_, Some(datum)) => datum,
            (_, None) => unstored(old, pair.old, &field.data),
        }
    }

    /// The children left to run. New children are included.
    fn left(&self, left: &Left, nodes: (NodeId, NodeId)) -> Left {
        let (Change { old, new, .. }, matching) = (self.change, self.change.matching());
        let children = 0..new.children(nodes.1).len();
        left.moved(children.map(|child| matching.old_child((old, nodes.0), (new, nodes.1), child)))
    }
}

/// The places of a frame before and after an edit.
struct Pair {
    old: (RegionId, PlaceId),
    new: (RegionId, PlaceId),
    nodes: (NodeId, NodeId),
}

/// Whether two fields, of frames of the same kind, correspond.
fn is_same(one: &Field, other: &Field) -> bool {
    let ended = |field: &Field| matches!(field.data, Data::Ended | Data::EndedWith(_));
    one.name == other.name || ended(one) && ended(other)
}

/// The content of a field that the old frame did not have: a literal, or a value that nothing used.
fn unstored(old: &Program, place: (RegionId, PlaceId), data: &Data) -> Datum {
    match (old.frame(place), data) {
        (Frame::Every(every), Data::Timer(_)) => match old.code(every.period.code()) {
            Code::Literal(Literal::Float(seconds)) => Datum::Timer(Timer::new(*seconds)),
            _ => unreachable!("a period without a field is a literal"),
        },
        (Frame::Contest(contest), Data::Margin(_)) => match contest.margin {
            Number::Known(margin) => Datum::Margin(margin),
            Number::Code(_) => unreachable!("a margin without a field is a literal"),
        },
        _ => Datum::Value(None),
    }
}
