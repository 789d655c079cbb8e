//! `Hooks`: breakpoints, and answers that replace nodes.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::groot2::protocol::Status;

/// Hooks are ignored after no client has asked for anything for this long.
pub const PATIENCE: Duration = Duration::from_secs(5);
/// More hooks are refused.
const MOST: usize = 10_000;

/// Whether a hook is before or after the run of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Position {
    Before,
    After,
}

/// A hook in the form that clients send and receive. The fields are in alphabetical order, as BehaviorTree.CPP's
/// publisher writes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Sent {
    desired_status: Status,
    enabled: bool,
    /// 0 for a breakpoint, 1 for an answer.
    mode: u8,
    once: bool,
    /// 0 for before the node, 1 for after it.
    position: u8,
    uid: u16,
}

/// A request to continue at a breakpoint.
#[derive(Deserialize)]
struct Unlock {
    uid: u16,
    position: u8,
    desired_status: String,
    remove_when_done: bool,
}

#[derive(Deserialize)]
struct Remove {
    uid: u16,
    position: u8,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(Sent),
    More(Vec<Sent>),
}

/// The hooks of a tree.
#[derive(Debug, Default)]
pub struct Hooks(BTreeMap<(Position, u16), Hook>);

#[derive(Debug)]
struct Hook {
    sent: Sent,
    /// Whether a client has told the program to continue.
    is_ready: bool,
}

/// What a hook orders a program that reaches it to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The program waits.
    Wait,
    /// It continues, with this answer instead of the node's if there is one.
    Go(Option<bt::Status>),
}

const NOT_FOUND: &str = "Node ID not found";

impl Hooks {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sets one or more hooks. Hooks of unknown nodes are ignored.
    pub fn insert(&mut self, json: &[u8], nodes: usize) -> Result<(), String> {
        let sent = match serde_json::from_slice(json).map_err(|error| error.to_string())? {
            OneOrMore::One(sent) => vec![sent],
            OneOrMore::More(sent) => sent,
        };
        for sent in &sent {
            let position = position(sent.position)?;
            if sent.mode > 1 {
                return Err(format!("there is no mode {}", sent.mode));
            }
            if (sent.mode, position) == (1, Position::After) {
                return Err("this program cannot replace a result after a node has ended".to_owned());
            }
        }
        for sent in sent {
            let key = (position(sent.position)?, sent.uid);
            if sent.uid == 0 || usize::from(sent.uid) > nodes {
                continue;
            }
            if self.0.len() >= MOST && !self.0.contains_key(&key) {
                return Err(format!("there are {MOST} hooks already"));
            }
            let hook = self.0.entry(key).or_insert_with(|| Hook { sent: sent.clone(), is_ready: false });
            hook.is_ready |= (hook.sent.mode, sent.mode) == (0, 1);
            hook.sent = sent;
        }
        Ok(())
    }

    pub fn remove(&mut self, json: &[u8]) -> Result<(), String> {
        let Remove { uid, position: number } = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        self.0.remove(&(position(number)?, uid)).map(drop).ok_or_else(|| NOT_FOUND.to_owned())
    }

    pub fn remove_all(&mut self) {
        self.0.clear();
    }

    pub fn enable_all(&mut self, enabled: bool) {
        self.0.values_mut().for_each(|hook| hook.sent.enabled = enabled);
    }

    /// Lets the program continue at a breakpoint.
    pub fn unlock(&mut self, json: &[u8]) -> Result<(), String> {
        let unlock: Unlock = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        let hook = self.0.get_mut(&(position(unlock.position)?, unlock.uid)).ok_or(NOT_FOUND)?;
        hook.sent.desired_status = match &*unlock.desired_status {
            "SUCCESS" => Status::Success,
            "FAILURE" => Status::Failure,
            _ => Status::Skipped,
        };
        hook.sent.once |= unlock.remove_when_done;
        hook.is_ready |= hook.sent.mode == 0;
        Ok(())
    }

    /// All hooks, as JSON.
    pub fn dump(&self) -> String {
        let sent: Vec<&Sent> = self.0.values().map(|hook| &hook.sent).collect();
        serde_json::to_string(&sent).expect("it is plain data")
    }

