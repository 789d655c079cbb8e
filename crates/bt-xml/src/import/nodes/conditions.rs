//! The scripts before and after a node.

use super::{Nodes, Skipped};
use crate::document::{Condition, Node, When};
use crate::import::lines::Line;

impl Nodes<'_> {
    /// The node with its scripts before and after it. Those after it also run where one before it has answered, unless
    /// the node is skipped.
    pub(super) fn with_conditions(&mut self, node: &Node, line: Line, skipped: Skipped) -> Line {
        let mut conditions: Vec<_> = node.conditions.iter().collect();
        conditions.sort_by_key(|condition| condition.when);
        let (after, before): (Vec<_>, Vec<_>) =
            conditions.into_iter().partition(|condition| condition.when >= When::OnSuccess);
        let may_skip = |condition: &&Condition| matches!(condition.when, When::SkipIf | When::While);
        let is_skipped = before.iter().any(may_skip);
        if is_skipped && !after.is_empty() && !before.iter().all(may_skip) {
            self.nearly(node, "the scripts after the node do not run where one before it has answered");
        }
        // As BehaviorTree.CPP runs none of them after SKIPPED.
        if let Some((name, _)) = When::ALL.iter().find(|(_, when)| after.iter().any(|after| after.when == *when))
            && self.skips.may_skip_itself(node)
        {
            self.nearly(
                node,
                format!("`{name}` differs where what is below is skipped: here the node succeeds or fails"),
            );
        }
        let add_after = |nodes: &mut Self, line| after.iter().fold(line, |line, after| nodes.after(node, after, line));
        let line = if is_skipped { add_after(self, line) } else { line };
        // The one that is asked last is the innermost.
        let line = before.iter().rev().fold(line, |line, before| self.before(node, before, line, skipped));
        if is_skipped { line } else { add_after(self, line) }
    }

    fn before(&mut self, node: &Node, condition: &Condition, line: Line, skipped: Skipped) -> Line {
        let fails = Skipped::Fails;
        let result = match condition.when {
            When::FailureIf => fails,
            When::SuccessIf => Skipped::Succeeds,
            _ => skipped,
        };
        if result == Skipped::Neither {
            self.nearly(node, "a node that is skipped here has no counterpart: it fails instead");
        }
        let is_while = condition.when == When::While;
        let holds = self.holds(node, &condition.script, !is_while && result != Skipped::Succeeds);
        match (is_while, result) {
            (true, Skipped::Succeeds) => {
                Line::new(format!("reactive_if_else({holds})"), vec![line, Line::leaf("succeed")])
            }
            (true, _) => Line::new(format!("guard({holds})"), vec![line]),
            (false, Skipped::Succeeds) => {
                Line::new("if_else", vec![Line::leaf(format!("condition({holds})")), Line::leaf("succeed"), line])
            }
            (false, _) => Line::new(format!("precondition({holds})"), vec![line]),
        }
    }

    fn after(&mut self, node: &Node, condition: &Condition, line: Line) -> Line {
        let does = self.does(node, &condition.script);
        let succeeded = |line, does| Line::new("sequence", vec![line, does]);
        let failed = |line, does| {
            let failed = Line::new("sequence", vec![does, Line::leaf("fail")]);
            Line::new("selector", vec![line, failed])
        };
        match condition.when {
            When::OnSuccess => succeeded(line, does),
            When::OnFailure => failed(line, does),
            When::Post => failed(succeeded(line, does.clone()), does),
            _ => {
                self.nearly(node, "`_onHalted` becomes `finally`, whose script runs whatever the result was");
                Line::new("finally", vec![line, does])
            }
        }
    }
}
