//! A tree as the search sees it: plain nodes in pre-order, with those of subtrees in their places.

use std::collections::HashMap;
use std::ops::Range;

use bt_compiler::tree::builtin::Builtin;
use bt_compiler::tree::model::{self, NodeId, Threshold, Value};

use super::leaves::Leaves;
use super::together::condition;
use crate::Source;
use crate::trees::{Project, Tree};

/// The number of a node, in pre-order.
pub type Id = usize;

/// A whole tree.
pub struct Shape {
    pub nodes: Vec<Node>,
    /// The texts of the conditions that several nodes ask.
    pub atoms: Vec<String>,
    /// Whether the tree returns errors.
    pub fallible: bool,
    /// Whether the loops of a tick can use up its 10,000 passes.
    pub exhausts: bool,
    /// Whether several nodes ask a condition with the same text.
    pub has_atoms: bool,
    /// Whether an abort or an error leaves something that a new tree does not have, or runs something.
    pub abort_matters: bool,
}

/// A node.
#[derive(Clone)]
pub struct Node {
    pub kind: Kind,
    /// Its label if it has one, else its name.
    pub title: String,
    /// What it can be called in a question: its label or name, and for the root of a subtree that of the subtree.
    pub names: Vec<String>,
    /// What it is called in the file: `sequence`, `open_door`.
    pub name: String,
    /// Its condition as it is written, if it has one; that of its arm in a `priority`.
    pub condition: String,
    /// The bytes of its name in the file that is proved; for a node of a subtree in another file, those of the subtree.
    pub range: Range<usize>,
    pub parent: Option<Id>,
    pub children: Vec<Id>,
    /// The first number after those of the nodes below it.
    pub end: Id,
    /// Whether the user says that something here is meant, with `unchecked`.
    pub excused: bool,
    /// Whether time can pass in it.
    pub timed: bool,
    /// Whether it or a node below is a `finally`.
    pub cleans_up: bool,
}

/// What a leaf can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Can {
    pub success: bool,
    pub failure: bool,
    pub running: bool,
    /// Whether it can use some of the time of a tick.
    pub timed: bool,
}

impl Can {
    /// Anything.
    pub const ANYTHING: Can = Can { success: true, failure: true, running: true, timed: true };
}

/// A condition that is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Free in each asking.
    Free,
    /// The same within a tick: the number of its text, and whether the node asks for that or its contrary.
    Atom(usize, bool),
}

/// How often something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Endless,
    Known(u64),
    /// Any number.
    Unknown,
}

/// Counts above this are any number.
const MOST_COUNTED: u64 = 16;

/// The result that lets a composite go on with its next child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    Success,
    Failure,
    Running,
}

/// What a node is, and what it needs.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Leaf(Can),
    Condition(Asked),
    WaitUntil(Asked),
    Chain(Status),
    Reactive(Status),
    /// In any order.
    Unordered(Status),
    /// The children that can be drawn, and whether it can be that none is.
    Weighted(Vec<usize>, bool),
    IfElse,
    If(Asked),
    Switch,
    ReactiveSwitch,
    ReactiveIf(Asked),
    /// The condition of each child, and whether it is asked while the child is active.
    Priority(Vec<(Option<Asked>, bool)>),
    Contest,
    RoundRobin,
    Pipeline,
    Recover(Count),
    Finally,
    Observe,
    /// The thresholds for success and failure, where they are known.
    Parallel(Option<usize>, Option<usize>),
    /// The threshold for failure, where it is known.
    ParallelAll(Option<usize>),
    /// A parallel of which some branches are left out, so that it can end at any time; and whether time passes in them.
    Side(bool),
    SimpleParallel,
    /// What success and failure become.
    Map(Status, Status),
    /// The result of the child after which it runs again, the result after the other one, and how often it runs.
    Loop(Status, Status, Count),
    ForEach,
    Precondition(Asked),
    Guard(Asked),
    /// Whether the child can be drawn, and whether it can be left out.
    Probability(bool, bool),
    /// Waits for a time before its child.
    Delay,
    Timeout,
    Cooldown,
    Keyed,
    RunOnce,
    RunLimit(Count),
    /// Passes its child on.
    Passes,
    Decorator,
    Composite,
}

