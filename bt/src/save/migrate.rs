//! `Save::migrate`: a running tree continues in a newer shape of its tree.
//!
//! A tree is serialized as named values. Then the places of leaves in its state are renamed, and the newer tree reads
//! the state. An ambiguous state is not mapped: see the checks in `map`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use ciborium::Value;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Save;
use crate::node_info::{NodeInfo, NodeKind};
use crate::outline::active::active;
use crate::tree::Tree;
use crate::tree_for::TreeFor;

impl<T: Tree + Serialize> Save<T> {
    /// Migrates a tree to a newer shape: the newer tree continues where the old one is.
    ///
    /// The program contains both shapes, the old one in a module of its own. The old one loads the save, and its
    /// active nodes are transferred to `fresh`, an idle tree of the newer shape, which keeps its parameters. `labels`
    /// maps old labels of leaves to new ones; a leaf that is not in it keeps its label.
    ///
    /// A tree is only mapped if the result is unambiguous:
    ///
    /// - Each active leaf has a label that no other active node has.
    /// - The active nodes above them are the same, with the same labels. A `sequence` or `selector` without a label
    ///   may be added or removed, since it has no state.
    /// - The newer tree takes the whole state of the active nodes, and nothing is left over.
    /// - No node has kept state, such as a `run_once` that has ended, or a `cooldown` whose child has stopped: kept
    ///   cells have no names in a save.
    /// - It is not an enum of trees: migrate the tree in it.
    ///
    /// An idle tree without kept state always becomes `fresh`. This method needs the feature `migrate`.
    ///
    /// # Errors
    ///
    /// If the tree cannot be mapped. The error has both trees: return it to refuse the save, or
    /// [abort](Unmapped::abort) the old tree.
    ///
    /// ```
    /// use bt::{Save, bt};
    ///
    /// mod v1 {
    ///     bt::bt! {
    ///         #[derive(serde::Serialize, serde::Deserialize)]
    ///         pub Guard(u32) = sequence < walk: wait(2.0), look: wait(1.0) >
    ///     }
    /// }
    ///
    /// bt! {
    ///     #[derive(serde::Serialize, serde::Deserialize)]
    ///     Guard(u32) = sequence < stroll: wait(2.0), watch: wait(3.0), action(|rounds| *rounds += 1) >
    /// }
    ///
    /// let (mut old, mut rounds) = (v1::Guard::new(), 0);
    /// old.tick_for(1.5, &mut rounds);
    /// let saved = serde_json::to_string(&Save(&old))?;
    ///
    /// let old: Save<v1::Guard> = serde_json::from_str(&saved)?;
    /// let mut guard = old.migrate(&[("walk", "stroll")], Guard::new())?;
    /// guard.tick_for(0.5, &mut rounds);
    /// assert_eq!(guard.active().last().and_then(|node| node.label), Some("watch"));
    ///
    /// // `look` is not mapped: the old tree is aborted, and the new one starts from the beginning.
    /// let (mut old, mut rounds) = (v1::Guard::new(), 0);
    /// old.tick_for(2.5, &mut rounds);
    /// let guard = Save(old)
    ///     .migrate(&[("walk", "stroll")], Guard::new())
    ///     .unwrap_or_else(|unmapped| unmapped.abort(&mut rounds));
    /// assert!(!guard.is_running());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn migrate<N>(self, labels: &[(&str, &str)], fresh: N) -> Result<N, Unmapped<T, N>>
    where
        N: Tree + Serialize + DeserializeOwned,
    {
        match map(&self.0, labels, &fresh) {
            Ok(Some(tree)) => Ok(tree),
            Ok(None) => Ok(fresh),
            Err(reason) => Err(Unmapped { old: self.0, fresh, reason }),
        }
    }
}

