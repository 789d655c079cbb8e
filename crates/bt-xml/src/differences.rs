//! What nodes of BehaviorTree.CPP and nav2 do differently in `bt!`. Each difference is a warning at a node.

use std::ops::Range;

use bt_compiler::tree::builtin::Meaning;

use crate::becomes::{Becomes, Otherwise};
use crate::builtin::Builtin;
use crate::document::{Kind, Node, When};
use crate::skips::{Skip, Skips};

/// What is known about nodes that run for more than one tick.
pub trait Runs {
    /// Whether a node that is not built in may still run when it is ticked a second time.
    fn may_run_itself(&self, node: &Node) -> bool;

    /// Whether such a node keeps its answer until it is reset: "keeps", "may keep".
    fn keeps(&self, node: &Node) -> Option<&'static str>;

    /// Whether a node may still run when it is ticked a second time.
    fn may_run(&self, node: &Node) -> bool {
        match node.kind {
            Kind::Builtin(builtin) => waits(builtin) || node.children.iter().any(|child| self.may_run_at_all(child)),
            _ => self.may_run_itself(node),
        }
    }

    /// Whether a node may run or keep its answer.
    fn may_run_at_all(&self, node: &Node) -> bool {
        self.may_run(node) || self.keeps(node).is_some()
    }
}

/// Whether a node may be running while none of its children is.
fn waits(builtin: &Builtin) -> bool {
    let node = builtin.meaning();
    let may_run = |node: Meaning| node == Meaning::Delay || node.answers().is_some_and(|answers| answers.running);
    let is_run = matches!(builtin.becomes, Becomes::KeepRunning | Becomes::Loop | Becomes::Updated(Otherwise::Running));
    is_run || node.is_some_and(may_run)
}

/// Whether a node that has answered and was not reset repeats its answer without being ticked.
fn keeps(runs: &impl Runs, node: &Node) -> Option<&'static str> {
    let is_before = |when| matches!(when, When::FailureIf | When::SuccessIf | When::SkipIf | When::While);
    let is_loop = matches!(node.kind, Kind::Builtin(builtin) if builtin.becomes == Becomes::Loop);
    let surely = is_loop || node.conditions.iter().any(|condition| is_before(condition.when));
    if surely { Some("keeps") } else { runs.keeps(node) }
}

impl Skips {
    /// Everything that differs at a node, with places. `skip` is how its parent counts a skip. `is_same`: with the
    /// ports it has, the node behaves the same.
    pub fn differences(
        &self,
        node: &Node,
        builtin: &Builtin,
        skip: Skip,
        is_same: bool,
        runs: &impl Runs,
    ) -> Vec<(Range<usize>, String)> {
        let name = builtin.name;
        let child = node.children.first();
        let mut found: Vec<String> = builtin.nearly.filter(|_| !is_same).map(str::to_owned).into_iter().collect();
        match builtin.becomes {
            Becomes::RunOnce if child.is_some_and(|child| self.may_skip(child)) => {
                found.push(format!("`{name}` does not ask its child again after it was skipped"));
            }
            Becomes::Loop | Becomes::KeepRunning if child.is_some_and(|child| self.may_skip_itself(child)) => {
                found.push(format!("`{name}` starts its child over after it was skipped"));
            }
            Becomes::Precondition if child.is_some_and(|child| runs.may_run_at_all(child)) => {
                found.push(format!("`{name}` asks again after a halt of its child"));
            }
            _ => {}
        }
        found.extend(self.of_skipped(node, builtin, skip));
        let mut found: Vec<_> = found.into_iter().map(|message| (node.id.at.clone(), message)).collect();
        if let Some(condition) = child.filter(|_| builtin.asks_first()) {
            let of_condition = asked(builtin, condition, node.children.len(), runs);
            found.extend(of_condition.into_iter().map(|message| (condition.id.at.clone(), message)));
        }
        found
    }

    /// Differences if children of a node are skipped.
    fn of_skipped(&self, node: &Node, builtin: &Builtin, skip: Skip) -> Vec<String> {
        let (name, mut found) = (builtin.name, Vec::new());
        let tried = node.children.len().saturating_sub(usize::from(builtin.becomes == Becomes::TryCatch));
        let skipped: Vec<bool> = node.children[..tried].iter().map(|child| self.may_skip(child)).collect();
        let [own, other] = [Skip::Succeeds, Skip::Fails].map(|skip| skip.of_children(node, builtin));
        let never = matches!(builtin.becomes, Becomes::KeepRunning | Becomes::Loop | Becomes::Persistent);
        if own == other && own != skip && own != Skip::Neither && !never && skipped.iter().all(|may| *may) {
            let becomes = if own == Skip::Succeeds { "succeeds" } else { "fails" };
            found.push(format!(
                "if all its children are skipped, BehaviorTree.CPP skips `{name}`, which {becomes} here"
            ));
        }
        if matches!(builtin.meaning(), Some(Meaning::Parallel | Meaning::ParallelAll)) && skipped.contains(&true) {
            found.push(format!("a child of `{name}` that is skipped is not asked again in later ticks"));
        }
        found
    }
}

/// BehaviorTree.CPP does not reset the condition of an `IfThenElse` or a `WhileDoElse` after it has answered.
fn asked(builtin: &Builtin, condition: &Node, children: usize, runs: &impl Runs) -> Vec<String> {
    let mut found = Vec::new();
    let is_while = builtin.becomes == Becomes::WhileDoElse;
    // For `IfThenElse`, the answer is kept only if it is a failure and there is no other branch.
    if let Some(keeps) = keeps(runs, condition).filter(|_| is_while || children == 2) {
        let name = builtin.name;
        found.push(format!("BehaviorTree.CPP {keeps} this answer; here `{name}` checks again"));
    }
    if is_while && runs.may_run(condition) {
        found.push("while this runs, a running branch is aborted here; BehaviorTree.CPP lets it wait".to_owned());
    }
    found
}
