//! What continues after an edit: from the rules alone.
//!
//! A place continues if its label, else its kind, is in the new tree within the same parent, nodes that hold nothing
//! left out; if so do the nodes above it; and if each value that the new text needs there is held under the same name,
//! with the same type. All else is aborted by its old code, in the order of an abort.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use bt::Status;

use crate::node::{Id, Kind, Nodes};
use crate::tick::{Active, Branch, Data, Kept, Tick};
use crate::world::World;
use Kind::*;

/// A tree, and where it is.
#[derive(Clone)]
pub struct Agent {
    nodes: Rc<Nodes>,
    active: Option<Active>,
    kept: BTreeMap<Id, Kept>,
    values: BTreeMap<Id, u32>,
    clock: u64,
    /// The node in the new tree, and where the two trees hold values that only one child of a node uses.
    new: Option<(Rc<Nodes>, (Where, Where))>,
    /// How often something has survived an edit, and how often only a part.
    pub going: u64,
    pub partly: u64,
}

/// Where to hold a value that only one child of a node uses: around the node, or in that child, where it is missing if
/// the child begins. The rules leave that open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Where {
    Around,
    Inside,
}

impl Agent {
    pub fn new(nodes: Rc<Nodes>) -> Self {
        let (kept, values) = (BTreeMap::new(), BTreeMap::new());
        Agent { nodes, active: None, kept, values, clock: 0, new: None, going: 0, partly: 0 }
    }

    pub fn is_running(&self) -> bool {
        self.active.is_some()
    }

    /// From its next step on it has this tree.
    pub fn reads(&mut self, new: Rc<Nodes>, held: (Where, Where)) {
        self.new = Some((new, held));
    }

    pub fn tick(&mut self, time: u64, world: &mut World) -> Status {
        self.go_over(world);
        self.clock += time;
        let (mut span, active) = (time, self.active.take());
        match self.with(world, |tick| tick.tick(0, active, &mut span)) {
            Ok(true) => Status::Success,
            Ok(false) => Status::Failure,
            Err(active) => {
                self.active = Some(active);
                Status::Running
            }
        }
    }

    pub fn abort(&mut self, world: &mut World) {
        self.go_over(world);
        if let Some(active) = self.active.take() {
            self.with(world, |tick| tick.abort(&active, 0));
        }
    }

    fn with<R>(&mut self, world: &mut World, work: impl FnOnce(&mut Tick<'_>) -> R) -> R {
        let Agent { nodes, kept, values, clock, .. } = self;
        work(&mut Tick { nodes, world, kept, values, end: *clock })
    }

    fn go_over(&mut self, world: &mut World) {
        let Some((new, held)) = self.new.take() else { return };
        let edit = Edit { to: matched(&self.nodes, &new), old: &self.nodes, new: &new, values: &self.values, held };
        let to = edit.to.clone();
        let goes_on = self.active.as_ref().and_then(|active| edit.goes_on(active));
        if let Some(active) = self.active.take() {
            let stays = goes_on.as_ref().map(|goes_on| goes_on.stays.clone()).unwrap_or_default();
            let before = world.journal.len();
            self.with(world, |tick| abort_unless(tick, &active, &stays));
            self.going += u64::from(goes_on.is_some());
            self.partly += u64::from(goes_on.is_some() && world.journal.len() > before);
        }
        self.values.clear();
        if let Some(goes_on) = goes_on {
            (self.active, self.values) = (Some(goes_on.active), goes_on.values);
        }
        let kept = self.kept.iter().filter_map(|(node, kept)| Some((to[*node]?, *kept)));
        self.kept = kept.collect();
        self.nodes = new;
    }
}

/// Aborts what does not stay, children before their parents.
fn abort_unless(tick: &mut Tick<'_>, active: &Active, stays: &BTreeSet<Id>) {
    if !stays.contains(&active.node) {
        return tick.abort(active, 0);
    }
    active.below().into_iter().for_each(|child| abort_unless(tick, child, stays));
}

/// For each node of the old tree: its match in the new tree.
fn matched(old: &Nodes, new: &Nodes) -> Vec<Option<Id>> {
    let mut to = vec![None; old.0.len()];
    children(&mut to, (old, below(old, &[0])), (new, below(new, &[0])));
    to
}

fn children(to: &mut [Option<Id>], (old, of_old): (&Nodes, Vec<Id>), (new, of_new): (&Nodes, Vec<Id>)) {
    let mut left = of_new;
    for rule in 0..3 {
        for &id in &of_old {
            let one = &old.0[id].tree;
            let same = |other: &Id| {
                let other = &new.0[*other].tree;
                let fits = match rule {
                    0 => one.label.is_some(),
                    // The name of a binding counts as an argument.
                    1 => {
                        one.args() == other.args()
                            && (one.kind.is_binder().then_some(one.name)
                                == other.kind.is_binder().then_some(other.name))
                    }
                    _ => true,
                };
                fits && one.label == other.label && one.kind == other.kind
            };
            if to[id].is_none() {
                to[id] = left.iter().position(same).map(|at| left.remove(at));
            }
        }
    }
    for id in of_old {
        if let Some(same) = to[id] {
            children(to, (old, below(old, old.children(id))), (new, below(new, new.children(same))));
        }
    }
}

/// These nodes, with each plain one replaced by the nodes below it.
fn below(nodes: &Nodes, ids: &[Id]) -> Vec<Id> {
    let each = ids.iter().flat_map(|&id| match nodes.kind(id).is_plain() {
        true => below(nodes, nodes.children(id)),
        false => vec![id],
    });
    each.collect()
}

struct Edit<'e> {
    to: Vec<Option<Id>>,
    old: &'e Nodes,
    new: &'e Nodes,
    values: &'e BTreeMap<Id, u32>,
    /// In the old tree and in the new one.
    held: (Where, Where),
}

