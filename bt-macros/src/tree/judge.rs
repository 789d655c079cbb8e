//! What the built-in nodes know of each other when they say what they can return.

use super::model::Node;
use super::results::{Possible, Results, all, any, at_least};

/// What is known of the nodes below one; the built-ins judge themselves with it.
pub struct Judge {
    /// What each node can return; those above the one that is being judged are not known yet.
    pub results: Vec<Results>,
}

impl Judge {
    /// What a child can return.
    pub fn child(&self, node: &Node, index: usize) -> &Results {
        &self.results[node.children[index]]
    }

    /// What all children can return.
    pub fn children(&self, node: &Node) -> Vec<&Results> {
        node.children.iter().map(|&child| &self.results[child]).collect()
    }

    /// Children one after another; after this result of a child comes the next one.
    pub fn chain(&self, node: &Node, go_on_after: bool) -> Results {
        let children = self.children(node);
        let on = all(children.iter().map(|child| child.after(go_on_after)));
        let end = any(children.iter().map(|child| child.after(!go_on_after)));
        let running = any(children.iter().map(|child| &child.running));
        if go_on_after {
            Results { success: on, failure: end, running }
        } else {
            Results { success: end, failure: on, running }
        }
    }

    /// Children that are run side by side until so many have succeeded or failed.
    pub fn parallel(&self, node: &Node, success: usize, failure: usize) -> Results {
        let children = self.children(node);
        let successes: Vec<&Possible> = children.iter().map(|child| &child.success).collect();
        let failures: Vec<&Possible> = children.iter().map(|child| &child.failure).collect();
        let out_of_reach = at_least((children.len() + 1).saturating_sub(success), &failures);
        Results {
            success: at_least(success, &successes),
            failure: any([&at_least(failure, &failures), &out_of_reach]),
            running: any(children.iter().map(|child| &child.running)),
        }
    }
}
