//! `State`: the requests of clients, and the answers.

use std::collections::BTreeMap;
use std::time::{Instant, SystemTime};

use serde_json::{Map, Value};

use super::history::{History, uid};
use super::hooks::{Hooks, PATIENCE};
use crate::btlog;
use crate::groot2::msgpack;
use crate::groot2::protocol::{ERROR, Header, Uuid, kind};
use crate::groot2::zmtp::Message;
use crate::recording::Grown;

/// What a program publishes.
#[derive(Debug)]
pub struct State {
    /// Each tree gets a new one.
    run: Uuid,
    name: String,
    xml: String,
    pub history: History,
    entries: BTreeMap<String, Value>,
    /// Time zero of the transitions.
    pub began: Instant,
    /// `None` if clients may not stop the program.
    pub hooks: Option<Hooks>,
    /// When a client last asked for something.
    heard: Instant,
}

impl State {
    pub fn new(name: String, run: Uuid) -> Self {
        let (history, entries, began) = (History::default(), BTreeMap::new(), Instant::now());
        State { run, name, xml: String::new(), history, entries, began, hooks: None, heard: began }
    }

    /// Sets a tree that was replaced (`is_other`) or has grown. If it has grown, known nodes keep their status.
    pub fn set_tree(&mut self, tree: &Grown, run: Uuid, is_other: bool) {
        if is_other {
            self.history.forget();
            self.hooks.iter_mut().for_each(Hooks::remove_all);
        }
        self.run = run;
        self.history.set_tree(tree);
        self.xml = btlog::document(&self.name, &tree.outline, &|position| uid(tree.ids[position]));
    }

    pub fn set_entry(&mut self, name: &str, value: Value) {
        match self.entries.get_mut(name) {
            Some(known) => *known = value,
            None => _ = self.entries.insert(name.to_owned(), value),
        }
    }

    /// Whether there is a client: without one, hooks are ignored.
    pub fn is_heard(&self) -> bool {
        self.heard.elapsed() < PATIENCE
    }

    /// The answer to a request. Errors are worded like those of BehaviorTree.CPP's publisher.
    pub fn answer(&mut self, request: &[Vec<u8>]) -> Message {
        if !self.is_heard() {
            self.hooks.iter_mut().for_each(|hooks| hooks.enable_all(true));
        }
        self.heard = Instant::now();
        let Some(header) = request.first().and_then(|first| Header::read(first)) else {
            return error("wrong request header");
        };
        let head = header.reply(self.run);
        let reply = |payload: Option<Vec<u8>>| [head].into_iter().chain(payload).collect();
        let argument = match request {
            [_, argument] => Some(&argument[..]),
            _ => None,
        };
        const TWO: &str = "must be 2 parts message";
        match (header.kind, argument) {
            (kind::TREE, _) => reply(Some(self.xml.clone().into_bytes())),
            (kind::STATUSES, _) => reply(Some(self.history.statuses())),
            (kind::ENTRIES, Some(names)) => reply(Some(self.entries(names))),
            (kind::RECORD, Some(b"start")) => {
                self.began = Instant::now();
                self.history.record();
                let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
                reply(Some(now.as_micros().to_string().into_bytes()))
            }
            (kind::RECORD, Some(word)) => {
                self.history.is_recording &= word != b"stop";
                reply(None)
            }
            (kind::TRANSITIONS, _) => {
                let transitions = self.history.take_transitions();
                reply(Some(transitions))
            }
            (kind::ENTRIES | kind::RECORD | kind::REMOVE_HOOK | kind::UNLOCK | kind::INSERT_HOOK, None) => error(TWO),
            (kind, argument) => match self.hook(kind, argument.unwrap_or_default()) {
                Ok(payload) => reply(payload),
                Err(why) => error(&why),
            },
        }
    }

    /// The answer to a request for hooks.
    fn hook(&mut self, kind: u8, json: &[u8]) -> Result<Option<Vec<u8>>, String> {
        let nodes = self.history.len();
        // Without permission there are no hooks.
        let mut none = Hooks::default();
        let is_allowed = self.hooks.is_some();
        let hooks = self.hooks.as_mut().unwrap_or(&mut none);
        match kind {
            kind::INSERT_HOOK if !is_allowed => return Err("this program allows no hooks".to_owned()),
            kind::INSERT_HOOK => hooks.insert(json, nodes)?,
            kind::REMOVE_HOOK => hooks.remove(json)?,
            kind::UNLOCK => hooks.unlock(json)?,
            kind::REMOVE_ALL => hooks.remove_all(),
            kind::DISABLE_ALL => hooks.enable_all(false),
            kind::HOOKS => return Ok(Some(hooks.dump().into_bytes())),
            _ => return Err("Request not recognized".to_owned()),
        }
        Ok(None)
    }

    /// The entries, if the names include the tree's; otherwise `null`.
    fn entries(&self, names: &[u8]) -> Vec<u8> {
        let asked = names.split(|byte| *byte == b';').any(|name| name == self.name.as_bytes());
        let entries: Map<String, Value> =
            self.entries.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        // BehaviorTree.CPP writes `null` for a blackboard without entries.
        let board = if entries.is_empty() { Value::Null } else { Value::Object(entries) };
        let boards =
            if asked { Value::Object([(self.name.clone(), board)].into_iter().collect()) } else { Value::Null };
        msgpack::write(&boards)
    }
}

fn error(why: &str) -> Message {
    vec![ERROR.to_vec(), why.as_bytes().to_vec()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::groot2::publisher::hooks::{Order, Position};
    use crate::outline::Outline;
    use crate::outline::tests::node;

    #[test]
    fn hooks_hold_a_program_only_while_a_client_asks() {
        let mut state = State::new("nap".to_owned(), [0; 16]);
        state.set_tree(&Grown::new(Outline::from_nodes([node(0, "nap")]), Vec::new()), [1; 16], true);
        state.hooks = Some(Hooks::default());
        let ask = |state: &mut State, kind, json: &str| {
            let reply = state.answer(&[Header { kind, id: 3 }.write(), json.into()]);
            assert_ne!(reply[0], ERROR, "{reply:?}");
            reply
        };
        let hook = r#"{"enabled":true,"uid":1,"mode":0,"once":false,"desired_status":"SKIPPED","position":0}"#;
        ask(&mut state, kind::INSERT_HOOK, hook);
        assert!(state.is_heard());
        state.heard = Instant::now().checked_sub(PATIENCE).expect("the machine runs longer");
        assert!(!state.is_heard());
        ask(&mut state, kind::DISABLE_ALL, "");
        assert!(state.is_heard());
        let order = |state: &mut State| state.hooks.as_mut().expect("they are allowed").order(Position::Before, 1);
        assert_eq!(order(&mut state), Order::Go(None), "it is disabled");
        state.heard = Instant::now().checked_sub(PATIENCE).expect("the machine runs longer");
        ask(&mut state, kind::STATUSES, "");
        assert_eq!(order(&mut state), Order::Wait, "its client has come back");
    }
}
