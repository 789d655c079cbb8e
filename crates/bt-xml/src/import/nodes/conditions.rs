//! The scripts before and after a node.

use std::collections::BTreeMap;

use super::halted::Halted;
use super::{Nodes, called};
use crate::document::{Condition, Node, When};
use crate::import::scopes::Meaning;
use crate::line::Line;
use crate::names::{type_name, unique, value_name};
use crate::script::Script;
use crate::script::names::names_of;
use crate::skips::Skip;

impl Nodes<'_> {
    /// The node with its scripts. Scripts after the node run even if one before it has answered, unless the node is
    /// skipped.
    pub(super) fn with_conditions(&mut self, node: &Node, line: Line, skip: Skip) -> Line {
        let mut conditions: Vec<_> = node.conditions.iter().collect();
        conditions.sort_by_key(|condition| condition.when);
        let (after, before): (Vec<_>, Vec<_>) =
            conditions.into_iter().partition(|condition| condition.when >= When::OnSuccess);
        let may_skip = |condition: &&Condition| matches!(condition.when, When::SkipIf | When::While);
        let is_skipped = before.iter().any(may_skip);
        if is_skipped && !after.is_empty() && !before.iter().all(may_skip) {
            self.nearly(node, "the scripts after the node do not run where one before it has answered");
        }
        // BehaviorTree.CPP runs none of them after SKIPPED.
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
        // The script checked last is the innermost.
        let line = before.iter().rev().fold(line, |line, before| self.before(node, before, line, skip));
        if is_skipped { line } else { add_after(self, line) }
    }

    fn before(&mut self, node: &Node, condition: &Condition, line: Line, skip: Skip) -> Line {
        let result = match condition.when {
            When::FailureIf => Skip::Fails,
            When::SuccessIf => Skip::Succeeds,
            _ => skip,
        };
        if result == Skip::Neither {
            self.nearly(node, Skip::NO_COUNTERPART);
        }
        let is_while = condition.when == When::While;
        let holds = self.holds(node, &condition.script, !is_while && result != Skip::Succeeds);
        match (is_while, result) {
            (true, Skip::Succeeds) => {
                Line::new(format!("reactive_if_else({holds})"), vec![line, Line::leaf("succeed")])
            }
            (true, _) => Line::new(format!("guard({holds})"), vec![line]),
            (false, Skip::Succeeds) => {
                Line::new("if_else", vec![Line::leaf(format!("condition({holds})")), Line::leaf("succeed"), line])
            }
            (false, _) => Line::new(format!("precondition({holds})"), vec![line]),
        }
    }

    fn after(&mut self, node: &Node, condition: &Condition, line: Line) -> Line {
        if condition.when == When::OnHalted {
            return Line::new(self.halted(node, &condition.script), vec![line]);
        }
        let does = self.does(node, &condition.script);
        let succeeded = |line, does| Line::new("sequence", vec![line, does]);
        let failed = |line, does| {
            let failed = Line::new("sequence", vec![does, Line::leaf("fail")]);
            Line::new("selector", vec![line, failed])
        };
        match condition.when {
            When::OnSuccess => succeeded(line, does),
            When::OnFailure => failed(line, does),
            _ => failed(succeeded(line, does.clone()), does),
        }
    }

    /// A decorator for `_onHalted`: a node is halted if it is aborted while it runs.
    fn halted(&mut self, node: &Node, script: &Script) -> String {
        let (text, wrong) = self.translated(node, |translator| translator.action(script));
        let text = self.or_todo(node, script, text, wrong);
        let text = text.strip_prefix("{ ").and_then(|text| text.strip_suffix(" }")).unwrap_or(&text).to_owned();
        let names = names_of(script).into_iter().filter_map(|name| match self.scope.keys.get(&name) {
            Some(Meaning::Entry(entry)) => Some(&self.board.fields[*entry]),
            _ => None,
        });
        let values: BTreeMap<_, _> = names
            .filter(|field| field.is_bound || field.parameter.is_some())
            .map(|field| (field.name.clone(), field.ty.name()))
            .collect();
        let ty = unique(type_name(node.name.as_ref().unwrap_or(&node.id.text)) + "Halted", "", self.taken);
        let (name, arguments): (_, Vec<_>) = (value_name(&ty), values.keys().cloned().collect());
        self.halted.push(Halted { ty, id: node.id.text.clone(), values, text });
        called(&name, &arguments)
    }
}
