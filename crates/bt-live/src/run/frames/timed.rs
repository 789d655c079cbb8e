//! Frames with a time.

use bt::__private::live::{Op, draws};
use bt::__private::{Step, Timer};
use bt_compiler::tree::ir::NodeId;
use bt_compiler::tree::ir::frame::{self, Cooldown, Duration, Every, Timeout};

use super::{At, Fields, Ticks};
use crate::run::{Datum, LiveWatch, Run, TickInputs, Ticked};

impl Ticks<Timeout> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Timeout, at: At, data: Fields) -> Ticked {
        fields!(data, [Datum::Timer(timer), Datum::State(child)]);
        let mut whole = inputs.span;
        inputs.span = timer.cut(whole);
        let step = self.region(inputs, frame.child, child);
        if !step.is_running() {
            inputs.span = timer.after(whole, inputs.span);
            return step;
        }
        if timer.run_out(&mut whole) {
            inputs.span = whole;
            inputs.gives_up(at.node.0, |inputs| self.abort(inputs, frame.child, child));
            return Step::Failure;
        }
        step
    }
}

impl Ticks<Every> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Every, at: At, data: Fields) -> Ticked {
        fields!(data, [period @ .., Datum::Timer(left), Datum::State(child)]);
        let period = match period {
            [Datum::Timer(period)] => *period,
            _ => self.timer(inputs, Duration::For(frame.period.code()), at.node),
        };
        let begin = inputs.span;
        let step = self.region(inputs, frame.child, child);
        let beats = left.beats(period, begin, inputs.span, &step);
        let given = self.given.take();
        for _ in 0..inputs.may_beat(beats) {
            self.call(inputs, frame.action, at.node, Op::Begin, None);
        }
        self.given = given;
        step
    }
}

impl Ticks<Cooldown> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, frame: &Cooldown, _: At, data: Fields) -> Ticked {
        fields!(data, [Datum::State(child)]);
        let step = self.region(inputs, frame.child, child);
        if !step.is_running() {
            inputs.stopped(frame.cell.0);
        }
        step
    }
}

impl Ticks<frame::Timer> for Run<'_> {
    fn tick<W: LiveWatch>(&mut self, inputs: &mut TickInputs<'_, W>, _: &frame::Timer, _: At, data: Fields) -> Ticked {
        fields!(data, [Datum::Timer(timer)]);
        timer.wait(&mut inputs.span)
    }
}

impl Run<'_> {
    pub(super) fn timer<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        duration: Duration,
        node: NodeId,
    ) -> Timer {
        match duration {
            Duration::For(time) => Timer::new(self.time(inputs, time, node)),
            Duration::Since(cell, time) => {
                let time = self.time(inputs, time, node);
                inputs.since(cell.0, time)
            }
            Duration::Between(least, most) => {
                let (least, most) = (self.time(inputs, least, node), self.time(inputs, most, node));
                draws::between(&mut || self.word(inputs, node), least, most)
            }
        }
    }
}
