//! What can be found in a tree without a question: nodes that never start, nodes that never end, and loops that make
//! all their passes in one tick.

use bt::Status;
use bt_compiler::tree::builtin::Meaning;

use super::search::{Question, Seen, explore, wander};
use super::shape::{Count, Id, Kind, Shape, status};

/// The findings in a tree.
pub struct Findings {
    /// The topmost nodes that never start, with reasons.
    pub unreached: Vec<(Id, String)>,
    /// Nodes that may never start: the search stopped too early to tell.
    pub undecided: Vec<Id>,
    /// Nodes that, from some moment on, stay active forever, whatever happens.
    pub locked: Vec<Id>,
    /// Loops with any number of passes in which nothing ever waits.
    pub busy: Vec<Id>,
    /// The number of states.
    pub states: usize,
    /// Whether the search stopped early.
    pub is_cut: bool,
}

/// Most nodes of a large tree start within this many ticks.
const TICKS: usize = 5_000;

/// Collects all findings, with at most `most` states.
pub fn find(shape: &Shape, most: usize) -> Findings {
    let mut seen = explore(shape, &Question::default(), most);
    let (states, is_cut) = (seen.between().count(), seen.is_cut);
    if is_cut && shape.fits() {
        let more = wander(shape, TICKS);
        seen.started.iter_mut().zip(more).for_each(|(started, more)| *started |= more);
    }
    let mut findings = Findings { unreached: vec![], undecided: vec![], locked: vec![], busy: vec![], states, is_cut };
    // A slice can do everything that the tree can. So a node that never starts in the slice never starts in the tree.
    let is_proved = |id: Id| {
        let (sliced, numbers) = shape.sliced(&[id]);
        let seen = explore(&sliced, &Question::default(), most);
        !seen.is_cut && !seen.started[numbers[&id]]
    };
    for id in unreached(shape, &seen) {
        match !is_cut || is_proved(id) {
            true => findings.unreached.push((id, why(shape, id))),
            false => findings.undecided.push(id),
        }
    }
    if !is_cut {
        findings.locked = locked(shape, &seen);
        findings.busy = busy(shape, &seen);
    }
    findings
}

fn unreached(shape: &Shape, seen: &Seen) -> Vec<Id> {
    let all = 0..shape.nodes.len();
    let topmost = all.filter(|&id| !seen.started[id] && shape.nodes[id].parent.is_none_or(|above| seen.started[above]));
    topmost.filter(|&id| !is_meant(shape, id)).collect()
}

/// Whether an `unchecked` around the node, or around one before it, allows that it never starts.
fn is_meant(shape: &Shape, id: Id) -> bool {
    let excuses = |&id: &Id| shape.nodes[id].excuses();
    let parent = shape.nodes[id].parent;
    let siblings = parent.map_or(&[][..], |parent| &shape.nodes[parent].children);
    parent.iter().chain([&id]).any(excuses) || siblings.iter().any(|&sibling| sibling < id && excuses(&sibling))
}

/// Why a node never starts although its parent does.
fn why(shape: &Shape, id: Id) -> String {
    let Some(parent) = shape.nodes[id].parent else { return "nothing starts it".to_owned() };
    let above = &shape.nodes[parent];
    let index = above.children.iter().position(|&child| child == id).unwrap_or(0);
    let before = |child: usize| format!("`{}`", shape.nodes[above.children[child]].title);
    let never = |status: Status| if status == Status::Success { "never succeeds" } else { "never fails" };
    let Kind::Builtin(meaning, args) = &above.kind else { return format!("`{}` never gets to it", above.title) };
    match meaning {
        Meaning::Chain(go_on) | Meaning::Reactive(go_on) if index > 0 => {
            format!("it comes after {}, which {}", before(index - 1), never(status(*go_on)))
        }
        Meaning::Pipeline if index > 0 => format!("it comes after {}, which never succeeds", before(index - 1)),
        Meaning::IfElse if args.condition.is_none() && index == 1 => format!("{} never succeeds", before(0)),
        Meaning::IfElse if args.condition.is_none() => format!("{} never fails", before(0)),
        Meaning::Recover => format!("{} never fails", before(0)),
        Meaning::Finally => format!("{} never ends", before(0)),
        Meaning::Guard | Meaning::Precondition | Meaning::ReactiveIf | Meaning::IfElse | Meaning::Priority => {
            format!("the conditions on the way to it exclude each other, or `{}` never gets to it", above.title)
        }
        _ => format!("`{}` never gets to it", above.title),
    }
}

/// Nodes that, from some moment on, are active after every tick. The cause can only be a leaf that is always running,
/// or an endless loop.
fn locked(shape: &Shape, seen: &Seen) -> Vec<Id> {
    let can_lock = |id: &Id| match &shape.nodes[*id].kind {
        Kind::Leaf(can) => can.running && !can.success && !can.failure,
        Kind::Builtin(Meaning::Loop(..), args) => args.count == Count::Endless,
        _ => false,
    };
    let mut locked: Vec<Id> = Vec::new();
    for id in (0..shape.nodes.len()).rev().filter(can_lock) {
        let is_above = |other: &Id| (id..shape.nodes[id].end).contains(other);
        if seen.started[id] && !locked.iter().any(is_above) && is_locked(seen, id) {
            locked.push(id);
        }
    }
    locked.reverse();
    locked
}

fn is_locked(seen: &Seen, node: Id) -> bool {
    let count = seen.states.len();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
    for &(from, to) in &seen.edges {
        before[to as usize].push(from);
    }
    let mut leaves = vec![false; count];
    let mut open: Vec<usize> = seen.between().filter(|&state| !seen.states[state].0.is_active(node)).collect();
    open.iter().for_each(|&state| leaves[state] = true);
    while let Some(state) = open.pop() {
        for &from in &before[state] {
            if !leaves[from as usize] {
                leaves[from as usize] = true;
                open.push(from as usize);
            }
        }
    }
    seen.between().any(|state| !leaves[state])
}

/// Loops with any number of passes in which nothing is ever active after a tick.
fn busy(shape: &Shape, seen: &Seen) -> Vec<Id> {
    let mut waits = vec![false; shape.nodes.len()];
    for state in seen.between() {
        seen.states[state].0.active().for_each(|node| waits[node] = true);
    }
    let is_busy = |id: &Id| {
        let node = &shape.nodes[*id];
        let repeats = match &node.kind {
            Kind::Builtin(Meaning::Loop(..) | Meaning::Recover, args) => args.count == Count::Unknown,
            kind => kind.means(Meaning::ForEach),
        };
        repeats && seen.started[*id] && !(id + 1..node.end).any(|below| waits[below])
    };
    (0..shape.nodes.len()).filter(is_busy).collect()
}