/// The error of [`Save::migrate`]: why a tree is not mapped, and both trees.
///
/// ```
/// use bt::save::{Reason, Unmapped};
/// use bt::{Save, bt};
///
/// bt! {
///     #[derive(serde::Serialize, serde::Deserialize)]
///     Old(u32) = wait(2.0)
/// }
/// bt! {
///     #[derive(serde::Serialize, serde::Deserialize)]
///     New(u32) = sequence < wait(1.0), wait(1.0) >
/// }
///
/// let mut old = Old::new();
/// old.tick_for(1.0, &mut 0);
/// let unmapped: Unmapped<Old, New> = Save(old).migrate(&[], New::new()).err().expect("its leaf has no label");
/// assert_eq!(unmapped.reason, Reason::NoLabel { leaf: "wait" });
/// assert_eq!(unmapped.to_string(), "the tree is not mapped: the active leaf `wait` has no label");
/// ```
pub struct Unmapped<T, N> {
    /// The old tree, as it was.
    pub old: T,
    /// The idle tree of the newer shape.
    pub fresh: N,
    /// Why it is not mapped.
    pub reason: Reason,
}

impl<T, N> Unmapped<T, N> {
    /// Aborts the old tree, so that each of its active leaves gets its `finish`, and returns the idle new one.
    ///
    /// ```
    /// # use bt::{Save, bt};
    /// # bt! { #[derive(serde::Serialize, serde::Deserialize)] Old(u32) = wait(2.0) }
    /// # bt! { #[derive(serde::Serialize, serde::Deserialize)] New(u32) = sequence < wait(1.0), wait(1.0) > }
    /// let (mut old, mut count) = (Old::new(), 0);
    /// old.tick_for(1.0, &mut count);
    /// let new = Save(old).migrate(&[], New::new()).unwrap_or_else(|unmapped| unmapped.abort(&mut count));
    /// assert!(!new.is_running());
    /// ```
    pub fn abort<C: ?Sized>(mut self, context: &mut C) -> N
    where
        T: TreeFor<C>,
    {
        self.old.abort(context);
        self.fresh
    }
}

impl<T, N> fmt::Debug for Unmapped<T, N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Unmapped").field("reason", &self.reason).finish_non_exhaustive()
    }
}

impl<T, N> fmt::Display for Unmapped<T, N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the tree is not mapped: {}", self.reason)
    }
}

impl<T, N> Error for Unmapped<T, N> {}

/// Why [`Save::migrate`] does not map a tree.
///
/// ```
/// use bt::save::Reason;
///
/// assert_eq!(Reason::Kept.to_string(), "a node has kept state, which has no name in a save");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// An active leaf has no label.
    NoLabel {
        /// The name of the leaf.
        leaf: &'static str,
    },
    /// Two active nodes have this label, or an active node has a field of this name.
    Ambiguous {
        /// The label.
        label: &'static str,
    },
    /// A node has kept state, such as a `run_once` that has ended, or a `cooldown` whose child has stopped.
    Kept,
    /// It is an enum of trees, which has no state of its own: migrate the tree in it.
    Enum,
    /// The newer tree cannot read the state: the error of `serde`, for example about an unknown place.
    State(String),
    /// The newer tree can read the state, but would lose a part of it, or other nodes would be active.
    Other,
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoLabel { leaf } => write!(formatter, "the active leaf `{leaf}` has no label"),
            Reason::Ambiguous { label } => write!(formatter, "`{label}` names more than one thing in the state"),
            Reason::Kept => formatter.write_str("a node has kept state, which has no name in a save"),
            Reason::Enum => formatter.write_str("it is an enum of trees: migrate the tree in it"),
            Reason::State(error) => write!(formatter, "the newer tree cannot read its state: {error}"),
            Reason::Other => formatter.write_str("in the newer tree, other nodes would be active"),
        }
    }
}

type Fields = Vec<(Value, Value)>;

