//! Entry points for ticks and aborts: with an observer of any type, or without one.

use bt::__private::Watch;
use bt::__private::live::Ticking;
use bt_compiler::tree::ir::RegionId;

use super::{Run, State, Stays, TickInputs, Ticked};
use crate::program::Program;

/// Calls `work` with the inputs in the form that the interpreter takes.
///
/// It is compiled twice: once for all observers, and once without one.
#[inline]
pub fn ticking<W: Watch, R>(
    inputs: &mut TickInputs<'_, W>,
    program: &Program,
    work: impl FnOnce(Ticking<'_, '_, '_>) -> R,
) -> R {
    match W::OBSERVED {
        true => inputs.erased(program.outline.0, |inputs| work(Ticking::Watched(inputs))),
        false => inputs.plain(|inputs| work(Ticking::Plain(inputs))),
    }
}

impl Run<'_> {
    /// Ticks a tree.
    pub fn tick(&mut self, inputs: Ticking<'_, '_, '_>, state: &mut State) -> Ticked {
        match inputs {
            Ticking::Plain(inputs) => self.region(inputs, RegionId(0), state),
            Ticking::Watched(inputs) => self.region(inputs, RegionId(0), state),
        }
    }

    /// Aborts a tree.
    pub fn abort_tree(&mut self, inputs: Ticking<'_, '_, '_>, state: &mut State) {
        match inputs {
            Ticking::Plain(inputs) => self.abort(inputs, RegionId(0), state),
            Ticking::Watched(inputs) => self.abort(inputs, RegionId(0), state),
        }
    }

    /// Aborts the parts of a tree that do not survive: see [`Run::abort_unless`].
    pub fn abort_rest(&mut self, inputs: Ticking<'_, '_, '_>, state: &mut State, stays: &dyn Stays) {
        match inputs {
            Ticking::Plain(inputs) => self.abort_unless(inputs, RegionId(0), state, stays),
            Ticking::Watched(inputs) => self.abort_unless(inputs, RegionId(0), state, stays),
        }
    }
}
