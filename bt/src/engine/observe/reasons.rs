//! Reports the reasons of nodes to observers. Each method returns what it reports.

use core::time::Duration;

use super::look::Show;
use super::watch::Watch;
use crate::engine::tick::as_status::AsStatus;
use crate::engine::tick::tick_inputs::TickInputs;
use crate::observe::{Part, Side, Why};
use crate::status::Status;
use crate::time::Span;

impl<W: Watch> TickInputs<'_, W> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn report(&mut self, node: usize, why: Why<'_>) {
        if W::OBSERVED {
            self.watch.why(node, why, self.span);
        }
    }

    /// Whether the condition of a node holds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn holds(&mut self, node: usize, holds: bool) -> bool {
        self.report(node, Why::Condition(holds));
        holds
    }

    /// A part of the condition of a node, which is not a comparison.
    #[inline(always)]
    pub fn part(&mut self, node: usize, text: &'static str, holds: bool) -> bool {
        if W::OBSERVED {
            self.watch.part(node, Part { side: Side { text, value: None }, compared: None, holds }, self.span);
        }
        holds
    }

    /// A comparison in the condition of a node: its left side, its sign and its right side as text.
    #[inline(always)]
    pub fn compared(
        &mut self,
        node: usize,
        [left, comparison, right]: [&'static str; 3],
        holds: bool,
        left_value: impl Show,
        right_value: impl Show,
    ) -> bool {
        if W::OBSERVED {
            let side = Side { text: left, value: left_value.show() };
            let compared = Some((comparison, Side { text: right, value: right_value.show() }));
            self.watch.part(node, Part { side, compared, holds }, self.span);
        }
        holds
    }

    /// Whether the condition before a child of a node holds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn child_holds(&mut self, node: usize, child: usize, holds: bool) -> bool {
        self.report(node, Why::ConditionOf { child, holds });
        holds
    }

    /// The score of a child.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn scored(&mut self, node: usize, child: usize, score: f64) -> f64 {
        self.report(node, Why::Score { child, score });
        score
    }

    /// The child that was drawn.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn drawn(&mut self, node: usize, child: usize) -> usize {
        self.report(node, Why::Draw { child: Some(child) });
        child
    }

    /// The child that was drawn by weight, if any was.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn weighed(&mut self, node: usize, child: Option<usize>) -> Option<usize> {
        self.report(node, Why::Draw { child });
        child
    }

    /// Whether a draw lets a child run.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn chanced(&mut self, node: usize, runs: bool) -> bool {
        self.report(node, Why::Chance(runs));
        runs
    }

    /// The value by which a node chooses its child.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn value(&mut self, node: usize, value: impl Show) {
        if W::OBSERVED {
            self.report(node, Why::Value(value.show()));
        }
    }

    /// The key of a node.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn key(&mut self, node: usize, changed: bool, value: impl Show) {
        if W::OBSERVED {
            self.report(node, Why::Key { value: value.show(), changed });
        }
    }

    /// The value that a node binds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn bound(&mut self, node: usize, name: &'static str, value: impl Show) {
        if W::OBSERVED {
            self.report(node, Why::Bound { name, value: value.show() });
        }
    }

    /// A leaf has asked for more time than it was given, and has spent nothing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn too_short(&mut self, node: usize, given: Span, returned: Span) {
        if let Some(asked) = returned.refused().filter(|&asked| asked > given.nanos() && returned == given) {
            let asked = Duration::from_nanos(asked);
            self.report(node, Why::TooShort { asked, given: given.left() });
        }
    }

    /// The error of a cleanup that an abort or another error has run.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn lost(&mut self, node: usize, error: impl Show) {
        if W::OBSERVED {
            self.report(node, Why::Lost(error.show()));
        }
    }
}

/// The value that a node binds, if the ticked node has succeeded: the node itself, or one that shares its value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn has_bound<T: AsStatus, W: Watch>(
    ticked: T,
    node: usize,
    inputs: &mut TickInputs<'_, W>,
    name: &'static str,
    value: impl Show,
) -> T {
    if W::OBSERVED && ticked.status() == Some(Status::Success) {
        inputs.bound(node, name, value);
    }
    ticked
}