/// The newer tree with the state of the old one; `None` if the old one is idle.
fn map<T, N>(old: &T, labels: &[(&str, &str)], fresh: &N) -> Result<Option<N>, Reason>
where
    T: Tree + Serialize,
    N: Tree + Serialize + DeserializeOwned,
{
    let (old_fields, mut fields) = (fields(old)?, fields(fresh)?);
    let kept = field(&old_fields, "__kept").ok_or(Reason::Enum)?;
    let facts = old.__facts();
    // Without a moment to measure from, the clock means nothing. A tree in a box may have one.
    let means_nothing = |cell: usize| facts.is_clock(cell) && !facts.holds();
    let is_used = |(at, cell): (usize, &Value)| *cell != Value::from(0) && !means_nothing(at);
    if kept.as_array().is_some_and(|cells| cells.iter().enumerate().any(is_used)) {
        return Err(Reason::Kept);
    }
    let mut nodes: Vec<NodeInfo> = nodes(old);
    if nodes.is_empty() {
        return Ok(None);
    }
    let mut state = field(&old_fields, "__state").ok_or(Reason::Enum)?.clone();
    // First to unused names, so that two leaves can swap their labels.
    for leaf in nodes.iter().filter(|node| node.kind == NodeKind::Leaf) {
        let label = leaf.label.ok_or(Reason::NoLabel { leaf: leaf.name })?;
        let same = nodes.iter().filter(|node| node.label == Some(label)).count();
        if same != 1 || rename(&mut state, label, &between(label)) != 1 {
            return Err(Reason::Ambiguous { label });
        }
    }
    let mut expected = Vec::new();
    for node in nodes.drain(..) {
        let mut label = node.label;
        if let (NodeKind::Leaf, Some(old)) = (node.kind, node.label) {
            let new = labels.iter().find(|(from, _)| *from == old).map_or(old, |(_, to)| to);
            rename(&mut state, &between(old), new);
            expected.push((node.kind, None, Some(new.to_string())));
            label = None;
        }
        if node.kind != NodeKind::Leaf {
            expected.push((node.kind, Some(node.name), label.map(ToString::to_string)));
        }
    }
    *field_mut(&mut fields, "__state").ok_or(Reason::Enum)? = state;
    let expected_fields = Value::Map(fields);
    let tree: N = expected_fields.deserialized().map_err(|error| Reason::State(error.to_string()))?;
    let found = self::nodes(&tree).into_iter().map(|node| {
        let is_leaf = node.kind == NodeKind::Leaf;
        (node.kind, (!is_leaf).then_some(node.name), node.label.map(ToString::to_string))
    });
    if !found.eq(expected) || bytes(&Value::Map(self::fields(&tree)?)) != bytes(&expected_fields) {
        return Err(Reason::Other);
    }
    Ok(Some(tree))
}

/// The active nodes, without those that have neither state nor a label.
fn nodes<T: Tree>(tree: &T) -> Vec<NodeInfo> {
    let holds_nothing = |node: &NodeInfo| node.label.is_none() && ["sequence", "selector"].contains(&node.name);
    active(tree.__facts(), |_, search| tree.__first_active(search)).filter(|node| !holds_nothing(node)).collect()
}

/// A name that no label and no field has.
fn between(label: &str) -> String {
    let mut name = String::from("\0");
    name.push_str(label);
    name
}

/// The fields of a tree by their names.
fn fields<T: Serialize>(tree: &T) -> Result<Fields, Reason> {
    match Value::serialized(tree) {
        Ok(Value::Map(fields)) => Ok(fields),
        Ok(_) => Err(Reason::Enum),
        Err(error) => Err(Reason::State(error.to_string())),
    }
}

fn field<'f>(fields: &'f Fields, name: &str) -> Option<&'f Value> {
    fields.iter().find(|(key, _)| key.as_text() == Some(name)).map(|(_, value)| value)
}

fn field_mut<'f>(fields: &'f mut Fields, name: &str) -> Option<&'f mut Value> {
    fields.iter_mut().find(|(key, _)| key.as_text() == Some(name)).map(|(_, value)| value)
}

/// Renames places, and returns how many. The fields of leaves do not change.
///
/// A place is a variant: a text, or a map with one entry. In a map with several entries, the fields of a frame, a
/// branch has the name of its place.
fn rename(value: &mut Value, from: &str, to: &str) -> usize {
    match value {
        Value::Text(place) if place == from => {
            *value = Value::Text(to.into());
            1
        }
        Value::Array(items) => items.iter_mut().map(|item| rename(item, from, to)).sum(),
        Value::Map(fields) => {
            let is_variant = fields.len() == 1;
            let renamed = fields.iter_mut().map(|(key, value)| {
                if key.as_text() != Some(from) {
                    return rename(value, from, to);
                }
                *key = Value::Text(to.into());
                if is_variant { 1 } else { rename(value, from, to).max(1) }
            });
            renamed.sum()
        }
        _ => 0,
    }
}

/// So that NaN equals itself.
fn bytes(value: &Value) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).ok().map(|()| bytes)
}
