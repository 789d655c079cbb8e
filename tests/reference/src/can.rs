//! The possible results of a node, from its kind: so that random trees contain no unreachable nodes.

use std::collections::BTreeSet;

use crate::program::{
    Given, Kind, Leaf, Node, Program, Threshold, Waits, Weight, no_child, passing, repeating, several,
};
use crate::world::Status;

/// The possible results of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Can {
    /// It can succeed.
    pub success: bool,
    /// It can fail.
    pub failure: bool,
    /// It can be running.
    pub running: bool,
}

const ANYTHING: Can = can(true, true, true);

const fn can(success: bool, failure: bool, running: bool) -> Can {
    Can { success, failure, running }
}

impl Can {
    /// Whether it can end with this result.
    pub fn end(self, status: Status) -> bool {
        match status {
            Status::Success => self.success,
            Status::Failure => self.failure,
            Status::Running => self.running,
        }
    }

    fn or(self, other: Can) -> Can {
        can(self.success || other.success, self.failure || other.failure, self.running || other.running)
    }
}

/// The possible results of a node of a program.
pub fn of(node: &Node, program: &Program) -> Can {
    let children: Vec<Can> = node.children.iter().map(|child| of(child, program)).collect();
    let any = || children.iter().copied().reduce(Can::or).unwrap_or(can(false, true, false));
    match &node.kind {
        Kind::Leaf(Leaf::Sure, _) | Kind::Succeed | Kind::SucceedWith(_) | Kind::Remember(..) | Kind::Forget(_) => {
            can(true, false, false)
        }
        Kind::Leaf(Leaf::Quick | Leaf::Spot, _) | Kind::Condition(_) | Kind::Recalls(..) => can(true, true, false),
        Kind::Fail => can(false, true, false),
        Kind::Running => can(false, false, true),
        Kind::Leaf(Leaf::Collect, _) | Kind::WaitUntil(_) | Kind::Wait(_) | Kind::WaitBetween(..) => {
            can(true, false, true)
        }
        Kind::Leaf(..) | Kind::Argued(..) | Kind::Action(_) | Kind::Fetch(_) | Kind::Moody(..) => ANYTHING,
        Kind::Turns(..) => ANYTHING,
        Kind::Subtree { tree, .. } => of(&program.trees[*tree].root, program),
        Kind::Sequence | Kind::ReactiveSequence | Kind::RandomSequence | Kind::Pipeline => {
            can(children.iter().all(|child| child.success), any().failure, any().running)
        }
        Kind::Selector
        | Kind::ReactiveSelector
        | Kind::RandomSelector
        | Kind::RoundRobin
        | Kind::Utility(_)
        | Kind::ReactiveUtility(..) => can(any().success, children.iter().all(|child| child.failure), any().running),
        Kind::Parallel(..) | Kind::ParallelAll(_) | Kind::Race => parallel(node, &children),
        Kind::Weighted(weights) => {
            let heavy = |weight: &Weight| weight.value().is_some_and(|weight| weight > 0.0);
            let drawn = children.iter().zip(weights).filter(|(_, weight)| heavy(weight) || weight.value().is_none());
            let none = if weights.iter().any(heavy) { None } else { Some(can(false, true, false)) };
            drawn.map(|(child, _)| *child).chain(none).reduce(Can::or).expect("one is drawn, or none")
        }
        Kind::IfElse => {
            let otherwise = children.get(2).copied().unwrap_or(can(false, true, false));
            let [condition, then] = [children[0], children[1]];
            let mut sum = can(false, false, condition.running);
            if condition.success {
                sum = sum.or(then);
            }
            if condition.failure {
                sum = sum.or(otherwise);
            }
            sum
        }
        Kind::Recover(_) => {
            let [child, recovery] = [children[0], children[1]];
            let again = child.failure && (recovery.running || recovery.success);
            can(child.success, child.failure, child.running || again)
        }
        Kind::Finally => {
            let [child, cleanup] = [children[0], children[1]];
            let ends = |can: Can| can.success || can.failure;
            let waits = child.running || (ends(child) && cleanup.running);
            can(child.success && ends(cleanup), child.failure && ends(cleanup), waits)
        }
        Kind::If(_) | Kind::ReactiveIfElse(_) if children.len() == 1 => any().or(can(false, true, false)),
        Kind::Priority(turns) => {
            let last = children[children.len() - 1];
            let may_have_none = turns.last().is_some_and(|last| last.condition().is_some());
            can(any().success, may_have_none || last.failure, any().running)
        }
        Kind::If(_) | Kind::ReactiveIfElse(_) | Kind::Switch(..) | Kind::ReactiveSwitch(..) => any(),
        Kind::Inverter => can(any().failure, any().success, any().running),
        Kind::SimpleParallel => children[0],
        Kind::Unchecked | Kind::Keyed(_) | Kind::KeyedBy | Kind::Observe(_) | Kind::Every(..) => any(),
        Kind::ForceSuccess => can(any().success || any().failure, false, any().running),
        Kind::ForceFailure => can(false, any().success || any().failure, any().running),
        Kind::Repeat(Given::Of(0)) => can(true, false, false),
        Kind::Retry(Given::Of(0)) => can(false, true, false),
        Kind::Repeat(Given::Of(1)) | Kind::Retry(Given::Of(1)) => any(),
        Kind::Repeat(Given::Of(_)) => can(any().success, any().failure, any().running || any().success),
        Kind::Repeat(Given::Asked(_) | Given::Bound) | Kind::ForEach(_) => {
            can(true, any().failure, any().running || any().success)
        }
        Kind::Retry(Given::Of(_)) => can(any().success, any().failure, any().running || any().failure),
        Kind::Retry(Given::Asked(_) | Given::Bound) => can(any().success, true, any().running || any().failure),
        Kind::Forever => can(false, any().failure, any().running || any().success),
        Kind::RepeatUntilFailure => can(any().failure, false, any().running || any().success),
        Kind::RepeatUntilSuccess => can(any().success, false, any().running || any().failure),
        Kind::Probability(Given::Of(chance)) if *chance <= 0.0 => can(false, true, false),
        Kind::Probability(Given::Of(chance)) if *chance >= 1.0 => any(),
        Kind::Precondition(_) | Kind::Guard(_) | Kind::RunLimit(_) => any().or(can(false, true, false)),
        Kind::Probability(_) | Kind::Cooldown(_) => any().or(can(false, true, false)),
        Kind::RunOnce => any(),
        Kind::Delay(_) | Kind::Throttle(_) => any().or(can(false, false, true)),
        Kind::Timeout(_) => any().or(can(false, any().running, false)),
    }
}

