//! The judge: finds what a node can return from what its children can return, and collects claims.
//!
//! A claim is a condition that must hold, or the tree has a mistake. In `sequence < open_door, walk >` the node `walk`
//! is reached only if `open_door` can succeed: that is a claim. If `open_door` is a leaf of the user, only its type
//! decides.

use crate::codes::{self, Code};
use crate::tree::analyse::results::{Answer, Possible, Results, all, any, at_least};
use crate::tree::builtin::Meaning;
use crate::tree::check::Mistaken;
use crate::tree::model::{CodeId, Kind, Model, Node, NodeId, Threshold};
use crate::tree::outcome::Outcome;
use crate::tree::source::Source;

/// The decorator with which a user marks an apparent mistake as intended.
pub const UNCHECKED: &str = "unchecked";

/// The results so far. The file of a built-in computes its results with these methods.
pub struct Judge<'a> {
    pub model: &'a Model,
    pub source: &'a Source,
    /// The nodes that have a mistake.
    pub mistaken: &'a Mistaken,
    /// What each node can return. Children are judged before their parents.
    pub results: Vec<Results>,
    /// The claims of the nodes judged so far.
    pub claims: Vec<Claim>,
}

/// Something that must be possible, or the tree has a mistake at this node.
pub struct Claim {
    pub at: NodeId,
    pub possible: Possible,
    pub code: &'static Code,
    pub message: String,
    /// The message if the other node is a leaf whose type is a tree that never ends.
    pub if_endless: Option<(CodeId, String)>,
    /// Whether the user can say with `unchecked` that it is not a mistake.
    pub may_be_meant: bool,
}