impl Shape {
    /// The nodes of a tree of a file, with those of its subtrees where the crate declares them.
    pub fn new(file: &Source, project: &Project, tree: &Tree, leaves: &Leaves) -> Shape {
        let fallible = tree.known.header.error.is_some();
        let shape = Shape {
            nodes: Vec::new(),
            atoms: Vec::new(),
            fallible,
            exhausts: false,
            has_atoms: false,
            abort_matters: false,
        };
        let mut writer = Writer { file, project, leaves, shape, atoms: HashMap::new() };
        writer.tree(tree, None, None, None, false, &mut Vec::new());
        let mut shape = writer.shape;
        shape.exhausts = shape.passes(0).is_none();
        let keeps = |kind: &Kind| {
            matches!(kind, Kind::RunOnce | Kind::RunLimit(_) | Kind::Cooldown | Kind::RoundRobin | Kind::Finally)
        };
        shape.abort_matters = shape.nodes.iter().any(|node| keeps(&node.kind));
        shape.settle();
        shape
    }

    /// How many passes the loops in a node can make in one run of it; `None` if that is as many as a tick makes, or not
    /// known.
    fn passes(&self, id: Id) -> Option<u64> {
        let node = &self.nodes[id];
        let below = node.children.iter().try_fold(1, |all, &child| Some(all + self.passes(child)?))?;
        let times = match node.kind {
            Kind::Loop(_, _, Count::Known(times)) | Kind::Recover(Count::Known(times)) => times + 1,
            // The endless ones yield after a pass, but where time passes they go on.
            Kind::Loop(..) | Kind::Recover(_) | Kind::ForEach | Kind::SimpleParallel | Kind::Composite => return None,
            // Its beats are counted, too.
            Kind::Passes if node.name == "every" => return None,
            _ => 1,
        };
        Some(below * times).filter(|passes| *passes < MOST_PASSES)
    }

    /// The nodes that are called this.
    pub fn named(&self, name: &str) -> Vec<Id> {
        (0..self.nodes.len()).filter(|&id| self.nodes[id].names.iter().any(|own| own == name)).collect()
    }

    /// Finds out what depends on the nodes below, and forgets the texts that one node asks alone.
    fn settle(&mut self) {
        for id in (0..self.nodes.len()).rev() {
            let timed = match &self.nodes[id].kind {
                Kind::Leaf(can) => can.timed,
                Kind::Side(true) => true,
                Kind::Delay | Kind::Timeout | Kind::Decorator => true,
                _ => self.nodes[id].children.iter().any(|&child| self.nodes[child].timed),
            };
            let cleans_up = self.nodes[id].kind == Kind::Finally
                || self.nodes[id].children.iter().any(|&child| self.nodes[child].cleans_up);
            (self.nodes[id].timed, self.nodes[id].cleans_up) = (timed, cleans_up);
        }
        let mut counts = vec![0; self.atoms.len()];
        self.asked(&mut |asked| {
            if let Asked::Atom(atom, _) = asked {
                counts[*atom] += 1;
            }
        });
        let mut any = false;
        self.asked(&mut |asked| match asked {
            Asked::Atom(atom, _) if counts[*atom] < 2 => *asked = Asked::Free,
            Asked::Atom(..) => any = true,
            Asked::Free => {}
        });
        self.has_atoms = any;
    }

    fn asked(&mut self, change: &mut dyn FnMut(&mut Asked)) {
        for node in &mut self.nodes {
            match &mut node.kind {
                Kind::Condition(asked) | Kind::WaitUntil(asked) | Kind::If(asked) | Kind::ReactiveIf(asked) => {
                    change(asked);
                }
                Kind::Precondition(asked) | Kind::Guard(asked) => change(asked),
                Kind::Priority(arms) => arms.iter_mut().filter_map(|(asked, _)| asked.as_mut()).for_each(&mut *change),
                _ => {}
            }
        }
    }

    /// Each condition free in each asking, whatever its text.
    pub fn with_free_conditions(mut self) -> Shape {
        self.asked(&mut |asked| *asked = Asked::Free);
        self.has_atoms = false;
        self
    }
}

