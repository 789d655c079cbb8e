//! A run as a story, drawn below its place in the file like any other message.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use bt::Status;
use bt_compiler::tree::builtin::{Answers, Meaning};

use super::machine::Event;
use super::search::Tick;
use super::shape::{Id, Shape};
use crate::Source;

/// A refuted question: what can happen, the nodes involved with a word on each, and the run in which it happens.
pub struct Story {
    pub(super) shape: Shape,
    pub(super) message: String,
    pub(super) about: Vec<(Id, String)>,
    pub(super) run: Vec<Tick>,
}

impl Story {
    /// The story with its source lines, for people.
    pub fn draw(&self, file: &Source, colours: bool) -> String {
        let mut snippet = Snippet::source(&file.text).path(file.path.display().to_string());
        let mut ranges = Vec::new();
        for (node, what) in &self.about {
            let range = self.shape.nodes[*node].range.clone();
            let kind = if ranges.is_empty() { AnnotationKind::Primary } else { AnnotationKind::Context };
            if !ranges.contains(&range) {
                snippet = snippet.annotation(kind.span(range.clone()).label(what));
                ranges.push(range);
            }
        }
        let mut group = Level::ERROR.primary_title(&self.message).element(snippet);
        for line in self.lines() {
            group = group.element(Level::NOTE.message(line));
        }
        if self.run.iter().flat_map(|tick| &tick.events).any(|event| self.is_time(*event)) {
            let note = "timers fire in any order here: if the times in the tree exclude this run, it cannot happen";
            group = group.element(Level::HELP.message(note));
        }
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }

    /// One line per tick.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, tick) in self.run.iter().enumerate() {
            let said: Vec<String> = tick.events.iter().filter_map(|&event| say(&self.shape, event)).collect();
            let what = if said.is_empty() { NOTHING.to_owned() } else { wrapped(&said) };
            let is_last = number + 1 == self.run.len();
            let what = match tick.is_abort {
                true => format!("the program aborts the tree; {what}").replace(&format!("; {NOTHING}"), ""),
                false => what,
            };
            lines.push(format!("tick {}: {what}", number + 1));
            if is_last {
                lines.push(format!("then: {}", active(&self.shape, &tick.active)));
            }
        }
        lines
    }

    fn is_time(&self, event: Event) -> bool {
        match event {
            Event::Time(_, is_over) => is_over,
            Event::Answer(node, Status::Success) => self.shape.nodes[node].means(Meaning::Leaf(Answers::WAITS)),
            _ => false,
        }
    }
}

/// A list, on several lines if it is long.
fn wrapped(said: &[String]) -> String {
    let (mut text, mut line) = (String::new(), 0);
    for (index, said) in said.iter().enumerate() {
        let separator = match index {
            0 => "",
            _ if line + said.len() > LONGEST => {
                line = 0;
                ";\n"
            }
            _ => "; ",
        };
        line += separator.len() + said.len();
        text += separator;
        text += said;
    }
    text
}

/// What happens in a tick in which no answer decides anything.
const NOTHING: &str = "no leaf or condition runs";

/// A longer line of a tick is broken.
const LONGEST: usize = 100;

/// The active leaves.
fn active(shape: &Shape, active: &[Id]) -> String {
    let leaves = active.iter().filter(|&&node| shape.nodes[node].children.iter().all(|child| !active.contains(child)));
    let leaves: Vec<String> = leaves.map(|&node| format!("`{}`", shape.nodes[node].title)).collect();
    match &leaves[..] {
        [] => "the tree has ended".to_owned(),
        [one] => format!("{one} is active"),
        several => format!("{} are active", several.join(", ")),
    }
}

/// Describes an event, if it is worth mentioning.
fn say(shape: &Shape, event: Event) -> Option<String> {
    let title = |node: Id| format!("`{}`", shape.nodes[node].title);
    let text = match event {
        Event::Answer(node, status) => {
            let says = match status {
                Status::Success => "succeeds",
                Status::Failure => "fails",
                Status::Running => "is running",
            };
            format!("{} {says}", title(node))
        }
        Event::Ask(node, holds) => {
            let written = shape.nodes[node].condition.trim();
            let inner = written.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(written);
            let text = inner.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("`{text}` {}", if holds { "holds" } else { "does not hold" })
        }
        Event::Choose(node, child) => format!("{} chooses {}", title(node), title(shape.nodes[node].children[child])),
        Event::Time(node, true) => format!("the time of {} is over", title(node)),
        Event::Time(node, false) => format!("the time of {} is not over", title(node)),
        Event::More(node, more) => {
            let says = match (shape.nodes[node].builtin.map(|builtin| builtin.meaning), more) {
                (Some(Meaning::Keyed), _) => "has another key",
                (Some(Meaning::Observe), true) => "looks again",
                (Some(Meaning::Observe), false) => "does not look",
                (Some(Meaning::Probability), true) => "draws its child",
                (Some(Meaning::Probability), false) => "does not draw its child",
                (_, true) => "continues",
                (_, false) => "has finished its passes",
            };
            format!("{} {says}", title(node))
        }
        Event::Abort(node) => {
            format!("{} is aborted", Some(title(node)).filter(|_| shape.nodes[node].children.is_empty())?)
        }
        Event::Error(node) => format!("{} returns an error", title(node)),
        Event::Start(_) | Event::Finish(..) => return None,
    };
    Some(text)
}
