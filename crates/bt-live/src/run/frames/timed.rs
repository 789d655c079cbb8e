//! Frames with a time.

use bt::__private::live::{Op, draws};
use bt::__private::{Step, Timer};
use bt_compiler::tree::ir::NodeId;
use bt_compiler::tree::ir::frame::{Cooldown, Duration, Every, Timeout};

use crate::run::{LiveWatch, Run, State, TickInputs, Ticked};

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

    pub(super) fn timeout<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &Timeout,
        node: NodeId,
        timer: &mut Timer,
        child: &mut State,
    ) -> Ticked {
        let mut whole = inputs.span;
        inputs.span = timer.cut(whole);
        let step = self.region(inputs, frame.child, child);
        if !step.is_running() {
            inputs.span = timer.after(whole, inputs.span);
            return step;
        }
        if timer.run_out(&mut whole) {
            inputs.span = whole;
            inputs.gives_up(node.0, |inputs| self.abort(inputs, frame.child, child));
            return Step::Failure;
        }
        step
    }

    pub(super) fn every<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &Every,
        node: NodeId,
        period: Timer,
        left: &mut Timer,
        child: &mut State,
    ) -> Ticked {
        let begin = inputs.span;
        let step = self.region(inputs, frame.child, child);
        let beats = left.beats(period, begin, inputs.span, &step);
        let given = self.given.take();
        for _ in 0..inputs.may_beat(beats) {
            self.call(inputs, frame.action, node, Op::Begin, None);
        }
        self.given = given;
        step
    }

    pub(super) fn cooldown<W: LiveWatch>(
        &mut self,
        inputs: &mut TickInputs<'_, W>,
        frame: &Cooldown,
        child: &mut State,
    ) -> Ticked {
        let step = self.region(inputs, frame.child, child);
        if !step.is_running() {
            inputs.stopped(frame.cell.0);
        }
        step
    }
}
