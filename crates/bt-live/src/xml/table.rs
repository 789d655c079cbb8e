//! `Table`: what the nodes of a tree hold, by their numbers in the text that runs. `Ports`: a node's part of it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use bt::Status;
use bt_xml::parts::When;

use super::entry::Link;
use super::script::Script;
use super::{Board, Value};

/// What a node holds.
pub struct Row {
    /// Its path, for messages.
    pub path: String,
    /// What is written at the node.
    pub written: String,
    pub ports: BTreeMap<String, Link>,
    /// Its scripts: `code`, `if`, and those before and after it.
    pub code: Option<Script>,
    pub conditions: Vec<(When, Script)>,
    /// What it answers where BehaviorTree.CPP answers SKIPPED.
    pub skipped: Status,
    /// What it answers if a condition does not hold, or a queue is empty.
    pub otherwise: Status,
}

impl Row {
    /// Everything that it holds, as text.
    fn content(&self) -> String {
        let scripts = self.conditions.iter().map(|(_, script)| script).chain(&self.code);
        let names: Vec<_> = scripts.map(|script| &script.names).collect();
        let Row { path, written, ports, skipped, otherwise, .. } = self;
        format!("{path} {written} {ports:?} {names:?} {skipped:?} {otherwise:?}")
    }

    /// A node that holds nothing yet.
    pub fn new(path: String) -> Self {
        let failure = Status::Failure;
        let (written, ports, conditions) = (String::new(), BTreeMap::new(), Vec::new());
        Row { path, written, ports, code: None, conditions, skipped: failure, otherwise: failure }
    }
}

/// The nodes of a tree, by numbers that follow from what they hold.
///
/// A node that has not changed has the same number in a changed file, so that it carries on there. Nodes that hold the
/// same share a row.
#[derive(Default)]
pub struct Rows {
    rows: BTreeMap<u32, Row>,
    contents: BTreeMap<u32, String>,
}

impl Rows {
    pub fn add(&mut self, row: Row) -> u32 {
        let number = numbered(row.content(), &mut self.contents);
        self.rows.entry(number).or_insert(row);
        number
    }
}

/// A number that follows from a content, and is not that of another one.
pub fn numbered(content: String, contents: &mut BTreeMap<u32, String>) -> u32 {
    // FNV-1a: the same in all builds.
    let hash = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(16_777_619);
    let mut number = content.bytes().fold(2_166_136_261, hash);
    while contents.get(&number).is_some_and(|other| *other != content) {
        number = number.wrapping_add(1);
    }
    contents.insert(number, content);
    number
}

/// The nodes of a tree.
pub struct Table {
    pub rows: Rows,
    pub enums: Arc<BTreeMap<String, f64>>,
}

/// The ports of a node: what they are connected to in this place of the tree.
///
/// ```
/// use bt::{Behavior, Status};
/// use bt_live::xml::{Board, MapBoard, Palette, Ports, Value, input, output, parse};
///
/// /// Counts to `to`, one number in each tick.
/// #[derive(Behavior)]
/// #[behavior(context = MapBoard)]
/// struct Count { ports: Ports, last: i64 }
///
/// impl Count {
///     fn run(&mut self, board: &mut MapBoard) -> Status {
///         self.last += 1;
///         self.ports.set(board, "last", self.last);
///         let to: i64 = self.ports.get(board, "to").unwrap_or(0);
///         if self.last < to { Status::Running } else { Status::Success }
///     }
/// }
///
/// let palette = Palette::new().leaf("Count", [input("to").integer(), output("last")], |ports| Count { ports, last: 0 });
/// let file = r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><Count to="2" last="{n}"/></BehaviorTree></root>"#;
/// let mut tree = parse(file, &palette).expect("it is right").tree;
/// let mut board = MapBoard::default();
/// assert_eq!(tree.tick_for(0.1, &mut board), Status::Running);
/// assert_eq!(tree.tick_for(0.1, &mut board), Status::Success);
/// assert_eq!(board.get("n"), Some(Value::of(2)));
/// ```
#[derive(Clone)]
pub struct Ports {
    table: Arc<Table>,
    row: u32,
}

impl Ports {
    pub(super) fn new(table: &Arc<Table>, row: u32) -> Self {
        Ports { table: Arc::clone(table), row }
    }

    pub(super) fn row(&self) -> &Row {
        &self.table.rows.rows[&self.row]
    }

    pub(super) fn enums(&self) -> &BTreeMap<String, f64> {
        &self.table.enums
    }

    /// The value of a port, if its entry is set and has this type.
    #[must_use]
    pub fn get<T: Clone + 'static>(&self, board: &(impl Board + ?Sized), port: &str) -> Option<T> {
        self.value(board, port)?.to()
    }

    /// The value of a port, if its entry is set.
    #[must_use]
    pub fn value(&self, board: &(impl Board + ?Sized), port: &str) -> Option<Value> {
        self.row().ports.get(port)?.get(board)
    }

    /// Writes to the entry to which a port is connected. Does nothing if it is connected to none.
    pub fn set<T: Send + Sync + 'static>(&self, board: &mut (impl Board + ?Sized), port: &str, value: T) {
        if let Some(Link::Entry(entry)) = self.row().ports.get(port) {
            board.set(&entry.key, Value::of(value));
        }
    }

    /// Removes the entry to which a port is connected.
    pub fn unset(&self, board: &mut (impl Board + ?Sized), port: &str) {
        if let Some(Link::Entry(entry)) = self.row().ports.get(port) {
            board.unset(&entry.key);
        }
    }

    /// Whether the entry of a port was set since this node last asked, if the board knows it.
    pub(super) fn was_updated(&self, board: &mut (impl Board + ?Sized), port: &str) -> Option<bool> {
        let Some(Link::Entry(entry)) = self.row().ports.get(port) else { return Some(false) };
        // The constant that a subtree was given is set when the tree begins.
        if let (None, Some(constant)) = (board.get(&entry.key), &entry.constant) {
            board.set(&entry.key, constant.clone());
        }
        let was_updated = board.was_updated(&entry.key, self.path());
        if was_updated.is_none() {
            self.failed(board, "the board does not know when an entry was set: see `Board::was_updated`");
        }
        was_updated
    }

    /// Tells the board why the node cannot work, with its path.
    pub fn failed(&self, board: &mut (impl Board + ?Sized), why: &str) {
        board.failed(&format!("{}: {why}", self.row().path));
    }

    /// The path of the node: the names of the subtrees that it is in, and its own.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.row().path
    }
}

impl fmt::Debug for Ports {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Ports").field(&self.path()).finish()
    }
}