/// What continues of an active node.
struct GoesOn {
    /// As it is in the new tree.
    active: Active,
    /// Its nodes in the old tree.
    stays: BTreeSet<Id>,
    /// The values that it needs, by their nodes in the new tree.
    values: BTreeMap<Id, u32>,
}

impl Edit<'_> {
    fn goes_on(&self, active: &Active) -> Option<GoesOn> {
        let node = self.to[active.node]?;
        let held = held(self.old, active.node, self.held.0);
        let (mut stays, mut values) = (BTreeSet::from([active.node]), BTreeMap::new());
        for new in needed(self.new, node, self.held.1) {
            let old = self.old.binder(self.new.0[new].tree.name, active.node)?;
            values.insert(new, *self.values.get(&old).filter(|_| held.contains(&old))?);
        }
        let mut child = |child: &Active| {
            let GoesOn { active, stays: of_child, values: needed } = self.goes_on(child)?;
            stays.extend(of_child);
            values.extend(needed);
            Some(Box::new(active))
        };
        let data = match &active.data {
            Data::Leaf(..) => active.data.clone(),
            Data::One(one) => Data::One(child(one)?),
            Data::Decorator(number, one) => Data::Decorator(*number, child(one)?),
            Data::Count(left, one) => Data::Count(*left, child(one)?),
            Data::Time(left, one) => Data::Time(*left, child(one)?),
            Data::Finally(ended, one) => {
                let one = child(one)?;
                // It is the child, or the cleanup, as before.
                if self.new.child_with(node, one.node) != usize::from(ended.is_some()) {
                    return None;
                }
                Data::Finally(*ended, one)
            }
            Data::Branches(branches) => {
                let branches = self.branches((active.node, node), branches, &mut |active| child(active))?;
                Data::Branches(branches)
            }
        };
        Some(GoesOn { active: Active { node, data }, stays, values })
    }

    /// Each active branch continues where its node is, each that has ended where its first node is. The others begin.
    fn branches(
        &self,
        (old, new): (Id, Id),
        branches: &[Branch],
        goes_on: &mut dyn FnMut(&Active) -> Option<Box<Active>>,
    ) -> Option<Vec<Branch>> {
        let of_new = self.new.children(new);
        let mut moved = vec![Branch::Idle; of_new.len()];
        for branch in branches {
            let Branch::Active(active) = branch else { continue };
            let Some(to) = self.to[active.node] else { continue };
            let at = self.new.child_with(new, to);
            if let Branch::Idle = moved[at]
                && let Some(active) = goes_on(active)
            {
                moved[at] = Branch::Active(*active);
            }
        }
        if moved.iter().all(|branch| matches!(branch, Branch::Idle)) {
            return None;
        }
        for (number, branch) in branches.iter().enumerate() {
            let Branch::Ended(ended) = branch else { continue };
            let is_same = |at: &usize| {
                let nodes = below(self.new, &[of_new[*at]]);
                let first = nodes.into_iter().find_map(|node| self.to.iter().position(|to| *to == Some(node)));
                first.is_some_and(|first| self.old.child_with(old, first) == number)
            };
            let free = |at: &usize| matches!(moved[*at], Branch::Idle);
            if let Some(at) = (0..of_new.len()).filter(free).find(is_same) {
                moved[at] = Branch::Ended(*ended);
            }
        }
        // A child that begins needs the values that it uses.
        let held = held(self.new, new, self.held.1);
        let begins = moved.iter().zip(of_new).filter(|(branch, _)| matches!(branch, Branch::Idle));
        let needed = begins.flat_map(|(_, &child)| outside(self.new, self.new.uses(child), new));
        needed.into_iter().all(|value| held.contains(&value)).then_some(moved)
    }
}

