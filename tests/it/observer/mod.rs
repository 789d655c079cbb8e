//! Which events observers get, and when.

use bt::describe::NodeInfo;
use bt::{NodeEvent, Outcome, Status, TreeObserver};

/// Records its events: `+walk` is a start, `walk=R` a run, `-walk A` a finish.
#[derive(Default)]
struct Journal {
    told: Vec<String>,
    times: Vec<u128>,
    /// What has started and has not finished, by position.
    active: Vec<(usize, &'static str)>,
}

impl Journal {
    fn take(&mut self) -> String {
        self.told.drain(..).collect::<Vec<_>>().join(" ")
    }

    fn note(&mut self, event: &NodeEvent, text: String) {
        self.told.push(text);
        self.times.push(event.time().as_millis());
    }

    /// What has started and has not finished is what is active.
    fn agrees_with(&mut self, active: impl Iterator<Item = NodeInfo>) {
        self.active.sort_unstable();
        let active: Vec<&str> = active.map(|node| node.title()).collect();
        assert_eq!(self.active.iter().map(|(_, title)| *title).collect::<Vec<_>>(), active);
    }
}

/// The first letter of the answer of a node.
fn letter(says: impl std::fmt::Debug) -> char {
    format!("{says:?}").chars().next().unwrap_or_default()
}

impl TreeObserver for Journal {
    fn start(&mut self, event: &NodeEvent) {
        let title = event.node().title();
        assert!(!self.active.contains(&(event.position(), title)), "{title} starts twice");
        self.active.push((event.position(), title));
        self.note(event, format!("+{title}"));
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        let title = event.node().title();
        assert!(self.active.contains(&(event.position(), title)), "{title} runs and is not active");
        self.note(event, format!("{title}={}", letter(status)));
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        let (title, depth) = (event.node().title(), self.active.len());
        self.active.retain(|active| *active != (event.position(), title));
        assert_eq!(self.active.len() + 1, depth, "{title} finishes and is not active");
        self.note(event, format!("-{title} {}", letter(outcome)));
    }
}

/// Ticks a tree, without time or for some milliseconds: the events of an observer, and all other results.
macro_rules! told {
    ($tree:ident, $bench:ident, $journal:ident) => {
        told!($tree, $bench, $journal, 0)
    };
    ($tree:ident, $bench:ident, $journal:ident, $millis:literal) => {{
        let _ = $tree.tick_for_with(Duration::from_millis($millis), &mut $bench, &mut $journal);
        $journal.agrees_with($tree.active());
        $journal.take()
    }};
}

/// A tree with its bench: the events of each tick, and of the abort after them.
macro_rules! tells {
    ($scripts:literal, $tree:expr, [$($expected:literal),* $(,)?], abort $aborted:literal) => {{
        let (mut tree, mut bench, mut journal) = ($tree, Bench::new($scripts), Journal::default());
        $(assert_eq!(told!(tree, bench, journal, 0), $expected);)*
        tree.abort_with(&mut bench, &mut journal);
        journal.agrees_with(tree.active());
        assert_eq!(journal.take(), $aborted);
    }};
}

mod aborts;
mod enabled;
mod inside;
mod order;
