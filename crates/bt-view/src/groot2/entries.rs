//! `Entries`: finds which blackboard entries have changed.

use std::collections::BTreeMap;

use serde_json::Value;

/// The most entries to follow, so that a program that makes up new names does not fill the memory.
const MOST: usize = 1_000;
/// The most numbers in one entry, such as a pose; and the deepest nesting to search for them.
const MOST_NUMBERS: usize = 16;
const DEEPEST: usize = 4;

/// The blackboard above that of a subtree. It is the main tree's, unless the program has one around all its trees.
const ROOT: &str = "ROOT";

/// The last known entries of blackboards.
#[derive(Debug, Default)]
pub struct Entries {
    known: BTreeMap<(String, String), Value>,
}

/// An entry that is new or has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Changed {
    /// A number, or a number in the value of an entry: `battery`, `pose.x`.
    Number { board: String, name: String, value: f64 },
    /// Any other value, as text.
    Text { board: String, text: String },
}

impl Entries {
    /// The changes in this answer, which has the entries of each blackboard. `main` is the name of the main tree's.
    pub fn see(&mut self, answer: Value, main: &str) -> Vec<Changed> {
        let Value::Object(mut boards) = answer else { return Vec::new() };
        if boards.get(ROOT) == boards.get(main) && main != ROOT {
            boards.remove(ROOT);
        }
        let mut changed = Vec::new();
        for (board, entries) in boards {
            let Value::Object(entries) = entries else { continue };
            for (name, value) in entries {
                let key = (board.clone(), name);
                if self.known.get(&key) == Some(&value) || (self.known.len() >= MOST && !self.known.contains_key(&key))
                {
                    continue;
                }
                tell(&key, &value, &mut changed);
                self.known.insert(key, value);
            }
        }
        changed
    }
}

fn tell((board, name): &(String, String), value: &Value, changed: &mut Vec<Changed>) {
    let mut found = Vec::new();
    numbers(name, value, DEEPEST, &mut found);
    if found.is_empty() {
        changed.push(Changed::Text { board: board.clone(), text: format!("{name} = {value}") });
    }
    let number = |(name, value)| Changed::Number { board: board.clone(), name, value };
    changed.extend(found.into_iter().map(number));
}

/// The numbers in a value, each with its path.
fn numbers(name: &str, value: &Value, depth: usize, found: &mut Vec<(String, f64)>) {
    match value {
        Value::Number(number) if found.len() < MOST_NUMBERS => {
            found.push((name.to_owned(), number.as_f64().unwrap_or(f64::NAN)));
        }
        Value::Bool(value) if found.len() < MOST_NUMBERS => found.push((name.to_owned(), f64::from(u8::from(*value)))),
        Value::Object(fields) if depth > 0 => {
            fields.iter().for_each(|(field, value)| numbers(&format!("{name}.{field}"), value, depth - 1, found));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn entries_are_told_when_they_change() {
        let mut entries = Entries::default();
        let number = |name: &str, value| Changed::Number { board: "T".into(), name: name.into(), value };
        let text = |text: &str| Changed::Text { board: "T".into(), text: text.into() };
        let first = json!({"T": {"battery": 9, "pose": {"x": 0.5, "frame": "map"}, "room": "kitchen", "done": true}, "U": null});
        let all = [number("battery", 9.0), number("done", 1.0), number("pose.x", 0.5), text("room = \"kitchen\"")];
        assert_eq!(entries.see(first.clone(), "T"), all);
        assert_eq!(entries.see(first, "T"), []);
        let later = json!({"T": {"battery": 9, "room": "hall", "path": [1, 2]}});
        assert_eq!(entries.see(later, "T"), [text("path = [1,2]"), text("room = \"hall\"")]);
        assert_eq!(entries.see(json!(3), "T"), []);
        assert_eq!(entries.see(json!({"T": {"battery": 9}, "ROOT": {"battery": 9}}), "T"), [], "the same blackboard");
        let around = Changed::Number { board: "ROOT".into(), name: "battery".into(), value: 9.0 };
        assert_eq!(entries.see(json!({"T": {}, "ROOT": {"battery": 9}}), "T"), [around]);
    }
}
