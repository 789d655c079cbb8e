//! How nodes can end: finds children that never run, and loops that spin.

use std::collections::HashMap;

use bt_compiler::tree::ir::Outcome;
use bt_compiler::tree::meaning::{Answers, Meaning, Times};

use super::uses::Known;
use crate::becomes::{Args, Becomes};
use crate::builtin::Builtin;
use crate::document::{Document, Kind, Node, When};
use crate::problem::Problems;
use crate::visit::visit;

/// Warns of children that never run because one before them never ends as required, and of loops that neither end nor
/// wait.
pub fn lint(document: &Document, known: &Known<'_>, problems: &mut Problems) {
    let mut search = Search { known, of_trees: HashMap::new(), problems };
    for tree in known.named.subtrees_first().into_iter().map(|tree| &document.trees[tree]) {
        let ends = search.node(&tree.root);
        search.of_trees.insert(&tree.name.text, ends);
    }
}

/// The possible answers of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ends {
    succeeds: bool,
    fails: bool,
    is_skipped: bool,
    waits: bool,
}

const ALL: Ends = Ends { succeeds: true, fails: true, is_skipped: true, waits: true };
const NONE: Ends = Ends { succeeds: false, fails: false, is_skipped: false, waits: false };

impl Ends {
    fn may(self, outcome: Outcome) -> bool {
        if outcome.is_success() { self.succeeds } else { self.fails }
    }

    fn or(self, other: Ends) -> Ends {
        Ends {
            succeeds: self.succeeds || other.succeeds,
            fails: self.fails || other.fails,
            is_skipped: self.is_skipped || other.is_skipped,
            waits: self.waits || other.waits,
        }
    }

    fn with(self, outcome: Outcome) -> Ends {
        if outcome.is_success() { Ends { succeeds: true, ..self } } else { Ends { fails: true, ..self } }
    }
}

struct Search<'s, 'd> {
    known: &'s Known<'d>,
    of_trees: HashMap<&'d str, Ends>,
    problems: &'s mut Problems,
}

impl<'d> Search<'_, 'd> {
    fn node(&mut self, node: &'d Node) -> Ends {
        let itself = match node.kind {
            Kind::Builtin(builtin) => self.builtin(node, builtin),
            Kind::SubTree => match self.known.named.tree_of(node) {
                Some(tree) if !is_placeholder(&tree.root) => self.of_trees[&*tree.name.text],
                // A program may replace a placeholder by another tree.
                _ => ALL,
            },
            _ => {
                for child in &node.children {
                    self.node(child);
                }
                // BehaviorTree.CPP refuses conditions that return running.
                let is_condition =
                    self.known.named.model(&node.id.text).is_some_and(|model| matches!(model.kind, Kind::Condition));
                let waits = !is_condition && !matches!(node.kind, Kind::Condition);
                // Only its own scripts can skip a leaf.
                Ends { waits, is_skipped: !node.children.is_empty(), ..ALL }
            }
        };
        node.conditions.iter().fold(itself, |ends, condition| match condition.when {
            When::FailureIf => Ends { fails: true, ..ends },
            When::SuccessIf => Ends { succeeds: true, ..ends },
            When::SkipIf | When::While => Ends { is_skipped: true, ..ends },
            When::OnSuccess | When::OnFailure | When::OnHalted | When::Post => ends,
        })
    }

    fn builtin(&mut self, node: &'d Node, builtin: &'static Builtin) -> Ends {
        if let Some(Meaning::Chain(go_on) | Meaning::Reactive(go_on)) = builtin.meaning() {
            return self.chain(node, go_on);
        }
        let child = node.children.iter().map(|child| self.node(child)).fold(NONE, Ends::or);
        match (builtin.becomes, builtin.meaning()) {
            (_, Some(Meaning::Leaf(Answers { success, failure, running }))) => {
                Ends { succeeds: success, fails: failure, is_skipped: false, waits: running }
            }
            (Becomes::Script | Becomes::SetEntry | Becomes::UnsetEntry, _) => Ends { succeeds: true, ..NONE },
            (Becomes::ScriptCondition, _) => Ends { succeeds: true, fails: true, ..NONE },
            (_, Some(Meaning::Map(success, failure))) => {
                let ends = Ends { succeeds: false, fails: false, ..child };
                let ends = if child.succeeds { ends.with(success) } else { ends };
                if child.fails { ends.with(failure) } else { ends }
            }
            (Becomes::KeepRunning, _) => Ends { fails: child.fails, waits: true, ..NONE },
            (Becomes::Node(_, Args::CountOr(port, _)), Some(Meaning::Loop(turns, Times::Counted))) => {
                let ends_after = !turns.go_on_after;
                let ends = Ends { succeeds: false, fails: false, ..child };
                let ends = if child.may(ends_after) { ends.with(turns.result) } else { ends };
                if builtin.literal(node, port) != Some("-1") {
                    return ends.with(turns.go_on_after);
                }
                if ends == NONE {
                    let until = if ends_after.is_success() { "succeeds" } else { "fails" };
                    let message = format!(
                        "`{}` repeats its child until it {until}, which it never does, and nothing in it waits: it \
                         spins",
                        builtin.name
                    );
                    self.problems.warn_with(node.id.at.clone(), message, "let it wait, for example with `Sleep`");
                }
                ends
            }
            (_, Some(Meaning::Timeout)) => Ends { fails: true, ..child },
            (_, Some(Meaning::Delay)) => Ends { waits: true, ..child },
            _ => ALL,
        }
    }

    /// Children that run in order as long as each ends in one way.
    fn chain(&mut self, node: &'d Node, go_on: Outcome) -> Ends {
        let (mut ends, mut all_skipped, mut blocker) = (NONE, true, None);
        for child in &node.children {
            let one = self.node(child);
            if let Some(before) = blocker.take() {
                let before: &Node = before;
                let how = if go_on.is_success() { "succeeds" } else { "fails" };
                let message = format!("`{}` never runs: `{}` before it never {how}", child.id.text, before.id.text);
                self.problems.warn(child.id.at.clone(), message);
                // The children after it never run either.
                return ends;
            }
            all_skipped &= one.is_skipped;
            ends.waits |= one.waits;
            if one.may(!go_on) {
                ends = ends.with(!go_on);
            }
            if !one.may(go_on) && !one.is_skipped {
                blocker = Some(child);
            }
        }
        ends.is_skipped = all_skipped;
        if blocker.is_none() { ends.with(go_on) } else { ends }
    }
}

/// Whether a tree does nothing.
fn is_placeholder(root: &Node) -> bool {
    let mut is_placeholder = true;
    visit(root, &mut |node| {
        let is_leaf = node.children.is_empty();
        let is_constant = matches!(node.kind, Kind::Builtin(Builtin { becomes: Becomes::Always(_), .. }));
        is_placeholder &= (is_constant || !is_leaf) && node.conditions.is_empty();
    });
    is_placeholder
}
