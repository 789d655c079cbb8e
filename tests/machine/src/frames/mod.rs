//! Runs what places hold.

mod begin;
mod choice;
mod ends;
mod repeated;
mod several;
mod tick;

use bt_compiler::tree::ir::frame::{
    Contest, Cooldown, Counted, Decorated, Every, Finally, ForEach, Group, Keep, Keyed, Observe, Parallel, Pick, Pipeline, Priority,
    Recover, RoundRobin, SimpleParallel, Timeout, Timer,
};
use bt_compiler::tree::ir::{Frame, Holds, RegionId};
use bt_reference::interpreter::Span;

/// The later of two moments in the same span.
fn later(one: Span, other: Span) -> Span {
    if one.left < other.left { one } else { other }
}

/// The regions in a place.
pub fn regions(holds: &Holds) -> Vec<RegionId> {
    match holds {
        Holds::Nothing | Holds::Begin | Holds::Leaf(_) | Holds::Frame(Frame::Timer(Timer { .. })) => Vec::new(),
        Holds::Frame(Frame::Keep(Keep { child, .. }) | Frame::ForEach(ForEach { child, .. })) => vec![*child],
        Holds::Frame(Frame::Group(Group { child, .. }) | Frame::Counted(Counted { child, .. })) => vec![*child],
        Holds::Frame(Frame::Decorated(Decorated { child, .. }) | Frame::Timeout(Timeout { child, .. })) => vec![*child],
        Holds::Frame(Frame::Every(Every { child, .. }) | Frame::Cooldown(Cooldown { child, .. })) => vec![*child],
        Holds::Frame(Frame::Pick(Pick { child, .. }) | Frame::Observe(Observe { child, .. })) => vec![*child],
        Holds::Frame(Frame::Priority(Priority { child, .. }) | Frame::Recover(Recover { child, .. })) => vec![*child],
        Holds::Frame(Frame::RoundRobin(RoundRobin { child, .. }) | Frame::Finally(Finally { child, .. })) => {
            vec![*child]
        }
        Holds::Frame(Frame::Contest(Contest { child, .. }) | Frame::Keyed(Keyed { child, .. })) => vec![*child],
        Holds::Frame(Frame::SimpleParallel(SimpleParallel { main, background })) => vec![*main, *background],
        Holds::Frame(Frame::Parallel(Parallel { branches, .. })) => branches.clone(),
        Holds::Frame(Frame::Pipeline(Pipeline { children, .. })) => children.clone(),
    }
}
