//! `Table`: the contents of a tree's nodes, by their numbers in the text that runs. `Ports`: a node's part of the
//! table.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use bt::Status;
use bt_xml::parts::When;

use super::entry::Link;
use super::script::Script;
use super::{Board, Value};

/// The contents of a node.
pub struct Row {
    /// Its path, for messages.
    pub path: String,
    /// What the file says at the node.
    pub written: String,
    pub ports: BTreeMap<String, Link>,
    /// Its scripts: `code`, `if`, and those that run before and after it.
    pub code: Option<Script>,
    pub conditions: Vec<(When, Script)>,
    /// Its answer where BehaviorTree.CPP answers SKIPPED.
    pub skipped: Status,
    /// Its answer if a condition does not hold or a queue is empty.
    pub otherwise: Status,
}

impl Row {
    /// All its contents, as text.
    fn content(&self) -> String {
        let scripts = self.conditions.iter().map(|(_, script)| script).chain(&self.code);
        let names: Vec<_> = scripts.map(|script| &script.names).collect();
        let Row { path, written, ports, skipped, otherwise, .. } = self;
        format!("{path} {written} {ports:?} {names:?} {skipped:?} {otherwise:?}")
    }

    /// A node without contents.
    pub fn new(path: String) -> Self {
        let failure = Status::Failure;
        let (written, ports, conditions) = (String::new(), BTreeMap::new(), Vec::new());
        Row { path, written, ports, code: None, conditions, skipped: failure, otherwise: failure }
    }
}

/// The nodes of a tree, by numbers that follow from their contents.
///
/// In an edited file, an unchanged node has the same number, so it carries on. Nodes with the same contents share a
/// row.
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

/// A number that follows from these contents, and that no other contents have.
pub fn numbered(content: String, contents: &mut BTreeMap<u32, String>) -> u32 {
    // FNV-1a, which gives the same number in all builds.
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

/// The ports of a node, with what they are connected to at this place of the tree.
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
/// let ports = [input("to").integer(), output("last")];
/// let palette = Palette::new().leaf("Count", ports, |ports| Count { ports, last: 0 });
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

    /// The value of a port as this type: of the text in the file, or of the entry that the port is connected to. `None`
    /// if the entry is not set, or its value cannot be [converted](Value::to).
    #[must_use]
    pub fn get<T: Clone + 'static>(&self, board: &(impl Board + ?Sized), port: &str) -> Option<T> {
        self.value(board, port)?.to()
    }

    /// The value of a port: of the text in the file, or of the entry that the port is connected to, if that is set.
    #[must_use]
    pub fn value(&self, board: &(impl Board + ?Sized), port: &str) -> Option<Value> {
        self.row().ports.get(port)?.get(board)
    }

    /// Writes to the entry that a port is connected to. Does nothing if there is none.
    pub fn set<T: Send + Sync + 'static>(&self, board: &mut (impl Board + ?Sized), port: &str, value: T) {
        if let Some(Link::Entry(entry)) = self.row().ports.get(port) {
            board.set(&entry.key, Value::of(value));
        }
    }

    /// Removes the entry that a port is connected to. Does nothing if there is none.
    pub fn unset(&self, board: &mut (impl Board + ?Sized), port: &str) {
        if let Some(Link::Entry(entry)) = self.row().ports.get(port) {
            board.unset(&entry.key);
        }
    }

    /// Whether the entry of a port was set since this node last asked. `None` if the board does not know.
    pub(super) fn was_updated(&self, board: &mut (impl Board + ?Sized), port: &str) -> Option<bool> {
        let Some(Link::Entry(entry)) = self.row().ports.get(port) else { return Some(false) };
        // A constant that was given to a subtree counts as set when the tree starts.
        if let (None, Some(constant)) = (board.get(&entry.key), &entry.constant) {
            board.set(&entry.key, constant.clone());
        }
        let was_updated = board.was_updated(&entry.key, self.path());
        if was_updated.is_none() {
            self.failed(board, "the board does not know when an entry was set: see `Board::was_updated`");
        }
        was_updated
    }

    /// Reports to the board why the node cannot work, with the node's path.
    pub fn failed(&self, board: &mut (impl Board + ?Sized), why: &str) {
        board.failed(&format!("{}: {why}", self.row().path));
    }

    /// The path of the node: the names of the surrounding subtrees, then its own name, as in `Dock/Approach`.
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
