//! What nodes of BehaviorTree.CPP and nav2 do otherwise here. Each is a warning at its node.

use bt_xml::parts::{Builtin, Kind, Node, Skip, When};

use super::Expander;
use crate::xml::palette::Runs;

/// What is only nearly the same, and how it differs.
const NEARLY: [(&str, &str); 4] = [
    ("AsyncSequence", "continues with the next child in the same tick"),
    ("AsyncFallback", "continues with the next child in the same tick"),
    ("SequenceWithMemory", "begins at its first child after a failure"),
    ("RoundRobin", "goes round, as with `wrap_around`"),
];

impl<C: ?Sized> Expander<'_, C> {
    /// Warns of what a node does otherwise.
    pub(super) fn say_how_it_differs(&mut self, node: &Node, builtin: &'static Builtin, skip: Skip) {
        let name = builtin.name;
        let is_wrapping = name == "RoundRobin" && self.literal(node, builtin, "wrap_around") == Some("true".to_owned());
        if let Some((_, how)) = NEARLY.iter().find(|(known, _)| *known == name && !is_wrapping) {
            let message = format!("`{name}` is only nearly the same: here it {how}");
            self.nearly(node, message);
        }
        if aborts_by_waiting(node, builtin) {
            self.nearly(
                node,
                format!("`{name}` becomes `pipeline`: a `RateController` that waits would abort the children after it"),
            );
        }
        if name == "TryCatch" && self.literal(node, builtin, "catch_on_halt") != Some("false".to_owned()) {
            self.nearly(node, "`catch_on_halt` has no counterpart: the last child runs only after a failure");
        }
        if name == "RunOnce" && self.may_skip(&node.children[0]) {
            self.nearly(node, "`RunOnce` does not ask its child again after it was skipped");
        }
        let goes_on = name.starts_with("Loop") || name == "KeepRunningUntilFailure";
        if goes_on && self.may_skip_itself(&node.children[0]) {
            self.nearly(node, format!("`{name}` starts its child over after it was skipped"));
        }
        if name == "Precondition" && self.may_run_at_all(&node.children[0]) {
            self.nearly(node, "`Precondition` asks again after a halt of its child");
        }
        if ["WhileDoElse", "IfThenElse"].contains(&name) {
            self.say_how_it_asks(node, name);
        }
        for differs in self.skips.differences(node, skip) {
            self.nearly(node, differs);
        }
    }

    /// BehaviorTree.CPP does not reset the condition of these after it has answered.
    fn say_how_it_asks(&mut self, node: &Node, name: &str) {
        let condition = &node.children[0];
        let is_while = name == "WhileDoElse";
        // Of an `IfThenElse`, only one that has failed, and has no other branch, keeps its answer.
        if self.keeps_its_answer(condition) && (is_while || node.children.len() == 2) {
            self.nearly(
                condition,
                format!("BehaviorTree.CPP keeps what this has answered, and here `{name}` asks it again"),
            );
        }
        if is_while && self.may_run(condition) {
            self.nearly(
                condition,
                "while this runs, a branch that runs is aborted here, and waits in BehaviorTree.CPP",
            );
        }
    }

    /// Whether a node that has answered and was not reset answers the same without being asked.
    fn keeps_its_answer(&self, node: &Node) -> bool {
        let is_before = |when| matches!(when, When::FailureIf | When::SuccessIf | When::SkipIf | When::While);
        let is_loop = matches!(node.kind, Kind::Builtin(builtin) if builtin.name.starts_with("Loop"));
        is_loop
            || node.conditions.iter().any(|condition| is_before(condition.when))
            || self.runs(node) == Runs::Stateful
    }

    /// Over how many ticks a node of the palette runs.
    fn runs(&self, node: &Node) -> Runs {
        self.palette.entry(&node.id.text).map_or(Runs::Maybe, |entry| entry.runs)
    }

    /// Whether a node may run when it is asked for the second time.
    fn may_run(&self, node: &Node) -> bool {
        match node.kind {
            Kind::Builtin(builtin) => match builtin.name {
                "Sleep" | "Delay" | "KeepRunningUntilFailure" | "WaitValueUpdate" => true,
                name => name.starts_with("Loop") || node.children.iter().any(|child| self.may_run_at_all(child)),
            },
            Kind::SubTree => self.trees.get(&*node.id.text).is_some_and(|tree| self.may_run_at_all(&tree.root)),
            _ => self.runs(node) == Runs::Maybe,
        }
    }

    fn may_run_at_all(&self, node: &Node) -> bool {
        self.may_run(node) || self.runs(node) == Runs::Stateful
    }

    /// Says which scripts after a node run otherwise where what is below it is skipped.
    pub(super) fn say_what_runs_after(&mut self, node: &Node) {
        let is_after = |when| matches!(when, When::OnSuccess | When::OnFailure | When::OnHalted | When::Post);
        let after = When::ALL
            .iter()
            .find(|(_, when)| is_after(*when) && node.conditions.iter().any(|condition| condition.when == *when));
        if let Some((name, _)) = after.filter(|_| self.may_skip_itself(node)) {
            self.nearly(
                node,
                format!("`{name}` differs where what is below is skipped: here the node succeeds or fails"),
            );
        }
    }
}

/// Whether a `RateController` that waits aborts the children after it, which `bt!` refuses.
pub(super) fn aborts_by_waiting(node: &Node, builtin: &Builtin) -> bool {
    let before_the_last = node.children.split_last().map_or(&[][..], |(_, before)| before);
    builtin.name == "ReactiveSequence" && before_the_last.iter().any(begins_with_a_rate)
}

fn begins_with_a_rate(node: &Node) -> bool {
    let is_rate = matches!(node.kind, Kind::Builtin(builtin) if builtin.name == "RateController");
    is_rate || node.children.first().is_some_and(begins_with_a_rate)
}
