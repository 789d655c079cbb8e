//! Which nodes of a tree can be active at the same time, whatever its leaves return.
//!
//! Two nodes are in different children of a common ancestor. If it has one active child at a time, the two are never
//! active together. Otherwise they can be, unless conditions above them exclude each other. Only conditions that are
//! checked every tick and end what is below them count.

use bt_compiler::tree::builtin::Meaning;
use bt_compiler::tree::model::{Model, Node, NodeId};

/// Whether several children of a node can be active after a tick. A user's composite has one active child.
pub fn has_several(node: &Node) -> bool {
    node.kind.is(|builtin| builtin.meaning.has_several_active())
}

/// A condition that must hold, or must not, while a node is active.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub text: String,
    pub holds: bool,
}

/// Why two nodes are never active together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Never {
    /// This common ancestor has one active child at a time.
    OneAtATime(NodeId),
    /// One needs the condition to hold, the other needs it not to hold.
    Excluded(Condition),
}

/// The nodes above a node, the root first, and the node itself.
fn path(model: &Model, node: NodeId) -> Vec<NodeId> {
    let mut path = vec![node];
    while let Some(above) = model[path[path.len() - 1]].parent {
        path.push(above);
    }
    path.reverse();
    path
}

/// What holds after a tick in which a node is active: the conditions that were checked in that tick, and would have
/// ended it.
pub fn conditions(model: &Model, node: NodeId) -> Vec<Condition> {
    let path = path(model, node);
    let mut conditions = Vec::new();
    for (index, &id) in path.iter().enumerate() {
        let node = &model[id];
        let Some(builtin) = node.kind.builtin() else { continue };
        // Below `observe`, conditions are only checked when its key changes.
        let is_observed = index > 0 && model[path[index - 1]].kind.is(|above| above.meaning == Meaning::Observe);
        let child = path.get(index + 1).map(|&child| &model[child]);
        let (text, holds) = match (builtin.meaning, child) {
            (Meaning::Guard, _) => (node.args_text.as_str(), true),
            (Meaning::ReactiveIf, Some(child)) if !is_observed => {
                (node.args_text.as_str(), node.children[0] == child.id)
            }
            (Meaning::Priority, Some(child)) if !is_observed && !child.keeps_turn => (child.arm_text.as_str(), true),
            _ => continue,
        };
        // A bound value may change whenever its node starts.
        let of_arm = child.filter(|_| builtin.children.have_arms()).is_none_or(|child| child.uses.is_empty());
        if node.uses.is_empty() && of_arm && !text.is_empty() {
            conditions.push(condition(text, holds));
        }
    }
    conditions
}

/// A condition as written, without negation: `|w| !w.seen` means that `|w| w.seen` does not hold.
pub fn condition(text: &str, holds: bool) -> Condition {
    let mut text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(inside) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        text = inside.trim().to_string();
    }
    text = text.strip_prefix("while ").map_or(text.clone(), str::to_string);
    if let Some((parameter, body)) = text.strip_prefix('|').and_then(|rest| rest.split_once('|'))
        && let Some(negated) = body.trim().strip_prefix('!')
        && is_one_term(negated)
    {
        return Condition { text: format!("|{parameter}| {negated}"), holds: !holds };
    }
    Condition { text, holds }
}

/// Whether a `!` in front negates the whole text: it is a path with fields and calls.
fn is_one_term(text: &str) -> bool {
    let mut depth = 0_usize;
    text.chars().all(|letter| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > 0 || letter.is_alphanumeric() || "_.:)]".contains(letter)
    })
}

/// A condition that a node needs both to hold and not to hold, so that it is never active.
pub fn contradiction(model: &Model, node: NodeId) -> Option<Condition> {
    excluded(&conditions(model, node), &conditions(model, node))
}

fn excluded(one: &[Condition], other: &[Condition]) -> Option<Condition> {
    let excludes = |condition: &&Condition| {
        other.iter().any(|other| other.text == condition.text && other.holds != condition.holds)
    };
    one.iter().find(excludes).cloned()
}

/// Why two nodes are never active after the same tick; `None` if they can be.
pub fn never_together(model: &Model, one: NodeId, other: NodeId) -> Option<Never> {
    let (above_one, above_other) = (path(model, one), path(model, other));
    let shared = above_one.iter().zip(&above_other).take_while(|(one, other)| one == other).count();
    let is_below = shared == above_one.len() || shared == above_other.len();
    if !is_below && !has_several(&model[above_one[shared - 1]]) {
        return Some(Never::OneAtATime(above_one[shared - 1]));
    }
    let mut all = conditions(model, one);
    all.extend(conditions(model, other));
    excluded(&all, &all).map(Never::Excluded)
}