struct Writer<'t> {
    file: &'t Source,
    project: &'t Project,
    leaves: &'t Leaves,
    shape: Shape,
    /// The numbers of conditions, by tree and text: in another tree, the same text may mean another function.
    atoms: HashMap<(*const Tree, String), usize>,
}

/// A tick makes 10,000 passes. A node can run a few times in a tick without a loop above it: when it is aborted and
/// begun anew, and as a cleanup.
const MOST_PASSES: u64 = 10_000 / 8;

impl<'t> Writer<'t> {
    /// Adds the nodes of a tree; returns the root. In a subtree, `place` is the node where it is.
    fn tree(
        &mut self,
        tree: &'t Tree,
        place: Option<&model::Node>,
        range: Option<Range<usize>>,
        parent: Option<Id>,
        excused: bool,
        above: &mut Vec<&'t Tree>,
    ) -> Id {
        above.push(tree);
        let is_own = self.project.holds(tree);
        let root = self.node(tree, NodeId(0), parent, excused, range.filter(|_| !is_own).as_ref(), above);
        if let Some(place) = place {
            let node = &mut self.shape.nodes[root];
            node.names.extend([place.title().to_owned(), place.name.clone()]);
            node.title = place.title().to_owned();
        }
        above.pop();
        root
    }

    fn node(
        &mut self,
        tree: &'t Tree,
        id: NodeId,
        parent: Option<Id>,
        excused: bool,
        place: Option<&Range<usize>>,
        above: &mut Vec<&'t Tree>,
    ) -> Id {
        let written = &tree.known.model[id];
        let range = place.cloned().unwrap_or_else(|| self.file.range(written.span));
        let subtree = tree.leaf_type(id).and_then(|name| self.project.subtree(tree, &name));
        if let Some(subtree) = subtree.filter(|subtree| !above.iter().any(|above| std::ptr::eq(*above, *subtree))) {
            return self.tree(subtree, Some(written), Some(range), parent, excused, above);
        }
        let own = self.shape.nodes.len();
        let title = written.title().to_owned();
        let kind = self.kind(tree, written, above.len() > 1);
        self.shape.nodes.push(Node {
            kind,
            names: vec![title.clone()],
            title,
            name: written.name.clone(),
            condition: if written.arm_text.is_empty() { &written.args_text } else { &written.arm_text }.clone(),
            range,
            parent,
            children: Vec::new(),
            end: 0,
            excused,
            timed: false,
            cleans_up: false,
        });
        let excuses = written.kind.is(|builtin| builtin.excuses);
        let children =
            written.children.iter().map(|&child| self.node(tree, child, Some(own), excuses, place, above)).collect();
        self.shape.nodes[own].children = children;
        self.shape.nodes[own].end = self.shape.nodes.len();
        own
    }

    fn asked(&mut self, tree: &'t Tree, text: &str, uses_values: bool, is_below: bool) -> Asked {
        let has_params = tree.known.header.item.as_ref().is_some_and(|item| !item.params.is_empty());
        if uses_values || text.is_empty() || (is_below && has_params) {
            return Asked::Free;
        }
        let condition = condition(text, true);
        let next = self.shape.atoms.len();
        let atom = *self.atoms.entry((std::ptr::from_ref(tree), condition.text.clone())).or_insert(next);
        if atom == next {
            self.shape.atoms.push(condition.text);
        }
        Asked::Atom(atom, condition.holds)
    }

    fn kind(&mut self, tree: &'t Tree, node: &model::Node, is_below: bool) -> Kind {
        match node.kind {
            model::Kind::Leaf(_) | model::Kind::Unknown => {
                Kind::Leaf(if self.project.holds(tree) { self.leaves.can(tree, node.id) } else { Can::ANYTHING })
            }
            model::Kind::Decorator(_) => Kind::Decorator,
            model::Kind::Composite(_) => Kind::Composite,
            model::Kind::Builtin(builtin) => self.builtin(tree, node, builtin, is_below),
        }
    }

