//! The recorded answers of BehaviorTree.CPP's publisher, in `tests/groot2/traces`, to test both sides against.

mod answered;
mod real;
mod seen;

use super::protocol::kind;
use super::zmtp::Message;

/// A trace: a line for each thing that happened.
macro_rules! trace {
    ($name:literal) => {
        include_str!(concat!("../../../tests/groot2/traces/", $name, ".txt"))
    };
}
pub(super) use trace;

/// An event: a line of a trace.
enum Line<'t> {
    /// What the tree is: its XML, or the answers of a leaf, one letter for each call.
    Is(&'t str),
    /// The program did something.
    Did(&'t str),
    Asked(Message),
    Replied(Message),
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).expect("digits"), 16).expect("digits");
    let part = |digits: &str| digits.trim_matches('-').as_bytes().chunks(2).map(byte).collect();
    let line = |line| match str::split_once(line, ' ') {
        Some((">", parts)) => Line::Asked(parts.split(' ').map(part).collect()),
        Some(("<", parts)) => Line::Replied(parts.split(' ').map(part).collect()),
        Some(_) => Line::Is(line),
        None => Line::Did(line),
    };
    text.lines().map(line).collect()
}

/// Hides what differs from run to run: the run, times.
fn masked(asked: &[Vec<u8>], mut reply: Message) -> Message {
    if let Some(head) = reply.first_mut().filter(|head| head.len() == 22) {
        head[6..].fill(0);
    }
    let kind = asked[0].get(1).copied().unwrap_or_default();
    if let Some(payload) = reply.get_mut(1) {
        match kind {
            kind::TRANSITIONS => payload.chunks_mut(9).for_each(|row| row[..6].fill(0)),
            kind::RECORD if payload.iter().all(u8::is_ascii_digit) => payload.clear(),
            _ => {}
        }
    }
    reply
}
