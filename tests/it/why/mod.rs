//! `TreeObserver::why`: which answers observers get of conditions, scores, draws, values, keys and bindings, and in
//! which order.

use std::convert::Infallible;
use std::task::Poll;

use bt::observe::Why;
use bt::{NodeEvent, Outcome, Random, Status, TreeObserver, leaf};
use rand_pcg::rand_core::TryRng;

/// Records its events: `+walk` is a start, `-walk S` a finish, `walk?true` a reason.
#[derive(Default)]
struct Journal(Vec<String>);

impl Journal {
    fn take(&mut self) -> String {
        std::mem::take(&mut self.0).join(" ")
    }
}

impl TreeObserver for Journal {
    fn start(&mut self, event: &NodeEvent) {
        self.0.push(format!("+{}", event.node().title()));
    }

    fn why(&mut self, event: &NodeEvent, why: Why<'_>) {
        self.0.push(format!("{}?{why}", event.node().title()));
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.0.push(format!("-{} {}", event.node().title(), format!("{outcome:?}").chars().next().unwrap_or_default()));
    }
}

/// A mood that can be shown.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mood {
    Calm,
    Angry,
}

/// What cannot be shown.
#[derive(Clone, Copy, PartialEq)]
struct Secret(u32);

#[derive(Clone, Debug)]
struct Wolf(u32);

struct Den {
    number: u32,
    flag: bool,
    mood: Mood,
    name: String,
    words: Words,
}

impl Den {
    fn new(number: u32) -> Self {
        Den { number, flag: false, mood: Mood::Calm, name: "den".to_owned(), words: Words(Vec::new()) }
    }
}

/// A generator that says these words.
struct Words(Vec<u64>);

impl TryRng for Words {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        panic!("only whole words are drawn")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.remove(0))
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        panic!("only whole words are drawn")
    }
}

impl Random for Den {
    type Rng = Words;

    fn rng(&mut self) -> &mut Words {
        &mut self.words
    }
}

#[leaf]
fn find(den: &mut Den) -> Option<Wolf> {
    den.number += 1;
    (den.number < 100).then_some(Wolf(den.number))
}

/// Finds a wolf in the tick after its start.
#[leaf]
fn search(den: &mut Den, started: &mut bool) -> Poll<Option<Wolf>> {
    if std::mem::replace(started, true) { Poll::Ready(Some(Wolf(den.number))) } else { Poll::Pending }
}

#[leaf]
fn hide(den: &mut Den) -> Option<Secret> {
    Some(Secret(den.number))
}

#[leaf]
fn eat(_: &mut Den, wolf: Wolf) -> Status {
    if wolf.0 > 50 { Status::Running } else { Status::Success }
}

#[leaf]
fn check(_: &mut Den, secret: Secret) -> bool {
    secret.0 > 0
}

/// The events of a tick.
macro_rules! told {
    ($tree:ident, $den:ident) => {{
        let mut journal = Journal::default();
        let _ = $tree.tick_with(&mut $den, &mut journal);
        journal.take()
    }};
}

mod bindings;
mod decisions;
mod reports;
