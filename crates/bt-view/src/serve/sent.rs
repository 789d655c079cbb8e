//! What viewers of the live page are sent.

use bt::Status;

use super::control::{Allowed, Orders};
use super::ring::Part;
use crate::escape::json;
use crate::page::{array, events, marks, page, row, steps, tree, worlds};
use crate::recording::encode::{distinct, nanos};

/// The page that asks for its data.
pub fn viewed() -> String {
    page("null")
}

/// What is new, as JSON: new trees and agents, agents that the viewer was too slow for, steps, events, and the orders if they
/// have changed.
pub fn part(part: &Part, orders: Option<&Orders>, allowed: Allowed) -> String {
    let trees = array(part.trees.iter().map(tree));
    let agents = array(part.agents.iter().map(|(agent, nodes)| row(agent, *nodes)));
    let lost = array(part.lost.iter().map(|lost| {
        let (after, marks) = (&lost.after, marks(&lost.after.state, lost.nodes));
        format!("[{},{},{},{},{marks}]", lost.agent, lost.from, after.steps, nanos(after.time))
    }));
    let (texts, numbers) = distinct(part.reasons.iter().map(|text| &**text));
    let (steps, events) = (steps(part.steps.iter()), events(part.events.iter(), numbers));
    let reasons = array(texts.into_iter().map(json));
    let (first, worlds) = (part.first, worlds(part.worlds.iter()));
    let orders = orders.map_or("null".to_owned(), |orders| {
        let node =
            |node: Option<(usize, usize)>| node.map_or("null".to_owned(), |(agent, node)| format!("[{agent},{node}]"));
        let (until, hit, paused) = (node(orders.until), node(orders.hit), orders.paused);
        let answer = |status: &Status| match status {
            Status::Success => 1,
            Status::Failure => 2,
            Status::Running => 3,
        };
        let mocks = array(orders.mocks.iter().map(|((agent, node), status)| format!("[{agent},{node},{}]", answer(status))));
        let Allowed { control, aborts, mocks: may_mock } = allowed;
        format!(
            r#"{{"mayPause":{control},"mayAbort":{aborts},"mayMock":{may_mock},"paused":{paused},"until":{until},"hit":{hit},"mocks":{mocks}}}"#
        )
    });
    format!(
        r#"{{"trees":{trees},"agents":{agents},"lost":{lost},"first":{first},"steps":{steps},"events":{events},"reasons":{reasons},"worlds":{worlds},"orders":{orders}}}"#
    )
}
