//! Begins and ticks frames: places with fields. Each kind does what its code in `generate/frames` of the compiler does.

use bt::__private::ItemNumber;
use bt::__private::live::Op;
use bt_compiler::tree::ir::frame::{Composed, Decorated, Duration, Timer as TimerFrame};
use bt_compiler::tree::ir::{CodeId, Frame, Holds, NodeId, PlaceId, RegionId, ValueId};
use bt_compiler::tree::model::Threshold;
use bt_compiler::tree::plan::layout::{Data, Field};

use super::left::Left;
use super::{Fields, Held, LiveWatch, Run, State, TickInputs, Ticked};
use crate::program::Program;
use composed::Composite;

mod again;
mod composed;
mod decorated;
mod several;
mod timed;
mod turns;

impl<'r> Run<'r> {
    /// What a frame holds at the beginning.
    pub(super) fn begin<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        place: PlaceId,
    ) -> Held {
        let (frame, node) = self.frame_at(region, place);
        if self.program.plan.frame(region, place).is_node {
            self.forgets(inputs, node);
        }
        let fields = self.begin_fields(inputs, frame, node, self.program.plan.layout.fields(region, place));
        let children = self.program.regions(region, place).map(|_| State::Idle).collect();
        Held::Frame(fields, children)
    }

    fn begin_fields<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &Frame,
        node: NodeId,
        layout: &[Field],
    ) -> Fields {
        let unset = |values: &[ValueId]| values.iter().map(|&value| (value, None)).collect();
        match frame {
            Frame::Group(group) => {
                let value = |&id: &ValueId| (id, Some(self.set.take(id).expect("what is held is set")));
                Fields::Values(group.holds.iter().map(value).collect())
            }
            Frame::Keep(keep) => Fields::Values(unset(&keep.keeps)),
            Frame::Timer(TimerFrame { duration }) => Fields::Timer(self.timer(inputs, *duration, node)),
            Frame::Timeout(frame) => Fields::Timer(self.timer(inputs, Duration::For(frame.duration), node)),
            Frame::Every(frame) => {
                let period = self.timer(inputs, Duration::For(frame.period.code()), node);
                Fields::Every { period, left: period }
            }
            Frame::Counted(frame) => Fields::Counted { left: self.count(inputs, frame.count, node) },
            Frame::Recover(frame) => Fields::Recover { left: self.count(inputs, frame.count, node), recovers: false },
            Frame::Cooldown(_) | Frame::SimpleParallel(_) => Fields::None,
            Frame::Finally(_) => Fields::Finally(None),
            Frame::RoundRobin(_) => Fields::RoundRobin { failed: 0 },
            Frame::Pick(frame) => Fields::Left(Left::all(frame.begins.len())),
            Frame::Priority(frame) => Fields::Left(Left::all(frame.children)),
            Frame::Contest(frame) => {
                let margin = self.number(inputs, frame.margin, node);
                Fields::Contest { left: Left::all(frame.children), margin }
            }
            Frame::Parallel(frame) => {
                let read = frame.rule.read().into_iter().map(|(_, code)| self.count(inputs, code, node)).collect();
                let given = layout.iter().filter(|field| matches!(field.data, Data::Given(_))).map(|_| None);
                Fields::Parallel { read, given: given.collect() }
            }
            Frame::Pipeline(frame) => Fields::Pipeline { reached: 0, values: unset(&frame.keeps) },
            Frame::Keyed(frame) => Fields::Key(Some(self.key(inputs, frame.key, node))),
            Frame::Observe(_) => Fields::Key(None),
            Frame::ForEach(_) => {
                let item = layout.iter().filter_map(|field| match field.data {
                    Data::Item(value) => Some((value, None)),
                    _ => None,
                });
                Fields::ForEach { number: ItemNumber::default(), item: item.collect() }
            }
            Frame::Decorated(Decorated { decorator: code, .. }) | Frame::Composed(Composed { composite: code, .. }) => {
                let made = self.call(inputs, *code, node, Op::Begin, None).slot;
                Fields::Custom { made, turn: 0, given: None }
            }
        }
    }

    /// Ticks a frame. `begins` says whether that is its first tick.
    pub(super) fn frame<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        place: PlaceId,
        held: &mut Held,
        begins: bool,
    ) -> Ticked {
        let (frame, node) = self.frame_at(region, place);
        let Held::Frame(fields, children) = held else { unreachable!("a frame has fields") };
        self.with_values_of(fields, |run, fields| run.fields(inputs, frame, node, fields, children, begins))
    }

    fn fields<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &Frame,
        node: NodeId,
        fields: &mut Fields,
        children: &mut [State],
        begins: bool,
    ) -> Ticked {
        match (frame, fields, children) {
            (Frame::Group(frame), _, [child]) => self.region(inputs, frame.child, child),
            (Frame::Keep(frame), _, [child]) => self.region(inputs, frame.child, child),
            (Frame::Timer(_), Fields::Timer(timer), _) => timer.wait(&mut inputs.span),
            (Frame::Timeout(frame), Fields::Timer(timer), [child]) => self.timeout(inputs, frame, node, timer, child),
            (Frame::Every(frame), Fields::Every { period, left }, [child]) => {
                self.every(inputs, frame, node, *period, left, child)
            }
            (Frame::Cooldown(frame), _, [child]) => self.cooldown(inputs, frame, child),
            (Frame::Counted(frame), Fields::Counted { left }, [child]) => self.counted(inputs, frame, left, child),
            (Frame::Recover(frame), Fields::Recover { left, recovers }, [child]) => {
                self.recover(inputs, frame, left, recovers, child)
            }
            (Frame::Finally(frame), Fields::Finally(ended), [child]) => self.finally(inputs, frame, node, ended, child),
            (Frame::RoundRobin(frame), Fields::RoundRobin { failed }, [child]) => {
                self.round_robin(inputs, frame, node, failed, child, begins)
            }
            (Frame::Pick(frame), Fields::Left(left), [child]) => self.pick(inputs, frame, node, left, child),
            (Frame::Priority(frame), Fields::Left(left), [child]) => {
                self.with_turns(left, 0.0, |run| run.region(inputs, frame.child, child))
            }
            (Frame::Contest(frame), Fields::Contest { left, margin }, [child]) => {
                self.with_turns(left, *margin, |run| run.region(inputs, frame.child, child))
            }
            (Frame::Parallel(frame), Fields::Parallel { read, given }, states) => {
                self.parallel(inputs, frame, node, read, given, states)
            }
            (Frame::Pipeline(frame), Fields::Pipeline { reached, .. }, states) => {
                self.pipeline(inputs, frame, node, reached, states)
            }
            (Frame::SimpleParallel(frame), _, [main, background]) => {
                self.simple_parallel(inputs, frame, node, main, background)
            }
            (Frame::Keyed(frame), Fields::Key(Some(key)), [child]) => self.keyed(inputs, frame, node, key, child),
            (Frame::Observe(frame), Fields::Key(key), [child]) => self.observe(inputs, frame, node, key, child),
            (Frame::ForEach(frame), Fields::ForEach { number, item }, [child]) => {
                let item = item.first().map(|(item, _)| *item);
                self.for_each(inputs, frame, node, number, item, child)
            }
            (Frame::Decorated(frame), Fields::Custom { made, .. }, [child]) => {
                self.decorated(inputs, frame, node, made, child, begins)
            }
            (Frame::Composed(frame), Fields::Custom { made, turn, given }, [child]) => {
                let mut composite = Composite { frame, node, made, given };
                self.composed(inputs, &mut composite, turn, child, begins)
            }
            _ => unreachable!("a place holds what its frame needs"),
        }
    }

    fn frame_at(&self, region: RegionId, place: PlaceId) -> (&'r Frame, NodeId) {
        let place = &self.program.machine[region][place];
        match &place.holds {
            Holds::Frame(frame) => (frame, place.node),
            Holds::Nothing | Holds::Begin | Holds::Leaf(_) => unreachable!("the place is a frame"),
        }
    }

    /// Ticks a region in which a child begins at a place, if nothing is active there.
    fn region_from<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        region: RegionId,
        state: &mut State,
        begin: impl FnOnce(&mut Self) -> PlaceId,
    ) -> Ticked {
        if state.is_idle() {
            *state = State::At(begin(self), Held::Nothing);
        }
        self.region(inputs, region, state)
    }

    /// The threshold of a `parallel`: known, or the next one of those that were read.
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
    /// The regions of the children of a place, in the order of its fields.
    pub fn regions(&self, region: RegionId, place: PlaceId) -> impl Iterator<Item = RegionId> {
        self.plan.layout.fields(region, place).iter().filter_map(Field::state_of)
    }
}
