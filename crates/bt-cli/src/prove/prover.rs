//! Answers questions about the trees of a file.

use bt_compiler::tree::model::{Model, NodeId};

use super::findings::{Findings, find};
use super::leaves::Leaves;
use super::machine::Order;
use super::question::{self, labels};
use super::search::{Question, Seen, explore};
use super::shape::{Id, Shape};
use super::smv::module;
use super::story::Story;
use super::together::{Condition, Never, contradiction, never_together};
use crate::Source;
use crate::trees::{Project, Tree};

/// The assumption of a proof that treats conditions with the same text as equal.
const HELD: &str = ", as long as a condition keeps its answer within a tick";

/// Answers questions about the trees of a file.
#[derive(Clone)]
pub struct Prover<'a> {
    pub(super) file: &'a Source,
    pub(super) project: &'a Project,
    pub(super) leaves: Leaves,
    /// The maximum number of states to search.
    pub most: usize,
}

/// The answer to a question.
pub enum Answer {
    /// It never happens, for this reason.
    Never(String),
    /// It can happen.
    Can(Box<Story>),
    /// The search stopped early: there are more states than this.
    Unknown(usize),
}

impl Answer {
    /// Whether it provably never happens.
    pub fn is_proved(&self) -> bool {
        matches!(self, Answer::Never(_))
    }
}

impl<'a> Prover<'a> {
    /// A prover for a file.
    pub fn new(file: &'a Source, project: &'a Project) -> Self {
        Prover { file, project, leaves: Leaves::new(file, project.trees()), most: super::MOST }
    }

    /// The nodes of a tree, including those of its subtrees.
    pub(super) fn shape(&self, tree: &Tree) -> Shape {
        Shape::new(self.file, self.project, tree, &self.leaves)
    }

    /// The names of all nodes of a tree.
    pub(super) fn names(&self, tree: &Tree) -> Vec<String> {
        self.shape(tree).nodes.into_iter().flat_map(|node| node.names).collect()
    }

    /// What can be found without a question.
    pub fn findings(&self, tree: &Tree) -> Findings {
        find(&self.shape(tree), self.most)
    }

    /// Whether nodes are never active together: `fire and reload`. `None` if the tree lacks any of these nodes.
    pub fn never(&self, tree: &Tree, never: &str) -> Option<Answer> {
        let labels = labels(never);
        let shape = self.shape(tree);
        let groups: Vec<Vec<Id>> = labels.iter().map(|label| shape.named(label)).collect();
        if groups.iter().any(Vec::is_empty) {
            return None;
        }
        if let Some(reason) = self.reason(tree, &labels, &groups) {
            return Some(Answer::Never(reason));
        }
        let question = Question { together: groups.clone(), ..Question::default() };
        let answer = self.search(shape, &question, |shape, seen, state| {
            let active: Vec<Id> = seen.states[state].0.active().collect();
            let is_active = |group: &Vec<Id>| group.iter().copied().find(|node| active.contains(node));
            let about: Vec<Id> = groups.iter().filter_map(is_active).collect();
            let titles: Vec<String> = about.iter().map(|&node| format!("`{}`", shape.nodes[node].title)).collect();
            let message = match &titles[..] {
                [one] => format!("{one} can be active"),
                several => format!("{} can be active together", several.join(" and ")),
            };
            (message, about.into_iter().map(|node| (node, "active".to_owned())).collect())
        });
        Some(answer)
    }

    /// Whether `always` starts after `after` before `before` does. `None` if the tree lacks any of these nodes.
    pub fn order(&self, tree: &Tree, after: &str, always: &str, before: &str) -> Option<Answer> {
        let shape = self.shape(tree);
        let order = Order { after: shape.named(after), always: shape.named(always), before: shape.named(before) };
        if order.after.is_empty() || order.always.is_empty() || order.before.is_empty() {
            return None;
        }
        let question = Question { order: order.clone(), ..Question::default() };
        Some(self.search(shape, &question, |_, _, _| {
            let about = [(&order.before, "it starts"), (&order.after, "after this"), (&order.always, "without this")];
            let about = about.iter().flat_map(|(nodes, what)| nodes.iter().map(|&node| (node, (*what).to_owned())));
            (format!("after `{after}`, `{before}` can start without `{always}`"), about.collect())
        }))
    }

