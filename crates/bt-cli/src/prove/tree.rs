//! Turns a tree of a file into plain nodes.

use std::collections::HashMap;
use std::ops::Range;

use bt_compiler::leaf::Can;
use bt_compiler::tree::builtin::{Answers, Builtin, Children, Meaning, Need, Takes};
use bt_compiler::tree::model::{self, NodeId, Threshold, Value};

use super::leaves::Leaves;
use super::shape::{Args, Asked, Count, Id, Kind, Node, Shape};
use super::together::condition;
use crate::Source;
use crate::trees::{Project, Tree};

impl Shape {
    /// The nodes of a tree of a file, including those of subtrees that the crate declares.
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
        writer.tree(tree, None, None, None, &mut Vec::new());
        let mut shape = writer.shape;
        shape.exhausts = shape.passes(0).is_none();
        shape.abort_matters = shape.nodes.iter().any(|node| match node.kind {
            Kind::Builtin(meaning, _) => meaning.keeps() || meaning == Meaning::Finally,
            _ => false,
        });
        shape.settle();
        shape
    }

    /// How many passes the loops in a node can make per run of the node; `None` if the number is unknown, or can use up
    /// a tick.
    fn passes(&self, id: Id) -> Option<u64> {
        let node = &self.nodes[id];
        let below = node.children.iter().try_fold(1, |all, &child| Some(all + self.passes(child)?))?;
        let times = match &node.kind {
            Kind::Builtin(Meaning::Loop(..) | Meaning::Recover, Args { count: Count::Known(times), .. }) => times + 1,
            // Endless loops yield after a pass, but continue if time has passed. `every` counts its intervals, too.
            Kind::Builtin(
                Meaning::Loop(..) | Meaning::Recover | Meaning::ForEach | Meaning::SimpleParallel | Meaning::Every,
                _,
            )
            | Kind::Composite => return None,
            _ => 1,
        };
        Some(below * times).filter(|passes| *passes < MOST_PASSES)
    }
}

struct Writer<'t> {
    file: &'t Source,
    project: &'t Project,
    leaves: &'t Leaves,
    shape: Shape,
    /// The numbers of conditions, by tree and text: the same text may name another function in another tree.
    atoms: HashMap<(*const Tree, String), usize>,
}

/// A tick makes at most 10,000 passes. Even without a loop above it, a node can run a few times in a tick: after an
/// abort, and as a cleanup.
const MOST_PASSES: u64 = 10_000 / 8;

impl<'t> Writer<'t> {
    /// Adds the nodes of a tree and returns the root. In a subtree, `place` is the node that runs it.
    fn tree(
        &mut self,
        tree: &'t Tree,
        place: Option<&model::Node>,
        range: Option<Range<usize>>,
        parent: Option<Id>,
        above: &mut Vec<&'t Tree>,
    ) -> Id {
        above.push(tree);
        let is_own = self.project.holds(tree);
        let root = self.node(tree, NodeId(0), parent, range.filter(|_| !is_own).as_ref(), above);
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
        place: Option<&Range<usize>>,
        above: &mut Vec<&'t Tree>,
    ) -> Id {
        let written = &tree.known.model[id];
        let range = place.cloned().unwrap_or_else(|| self.file.range(written.span));
        if let Some(subtree) = self.project.subtree_at(above, id) {
            return self.tree(subtree, Some(written), Some(range), parent, above);
        }
        let own = self.shape.nodes.len();
        let title = written.title().to_owned();
        let kind = self.kind(tree, written, above.len() > 1);
        self.shape.nodes.push(Node {
            kind,
            names: vec![title.clone()],
            title,
            builtin: written.kind.builtin(),
            condition: if written.arm_text.is_empty() { &written.args_text } else { &written.arm_text }.clone(),
            range,
            parent,
            children: Vec::new(),
            end: 0,
            timed: false,
            cleans_up: false,
        });
        let children = written.children.iter().map(|&child| self.node(tree, child, Some(own), place, above)).collect();
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
        let leaf = |Answers { success, failure, running }| {
            Kind::Leaf(Can { success, failure, running, error: false, timed: builtin.needs.contains(&Need::Time) })
        };
        match builtin.meaning {
            Meaning::Anything => Kind::Leaf(Can::ANYTHING),
            Meaning::Leaf(answers) => leaf(answers),
            meaning => Kind::Builtin(meaning, self.args(tree, node, builtin, is_below)),
        }
    }

    fn args(&mut self, tree: &'t Tree, node: &model::Node, builtin: &Builtin, is_below: bool) -> Args {
        let takes = |kind| builtin.params.iter().any(|param| param.takes == kind);
        let has_condition = takes(Takes::Function) || takes(Takes::FirstChild) && node.optional_code(0).is_some();
        let threshold = |index, default| match node.threshold(index, default) {
            Threshold::Known(number) => Some(number),
            Threshold::Code(_) => None,
        };
        let (drawn, draws_none) = drawn(node, builtin.meaning);
        let arms = if builtin.children == Children::Conditions { &node.children[..] } else { &[] };
        Args {
            condition: has_condition.then(|| self.asked(tree, &node.args_text, !node.uses.is_empty(), is_below)),
            count: if takes(Takes::Count) { count(tree, node) } else { Count::Endless },
            thresholds: match builtin.meaning {
                Meaning::Parallel => [threshold(0, node.children.len()), threshold(1, 1)],
                Meaning::ParallelAll => [None, threshold(0, 1)],
                _ => [Some(1); 2],
            },
            drawn,
            draws_none,
            arms: arms.iter().map(|&child| self.arm(tree, child, is_below)).collect(),
        }
    }

    /// The arm of a child of a `priority`.
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

/// The children that may be drawn, and whether possibly none is. A number that is not known may be any.
fn drawn(node: &model::Node, meaning: Meaning) -> (Vec<usize>, bool) {
    let known = |index: usize| match node.args.get(index) {
        Some(Value::Number(number)) => Some(*number),
        _ => None,
    };
    let all = 0..node.children.len();
    let drawn = all.clone().filter(|&child| known(child).is_none_or(|weight| weight > 0.0)).collect();
    let none = match meaning {
        Meaning::Weighted => !all.clone().any(|child| known(child).is_some_and(|weight| weight > 0.0)),
        Meaning::Probability => known(0).is_none_or(|chance| chance < 1.0),
        _ => return (all.collect(), false),
    };
    (drawn, none)
}

/// Counts above this are treated as unknown.
const MOST_COUNTED: u64 = 16;

/// A count, if it is a small literal.
fn count(tree: &Tree, node: &model::Node) -> Count {
    let text = match node.args.first() {
        Some(Value::Literal(code)) => tree.known.source.get(*code).written().to_string(),
        _ => return Count::Unknown,
    };
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    match digits.parse() {
        Ok(number) if digits.len() == text.len() && number <= MOST_COUNTED => Count::Known(number),
        _ => Count::Unknown,
    }
}
