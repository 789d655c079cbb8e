//! The layout of the saved state: an enum for each region, with the names and the order of its variants and fields.
//!
//! Generated code declares these enums. An interpreter of the same layout writes the same save.

use super::names::{Names, word};
use super::slots::{LeafSlot, Slots, TimerSize, Waits};
use crate::tree::ir::frame::{Duration, Parallel, Period};
use crate::tree::ir::{AfterEnd, CodeId, Frame, Holds, Machine, NodeId, Outcome, PlaceId, RegionId, ValueId};
use crate::tree::model::{Model, Number};

/// The enums of all regions. That of region 0 is the state of the whole tree.
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

/// What a variant says about its region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    Idle,
    /// The region is a branch that has ended.
    Ended(Outcome),
    /// The region waits in this place.
    Place(PlaceId),
}

/// What a variant holds.
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
}

/// What a field holds, and its initial value.
#[derive(Clone)]
pub enum Data {
    /// The state of a child, initially idle.
    State(RegionId),
    /// A `u32`, initially 0.
    Zero,
    /// A `u32`, computed by code.
    Count(CodeId),
    /// A `bool`, initially `false`.
    Flag,
    /// How a child has ended, if it has: an `Option<bool>`.
    Ended,
    /// One bit for each of this many children, all of them set initially.
    Left(usize),
    /// The rest of a time.
    Timer { size: TimerSize, of: Time },
    /// A number, computed by code.
    Margin(CodeId),
    /// A decorator or a composite of the user.
    Custom(CodeId),
    /// A key, as it was when the frame began.
    Key(CodeId),
    /// The key as it was read last; an `Option`, since it may not have been read yet.
    SeenKey(CodeId),
    /// A value that is set. A group that never waits stores nothing.
    Held { value: ValueId, waits: Waits },
    /// A value that may be unset: an `Option`.
    Kept(ValueId),
    /// The value of a node, once it has succeeded: an `Option`.
    Given(NodeId),
    /// How a child has ended, if it has, with its value: an `Option<Result<_, ()>>`.
    EndedWith(NodeId),
    /// The number of an item of a `for_each`.
    ItemNumber,
    /// An item of a `for_each`.
    Item(ValueId),
}

/// The initial time of a timer.
#[derive(Clone, Copy)]
pub enum Time {
    Lasts(Duration),
    /// The same as in the field before it.
    AsBefore,
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

impl Field {
    fn new(name: impl Into<String>, data: Data) -> Self {
        Field { name: name.into(), data }
    }

