//! Messages and aborts.

use bt_compiler::tree::ir::frame::{Composed, Cooldown, Decorated};
use bt_compiler::tree::ir::{Frame, Holds, PlaceId, RegionId};
use bt_compiler::tree::model::{CodeId, NodeId};
use bt_reference::program::Leaf;
use bt_reference::world::{Outcome, Panicked, Status};

use super::holds;
use crate::compiled::{Held, State};
use crate::evaluate::Run;
use crate::read::Code;

impl Run<'_> {
    /// Passes a message to what is active in a region.
    pub fn send(&mut self, region: RegionId, state: &mut State, message: u32) -> Result<(), Panicked> {
        let State::At(place, held) = state else { return Ok(()) };
        let tree = self.tree;
        let (place, regions) = (&tree.machine[region][*place], tree.regions(region, *place));
        if let Held::Tree { base, state } = held {
            let Holds::Leaf(code) = place.holds else { unreachable!("a tree stands as a leaf") };
            return self.in_tree(code, place.node, *base, |run| run.send(RegionId(0), state, message));
        }
        let Held::Leaf { code, runs, ended, .. } = held else {
            let mut states = regions.into_iter().zip(held.states_mut());
            return states.try_for_each(|(region, state)| self.send(region, state, message));
        };
        let Code::Leaf(leaf, id, _) = *self.tree.code(*code) else { unreachable!("a leaf is expected") };
        if ended.is_some() || !leaf.hears() {
            return Ok(());
        }
        let id = id.with(self.base);
        let answer = self.world.receive(id, message)?;
        let status = if matches!(leaf, Leaf::Aware | Leaf::Scout) { Status::Running } else { answer.status() };
        let outcome = match status {
            Status::Running => return Ok(()),
            Status::Success => Outcome::Success,
            Status::Failure => Outcome::Failure,
        };
        *ended = Some(status);
        self.world.finish(id, outcome, *runs)
    }

    /// Aborts what is active in a region. Keeps the value of a node that has just succeeded.
    pub fn abort(&mut self, region: RegionId, state: &mut State, now: u64) -> Result<(), Panicked> {
        let State::At(place, held) = std::mem::take(state) else { return Ok(()) };
        let given = self.given.take();
        let aborted = self.with(held.values(), |run| run.abort_place(region, place, held, now));
        self.given = given;
        aborted
    }

    fn abort_place(&mut self, region: RegionId, place: PlaceId, mut held: Held, now: u64) -> Result<(), Panicked> {
        let tree = self.tree;
        let (place, regions) = (&tree.machine[region][place], tree.regions(region, place));
        match &place.holds {
            Holds::Nothing | Holds::Begin => Ok(()),
            Holds::Leaf(code) => self.abort_leaf(*code, place.node, &mut held, now),
            Holds::Frame(frame) => {
                if let Frame::Cooldown(Cooldown { cell, .. }) = frame {
                    self.stop(*cell, now);
                }
                let mut states = regions.into_iter().zip(held.states_mut());
                states.try_for_each(|(region, state)| self.abort(region, state, now))?;
                self.after_abort(frame, &mut held, now)
            }
        }
    }

    fn abort_leaf(&mut self, code: CodeId, node: NodeId, held: &mut Held, now: u64) -> Result<(), Panicked> {
        if let Held::Tree { base, state } = held {
            return self.in_tree(code, node, *base, |run| run.abort(RegionId(0), state, now));
        }
        let Held::Leaf { runs, ended, .. } = held else { unreachable!("a leaf is expected") };
        let Code::Leaf(_, id, _) = *self.tree.code(code) else { unreachable!("a leaf is expected") };
        if ended.is_some() { Ok(()) } else { self.world.finish(id.with(self.base), Outcome::Aborted, *runs) }
    }

    /// What a frame does once its children have been aborted.
    fn after_abort(&mut self, frame: &Frame, held: &mut Held, now: u64) -> Result<(), Panicked> {
        match frame {
            Frame::Decorated(Decorated { decorator, .. }) => {
                holds!(held, Held::Decorated { ticks, .. });
                let Code::Moody(_, id) = *self.tree.code(*decorator) else { unreachable!("a decorator is expected") };
                self.world.finish(id.with(self.base), Outcome::Aborted, *ticks)
            }
            Frame::Composed(Composed { composite, .. }) => {
                holds!(held, Held::Composed { calls, .. });
                let Code::Turns(_, id) = *self.tree.code(*composite) else { unreachable!("a composite is expected") };
                self.world.finish(id.with(self.base), Outcome::Aborted, *calls)
            }
            Frame::Finally(finally) => {
                holds!(held, Held::Finally { ended, state, .. });
                if ended.is_some() { Ok(()) } else { self.clean_up(finally, state, now) }
            }
            Frame::Group(_) | Frame::Counted(_) | Frame::Timer(_) | Frame::Timeout(_) | Frame::Every(_) => Ok(()),
            Frame::Cooldown(_) | Frame::Pick(_) | Frame::Observe(_) | Frame::Keyed(_) | Frame::Keep(_) => Ok(()),
            Frame::ForEach(_) | Frame::Priority(_) | Frame::Contest(_) | Frame::Recover(_) => Ok(()),
            Frame::RoundRobin(_) | Frame::Parallel(_) | Frame::Pipeline(_) | Frame::SimpleParallel(_) => Ok(()),
        }
    }
}