    /// Whether a program stops here, or gets an answer.
    pub fn is_at(&self, position: Position, uid: u16) -> bool {
        self.0.get(&(position, uid)).is_some_and(|hook| hook.sent.enabled)
    }

    /// What a program does when it reaches this point.
    pub fn order(&mut self, position: Position, uid: u16) -> Order {
        let Some(hook) = self.0.get_mut(&(position, uid)).filter(|hook| hook.sent.enabled) else {
            return Order::Go(None);
        };
        if hook.sent.mode == 0 && !std::mem::take(&mut hook.is_ready) {
            return Order::Wait;
        }
        let answer = match hook.sent.desired_status {
            Status::Success => Some(bt::Status::Success),
            Status::Failure => Some(bt::Status::Failure),
            // BehaviorTree.CPP only accepts results.
            Status::Idle | Status::Running | Status::Skipped => None,
        };
        if hook.sent.once {
            self.0.remove(&(position, uid));
        }
        Order::Go(answer)
    }
}

fn position(number: u8) -> Result<Position, String> {
    match number {
        0 => Ok(Position::Before),
        1 => Ok(Position::After),
        _ => Err(format!("there is no position {number}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hook(uid: u16, mode: u8, position: u8) -> Vec<u8> {
        format!(
            r#"{{"enabled":true,"uid":{uid},"mode":{mode},"once":false,"desired_status":"FAILURE","position":{position}}}"#
        )
        .into()
    }

    #[test]
    fn a_breakpoint_waits_until_it_is_unlocked() {
        let mut hooks = Hooks::default();
        hooks.insert(&hook(2, 0, 0), 5).expect("it is one");
        assert!(hooks.is_at(Position::Before, 2) && !hooks.is_at(Position::After, 2));
        assert_eq!(hooks.order(Position::Before, 2), Order::Wait);
        let unlock = |word: &str, remove: bool| {
            format!(r#"{{"uid":2,"desired_status":"{word}","position":0,"remove_when_done":{remove}}}"#).into_bytes()
        };
        hooks.unlock(&unlock("SKIPPED", false)).expect("it is there");
        assert_eq!(hooks.order(Position::Before, 2), Order::Go(None));
        assert_eq!(hooks.order(Position::Before, 2), Order::Wait, "it stays");
        hooks.unlock(&unlock("SUCCESS", true)).expect("it is there");
        assert_eq!(hooks.order(Position::Before, 2), Order::Go(Some(bt::Status::Success)));
        assert_eq!(hooks.order(Position::Before, 2), Order::Go(None), "it is gone");
        assert_eq!(hooks.unlock(&unlock("SUCCESS", true)).unwrap_err(), NOT_FOUND);
    }

    #[test]
    fn an_answer_takes_a_breakpoints_place() {
        let mut hooks = Hooks::default();
        hooks.insert(&hook(2, 0, 0), 5).expect("it is one");
        hooks.insert(&hook(2, 1, 0), 5).expect("it is one");
        assert_eq!(hooks.order(Position::Before, 2), Order::Go(Some(bt::Status::Failure)));
        hooks.enable_all(false);
        assert_eq!(hooks.order(Position::Before, 2), Order::Go(None));
        assert!(hooks.dump().contains(r#""enabled":false"#));
        hooks.remove(br#"{"uid":2,"position":0}"#).expect("it is there");
        assert!(hooks.is_empty());
    }

    #[test]
    fn what_is_no_hook_is_an_error() {
        let mut hooks = Hooks::default();
        for json in [&b""[..], b"{", b"{}", b"[{}]", b"3", &hook(1, 2, 0), &hook(1, 0, 2), &hook(1, 1, 1)] {
            assert!(hooks.insert(json, 5).is_err(), "{}", String::from_utf8_lossy(json));
        }
        hooks.insert(&hook(6, 0, 0), 5).expect("it is ignored");
        hooks.insert(&hook(0, 0, 0), 5).expect("it is ignored");
        assert!(hooks.is_empty());
        for number in 0..=MOST as u16 {
            assert_eq!(
                hooks.insert(&hook(1 + number, 0, 0), usize::from(u16::MAX)).is_ok(),
                usize::from(number) < MOST
            );
        }
    }
}