    /// The states of a tree as a module for NuSMV. Its specifications are the questions, with at most one order.
    ///
    /// # Errors
    /// If a node does not exist, or if there are too many states.
    pub fn smv(&self, tree: &Tree, questions: &[question::Question<'_>]) -> Result<String, String> {
        let shape = self.shape(tree);
        let find = |name: &str| match shape.named(name) {
            none if none.is_empty() => Err(format!("the tree has no node `{name}`")),
            found => Ok(found),
        };
        let mut order = Order::default();
        for question in questions {
            question.names().into_iter().try_for_each(|name| find(name).map(drop))?;
            if let question::Question::Order { after, always, before } = question {
                order = Order { after: find(after)?, always: find(always)?, before: find(before)? };
            }
        }
        let title = tree.name.as_deref().unwrap_or("without a name");
        let module = module(&shape, title, questions, order, self.most);
        module.ok_or_else(|| format!("the tree has more than {} states: raise the limit with `--most`", self.most))
    }

    /// First searches a slice, which can do everything that the tree can, with free conditions; then the slice with
    /// conditions that stay the same within a tick; then the tree itself.
    fn search(
        &self,
        shape: Shape,
        question: &Question,
        tell: impl FnOnce(&Shape, &Seen, usize) -> (String, Vec<(Id, String)>),
    ) -> Answer {
        let Question { together, order, .. } = question;
        let wanted = together.iter().flatten().chain(&order.after).chain(&order.always).chain(&order.before);
        let wanted: Vec<Id> = wanted.copied().collect();
        let (sliced, numbers) = shape.sliced(&wanted);
        let renumbered = |nodes: &Vec<Id>| nodes.iter().map(|node| numbers[node]).collect::<Vec<_>>();
        let smaller = Question {
            together: together.iter().map(renumbered).collect(),
            order: Order {
                after: renumbered(&order.after),
                always: renumbered(&order.always),
                before: renumbered(&order.before),
            },
            goes_on: false,
        };
        let has_atoms = sliced.has_atoms;
        let rounds = [(Some(sliced.with_free_conditions()), ""), (has_atoms.then(|| shape.sliced(&wanted).0), HELD)];
        for (sliced, unless) in rounds {
            let Some(seen) = sliced.map(|sliced| explore(&sliced, &smaller, self.most)) else { continue };
            if seen.found.is_none() && !seen.is_cut {
                return Answer::Never(whatever(&seen, unless));
            }
        }
        let seen = explore(&shape, question, self.most);
        if let Some(state) = seen.found {
            let run = seen.run_to(&shape, order, state);
            let (message, about) = tell(&shape, &seen, state);
            return Answer::Can(Box::new(Story { shape, message, about, run }));
        }
        match seen.is_cut {
            true => Answer::Unknown(self.most),
            false => Answer::Never(whatever(&seen, if shape.has_atoms { HELD } else { "" })),
        }
    }

    /// The reason why nodes are never active together, if the tree alone shows it. Two nodes that exclude each other
    /// are enough.
    fn reason(&self, tree: &Tree, labels: &[&str], groups: &[Vec<Id>]) -> Option<String> {
        let model = &tree.known.model;
        let nodes: Vec<Vec<NodeId>> = labels
            .iter()
            .map(|wanted| model.nodes.iter().map(|node| node.id).filter(|&id| label(model, id) == *wanted).collect())
            .collect();
        // The model does not contain the nodes of subtrees.
        if nodes.iter().zip(groups).any(|(own, all)| own.len() != all.len()) {
            return None;
        }
        if let [alone] = &nodes[..] {
            let reasons: Option<Vec<Condition>> = alone.iter().map(|&node| contradiction(model, node)).collect();
            let text = &reasons?.into_iter().next()?.text;
            return Some(format!("since `{text}` would have to hold and not to hold{HELD}"));
        }
        for (index, one) in nodes.iter().enumerate() {
            for other in &nodes[index + 1..] {
                let pairs = one.iter().flat_map(|&one| other.iter().map(move |&other| (one, other)));
                let reasons: Option<Vec<Never>> = pairs.map(|(one, other)| never_together(model, one, other)).collect();
                if let Some(reason) = reasons.and_then(|reasons| reasons.into_iter().next()) {
                    return Some(format!("since {}", self.why(model, &reason)));
                }
            }
        }
        None
    }

    fn why(&self, model: &Model, reason: &Never) -> String {
        match reason {
            Never::OneAtATime(above) => format!("{} has one active child at a time", name(self.file, model, *above)),
            Never::Excluded(condition) => {
                format!("`{}` holds for one, and does not for the other{HELD}", condition.text)
            }
        }
    }
}

/// The label of a node, or its name.
pub fn label(model: &Model, id: NodeId) -> &str {
    model[id].title()
}

/// A node and its line.
pub fn name(file: &Source, model: &Model, id: NodeId) -> String {
    let line = file.position(file.range(model[id].span).start).0;
    format!("`{}` in line {line}", label(model, id))
}

fn whatever(seen: &Seen, unless: &str) -> String {
    match seen.between().count() {
        1 => format!("whatever the leaves answer{unless} (there is one state)"),
        states => format!("whatever the leaves answer{unless} ({states} states were looked at)"),
    }
}
