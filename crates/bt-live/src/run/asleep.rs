//! How long a tree can go without ticks.

use std::time::Duration;

use bt::__private::{least, least_of_reached};
use bt_compiler::tree::ir::{Frame, Holds, PlaceId, RegionId};
use bt_compiler::tree::plan::places::Sleeps;

use super::{Datum, Held, State, states, subtree};
use crate::program::Program;

impl State {
    /// How long a region can go without ticks.
    pub fn sleep(&self, program: &Program, region: RegionId) -> Option<Duration> {
        let (place, held) = match self {
            State::Idle => return None,
            State::Ended(_) => return Some(Duration::MAX),
            State::At(place, held) => (*place, held),
        };
        match program.plan.place(region, place).sleeps {
            Sleeps::Never => None,
            Sleeps::Endless => Some(Duration::MAX),
            Sleeps::AsItHolds => held.sleep(program, region, place),
        }
    }
}

impl Held {
    fn sleep(&self, program: &Program, region: RegionId, place: PlaceId) -> Option<Duration> {
        match (&program.machine[region][place].holds, self) {
            (Holds::Leaf(code), Held::Leaf(slot)) => subtree::sleep(program, *code, &**slot),
            (Holds::Frame(frame), Held::Frame(data)) => {
                let children = program.regions(region, place).zip(states(data));
                let children: Vec<_> = children.map(|(region, child)| child.sleep(program, region)).collect();
                match frame {
                    Frame::Composed(frame) if program.leaf(frame.composite).is_some_and(|leaf| leaf.looks) => None,
                    _ => of_frame(frame, data, &children),
                }
            }
            _ => None,
        }
    }
}

fn of_frame(frame: &Frame, data: &[Datum], children: &[Option<Duration>]) -> Option<Duration> {
    match (frame, data) {
        (Frame::Timer(_), [Datum::Timer(timer)]) => Some(timer.left()),
        (Frame::Timeout(_), [Datum::Timer(timer), ..]) => least(&[Some(timer.left()), least(children)]),
        (Frame::Every(_), [.., Datum::Timer(left), _]) => least(&[left.until_beat(), least(children)]),
        (Frame::Pipeline(_), [Datum::Number(reached), ..]) => least_of_reached(*reached, children),
        _ => least(children),
    }
}
