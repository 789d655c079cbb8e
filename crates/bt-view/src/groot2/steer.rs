//! `Steer`: turns the orders of viewers into hooks of a program.

use std::collections::BTreeMap;

use bt::Status;
use serde_json::{Value, json};

use super::protocol::kind;
use crate::feed::control::{NodeKey, Orders};

/// The hooks that were set here in one run of a program.
#[derive(Debug, Default)]
pub struct Steer {
    set: BTreeMap<u16, Hook>,
    /// The node where the program waits.
    waits: Option<u16>,
    /// How many steps the program has made while it was paused.
    steps: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hook {
    /// The program stops before the node.
    Stop,
    /// The node succeeds or fails.
    Answer(bool),
}

/// A request to a program: its kind, and its second part.
pub type Request = (u8, Value);

impl Steer {
    /// A run that begins after viewers have asked for this many steps.
    pub fn new(steps: u64) -> Self {
        Steer { steps, ..Steer::default() }
    }

    /// The requests that make the program carry out the orders. `uids` has the ids of the agent's nodes, and `steps`
    /// counts the steps that viewers have asked for.
    pub fn requests(&mut self, orders: &Orders, agent: usize, uids: &[u16], steps: u64) -> Vec<Request> {
        let Some(root) = uids.first().copied() else { return Vec::new() };
        let mut wanted = wanted(orders, agent, uids);
        if orders.paused {
            for uid in [Some(root), self.waits].into_iter().flatten() {
                wanted.entry(uid).or_insert(Hook::Stop);
            }
        }
        let mut requests = Vec::new();
        let new: Vec<Value> = wanted
            .iter()
            .filter(|(uid, hook)| self.set.get(uid) != Some(hook))
            .map(|(uid, hook)| insert(*uid, *hook))
            .collect();
        if !new.is_empty() {
            requests.push((kind::INSERT_HOOK, new.into()));
        }
        for uid in self.set.keys().filter(|uid| !wanted.contains_key(uid)) {
            requests.push((kind::REMOVE_HOOK, json!({ "uid": uid, "position": 0 })));
        }
        self.waits = self.waits.filter(|uid| wanted.get(uid) == Some(&Hook::Stop));
        self.set = wanted;
        if std::mem::replace(&mut self.steps, steps) < steps
            && let Some(uid) = self.waits.take()
        {
            let remove = uid != root;
            if remove {
                self.set.remove(&uid);
            }
            let unlock = json!({ "uid": uid, "position": 0, "desired_status": "SKIPPED", "remove_when_done": remove });
            requests.push((kind::UNLOCK, unlock));
        }
        requests
    }

    /// The program reports that it has reached a node. Returns the node if viewers ran the program to it.
    pub fn reached(&mut self, uid: u16, orders: &Orders, agent: usize, uids: &[u16]) -> Option<NodeKey> {
        // It also reports answers, but does not wait for them.
        if self.set.get(&uid) == Some(&Hook::Stop) {
            self.waits = Some(uid);
        }
        orders.until.filter(|(of, node)| *of == agent && uids.get(*node) == Some(&uid))
    }
}

/// The hooks for answers of nodes, and for the node to run to.
fn wanted(orders: &Orders, agent: usize, uids: &[u16]) -> BTreeMap<u16, Hook> {
    let uid = |(of, node): &NodeKey| uids.get(*node).copied().filter(|_| *of == agent);
    let answers = orders.mocks.iter().filter_map(|(key, status)| match status {
        Status::Success => Some((uid(key)?, Hook::Answer(true))),
        Status::Failure => Some((uid(key)?, Hook::Answer(false))),
        // The protocol only has results.
        Status::Running => None,
    });
    let mut wanted: BTreeMap<u16, Hook> = answers.collect();
    if let Some(uid) = orders.until.as_ref().and_then(uid) {
        wanted.insert(uid, Hook::Stop);
    }
    wanted
}

fn insert(uid: u16, hook: Hook) -> Value {
    let (mode, status) = match hook {
        Hook::Stop => (0, "SKIPPED"),
        Hook::Answer(true) => (1, "SUCCESS"),
        Hook::Answer(false) => (1, "FAILURE"),
    };
    json!({ "enabled": true, "uid": uid, "mode": mode, "once": false, "desired_status": status, "position": 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kinds and ids.
    fn short(requests: &[Request]) -> Vec<String> {
        let uid = |value: &Value| value["uid"].to_string();
        let one = |(kind, value): &Request| {
            let uids = value.as_array().map_or_else(|| vec![uid(value)], |all| all.iter().map(uid).collect());
            format!("{}{}", char::from(*kind), uids.join(","))
        };
        requests.iter().map(one).collect()
    }

    #[test]
    fn a_program_pauses_steps_and_goes_on() {
        let (mut steer, mut orders, uids) = (Steer::new(7), Orders::default(), [1, 2, 9]);
        assert!(steer.requests(&orders, 0, &uids, 7).is_empty());
        orders.paused = true;
        assert_eq!(short(&steer.requests(&orders, 0, &uids, 7)), ["I1"]);
        assert!(steer.requests(&orders, 0, &uids, 7).is_empty());
        assert_eq!(steer.reached(1, &orders, 0, &uids), None);
        assert_eq!(short(&steer.requests(&orders, 0, &uids, 8)), ["U1"]);
        assert!(steer.requests(&orders, 0, &uids, 8).is_empty(), "a step is made once");
        orders.paused = false;
        assert_eq!(short(&steer.requests(&orders, 0, &uids, 8)), ["R1"]);
    }

    #[test]
    fn a_program_runs_to_a_node() {
        let (mut steer, mut orders, uids) = (Steer::new(0), Orders::default(), [1, 2, 9]);
        orders.until = Some((0, 2));
        assert_eq!(short(&steer.requests(&orders, 0, &uids, 0)), ["I9"]);
        assert!(Steer::new(0).requests(&orders, 1, &uids, 0).is_empty(), "it is another agent's");
        assert_eq!(steer.reached(2, &orders, 0, &uids), None);
        assert_eq!(steer.reached(9, &orders, 0, &uids), Some((0, 2)));
        (orders.paused, orders.until, orders.hit) = (true, None, Some((0, 2)));
        assert_eq!(short(&steer.requests(&orders, 0, &uids, 0)), ["I1"], "it stays there");
        assert_eq!(short(&steer.requests(&orders, 0, &uids, 1)), ["U9"], "it runs to the next tick");
        assert_eq!(steer.reached(1, &orders, 0, &uids), None);
        orders.paused = false;
        assert_eq!(short(&steer.requests(&orders, 0, &uids, 1)), ["R1"]);
    }

    #[test]
    fn answers_are_hooks_that_do_not_stop() {
        let (mut steer, mut orders, uids) = (Steer::new(0), Orders::default(), [1, 2, 9]);
        orders.mocks = [((0, 1), Status::Failure), ((0, 2), Status::Running), ((1, 0), Status::Success)].into();
        let requests = steer.requests(&orders, 0, &uids, 0);
        assert_eq!(short(&requests), ["I2"]);
        assert_eq!((&requests[0].1[0]["mode"], &requests[0].1[0]["desired_status"]), (&json!(1), &json!("FAILURE")));
        steer.reached(2, &orders, 0, &uids);
        assert_eq!(steer.waits, None);
        orders.mocks.clear();
        assert_eq!(short(&steer.requests(&orders, 0, &uids, 0)), ["R2"]);
    }
}
