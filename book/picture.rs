//! Pictures of played trees: a line for each node, and a column for each tick.

use std::cell::RefCell;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use bt::describe::{Description, NodeInfo, drawing};
use bt::{NodeEvent, Outcome, Tree, TreeObserver};

thread_local! {
    /// The picture of the tree that this thread has played first.
    static FIRST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What the nodes of a tree do, tick by tick.
pub(crate) struct Picture {
    title: &'static str,
    nodes: Vec<String>,
    ticks: Vec<Tick>,
    /// In how many trees of `dynamic` nodes the events are. The picture has no lines for them.
    nested: usize,
}

/// A column: its head, and a word for each node.
struct Tick {
    head: String,
    words: Vec<String>,
}

impl Picture {
    pub(crate) fn new(title: &'static str, tree: &impl Tree) -> Self {
        // Each line begins with the mark of an active node, or a space.
        let nodes = drawing(tree).to_string().lines().map(|line| line.chars().skip(2).collect()).collect();
        Picture { title, nodes, ticks: Vec::new(), nested: 0 }
    }

    pub(crate) fn begin_tick(&mut self, head: String) {
        self.ticks.push(Tick { head, words: vec![String::new(); self.nodes.len()] });
    }

    pub(crate) fn end_tick(&mut self, active: impl Iterator<Item = NodeInfo>) {
        for node in active.filter(|node| node.nested == 0) {
            self.add(node.position, 'R');
        }
    }

    fn add(&mut self, position: usize, letter: char) {
        let tick = self.ticks.last_mut().expect("events come in ticks");
        tick.words[position].push(letter);
    }

    /// Keeps the picture, if it is the first one.
    pub(crate) fn keep(&self) {
        FIRST.with_borrow_mut(|first| _ = first.get_or_insert_with(|| self.text()));
    }

    fn text(&self) -> String {
        let width =
            |words: &[String], head: &str| words.iter().map(|word| word.chars().count()).max().max(Some(head.len()));
        let names = width(&self.nodes, self.title).unwrap_or_default();
        let widths: Vec<usize> = self.ticks.iter().filter_map(|tick| width(&tick.words, &tick.head)).collect();
        let line = |name: &str, word: &dyn Fn(&Tick) -> &str| {
            let mut line = format!("{name:names$}");
            for (tick, width) in self.ticks.iter().zip(&widths) {
                write!(line, "  {:width$}", word(tick)).expect("a string can be written to");
            }
            line.trim_end().to_owned() + "\n"
        };
        let mut text = line(self.title, &|tick| &tick.head);
        for (position, node) in self.nodes.iter().enumerate() {
            text += &line(node, &|tick| &tick.words[position]);
        }
        text
    }
}

impl TreeObserver for Picture {
    fn enter(&mut self, _: &NodeEvent, _: Description) {
        self.nested += 1;
    }

    fn leave(&mut self) {
        self.nested -= 1;
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        let letter = match outcome {
            Outcome::Success => 'S',
            Outcome::Failure => 'F',
            Outcome::Aborted => '-',
        };
        if self.nested == 0 {
            self.add(event.position(), letter);
        }
    }
}

/// Checks that the picture on the page of a node is that of the tree that was played first. With `BLESS` in the
/// environment, writes it again.
///
/// # Panics
///
/// If it is another one.
pub fn shows(node: &str) {
    const MARK: &str = "```\n\n```text\n";
    let picture = FIRST.with_borrow_mut(Option::take).expect("a tree was played");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../bt/src/docs/nodes/{node}.md"));
    let page = fs::read_to_string(&path).expect("the node has a page");
    // A new page ends with its example.
    let (before, shown) = page.rsplit_once(MARK).unwrap_or_else(|| (page.trim_end().trim_end_matches("```"), ""));
    let expected = format!("{picture}```\n");
    if env::var_os("BLESS").is_some() {
        fs::write(&path, [before, MARK, &expected].concat()).expect("the page can be written");
    } else {
        assert_eq!(shown, expected, "{node}.md has another picture: `BLESS=1 cargo test -p bt-book` draws it again");
    }
}