    fn builtin(&mut self, tree: &'t Tree, node: &model::Node, builtin: &Builtin, is_below: bool) -> Kind {
        use Status::{Failure, Success};
        let leaf = |success, failure, running, timed| Kind::Leaf(Can { success, failure, running, timed });
        let count = |index| count(tree, node, index);
        let threshold = |index, default| match node.threshold(index, default) {
            Threshold::Known(number) => Some(number),
            Threshold::Code(_) => None,
        };
        let all = node.children.len();
        match builtin.name {
            "sequence" => Kind::Chain(Success),
            "selector" => Kind::Chain(Failure),
            "reactive_sequence" => Kind::Reactive(Success),
            "reactive_selector" => Kind::Reactive(Failure),
            "random_sequence" => Kind::Unordered(Success),
            "random_selector" | "utility" => Kind::Unordered(Failure),
            "weighted" => weighted(node),
            "if_else" if node.optional_code(0).is_some() => {
                Kind::If(self.asked(tree, &node.args_text, !node.uses.is_empty(), is_below))
            }
            "if_else" => Kind::IfElse,
            "switch" => Kind::Switch,
            "reactive_switch" => Kind::ReactiveSwitch,
            "reactive_if_else" => Kind::ReactiveIf(self.asked(tree, &node.args_text, !node.uses.is_empty(), is_below)),
            "priority" => Kind::Priority(node.children.iter().map(|&child| self.arm(tree, child, is_below)).collect()),
            "reactive_utility" => Kind::Contest,
            "round_robin" => Kind::RoundRobin,
            "pipeline" => Kind::Pipeline,
            "recover" => Kind::Recover(count(0)),
            "finally" => Kind::Finally,
            "observe" => Kind::Observe,
            "parallel" => Kind::Parallel(threshold(0, all), threshold(1, 1)),
            "race" => Kind::Parallel(Some(1), Some(1)),
            "parallel_all" => Kind::ParallelAll(threshold(0, 1)),
            "simple_parallel" => Kind::SimpleParallel,
            "inverter" => Kind::Map(Failure, Success),
            "force_success" => Kind::Map(Success, Success),
            "force_failure" => Kind::Map(Failure, Failure),
            "repeat" => Kind::Loop(Success, Failure, count(0)),
            "forever" => Kind::Loop(Success, Failure, Count::Endless),
            "retry" => Kind::Loop(Failure, Success, count(0)),
            "repeat_until_failure" => Kind::Loop(Success, Success, Count::Endless),
            "repeat_until_success" => Kind::Loop(Failure, Success, Count::Endless),
            "for_each" => Kind::ForEach,
            "precondition" => Kind::Precondition(self.asked(tree, &node.args_text, !node.uses.is_empty(), is_below)),
            "guard" => Kind::Guard(self.asked(tree, &node.args_text, !node.uses.is_empty(), is_below)),
            "condition" => Kind::Condition(self.asked(tree, &node.args_text, !node.uses.is_empty(), is_below)),
            "wait_until" => Kind::WaitUntil(self.asked(tree, &node.args_text, !node.uses.is_empty(), is_below)),
            "probability" => match node.args.first() {
                Some(Value::Number(chance)) => Kind::Probability(*chance > 0.0, *chance < 1.0),
                _ => Kind::Probability(true, true),
            },
            "delay" | "throttle" => Kind::Delay,
            "timeout" => Kind::Timeout,
            "cooldown" => Kind::Cooldown,
            "keyed" => Kind::Keyed,
            "run_once" => Kind::RunOnce,
            "run_limit" => Kind::RunLimit(count(0)),
            "every" | "unchecked" => Kind::Passes,
            "wait" | "wait_between" => leaf(true, false, true, true),
            "succeed" | "remember" | "forget" => leaf(true, false, false, false),
            "recalls" => leaf(true, true, false, false),
            "fail" => leaf(false, true, false, false),
            "running" => leaf(false, false, true, false),
            // `action`, `dynamic`
            _ if node.children.is_empty() => Kind::Leaf(Can::ANYTHING),
            name => unreachable!("`{name}` is a built-in node that is not known here"),
        }
    }

