//! Numbers that files and the page use for things without a number of their own.

use std::collections::BTreeMap;
use std::time::Duration;

use bt::Outcome;
use bt::describe::NodeKind;

use super::model::{Recording, Step};
use crate::state::State;

/// The version of files without trees in `dynamic` nodes.
pub const VERSION: u64 = 4;
/// The version of files with such trees, which come last.
pub const VERSION_WITH_NESTED: u64 = 5;

pub fn kind_code(kind: NodeKind) -> u8 {
    match kind {
        NodeKind::Composite => 0,
        NodeKind::Decorator => 1,
        _ => 2,
    }
}

/// 1 if the node is active, plus 2, 4 or 6 for how it last ended.
pub fn mark_code(state: &State, position: usize) -> u8 {
    let last = match state.last(position) {
        None => 0,
        Some(Outcome::Success) => 2,
        Some(Outcome::Failure) => 4,
        Some(Outcome::Aborted) => 6,
    };
    last + u8::from(state.is_active(position))
}

/// The marks of the nodes with these ids.
pub fn marks(state: &State, ids: impl IntoIterator<Item = u32>) -> Vec<u8> {
    ids.into_iter().map(|id| mark_code(state, id as usize)).collect()
}

/// The length of a step in exports, in nanoseconds, if no tick covers time.
const INSTANT: u64 = 1_000_000;

impl Recording {
    /// How long each step is in exports, in nanoseconds.
    pub(crate) fn lengths(&self) -> impl Fn(&Step) -> u64 + use<> {
        let is_timeless = self.steps.iter().all(|step| step.span.is_zero());
        move |step| if is_timeless { INSTANT } else { nanos(step.span) }
    }
}

pub fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Each distinct text once, in the order of first use; and for each use the number of its text.
pub fn distinct<'t>(texts: impl Iterator<Item = &'t str>) -> (Vec<&'t str>, Vec<usize>) {
    let (mut different, mut known) = (Vec::new(), BTreeMap::new());
    let numbers = texts.map(|text| {
        *known.entry(text).or_insert_with(|| {
            different.push(text);
            different.len() - 1
        })
    });
    let numbers = numbers.collect();
    (different, numbers)
}