/// The thresholds for success and failure, if they are literals.
fn thresholds(node: &Node) -> (Option<usize>, Option<usize>) {
    let number = |threshold: Threshold| threshold.number(node.children.len());
    if let Kind::Parallel(success, failure) = node.kind {
        return (number(success.unwrap_or(Threshold::All)), number(failure.unwrap_or(Threshold::Any)));
    }
    (Some(1), Some(1))
}

fn parallel(node: &Node, children: &[Can]) -> Can {
    let running = children.iter().any(|child| child.running);
    if let Kind::ParallelAll(failure) = node.kind {
        let least = failure.map_or(Some(1), |failure| failure.number(children.len()));
        let must = children.iter().filter(|child| !child.success).count();
        let may = children.iter().filter(|child| child.failure).count();
        let ends = children.iter().all(|child| child.success || child.failure);
        // The threshold may be out of reach, or the number of children.
        return match least {
            Some(least) => can(ends && must < least, ends && may >= least, running),
            None => can(ends && must < children.len(), true, running),
        };
    }
    let (success, failure) = match thresholds(node) {
        (Some(success), Some(failure)) => (success, failure),
        // The threshold may be zero, or greater than the number of children.
        (success, _) => {
            let succeed = children.iter().filter(|child| child.success).count();
            return can(success.is_none_or(|success| succeed >= success), true, running);
        }
    };
    let succeed = children.iter().filter(|child| child.success).count();
    let fail = children.iter().filter(|child| child.failure).count();
    can(succeed >= success, fail >= failure || children.len() - fail < success, running)
}

