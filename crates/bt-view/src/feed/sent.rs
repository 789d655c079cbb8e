//! The messages to viewers of the live page.

use bt::Status;
use serde::Serialize;

use super::control::{Allowed, NodeKey, Orders};
use super::ring::{Files, Part};
use crate::page::data::{Grows, Rows, row, tree};
use crate::recording::codes::nanos;

/// What is new. Orders are left out if they have not changed.
#[derive(Serialize)]
struct Sent<'p, T, A, L> {
    run: &'p str,
    trees: T,
    /// The source files of these trees, for editors: the first position of each run of nodes, and the file of the run.
    files: &'p [Files],
    grown: Vec<Grows<'p>>,
    agents: A,
    /// What a viewer was too slow to see: agent, first step, step after the last one, nanoseconds, marks.
    lost: L,
    #[serde(flatten)]
    happened: Rows<'p>,
    orders: Option<SentOrders>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SentOrders {
    may_pause: bool,
    may_abort: bool,
    may_mock: bool,
    may_set: bool,
    may_edit: bool,
    paused: bool,
    until: Option<NodeKey>,
    hit: Option<NodeKey>,
    mocks: Vec<(usize, usize, u8)>,
}

/// What is new, as JSON. `run` tells the runs of a program apart.
pub fn part(run: &str, part: &Part, orders: Option<&Orders>, allowed: Allowed) -> String {
    let reasons = part.reasons.iter().map(|text| &**text);
    let lost = part.lost.iter().map(|lost| {
        let after = &lost.after;
        (lost.agent, lost.from, after.steps, nanos(after.time), &lost.marks)
    });
    let sent = Sent {
        run,
        trees: part.trees.iter().map(tree).collect::<Vec<_>>(),
        files: &part.files,
        grown: part
            .grown
            .iter()
            .map(|(number, grown)| (*number, tree(&grown.outline), grown.places.as_slice()))
            .collect(),
        agents: part.agents.iter().map(|(agent, marks)| row(agent, marks.clone())).collect::<Vec<_>>(),
        lost: lost.collect::<Vec<_>>(),
        happened: Rows::of(part.first, part.steps.iter(), part.events.iter().copied(), reasons).with(
            &part.worlds,
            &part.names,
            &part.values,
        ),
        orders: orders.map(|orders| SentOrders::new(orders, allowed)),
    };
    serde_json::to_string(&sent).expect("its rows are JSON")
}

impl SentOrders {
    fn new(orders: &Orders, allowed: Allowed) -> Self {
        let answer = |status: &Status| match status {
            Status::Success => 1,
            Status::Failure => 2,
            Status::Running => 3,
        };
        let mock = |((agent, node), status): (&NodeKey, &Status)| (*agent, *node, answer(status));
        SentOrders {
            may_pause: allowed.control,
            may_abort: allowed.aborts,
            may_mock: allowed.mocks,
            may_set: allowed.sets,
            may_edit: allowed.edits,
            paused: orders.paused,
            until: orders.until,
            hit: orders.hit,
            mocks: orders.mocks.iter().map(mock).collect(),
        }
    }
}
