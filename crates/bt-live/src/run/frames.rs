//! Begins and ticks frames: places with fields.

use bt::__private::{Step, Timer};
use bt_compiler::tree::ir::frame::{Counted, Duration, Group, Timeout, Timer as TimerFrame};
use bt_compiler::tree::ir::{Frame, Holds, NodeId, PlaceId, RegionId, ValueId};

use super::{Held, Inputs, Run, State, Ticked, ended, outcome};

impl<'r> Run<'r> {
    /// What a frame holds at the beginning.
    pub(super) fn begin(&mut self, inputs: &mut Inputs<'_, '_>, region: RegionId, place: PlaceId) -> Held {
        let (frame, node) = self.frame_at(region, place);
        match frame {
            Frame::Group(Group { holds, .. }) => {
                let value = |id: &ValueId| (*id, self.set[id.0].take().expect("what is held is set"));
                Held::Group { values: holds.iter().map(value).collect(), child: Box::default() }
            }
            Frame::Timer(TimerFrame { duration: Duration::For(time) }) => {
                Held::Timer(Timer::new(self.time(inputs, *time, node)))
            }
            Frame::Timeout(Timeout { duration, .. }) => {
                Held::Timeout { timer: Timer::new(self.time(inputs, *duration, node)), child: Box::default() }
            }
            Frame::Counted(Counted { count, .. }) => {
                Held::Counted { left: self.count(inputs, *count, node), child: Box::default() }
            }
            _ => unreachable!("a tree with this frame is refused when it is loaded"),
        }
    }

    /// Ticks a frame.
    pub(super) fn frame(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
        region: RegionId,
        place: PlaceId,
        held: &mut Held,
    ) -> Ticked {
        let (frame, node) = self.frame_at(region, place);
        match (frame, held) {
            (Frame::Group(group), Held::Group { values, child }) => {
                self.with(values, |run| run.region(inputs, group.child, child))
            }
            (Frame::Timer(_), Held::Timer(timer)) => timer.wait(&mut inputs.span),
            (Frame::Timeout(frame), Held::Timeout { timer, child }) => self.timeout(inputs, frame, node, timer, child),
            (Frame::Counted(frame), Held::Counted { left, child }) => self.counted(inputs, frame, left, child),
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

    fn timeout(
        &mut self,
        inputs: &mut Inputs<'_, '_>,
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

    fn counted(&mut self, inputs: &mut Inputs<'_, '_>, frame: &Counted, left: &mut u32, child: &mut State) -> Ticked {
        let run_out = frame.turns.go_on_after;
        if *left == 0 {
            return ended(run_out);
        }
        loop {
            match outcome(self.region(inputs, frame.child, child)) {
                Ok(result) if result == run_out => {}
                Ok(_) => return ended(frame.turns.result),
                Err(step) => return step,
            }
            *left -= 1;
            if *left == 0 {
                return ended(run_out);
            }
            if !inputs.may_repeat() {
                return Step::Running;
            }
        }
    }
}