    /// The region of a child, if it is the state of one.
    pub fn state_of(&self) -> Option<RegionId> {
        match self.data {
            Data::State(region) => Some(region),
            _ => None,
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
        let child = |region| Field::new("child", Data::State(region));
        match frame {
            Frame::Group(group) => {
                let waits = self.slots.waits(self.machine, group);
                let held = group
                    .holds
                    .iter()
                    .map(|&value| Field::new(self.names.held(value), Data::Held { value, waits: waits.clone() }));
                held.chain([child(group.child)]).collect()
            }
            Frame::Counted(frame) => vec![Field::new("left", Data::Count(frame.count)), child(frame.child)],
            Frame::Decorated(frame) => {
                vec![Field::new("decorator", Data::Custom(frame.decorator)), child(frame.child)]
            }
            Frame::Composed(frame) => {
                let composite = Field::new("composite", Data::Custom(frame.composite));
                let given = self.machine[frame.child].gives.map(|node| Field::new("given", Data::Given(node)));
                [composite, Field::new("turn", Data::Zero)]
                    .into_iter()
                    .chain(given)
                    .chain([child(frame.child)])
                    .collect()
            }
            Frame::Timer(frame) => vec![self.timer("timer", frame.duration)],
            Frame::Timeout(frame) => vec![self.timer("timer", Duration::For(frame.duration)), child(frame.child)],
            Frame::Every(frame) => {
                let mut fields = vec![self.timer("left", Duration::For(frame.period.code()))];
                if let Period::Once(period) = frame.period {
                    fields = vec![self.timer("period", Duration::For(period)), self.timer_as_before("left", period)];
                }
                fields.push(child(frame.child));
                fields
            }
            Frame::Cooldown(frame) => vec![child(frame.child)],
            Frame::Pick(frame) => vec![Field::new("left", Data::Left(frame.begins.len())), child(frame.child)],
            Frame::Observe(frame) => vec![Field::new("key", Data::SeenKey(frame.key)), child(frame.child)],
            Frame::Keyed(frame) => vec![Field::new("key", Data::Key(frame.key)), child(frame.child)],
            Frame::Keep(frame) => {
                frame.keeps.iter().map(|&value| self.kept(value)).chain([child(frame.child)]).collect()
            }
            Frame::ForEach(frame) => {
                let item = self.model.live(node).map(|item| Field::new(self.names.held(item), Data::Item(item)));
                [Field::new("number", Data::ItemNumber)].into_iter().chain(item).chain([child(frame.child)]).collect()
            }
            Frame::Priority(frame) => vec![Field::new("left", Data::Left(frame.children)), child(frame.child)],
            Frame::Contest(frame) => {
                let margin = match frame.margin {
                    Number::Known(_) => None,
                    Number::Code(margin) => Some(Field::new("margin", Data::Margin(margin))),
                };
                [Field::new("left", Data::Left(frame.children)), child(frame.child)].into_iter().chain(margin).collect()
            }
            Frame::Recover(frame) => {
                let left = Field::new("left", Data::Count(frame.count));
                vec![left, Field::new("recovers", Data::Flag), child(frame.child)]
            }
            Frame::Finally(frame) => {
                let with_value = Data::EndedWith(self.machine[frame.child].node);
                let ended = if frame.keeps_value { with_value } else { Data::Ended };
                vec![Field::new(frame.ended(), ended), child(frame.child)]
            }
            Frame::RoundRobin(frame) => vec![Field::new("failed", Data::Zero), child(frame.child)],
            Frame::Parallel(frame) => self.parallel(frame, node),
            Frame::Pipeline(frame) => {
                let kept = frame.keeps.iter().map(|&value| self.kept(value));
                let states = frame.children.iter().map(|&child| self.branch(child));
                std::iter::once(Field::new("reached", Data::Zero)).chain(kept).chain(states).collect()
            }
            Frame::SimpleParallel(frame) => {
                vec![
                    Field::new("main", Data::State(frame.main)),
                    Field::new("background", Data::State(frame.background)),
                ]
            }
        }
    }

    fn parallel(&self, frame: &Parallel, node: NodeId) -> Vec<Field> {
        let read = frame.rule.read().into_iter().map(|(name, code)| Field::new(name, Data::Count(code)));
        let each = frame.branches.iter().filter(|_| self.model.gives_each(node));
        let given = each.filter_map(|&branch| {
            let name = &self.names.nodes[self.machine[branch].node.0];
            Some(Field::new(word(&format!("value_of_{name}")), Data::Given(self.machine[branch].gives?)))
        });
        let states = frame.branches.iter().map(|&branch| self.branch(branch));
        read.chain(given).chain(states).collect()
    }

    /// The state of a branch, which is named after its node.
    fn branch(&self, region: RegionId) -> Field {
        Field::new(word(&self.names.nodes[self.machine[region].node.0]), Data::State(region))
    }

    fn kept(&self, value: ValueId) -> Field {
        Field::new(self.names.held(value), Data::Kept(value))
    }

    fn timer(&self, name: &str, duration: Duration) -> Field {
        let size = match duration {
            Duration::For(time) | Duration::Since(_, time) => self.slots.timer(&[time]),
            Duration::Between(least, most) => self.slots.timer(&[least, most]),
        };
        Field::new(name, Data::Timer { size, of: Time::Lasts(duration) })
    }

    fn timer_as_before(&self, name: &str, time: CodeId) -> Field {
        Field::new(name, Data::Timer { size: self.slots.timer(&[time]), of: Time::AsBefore })
    }
}
