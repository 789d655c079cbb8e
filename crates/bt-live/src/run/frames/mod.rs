//! Starts and ticks frames: places with fields. Each kind does what its code in the compiler's `generate/frames` does.

use bt::__private::ItemNumber;
use bt::__private::live::Op;
use bt_compiler::tree::ir::frame::{Data, Group, Keep, Time};
use bt_compiler::tree::ir::{CodeId, Frame, Holds, NodeId, PlaceId, RegionId};
use bt_compiler::tree::model::{Number, Threshold};
use bt_compiler::tree::plan::layout::Field;

use super::left::Left;
use super::{Datum, Held, LiveWatch, Run, State, TickInputs, Ticked};
use crate::program::Program;

/// The content of a frame.
type Fields<'d> = &'d mut [Datum];

/// Ticks the frames of a kind.
trait Ticks<F> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &F, at: At, data: Fields) -> Ticked;
}

/// The node of a frame, and whether this is the frame's first tick.
#[derive(Clone, Copy)]
struct At {
    node: NodeId,
    begins: bool,
}

macro_rules! tick {
    ($($file:ident $kind:ident),*) => {
        impl Run<'_> {
            fn tick_frame<W: LiveWatch>(
                &mut self,
                inputs: &mut TickInputs<'_, W>,
                frame: &Frame,
                at: At,
                data: &mut [Datum],
            ) -> Ticked {
                match frame {
                    $(Frame::$kind(frame) => Ticks::tick(self, inputs, frame, at, data),)*
                }
            }
        }
    };
}
bt_compiler::all_frames!(tick);

/// The fields of a frame, which are in the order of the layout.
macro_rules! fields {
    ($data:ident, $fields:pat) => {
        let $fields = $data else { unreachable!("a place holds what its frame needs") };
    };
}

mod again;
mod composed;
mod decorated;
mod several;
mod timed;
mod turns;

impl<'r> Run<'r> {
    /// The initial content of a frame.
    pub(super) fn begin<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        place: PlaceId,
    ) -> Held {
        let node = self.program.machine[region][place].node;
        if self.program.plan.frame(region, place).is_node {
            self.forgets(inputs, node);
        }
        let mut data: Vec<Datum> = Vec::new();
        for field in self.program.plan.layout.fields(region, place) {
            let datum = self.begun(inputs, &field.data, data.last(), node);
            data.push(datum);
        }
        Held::Frame(data)
    }

    /// The initial content of a field, as the compiler's `generate/frames/fields.rs` generates it.
    fn begun<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        data: &Data,
        before: Option<&Datum>,
        node: NodeId,
    ) -> Datum {
        match (data, before) {
            (Data::State(_), _) => Datum::State(State::Idle),
            (Data::Zero, _) => Datum::Number(0),
            (&Data::Count(count), _) => Datum::Number(self.count(inputs, count, node)),
            (Data::Flag, _) => Datum::Flag(false),
            (Data::Ended | Data::EndedWith(_), _) => Datum::Ended(None),
            (&Data::Left(children), _) => Datum::Left(Left::all(children)),
            (Data::Timer(Time::AsBefore(_)), Some(Datum::Timer(timer))) => Datum::Timer(*timer),
            (Data::Timer(Time::AsBefore(_)), _) => unreachable!("there is a timer before it"),
            (&Data::Timer(Time::Lasts(duration)), _) => Datum::Timer(self.timer(inputs, duration, node)),
            (&Data::Margin(margin), _) => Datum::Margin(self.number(inputs, Number::Code(margin), node)),
            (&Data::Custom(code), _) => Datum::Custom(self.call(inputs, code, node, Op::Begin, None).slot),
            (&Data::Key(key), _) => Datum::Value(Some(self.key(inputs, key, node))),
            (Data::SeenKey(_) | Data::Given(_), _) => Datum::Value(None),
            (&Data::Held(value), _) => Datum::Bound(value, Some(self.set.take(value).expect("what is held is set"))),
            (&(Data::Kept(value) | Data::Item(value)), _) => Datum::Bound(value, None),
            (Data::ItemNumber, _) => Datum::ItemNumber(ItemNumber::default()),
        }
    }

    /// Ticks a frame. `begins`: whether this is its first tick.
    pub(super) fn frame<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        place: PlaceId,
        held: &mut Held,
        begins: bool,
    ) -> Ticked {
        let (frame, node) = self.frame_at(region, place);
        let Held::Frame(data) = held else { unreachable!("a frame has fields") };
        self.with_values_of(data, |run, data| run.tick_frame(inputs, frame, At { node, begins }, data))
    }

    fn frame_at(&self, region: RegionId, place: PlaceId) -> (&'r Frame, NodeId) {
        (self.program.frame((region, place)), self.program.machine[region][place].node)
    }

    /// Ticks a region. If nothing in it is active, its child starts at this place.
    fn region_from<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        state: &mut State,
        begin: PlaceId,
    ) -> Ticked {
        if state.is_idle() {
            *state = State::At(begin, Held::Nothing);
        }
        self.region(inputs, region, state)
    }

    /// The threshold of a `parallel`: a known number, or the one that was read under this name.
    fn threshold(threshold: Threshold, name: &str, names: &[(&str, CodeId)], read: &[u32]) -> usize {
        match threshold {
            Threshold::Known(number) => number,
            Threshold::Code(_) => {
                let at = names.iter().position(|(read, _)| *read == name).expect("it was read");
                read[at] as usize
            }
        }
    }
}

impl Program {
    /// The frame at a place, which must be one.
    pub fn frame(&self, (region, place): (RegionId, PlaceId)) -> &Frame {
        match &self.machine[region][place].holds {
            Holds::Frame(frame) => frame,
            Holds::Nothing | Holds::Begin | Holds::Leaf(_) => unreachable!("the place is a frame"),
        }
    }

    /// The fields of a place.
    pub fn fields(&self, (region, place): (RegionId, PlaceId)) -> &[Field] {
        self.plan.layout.fields(region, place)
    }

    /// The regions of the children of a place, in the order of its fields.
    pub fn regions(&self, region: RegionId, place: PlaceId) -> impl Iterator<Item = RegionId> {
        self.fields((region, place)).iter().filter_map(|field| field.data.state_of())
    }
}

impl Ticks<Group> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Group, _: At, data: Fields) -> Ticked {
        fields!(data, [.., Datum::State(child)]);
        self.region(inputs, frame.child, child)
    }
}

impl Ticks<Keep> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Keep, _: At, data: Fields) -> Ticked {
        fields!(data, [.., Datum::State(child)]);
        self.region(inputs, frame.child, child)
    }
}