impl Judge<'_> {
    /// Whether no mistake has been found in a node.
    pub fn is_sound(&self, node: NodeId) -> bool {
        !self.mistaken.contains(&node)
    }

    /// What a child can return.
    pub fn child(&self, node: &Node, index: usize) -> &Results {
        &self.results[node.children[index].0]
    }

    /// What all children can return.
    pub fn children(&self, node: &Node) -> Vec<&Results> {
        node.children.iter().map(|&child| &self.results[child.0]).collect()
    }

    /// The results of children that run in order, as long as each ends with this outcome.
    pub fn chain(&mut self, node: &Node, go_on_after: Outcome) -> Results {
        let pairs = node.children.windows(2);
        let reached: Vec<Possible> =
            pairs.map(|pair| self.reached(pair[1], pair[0], "before it", go_on_after)).collect();
        let children = self.children(node);
        let last = children.last().map(|last| last.after(go_on_after));
        let on = all(reached.iter().chain(last));
        let end = any(children.iter().map(|child| child.after(!go_on_after)));
        let running = any(children.iter().map(|child| &child.running));
        Results::after_either(go_on_after, on, end, running)
    }

    /// The results of children that run in any order, as long as each ends with this outcome.
    pub fn any_order(&mut self, node: &Node, go_on_after: Outcome) -> Results {
        let children = self.children(node);
        let on = all(children.iter().map(|child| child.after(go_on_after)));
        let end = any(children.iter().map(|child| child.after(!go_on_after)));
        let running = any(children.iter().map(|child| &child.running));
        Results::after_either(go_on_after, on, end, running)
    }

    /// The results of a condition's two branches. Without a second branch, the node fails.
    pub fn branches(&self, node: &Node) -> Results {
        let without = Results::known(false, true, false);
        let mut branches = self.children(node);
        if branches.len() == 1 {
            branches.push(&without);
        }
        Results::any_of(&branches)
    }

    /// The results of children that run at the same time, until `success` of them have succeeded or `failure` have
    /// failed.
    pub fn parallel(&mut self, node: &Node, success: Threshold, failure: Threshold) -> Results {
        let (Some(success), Some(failure)) = (success.known(), failure.known()) else {
            return self.parallel_read(node, success);
        };
        let count = node.children.len();
        // After this many failures, too few children are left to succeed.
        let out_of_reach = (count + 1).saturating_sub(success);
        self.undecided(node, success, failure.min(out_of_reach));
        let children = self.children(node);
        let successes: Vec<&Possible> = children.iter().map(|child| &child.success).collect();
        let failures: Vec<&Possible> = children.iter().map(|child| &child.failure).collect();
        Results {
            success: at_least(success, &successes),
            failure: any([&at_least(failure, &failures), &at_least(out_of_reach, &failures)]),
            running: any(children.iter().map(|child| &child.running)),
        }
    }

    /// The results of children that run at the same time, with a `success` that is read at the start and may be out of
    /// reach.
    fn parallel_read(&self, node: &Node, success: Threshold) -> Results {
        let children = self.children(node);
        let successes: Vec<&Possible> = children.iter().map(|child| &child.success).collect();
        Results {
            success: success.known().map_or(Possible::Known(true), |success| at_least(success, &successes)),
            failure: Possible::Known(true),
            running: any(children.iter().map(|child| &child.running)),
        }
    }

    /// Claims that no child comes after `success` successes or `failure` failures. If that depends on types, a claim
    /// for the last child is enough: it is never reached if an earlier one is never reached.
    fn undecided(&mut self, node: &Node, success: usize, failure: usize) {
        let reached = |before: usize| self.undecided_after(node, before, success, failure);
        // After an unreachable child, all others are unreachable, too. So the first is found by binary search.
        let (mut index, mut low) = (node.children.len() - 1, 0);
        let mut possible = reached(index);
        while possible == Possible::Known(false) && low < index {
            let middle = low + (index - low) / 2;
            match reached(middle) {
                never @ Possible::Known(false) => (index, possible) = (middle, never),
                _ => low = middle + 1,
            }
        }
        let child = node.children[index];
        let message = format!("`{}` is never reached: `{}` is always decided before it", self.title(child), node.name);
        self.claim(codes::NEVER_REACHED, child, possible, message);
    }

    /// Whether fewer than `success` of the first children can have succeeded while fewer than `failure` have failed.
    fn undecided_after(&self, node: &Node, children: usize, success: usize, failure: usize) -> Possible {
        let (most_successes, most_failures) = (success.saturating_sub(1), failure.saturating_sub(1));
        let earlier = &self.children(node)[..children];
        // All earlier children but `most` can have such a result.
        let all_but = |most: usize, can: fn(&Results) -> Possible| {
            let can: Vec<Possible> = earlier.iter().map(|child| can(child).if_meant()).collect();
            at_least(children.saturating_sub(most), &can.iter().collect::<Vec<_>>())
        };
        all([
            &all_but(most_successes + most_failures, |child| child.running.clone()),
            &all_but(most_successes, |child| any([&child.failure, &child.running])),
            &all_but(most_failures, |child| any([&child.success, &child.running])),
        ])
    }

    /// Claims that `node` can be reached: only this result of `other` leads to it. Returns whether that result is
    /// possible, given that the claim holds.
    pub fn reached(&mut self, node: NodeId, other: NodeId, where_other_is: &str, after: Outcome) -> Possible {
        let results = &self.results[other.0];
        let impossible = |possible: &Possible| possible.clone().strictly() == Possible::Known(false);
        let ends = !impossible(&results.success) || !impossible(&results.failure);
        let at_once = results.running == Possible::Known(false);
        let always = at_once || matches!(self.model[other].kind, Kind::Leaf(_));
        let why = match (ends, always, after) {
            (false, ..) => "never ends",
            (true, true, Outcome::Success) => "always fails",
            (true, true, Outcome::Failure) => "always succeeds",
            (true, false, Outcome::Success) => "never succeeds",
            (true, false, Outcome::Failure) => "never fails",
        };
        let possible = results.after(after).clone();
        let assured = possible.assured();
        let message =
            |why| format!("`{}` is never reached: `{}` {where_other_is} {why}", self.title(node), self.title(other));
        let if_endless = match self.model[other].kind {
            Kind::Leaf(leaf) if self.source.may_be_tree(leaf) => Some((leaf, message("never ends"))),
            _ => None,
        };
        let message = message(why);
        self.claim_of(codes::NEVER_REACHED, node, possible.if_meant(), message, if_endless);
        assured
    }

    /// Claims that the child of a loop can have the result that ends the loop. Returns whether that result is possible,
    /// given that the claim holds.
    pub fn ends(&mut self, node: &Node, after: Outcome) -> Possible {
        let possible = self.child(node, 0).after(after).clone().strictly();
        let assured = possible.assured();
        let never = match after {
            Outcome::Success => "never succeeds",
            Outcome::Failure => "never fails",
        };
        let child = self.title(node.children[0]);
        let message = format!("`{}` is pointless: its child `{child}` {never}", node.name);
        self.claim(codes::POINTLESS, node.id, possible, message);
        assured
    }

    /// Claims that the leaf below `observe` is a tree with a reactive root.
    pub fn claim_reactive(&mut self, node: &Node) {
        let &[child] = &node.children[..] else { return };
        if let Kind::Leaf(leaf) = self.model[child].kind {
            let (code, possible) = (codes::CHILD_NOT_REACTIVE, Possible::Leaf(leaf, Answer::Reactive));
            let message =
                format!("the child of `{}` must be a reactive node, found `{}`", node.name, self.title(child));
            self.claims.push(Claim { at: child, possible, code, message, if_endless: None, may_be_meant: false });
        }
    }

    /// Whether a node does not start by waiting in a `throttle`.
    pub fn unthrottled(&self, id: NodeId) -> Possible {
        let first = self.model.waits_first(id);
        match first.kind {
            Kind::Leaf(leaf) if self.source.may_be_tree(leaf) => Possible::Leaf(leaf, Answer::Unthrottled),
            _ => Possible::Known(!first.throttles()),
        }
    }

    /// Claims that no child but the last is a tree that starts by waiting in a `throttle`. `check` finds those within
    /// this tree.
    pub fn claim_unthrottled(&mut self, node: &Node) {
        let before_the_last = node.children.split_last().map_or(&[][..], |(_, before)| before);
        for &child in before_the_last {
            let (possible, at) = (self.unthrottled(child), self.model.waits_first(child).id);
            if let Possible::Leaf(..) = possible {
                let message = format!(
                    "`{}` waits in a `throttle`, so it must be the last child of a `{}`: while it waits, it would \
                     abort later children",
                    self.title(at),
                    node.name
                );
                let code = codes::THROTTLE_NOT_LAST;
                self.claims.push(Claim { at, possible, code, message, if_endless: None, may_be_meant: false });
            }
        }
    }

    /// Adds a claim, unless the user marks the mistake as intended.
    fn claim(&mut self, code: &'static Code, at: NodeId, possible: Possible, message: String) {
        self.claim_of(code, at, possible, message, None);
    }

    /// Adds a claim, with the message if a leaf that the claim depends on never ends.
    fn claim_of(
        &mut self,
        code: &'static Code,
        at: NodeId,
        possible: Possible,
        message: String,
        if_endless: Option<(CodeId, String)>,
    ) {
        let meant = |node: &Node| node.kind.is(|builtin| builtin.meaning == Meaning::Passes);
        if meant(&self.model[at]) || self.model[at].parent.is_some_and(|parent| meant(&self.model[parent])) {
            return;
        }
        let possible = possible.bounded();
        self.claims.push(Claim { at, possible, code, message, if_endless, may_be_meant: true });
    }

    fn title(&self, node: NodeId) -> &str {
        self.model[node].title()
    }
}
