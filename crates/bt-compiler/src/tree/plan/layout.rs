//! The layout of the saved state: an enum for each region, with the names and the order of its variants and fields.
//!
//! Generated code declares these enums. An interpreter of the same layout writes the same save.

use super::names::{Names, word};
use super::slots::{LeafSlot, Slots, TimerSize};
use crate::tree::ir::frame::{self, Around, Data, Duration, Frame, Name, Time};
use crate::tree::ir::{AfterEnd, CodeId, Holds, Machine, NodeId, Outcome, PlaceId, RegionId};
use crate::tree::model::Model;

/// The enums of all regions. The enum of region 0 is the state of the whole tree.
pub struct Layout {
    pub states: Vec<State>,
}

/// The enum of a region.
pub struct State {
    pub name: String,
    /// In a save, a variant is its index in this list.
    pub variants: Vec<Variant>,
    /// For each place, its variant.
    of_places: Vec<usize>,
}

/// A variant.
pub struct Variant {
    pub name: String,
    pub is: Is,
    pub holds: Content,
}

/// What a variant means for its region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    Idle,
    /// The region is a branch that has ended.
    Ended(Outcome),
    /// The region waits in this place.
    Place(PlaceId),
}

/// The content of a variant.
pub enum Content {
    Nothing,
    /// A leaf, in a slot.
    Leaf {
        leaf: CodeId,
        slot: LeafSlot,
    },
    Fields(Vec<Field>),
}

/// A field of a frame.
pub struct Field {
    pub name: String,
    pub data: Data,
    /// The size of the field, if it is a timer.
    pub timer: Option<TimerSize>,
}

impl Layout {
    pub fn new(model: &Model, machine: &Machine, names: &Names, slots: &Slots, order: &[&[PlaceId]]) -> Self {
        let builder = Builder { model, machine, names, slots };
        Layout { states: order.iter().enumerate().map(|(id, order)| builder.state(RegionId(id), order)).collect() }
    }

    /// The variant of a place.
    pub fn variant(&self, region: RegionId, place: PlaceId) -> &Variant {
        let state = &self.states[region.0];
        &state.variants[state.of_places[place.0]]
    }

    /// The index of a place among the variants of its region.
    pub fn index(&self, region: RegionId, place: PlaceId) -> usize {
        self.states[region.0].of_places[place.0]
    }

    /// The fields of a frame.
    pub fn fields(&self, region: RegionId, place: PlaceId) -> &[Field] {
        match &self.variant(region, place).holds {
            Content::Fields(fields) => fields,
            Content::Nothing | Content::Leaf { .. } => &[],
        }
    }
}

struct Builder<'a> {
    model: &'a Model,
    machine: &'a Machine,
    names: &'a Names,
    slots: &'a Slots,
}

impl Builder<'_> {
    fn state(&self, id: RegionId, order: &[PlaceId]) -> State {
        let fixed = |name: &str, is| Variant { name: name.to_owned(), is, holds: Content::Nothing };
        let mut variants = vec![fixed("Idle", Is::Idle)];
        if self.machine[id].after_end == AfterEnd::Outcome {
            variants.push(fixed("Succeeded", Is::Ended(Outcome::Success)));
            variants.push(fixed("Failed", Is::Ended(Outcome::Failure)));
        }
        let mut of_places = vec![0; self.machine[id].places.len()];
        for &place in order {
            of_places[place.0] = variants.len();
            let name = self.names.places[id.0][place.0].clone();
            variants.push(Variant { name, is: Is::Place(place), holds: self.content(id, place) });
        }
        State { name: self.names.regions[id.0].clone(), variants, of_places }
    }

    fn content(&self, region: RegionId, id: PlaceId) -> Content {
        let place = &self.machine[region][id];
        match &place.holds {
            Holds::Nothing | Holds::Begin => Content::Nothing,
            &Holds::Leaf(leaf) => Content::Leaf { leaf, slot: self.slots.of_leaves },
            Holds::Frame(frame) => Content::Fields(self.fields(frame, place.node)),
        }
    }

    fn fields(&self, frame: &Frame, node: NodeId) -> Vec<Field> {
        let around = Around { model: self.model, machine: self.machine, node };
        let fields = frame.describe().fields(&around).into_iter();
        let field = |field: frame::Field| Field {
            name: self.name(field.name),
            data: field.data,
            timer: match field.data {
                Data::Timer(time) => Some(self.timer(time)),
                _ => None,
            },
        };
        fields.map(field).collect()
    }

    fn name(&self, name: Name) -> String {
        let node = |region: RegionId| &self.names.nodes[self.machine[region].node.0];
        match name {
            Name::Is(name) => name.to_owned(),
            Name::Value(value) => self.names.held(value),
            Name::Branch(region) => word(node(region)),
            Name::ValueOf(region) => word(&format!("value_of_{}", node(region))),
        }
    }

    fn timer(&self, time: Time) -> TimerSize {
        match time {
            Time::Lasts(Duration::For(time) | Duration::Since(_, time)) | Time::AsBefore(time) => {
                self.slots.timer(&[time])
            }
            Time::Lasts(Duration::Between(least, most)) => self.slots.timer(&[least, most]),
        }
    }
}
