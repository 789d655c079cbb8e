//! Damages saves in text: a compiled tree and a live one refuse the same. What they load goes on in the same way, and
//! never panics.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use bt::Save;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::world::mix;

/// How many damaged saves of a tree are loaded; with `BT_BYTES=all`, all of them.
const SAMPLE: usize = 120;

/// How many saves of a tree are damaged.
const SAVES: usize = 6;

/// What is saved at a path, in all saves of a tree.
type Seen = BTreeMap<String, BTreeSet<String>>;

/// What a loaded tree does: how it is saved again, and then a text for each tick.
pub type Done = (String, Vec<String>);

/// Loads damaged saves as a compiled tree and as a live one, and runs what is loaded.
pub fn damage<T, L>(saves: &BTreeSet<String>, run: (impl Fn(T) -> Done, impl Fn(L) -> Done))
where
    Save<T>: DeserializeOwned,
    Save<L>: DeserializeOwned,
{
    let run = |save: &str| match (serde_json::from_str(save), serde_json::from_str(save)) {
        (Err(_), Err(_)) => None,
        (Ok(Save(tree)), Ok(Save(live))) => {
            let (one, other) = ((run.0)(tree), (run.1)(live));
            // A compiled tree alone cuts a time that is too long for its field, and drops what nobody reads.
            (one.0 == other.0 && one.1 != other.1).then(|| format!("a live tree goes on as {other:?}, not as {one:?}"))
        }
        (Err(error), Ok(_)) => Some(format!("only the compiled tree refuses it: {error}")),
        (Ok(_), Err(error)) => Some(format!("only the live tree refuses it: {error}")),
    };
    let (damaged, mut wrong) = (damaged(saves), Vec::new());
    for save in &damaged {
        let found = catch_unwind(AssertUnwindSafe(|| run(save))).unwrap_or_else(|_| Some("a panic".to_owned()));
        wrong.extend(found.map(|found| format!("{found}: {save}")));
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), damaged.len(), wrong.join("\n"));
}

/// Damaged saves: a sample of all.
fn damaged(saves: &BTreeSet<String>) -> BTreeSet<String> {
    let all = std::env::var("BT_BYTES").is_ok_and(|bytes| bytes == "all");
    let saves: Vec<Value> = saves.iter().map(|save| serde_json::from_str(save).expect("it is JSON")).collect();
    let mut seen = Seen::new();
    saves.iter().for_each(|save| collect("", &save["tree"], &mut seen));
    let (mut damaged, step) = (BTreeSet::new(), if all { 1 } else { saves.len().div_ceil(SAVES).max(1) });
    for save in saves.iter().step_by(step) {
        each_damage("", &save["tree"], &seen, &mut |tree| {
            let mut other = save.clone();
            other["tree"] = tree;
            damaged.insert(other.to_string());
        });
    }
    let share = if all { 1 } else { damaged.len().div_ceil(SAMPLE).max(1) as u64 };
    let numbered = damaged.into_iter().zip(0..);
    numbered.filter(|(_, number)| mix(*number).is_multiple_of(share)).map(|(save, _)| save).collect()
}

/// Collects what is at each path.
fn collect(path: &str, value: &Value, seen: &mut Seen) {
    seen.entry(path.to_owned()).or_default().insert(value.to_string());
    for (name, inner) in parts(value) {
        collect(&format!("{path}.{name}"), &inner, seen);
    }
}

/// The fields or elements of a value.
fn parts(value: &Value) -> Vec<(String, Value)> {
    match value {
        Value::Object(fields) => fields.clone().into_iter().collect(),
        Value::Array(elements) => {
            elements.iter().enumerate().map(|(at, element)| (at.to_string(), element.clone())).collect()
        }
        _ => Vec::new(),
    }
}

/// Calls a function with each way in which a value can be damaged.
fn each_damage(path: &str, value: &Value, seen: &Seen, found: &mut dyn FnMut(Value)) {
    found(Value::Null);
    for other in &seen[path] {
        found(serde_json::from_str(other).expect("it is JSON"));
    }
    found(json!("Idle"));
    match value {
        Value::Null => {}
        Value::Bool(is) => found(json!(!is)),
        Value::Number(number) => numbers(number.as_u64().unwrap_or(0)).for_each(&mut *found),
        Value::String(_) => ["Succeeded", "Failed"].iter().for_each(|name| found(json!(name))),
        Value::Array(elements) => {
            found(elements.iter().skip(1).cloned().collect());
            found(elements.iter().chain(elements.first()).cloned().collect());
            found(elements.iter().rev().cloned().collect());
        }
        Value::Object(fields) => objects(path, fields, seen).for_each(&mut *found),
    }
    for (name, inner) in parts(value) {
        each_damage(&format!("{path}.{name}"), &inner, seen, &mut |inner| {
            let mut other = value.clone();
            match &mut other {
                Value::Array(elements) => elements[name.parse::<usize>().expect("it is an index")] = inner,
                other => other[&name] = inner,
            }
            found(other);
        });
    }
}

/// Numbers instead of one.
fn numbers(number: u64) -> impl Iterator<Item = Value> {
    let near = [number.wrapping_sub(1), number.wrapping_add(1), number ^ 0x80, number << 32];
    let fixed = [0, 1, 2, 3, 7, 255, 256, u64::from(u32::MAX) - 1, u64::from(u32::MAX), u64::MAX - 1, u64::MAX];
    near.into_iter().chain(fixed).map(Value::from).chain([json!(-1), json!(0.5)])
}

/// Objects with a field less, with two fields exchanged, or with another field's name.
fn objects(path: &str, fields: &Map<String, Value>, seen: &Seen) -> impl Iterator<Item = Value> {
    let mut damaged = Vec::new();
    for (name, value) in fields {
        let mut less = fields.clone();
        less.remove(name);
        for (other, instead) in fields {
            let mut exchanged = fields.clone();
            exchanged.insert(name.clone(), instead.clone());
            exchanged.insert(other.clone(), value.clone());
            damaged.push(exchanged);
        }
        for other in seen[path].iter().flat_map(|other| names(&serde_json::from_str(other).expect("it is JSON"))) {
            let mut renamed = less.clone();
            renamed.insert(other, value.clone());
            damaged.push(renamed);
        }
        if name == "Active" {
            damaged.extend([true, false].map(|is| Map::from_iter([("Ended".to_owned(), json!(is))])));
        }
        damaged.push(less);
    }
    damaged.into_iter().map(Value::Object)
}

/// The names of a value's fields, or of its variant.
fn names(value: &Value) -> Vec<String> {
    match value {
        Value::Object(fields) => fields.keys().cloned().collect(),
        Value::String(name) => vec![name.clone()],
        _ => Vec::new(),
    }
}
