//! `Entry`: the board entry that a key means, and what a port is connected to.

use super::{Board, Value};

/// An entry of the board.
#[derive(Clone, Debug)]
pub struct Entry {
    pub key: String,
    /// Its value while it is not set: a constant that was given to a subtree.
    pub constant: Option<Value>,
}

impl Entry {
    pub fn get<B: Board + ?Sized>(&self, board: &B) -> Option<Value> {
        board.get(&self.key).or_else(|| self.constant.clone())
    }
}

/// What a port, or a name in a script, is connected to.
#[derive(Clone, Debug)]
pub enum Link {
    Entry(Entry),
    Value(Value),
}

impl Link {
    pub fn get<B: Board + ?Sized>(&self, board: &B) -> Option<Value> {
        match self {
            Link::Entry(entry) => entry.get(board),
            Link::Value(value) => Some(value.clone()),
        }
    }
}
