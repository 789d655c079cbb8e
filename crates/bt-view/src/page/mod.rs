//! The page in which a recording is replayed.

use std::fmt::Write as _;

use crate::escape::json;
use crate::outline::Outline;
use crate::recording::encode::{distinct, kind_code, mark_code, nanos};
use crate::recording::{Agent, Event, Recording, Sort, Step, What, World};
use crate::state::State;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPTS: [&str; 10] = [
    include_str!("recording.js"),
    include_str!("why.js"),
    include_str!("asks.js"),
    include_str!("tree.js"),
    include_str!("axis.js"),
    include_str!("lanes.js"),
    include_str!("agents.js"),
    include_str!("live.js"),
    include_str!("steps.js"),
    include_str!("page.js"),
];

impl Recording {
    /// A page of HTML in which the recording is replayed: one file that opens by a double click and needs no network.
    ///
    /// ```
    /// use bt_view::Recorder;
    ///
    /// bt::bt! { Nod(u32) = action(|nods| *nods += 1) }
    ///
    /// let mut recorder = Recorder::new();
    /// let agent = recorder.agent::<Nod>("nodder");
    /// Nod::new().tick_with(&mut 0, &mut recorder.tick(agent));
    /// let page = recorder.recording().to_html();
    /// assert!(page.starts_with("<!DOCTYPE html>"));
    /// ```
    pub fn to_html(&self) -> String {
        page(&data(self))
    }
}

/// The page with its data.
pub(crate) fn page(data: &str) -> String {
    let (before, rest) = split(PAGE, "@STYLE@");
    let (between, rest) = split(rest, "@RECORDING@");
    let (behind, end) = split(rest, "@SCRIPT@");
    [before, STYLE, between, data, behind, &SCRIPTS.concat(), end].concat()
}

fn split<'t>(text: &'t str, mark: &str) -> (&'t str, &'t str) {
    text.split_once(mark).expect("the page has a place for it")
}

/// The recording as JSON, as `recording.js` reads it.
fn data(recording: &Recording) -> String {
    let dropped = recording.dropped;
    let trees = array(recording.trees.iter().map(tree));
    let agents = array(recording.agents.iter().map(|agent| row(agent, recording.trees[agent.tree].nodes().len())));
    let (texts, numbers) = distinct(recording.reasons.iter().map(|text| &**text));
    let (steps, events) = (steps(recording.steps.iter()), events(recording.events.iter(), numbers));
    let reasons = array(texts.into_iter().map(json));
    let dropped = format!("[{},{}]", dropped.steps, dropped.events);
    let (first, worlds) = (recording.dropped.steps, worlds(recording.worlds.iter()));
    format!(
        r#"{{"dropped":{dropped},"trees":{trees},"agents":{agents},"first":{first},"steps":{steps},"events":{events},"reasons":{reasons},"worlds":{worlds}}}"#
    )
}

/// Four numbers a step; a fifth where steps were lost: how many.
pub(crate) fn steps<'s>(steps: impl Iterator<Item = &'s Step>) -> String {
    array(steps.flat_map(|step| {
        let numbers = [step.agent as u64, step.sort.code().into(), nanos(step.span), step.events as u64];
        numbers.into_iter().chain((step.sort == Sort::Lost).then_some(step.count))
    }))
}

pub(crate) fn worlds<'w>(worlds: impl Iterator<Item = &'w World>) -> String {
    array(worlds.map(|world| format!("[{},{}]", world.after, json(&world.svg))))
}

/// Three numbers an event. What happened is, for a reason, its code and the number of its text together.
pub(crate) fn events<'e>(events: impl Iterator<Item = &'e Event>, reasons: Vec<usize>) -> String {
    let mut reasons = reasons.into_iter();
    array(events.flat_map(move |event| {
        let reason = if event.what == What::Why { reasons.next() } else { None };
        [u64::from(event.node), u64::from(event.what.code()) + reason.unwrap_or(0) as u64, event.nanos]
    }))
}

pub(crate) fn tree(tree: &Outline) -> String {
    array(tree.nodes().iter().map(|node| {
        let label = node.label.as_deref().map_or("null".to_owned(), json);
        let (kind, name, args, arm) = (kind_code(node.kind), json(&node.name), json(&node.args), json(&node.arm));
        format!("[{kind},{},{label},{name},{args},{arm},{},{}]", node.depth, node.line, node.column)
    }))
}

pub(crate) fn row(agent: &Agent, nodes: usize) -> String {
    let (before, name) = (&agent.before, json(&agent.name));
    let marks = marks(&before.state, nodes);
    format!("[{name},{},{},{},{marks}]", agent.tree, before.steps, nanos(before.time))
}

pub(crate) fn marks(state: &State, nodes: usize) -> String {
    array((0..nodes).map(|position| mark_code(state, position)))
}

pub(crate) fn array(items: impl Iterator<Item = impl std::fmt::Display>) -> String {
    let mut text = "[".to_owned();
    for (index, item) in items.enumerate() {
        let comma = if index == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}{item}");
    }
    text + "]"
}