/// The values that are held while a node is active: those that it needs, and those that the nodes above it need.
fn held(nodes: &Nodes, id: Id, place: Where) -> BTreeSet<Id> {
    let above = nodes.0[id].parent.map(|parent| held(nodes, parent, place)).unwrap_or_default();
    if nodes.kind(id).is_plain() { above } else { &above | &needed(nodes, id, place) }
}

/// The values that are bound before a node, and that it, or something after it, may use in a later tick while it is
/// active.
fn needed(nodes: &Nodes, id: Id, place: Where) -> BTreeSet<Id> {
    &outside(nodes, inside(nodes, id, place), id) | &outside(nodes, after(nodes, id), id)
}

/// The values bound before a node that it can use.
fn outside(nodes: &Nodes, values: Vec<Id>, id: Id) -> BTreeSet<Id> {
    values
        .into_iter()
        .filter(|&value| value < id && nodes.0[value].parent.is_some_and(|parent| nodes.is_inside(id, parent)))
        .collect()
}

/// The values that nodes use which may start after a node.
fn after(nodes: &Nodes, id: Id) -> Vec<Id> {
    let Some(parent) = nodes.0[id].parent else { return Vec::new() };
    let siblings = nodes.children(parent);
    let later = siblings.iter().filter(|&&child| child > id).flat_map(|&child| nodes.uses(child));
    let here: Vec<Id> = match nodes.kind(parent) {
        Sequence | Selector => later.collect(),
        // An abort starts the cleanup, too.
        Finally => later.collect(),
        // They may start their child again; what is bound in it is bound again.
        Repeat | Retry | Patience => outside(nodes, nodes.uses(parent), parent).into_iter().collect(),
        _ => Vec::new(),
    };
    here.into_iter().chain(after(nodes, parent)).collect()
}

/// The values used by nodes that may start later than the node that contains them. Any leaf may wait.
fn inside(nodes: &Nodes, id: Id, place: Where) -> Vec<Id> {
    let children = nodes.children(id);
    let below = children.iter().flat_map(|&child| inside(nodes, child, place));
    let several = |value: &Id| children.iter().filter(|&&child| nodes.uses(child).contains(value)).count() > 1;
    let later: Vec<Id> = match nodes.kind(id) {
        Parallel | ParallelAll if place == Where::Inside => return below.filter(several).collect(),
        Timeout | RunOnce | Cooldown | Guard if place == Where::Inside => return Vec::new(),
        Sequence | Selector | Finally => children[1..].iter().flat_map(|&child| nodes.uses(child)).collect(),
        Repeat | Retry | Patience => nodes.uses(id),
        _ => Vec::new(),
    };
    below.chain(later).collect()
}
