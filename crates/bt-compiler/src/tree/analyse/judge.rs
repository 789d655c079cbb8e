//! What the built-in nodes know of each other when they say what they can return, and what they claim to be possible.

use crate::tree::analyse::results::{Possible, Results, all, any, at_least};
use crate::tree::model::{Kind, Model, Node, NodeId};
use crate::tree::source::Source;

/// The decorator by which a user says that something unusual is meant.
pub const MARK: &str = "unchecked";

/// What is known of the nodes below one; the built-ins judge themselves with it.
pub struct Judge<'a> {
    pub model: &'a Model,
    pub source: &'a Source,
    /// What each node can return; those above the one that is being judged are not known yet.
    pub results: Vec<Results>,
    /// What the nodes that have been judged claim.
    pub claims: Vec<Claim>,
}

/// Something that must be possible, or the tree has a mistake.
pub struct Claim {
    pub at: NodeId,
    pub possible: Possible,
    pub message: String,
}

impl Judge<'_> {
    /// What a child can return.
    pub fn child(&self, node: &Node, index: usize) -> &Results {
        &self.results[node.children[index].0]
    }

    /// What all children can return.
    pub fn children(&self, node: &Node) -> Vec<&Results> {
        node.children.iter().map(|&child| &self.results[child.0]).collect()
    }

    /// Children one after another; after this result of a child comes the next one.
    pub fn chain(&mut self, node: &Node, go_on_after: bool) -> Results {
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

    /// Children in an order that is not known; after this result of a child comes another one.
    pub fn any_order(&mut self, node: &Node, go_on_after: bool) -> Results {
        let children = self.children(node);
        let on = all(children.iter().map(|child| child.after(go_on_after)));
        let end = any(children.iter().map(|child| child.after(!go_on_after)));
        let running = any(children.iter().map(|child| &child.running));
        Results::after_either(go_on_after, on, end, running)
    }

    /// Children that are run side by side until so many have succeeded or failed.
    pub fn parallel(&mut self, node: &Node, success: usize, failure: usize) -> Results {
        let count = node.children.len();
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

    /// Each child must be reached before so many have succeeded or failed. Types are only asked about the last one,
    /// which nothing reaches if nothing reaches one before it.
    fn undecided(&mut self, node: &Node, success: usize, failure: usize) {
        let reached: Vec<Possible> =
            (0..node.children.len()).map(|before| self.undecided_after(node, before, success, failure)).collect();
        let never = reached.iter().position(|possible| *possible == Possible::Known(false));
        let index = never.unwrap_or(reached.len() - 1);
        let (child, possible) = (node.children[index], reached[index].clone());
        let message = format!("`{}` is never reached: `{}` is always decided before it", self.title(child), node.name);
        self.claim(child, possible, message);
    }

    fn undecided_after(&self, node: &Node, children: usize, success: usize, failure: usize) -> Possible {
        let (succeeded, failed) = (success.saturating_sub(1), failure.saturating_sub(1));
        let earlier = &self.children(node)[..children];
        let all_but = |most: usize, can: fn(&Results) -> Possible| {
            let can: Vec<Possible> = earlier.iter().map(|child| can(child).if_meant()).collect();
            at_least(children.saturating_sub(most), &can.iter().collect::<Vec<_>>())
        };
        all([
            &all_but(succeeded + failed, |child| child.running.clone()),
            &all_but(succeeded, |child| any([&child.failure, &child.running])),
            &all_but(failed, |child| any([&child.success, &child.running])),
        ])
    }

    /// `node` is reached after this result of `other` only, which must be possible; what is known of it when it is.
    pub fn reached(&mut self, node: NodeId, other: NodeId, place: &str, after: bool) -> Possible {
        let results = &self.results[other.0];
        let impossible = |possible: &Possible| possible.clone().strictly() == Possible::Known(false);
        let ends = !impossible(&results.success) || !impossible(&results.failure);
        let at_once = results.running == Possible::Known(false);
        let always = at_once || matches!(self.model[other].kind, Kind::Leaf(_));
        let why = match (ends, always, after) {
            (false, ..) => "never ends",
            (true, true, true) => "always fails",
            (true, true, false) => "always succeeds",
            (true, false, true) => "never succeeds",
            (true, false, false) => "never fails",
        };
        let possible = results.after(after).clone();
        let assured = possible.assured();
        let message = format!("`{}` is never reached: `{}` {place} {why}", self.title(node), self.title(other));
        self.claim(node, possible.if_meant(), message);
        assured
    }

    /// The child of a loop must be able to end it; what is known of that when it can.
    pub fn ends(&mut self, node: &Node, after: bool) -> Possible {
        let possible = self.child(node, 0).after(after).clone().strictly();
        let assured = possible.assured();
        let never = if after { "never succeeds" } else { "never fails" };
        let child = self.title(node.children[0]);
        self.claim(node.id, possible, format!("`{}` repeats in vain: `{child}` in it {never}", node.name));
        assured
    }

    fn claim(&mut self, at: NodeId, possible: Possible, message: String) {
        let meant = |node: &Node| matches!(node.kind, Kind::Builtin(MARK));
        if meant(&self.model[at]) || self.model[at].parent.is_some_and(|parent| meant(&self.model[parent])) {
            return;
        }
        self.claims.push(Claim { at, possible: possible.bounded(), message });
    }

    fn title(&self, node: NodeId) -> &str {
        self.model[node].title()
    }
}
