//! Messages and aborts.

use bt_compiler::tree::ir::frame::{Cooldown, Decorated};
use bt_compiler::tree::ir::{Frame, Holds, PlaceId, RegionId};
use bt_reference::program::Leaf;
use bt_reference::world::{Outcome, Panicked, Status};

use crate::compiled::{Held, State};
use crate::evaluate::Run;
use crate::read::Code;

impl Run<'_> {
    /// Hands a message to what is active in a region.
    pub fn send(&mut self, region: RegionId, state: &mut State, message: u32) -> Result<(), Panicked> {
        let State::At(place, held) = state else { return Ok(()) };
        let tree = self.tree;
        let (place, regions) = (&tree.machine[region][*place], tree.regions(region, *place));
        match held {
            Held::Leaf { code, runs, ended, .. } => {
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
            Held::Tree { base, state } => {
                let Holds::Leaf(code) = place.holds else { unreachable!("a tree stands as a leaf") };
                self.in_tree(code, place.node, *base, |run| run.send(RegionId(0), state, message))
            }
            held => regions
                .into_iter()
                .zip(held.states_mut())
                .try_for_each(|(region, state)| self.send(region, state, message)),
        }
    }

    /// Aborts what is active in a region. What a node gives that has just succeeded stays.
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
        match &mut held {
            Held::Nothing | Held::Timer { .. } => Ok(()),
            Held::Leaf { ended: Some(_), .. } => Ok(()),
            Held::Leaf { code, runs, .. } => {
                let Code::Leaf(_, id, _) = *self.tree.code(*code) else { unreachable!("a leaf is expected") };
                self.world.finish(id.with(self.base), Outcome::Aborted, *runs)
            }
            Held::Tree { base, state } => {
                let Holds::Leaf(code) = place.holds else { unreachable!("a tree stands as a leaf") };
                self.in_tree(code, place.node, *base, |run| run.abort(RegionId(0), state, now))
            }
            held => {
                if let Holds::Frame(Frame::Cooldown(Cooldown { cell, .. })) = place.holds {
                    self.stop(cell, now);
                }
                regions
                    .into_iter()
                    .zip(held.states_mut())
                    .try_for_each(|(region, state)| self.abort(region, state, now))?;
                match (&place.holds, held) {
                    (Holds::Frame(Frame::Decorated(Decorated { decorator, .. })), Held::Decorated { ticks, .. }) => {
                        let Code::Moody(id) = *self.tree.code(*decorator) else {
                            unreachable!("a decorator is expected")
                        };
                        self.world.finish(id.with(self.base), Outcome::Aborted, *ticks)
                    }
                    (Holds::Frame(Frame::Finally(finally)), Held::Finally { ended: None, state, .. }) => {
                        self.clean_up(finally, state, now)
                    }
                    _ => Ok(()),
                }
            }
        }
    }
}
