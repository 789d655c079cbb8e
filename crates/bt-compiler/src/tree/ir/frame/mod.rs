//! Frames: places with fields, which include the states of the children.
//!
//! Each kind of frame has a file with everything that is known before code is written, and a second file in
//! `generate/frames` that writes its code.

use std::ops::RangeInclusive;

use super::{CellId, CodeId, Loop, Machine, NodeId, Outcome, PlaceId, RegionId, ValueId};
use crate::tree::model::Model;

pub use every::Period;
pub use parallel::Rule;
pub use pick::PickBy;

/// Describes a kind of frame.
pub trait Describe {
    /// Its fields, in the order of the save.
    fn fields(&self, around: &Around) -> Vec<Field>;

    /// What it needs from a tick.
    fn needs(&self) -> Needs {
        Needs::NOTHING
    }

    /// Whether it reads the context every tick.
    fn asks(&self) -> bool {
        false
    }

    /// The region whose tick takes the number of the child that has the turn, if any. Other frames store a place
    /// that starts the child.
    fn takes_turns(&self) -> Option<RegionId> {
        None
    }

    /// The kept cell with the number of a child, if there is one.
    fn turn_cell(&self) -> Option<CellId> {
        None
    }

    /// What must hold of its fields. A save in which it does not is refused.
    fn fits(&self) -> Vec<Fit> {
        Vec::new()
    }

    /// Whether this child may be idle between two ticks, until the next tick starts it. A save in which another one is
    /// idle is refused.
    fn may_be_idle(&self, _: RegionId) -> bool {
        false
    }

    /// Whether one piece of code begins it, and another one continues it.
    fn begins_apart(&self) -> bool {
        false
    }
}

/// Calls a macro with the files of all kinds of frames, and the kinds.
#[macro_export]
macro_rules! all_frames {
    ($macro:ident) => {
        $macro! {
            composed Composed, contest Contest, cooldown Cooldown, counted Counted, decorated Decorated, every Every,
            finally Finally, for_each ForEach, group Group, keep Keep, keyed Keyed, observe Observe, parallel Parallel,
            pick Pick, pipeline Pipeline, priority Priority, recover Recover, round_robin RoundRobin,
            simple_parallel SimpleParallel, timeout Timeout, timer Timer
        }
    };
}

macro_rules! declare {
    ($($file:ident $kind:ident),*) => {
        $(
            mod $file;
            pub use $file::$kind;
        )*

        /// A place with fields.
        #[derive(Debug)]
        pub enum Frame {
            $($kind($kind),)*
        }

        impl Frame {
            /// What it says of itself.
            pub fn describe(&self) -> &dyn Describe {
                match self {
                    $(Frame::$kind(frame) => frame,)*
                }
            }
        }
    };
}
all_frames!(declare);

impl Frame {
    /// The regions of its children.
    pub fn children(&self, around: &Around) -> Vec<RegionId> {
        self.describe().fields(around).iter().filter_map(|field| field.data.state_of()).collect()
    }

    /// The values in its fields.
    pub fn provides(&self, around: &Around) -> Vec<ValueId> {
        self.describe().fields(around).iter().filter_map(|field| field.data.provides()).collect()
    }
}

/// The tree around a frame.
pub struct Around<'a> {
    pub model: &'a Model,
    pub machine: &'a Machine,
    /// The node of the frame.
    pub node: NodeId,
}

/// A field.
pub struct Field {
    pub name: Name,
    pub data: Data,
}

/// What must hold of a frame that is loaded.
pub enum Fit {
    /// This number is in a range.
    Number(&'static str, RangeInclusive<usize>),
    /// If a child is active, it is the one with this number, counted from 1; or the second one if this field is true
    /// or not empty, and the first otherwise.
    Active(&'static str),
    /// If this branch has succeeded, and its value is a field, the value is set.
    HasGiven(RegionId),
}

/// Which of a node's children has this node in it, counted from 1.
pub fn child_with(children: &[NodeId], node: NodeId) -> usize {
    children.partition_point(|&child| child <= node)
}

/// The name of a field.
#[derive(Clone, Copy)]
pub enum Name {
    Is(&'static str),
    /// The name of a value.
    Value(ValueId),
    /// The name of a branch's topmost node.
    Branch(RegionId),
    /// The value of the topmost node of a branch.
    ValueOf(RegionId),
}

/// The content of a field, with its initial value.
#[derive(Clone, Copy)]
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
    /// The remaining time.
    Timer(Time),
    /// A number, computed by code.
    Margin(CodeId),
    /// A user's decorator or composite.
    Custom(CodeId),
    /// The key when the frame began.
    Key(CodeId),
    /// The key when it was last read; an `Option`, since it may not have been read yet.
    SeenKey(CodeId),
    /// A value that is always set. A group that never waits stores nothing.
    Held(ValueId),
    /// A value that may be unset: an `Option`.
    Kept(ValueId),
    /// The value of a node, once it has succeeded: an `Option`.
    Given(NodeId),
    /// How a child has ended and with which value, if it has: an `Option<Result<_, ()>>`.
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
    /// The preceding field, which this code has computed.
    AsBefore(CodeId),
}

impl Field {
    fn new(name: &'static str, data: Data) -> Self {
        Field { name: Name::Is(name), data }
    }

    /// The state of the only child.
    fn child(region: RegionId) -> Self {
        Field::new("child", Data::State(region))
    }

    /// The state of one of several children, with the name of its node.
    fn branch(region: RegionId) -> Self {
        Field { name: Name::Branch(region), data: Data::State(region) }
    }

    fn kept(value: ValueId) -> Self {
        Field { name: Name::Value(value), data: Data::Kept(value) }
    }
}

impl Data {
    /// The region of a child, if it is the state of one.
    pub fn state_of(self) -> Option<RegionId> {
        match self {
            Data::State(region) => Some(region),
            _ => None,
        }
    }

    /// The value that nodes inside can use, if it is one.
    pub fn provides(self) -> Option<ValueId> {
        match self {
            Data::Held(value) | Data::Kept(value) | Data::Item(value) => Some(value),
            _ => None,
        }
    }
}

/// The duration of a timer.
#[derive(Clone, Copy, Debug)]
pub enum Duration {
    For(CodeId),
    /// A time drawn between the first and the second.
    Between(CodeId, CodeId),
    /// The remainder of a time since the moment in a kept cell; zero if the cell is empty.
    Since(CellId, CodeId),
}

/// What frames need from a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// A tick must say how long it lasts.
    pub time: bool,
    /// The tree counts the time from its first tick on.
    pub clock: bool,
    /// The tree has an `observe`, where `look` triggers a check of all conditions.
    pub look: bool,
}

impl Needs {
    pub const NOTHING: Needs = Needs { time: false, clock: false, look: false };

    /// What either needs.
    pub fn and(self, other: Needs) -> Needs {
        Needs { time: self.time | other.time, clock: self.clock | other.clock, look: self.look | other.look }
    }
}