/// The unreachable children of a node.
pub fn unreachable(node: &Node, program: &Program) -> Vec<usize> {
    let children: Vec<Can> = node.children.iter().map(|child| of(child, program)).collect();
    let blocked_by = |goes_on_after: Status| {
        let block = children.iter().position(|child| !child.end(goes_on_after));
        block.map_or(vec![], |block| (block + 1..children.len()).collect())
    };
    match node.kind {
        Kind::Sequence | Kind::ReactiveSequence | Kind::Pipeline => blocked_by(Status::Success),
        Kind::Selector | Kind::ReactiveSelector => blocked_by(Status::Failure),
        Kind::Recover(_) if !children[0].failure => vec![1],
        Kind::IfElse => [(1, children[0].success), (2, children[0].failure)]
            .into_iter()
            .filter(|(index, reached)| !reached && *index < children.len())
            .map(|(index, _)| index)
            .collect(),
        Kind::Parallel(..) | Kind::Race => never_begun(node, &children),
        Kind::Recover(_) | Kind::Finally | Kind::SimpleParallel | Kind::ParallelAll(_) => Vec::new(),
        Kind::RandomSequence | Kind::RandomSelector | Kind::Weighted(_) | Kind::RoundRobin => Vec::new(),
        Kind::Utility(_) | Kind::ReactiveUtility(..) | Kind::Priority(_) | Kind::Turns(..) => Vec::new(),
        Kind::If(_) | Kind::ReactiveIfElse(_) | Kind::Switch(..) | Kind::ReactiveSwitch(..) => Vec::new(),
        passing!() | repeating!() | no_child!() => Vec::new(),
    }
}

/// Children of a `parallel` that is always decided before them.
fn never_begun(node: &Node, children: &[Can]) -> Vec<usize> {
    let (Some(success), Some(failure)) = thresholds(node) else { return Vec::new() };
    let all = children.len();
    let undecided =
        |(succeeded, failed): &(usize, usize)| *succeeded < success && *failed < failure && all - failed >= success;
    let mut counts = BTreeSet::from([(0, 0)]);
    for (index, child) in children.iter().enumerate() {
        if counts.is_empty() {
            return (index..all).collect();
        }
        let before = std::mem::take(&mut counts);
        for (succeeded, failed) in before {
            let after = [
                (child.running, (succeeded, failed)),
                (child.success, (succeeded + 1, failed)),
                (child.failure, (succeeded, failed + 1)),
            ];
            counts.extend(after.into_iter().filter(|(can, _)| *can).map(|(_, count)| count).filter(undecided));
        }
    }
    Vec::new()
}

/// Whether a loop waits for a result that its child cannot return.
pub fn is_in_vain(node: &Node, program: &Program) -> bool {
    match node.kind {
        Kind::Retry(_) | Kind::RepeatUntilSuccess => !of(&node.children[0], program).success,
        Kind::RepeatUntilFailure => !of(&node.children[0], program).failure,
        Kind::Repeat(_) | Kind::Forever | Kind::ForEach(_) | Kind::Keyed(_) | Kind::KeyedBy => false,
        passing!() | several!() | no_child!() => false,
    }
}

/// Whether it begins to wait in a `throttle`, below decorators that pass on waiting.
pub fn waits(node: &Node, program: &Program) -> bool {
    if let Kind::Subtree { tree, .. } = node.kind {
        return waits(&program.trees[tree].root, program);
    }
    match node.kind.facts().waits {
        Waits::Never => false,
        Waits::WithChild => waits(&node.children[0], program),
        Waits::Itself => true,
    }
}

/// Whether it is a `reactive_sequence` in which a child before the last waits.
pub fn waits_early(node: &Node, program: &Program) -> bool {
    let before_the_last = node.children.split_last().map_or(&[][..], |(_, before)| before);
    node.kind == Kind::ReactiveSequence && before_the_last.iter().any(|child| waits(child, program))
}

/// Whether it contains an unreachable node or a pointless loop.
pub fn is_wrong(node: &Node, program: &Program) -> bool {
    let own = !unreachable(node, program).is_empty() || is_in_vain(node, program);
    own || node.children.iter().any(|child| is_wrong(child, program))
}
