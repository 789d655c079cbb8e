//! `Board`: what the trees of a file share.

use std::collections::BTreeMap;

use super::Value;

/// The blackboard of a tree from XML: entries by key. Its context implements it.
///
/// All subtrees use one board. An entry of the main tree has its key, `goal`; that of a subtree has the path of the subtree
/// before it, `Dock/goal`, unless a port connects it to an entry of the tree around it.
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

    /// Called with the reason when a script or a node cannot work: an entry is missing, or of another type. The node fails.
    /// BehaviorTree.CPP throws an exception there.
    fn failed(&mut self, why: &str) {
        let _ = why;
    }
}

/// A board that is a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapBoard {
    entries: BTreeMap<String, Value>,
    failures: Vec<String>,
}

/// The most failures that are kept.
const MOST: usize = 100;

impl MapBoard {
    /// All entries that are set, in the order of their keys.
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
        match self.entries.get_mut(key) {
            Some(entry) => *entry = value,
            None => drop(self.entries.insert(key.to_owned(), value)),
        }
    }

    fn unset(&mut self, key: &str) {
        self.entries.remove(key);
    }

    fn failed(&mut self, why: &str) {
        if self.failures.len() < MOST {
            self.failures.push(why.to_owned());
        }
    }
}