    /// What is before a child of a `priority`.
    fn arm(&mut self, tree: &'t Tree, child: NodeId, is_below: bool) -> (Option<Asked>, bool) {
        let (child, parent) = (&tree.known.model[child], tree.known.model[child].parent);
        let text = child.arm_text.trim();
        if text.is_empty() {
            return (None, true);
        }
        // The condition of an arm is among the arguments of the parent.
        let uses_values = parent.is_some_and(|parent| !tree.known.model[parent].uses.is_empty());
        (Some(self.asked(tree, text, uses_values || !child.uses.is_empty(), is_below)), !child.keeps_turn)
    }
}

fn weighted(node: &model::Node) -> Kind {
    let known = |index: usize| match node.args.get(index) {
        Some(Value::Number(weight)) => Some(*weight),
        _ => None,
    };
    let drawn = (0..node.children.len()).filter(|&child| known(child).is_none_or(|weight| weight > 0.0)).collect();
    Kind::Weighted(drawn, !(0..node.children.len()).any(|child| known(child).is_some_and(|weight| weight > 0.0)))
}

/// A number of times, if it is a small literal.
fn count(tree: &Tree, node: &model::Node, index: usize) -> Count {
    let text = match node.args.get(index) {
        Some(Value::Literal(code)) => tree.known.source.get(*code).written().to_string(),
        _ => return Count::Unknown,
    };
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    match digits.parse() {
        Ok(number) if digits.len() == text.len() && number <= MOST_COUNTED => Count::Known(number),
        _ => Count::Unknown,
    }
}

/// A node holds a bit, or two, for each of its children.
const MOST_CHILDREN: usize = 56;

impl Shape {
    /// Whether the search can look at it: no node has too many children.
    pub fn fits(&self) -> bool {
        self.nodes.iter().all(|node| match node.kind {
            Kind::Parallel(..) | Kind::ParallelAll(_) => node.children.len() <= 32,
            Kind::Unordered(_) | Kind::Priority(_) | Kind::Contest => node.children.len() <= MOST_CHILDREN,
            _ => node.children.len() < usize::from(u16::MAX),
        })
    }

    /// The same tree, in which each subtree without one of these nodes is a leaf that answers anything. Whatever the
    /// tree can do, this one can. Also returns the new numbers of the nodes.
    pub fn sliced(&self, wanted: &[Id]) -> (Shape, HashMap<Id, Id>) {
        let mut keeps = vec![false; self.nodes.len()];
        for &node in wanted {
            let mut at = Some(node);
            while let Some(node) = at {
                keeps[node] = true;
                at = self.nodes[node].parent;
            }
        }
        let mut slice = Slice { shape: self, keeps, nodes: Vec::new(), numbers: HashMap::new() };
        slice.add(0, None);
        let Slice { nodes, numbers, .. } = slice;
        let Shape { fallible, exhausts, has_atoms, abort_matters, .. } = *self;
        let mut shape = Shape { nodes, atoms: self.atoms.clone(), fallible, exhausts, has_atoms, abort_matters };
        shape.settle();
        (shape, numbers)
    }
}

/// A smaller tree that is being made.
struct Slice<'a> {
    shape: &'a Shape,
    /// The nodes that are wanted, and those above them.
    keeps: Vec<bool>,
    nodes: Vec<Node>,
    numbers: HashMap<Id, Id>,
}

impl Slice<'_> {
    fn add(&mut self, id: Id, parent: Option<Id>) -> Id {
        let (node, own) = (&self.shape.nodes[id], self.nodes.len());
        let mut children = if self.keeps[id] { node.children.clone() } else { vec![] };
        let left_out = children.iter().filter(|&&child| !self.keeps[child]).count();
        let is_side = left_out > 1 && matches!(node.kind, Kind::Parallel(..) | Kind::ParallelAll(_));
        if is_side {
            children.retain(|&child| self.keeps[child]);
        }
        let kind = match self.keeps[id] {
            true if is_side => Kind::Side(node.timed),
            true => node.kind.clone(),
            false => Kind::Leaf(Can { timed: node.timed, ..Can::ANYTHING }),
        };
        self.numbers.insert(id, own);
        self.nodes.push(Node { kind, parent, children: vec![], cleans_up: false, ..node.clone() });
        let children = children.into_iter().map(|child| self.add(child, Some(own))).collect();
        self.nodes[own].children = children;
        self.nodes[own].end = self.nodes.len();
        own
    }
}
