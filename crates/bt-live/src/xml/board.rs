//! `Board`: what the trees of a file share.

use std::collections::{BTreeMap, BTreeSet};

use super::Value;

/// The blackboard of a tree from XML: entries by key. The context of the tree implements it.
///
/// All subtrees use one board. An entry of the main tree has its plain key, `goal`. The key of a subtree's entry starts
/// with the subtree's path, `Dock/goal`, unless a port connects it to an entry of the surrounding tree.
///
/// ```
/// use bt_live::xml::{Board, MapBoard, Value};
///
/// struct Robot { battery: f64, board: MapBoard }
///
/// impl Board for Robot {
///     fn get(&self, key: &str) -> Option<Value> {
///         // Scripts read a field of the robot by its key.
///         if key == "battery" { Some(Value::of(self.battery)) } else { self.board.get(key) }
///     }
///
///     fn set(&mut self, key: &str, value: Value) {
///         self.board.set(key, value);
///     }
///
///     fn unset(&mut self, key: &str) {
///         self.board.unset(key);
///     }
///
///     fn was_updated(&mut self, key: &str, node: &str) -> Option<bool> {
///         self.board.was_updated(key, node)
///     }
/// }
///
/// let mut robot = Robot { battery: 0.5, board: MapBoard::default() };
/// robot.set("tries", Value::of(3));
/// assert_eq!(robot.get("tries").and_then(|tries| tries.to::<u32>()), Some(3));
/// ```
pub trait Board {
    /// The value of an entry, if it is set.
    fn get(&self, key: &str) -> Option<Value>;

    /// Sets an entry.
    fn set(&mut self, key: &str, value: Value);

    /// Removes an entry.
    fn unset(&mut self, key: &str);

    /// Whether an entry was set since the node at this path last asked; if it never asked, whether the entry was ever
    /// set. An entry that is not set is not updated. For `WasEntryUpdated`, `SkipUnlessUpdated` and `WaitValueUpdate`.
    ///
    /// Default: `None`, the board does not know, and these nodes fail. A context that keeps its entries in a
    /// [`MapBoard`] calls the method of the map.
    ///
    /// ```
    /// use bt_live::xml::{Board, MapBoard, Value};
    ///
    /// let mut board = MapBoard::default();
    /// assert_eq!(board.was_updated("goal", "WasEntryUpdated"), Some(false));
    /// board.set("goal", Value::of(3));
    /// assert_eq!(board.was_updated("goal", "WasEntryUpdated"), Some(true));
    /// assert_eq!(board.was_updated("goal", "WasEntryUpdated"), Some(false));
    /// // Each node asks for itself.
    /// assert_eq!(board.was_updated("goal", "Dock/WasEntryUpdated"), Some(true));
    /// ```
    fn was_updated(&mut self, key: &str, node: &str) -> Option<bool> {
        let _ = (key, node);
        None
    }

    /// Called with the reason when a script or a node cannot work because an entry is missing or has another type. The
    /// node fails. BehaviorTree.CPP would throw an exception.
    fn failed(&mut self, why: &str) {
        let _ = why;
    }
}

/// A board that is a map.
///
/// The live page of `bt-view` can show and set its entries:
///
/// ```
/// # #[cfg(feature = "edit")]
/// # fn main() -> std::io::Result<()> {
/// use bt_live::xml::{Board, MapBoard, Palette, Value, parse};
/// use bt_view::serve::Options;
///
/// let file = r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><Script code="tries := 1"/></BehaviorTree></root>"#;
/// let (mut tree, mut board) = (parse(file, &Palette::new()).expect("it is right").tree, MapBoard::default());
/// let mut live = Options::new().sets(true).start()?;
/// let robot = live.agent_with("robot", tree.description());
/// for setting in live.settings() {
///     board.set(&setting.name, Value::of_constant(&setting.value));
/// }
/// tree.tick_for_with(0.1, &mut board, &mut live.tick_for(robot, 0.1, || tree.active()));
/// live.entries(robot, board.entries().filter_map(|(key, value)| Some((key, value.to()?))));
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "edit"))]
/// # fn main() {}
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapBoard {
    entries: BTreeMap<String, Value>,
    /// For each key, the nodes that have asked since the entry was set.
    seen: BTreeMap<String, BTreeSet<String>>,
    failures: Vec<String>,
}

/// The most failures that are kept.
const MOST: usize = 100;

impl MapBoard {
    /// All entries that are set, sorted by key.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.entries.iter().map(|(key, value)| (&**key, value))
    }

    /// Why scripts and nodes could not work: the first hundred reasons.
    #[must_use]
    pub fn failures(&self) -> &[String] {
        &self.failures
    }
}

impl Board for MapBoard {
    fn get(&self, key: &str) -> Option<Value> {
        self.entries.get(key).cloned()
    }

    fn set(&mut self, key: &str, value: Value) {
        self.seen.remove(key);
        match self.entries.get_mut(key) {
            Some(entry) => *entry = value,
            None => drop(self.entries.insert(key.to_owned(), value)),
        }
    }

    fn unset(&mut self, key: &str) {
        self.seen.remove(key);
        self.entries.remove(key);
    }

    fn was_updated(&mut self, key: &str, node: &str) -> Option<bool> {
        let has_seen = self.seen.get(key).is_some_and(|nodes| nodes.contains(node));
        let was_updated = self.entries.contains_key(key) && !has_seen;
        if was_updated {
            self.seen.entry(key.to_owned()).or_default().insert(node.to_owned());
        }
        Some(was_updated)
    }

    fn failed(&mut self, why: &str) {
        if self.failures.len() < MOST {
            self.failures.push(why.to_owned());
        }
    }
}
