//! `State`: what clients may ask for, and the answers.

use std::collections::BTreeMap;
use std::time::{Instant, SystemTime};

use serde_json::{Map, Value};

use super::history::{History, uid};
use crate::btlog;
use crate::groot2::msgpack;
use crate::groot2::protocol::{ERROR, Header, Uuid, kind};
use crate::groot2::zmtp::Message;
use crate::recording::Grown;

/// What a program publishes.
#[derive(Debug)]
pub struct State {
    /// A new one for each tree.
    run: Uuid,
    name: String,
    xml: String,
    pub history: History,
    entries: BTreeMap<String, Value>,
    /// The time 0 of transitions.
    pub began: Instant,
}

impl State {
    pub fn new(name: String, run: Uuid) -> Self {
        let (history, entries) = (History::default(), BTreeMap::new());
        State { run, name, xml: String::new(), history, entries, began: Instant::now() }
    }

    /// The tree is another one, or has grown: then `run` stays away, and nodes that are known keep their status.
    pub fn set_tree(&mut self, tree: &Grown, run: Uuid, is_other: bool) {
        if is_other {
            self.history.forget();
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

    /// The answer to a request. Errors are those of BehaviorTree.CPP's publisher.
    pub fn answer(&mut self, request: &[Vec<u8>]) -> Message {
        let Some(header) = request.first().and_then(|first| Header::read(first)) else {
            return error("wrong request header");
        };
        let reply = |payload: Option<Vec<u8>>| [header.reply(self.run)].into_iter().chain(payload).collect();
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
                let reply = [header.reply(self.run), transitions];
                reply.into()
            }
            (kind::HOOKS, _) => reply(Some(b"[]".to_vec())),
            (kind::REMOVE_ALL | kind::DISABLE_ALL, _) => reply(None),
            (kind::REMOVE_HOOK | kind::UNLOCK, Some(_)) => error("Node ID not found"),
            (kind::INSERT_HOOK, Some(_)) => error("this program allows no hooks"),
            (kind::ENTRIES | kind::RECORD | kind::REMOVE_HOOK | kind::UNLOCK | kind::INSERT_HOOK, None) => error(TWO),
            _ => error("Request not recognized"),
        }
    }

    /// The entries, if the name of the tree is among the names; `null` if none is known.
    fn entries(&self, names: &[u8]) -> Vec<u8> {
        let asked = names.split(|byte| *byte == b';').any(|name| name == self.name.as_bytes());
        let entries: Map<String, Value> =
            self.entries.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        // A blackboard without entries is `null`, as BehaviorTree.CPP writes it.
        let board = if entries.is_empty() { Value::Null } else { Value::Object(entries) };
        let boards =
            if asked { Value::Object([(self.name.clone(), board)].into_iter().collect()) } else { Value::Null };
        msgpack::write(&boards)
    }
}

fn error(why: &str) -> Message {
    vec![ERROR.to_vec(), why.as_bytes().to_vec()]
}
