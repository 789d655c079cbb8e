//! When an observer is called, and when it is not.

use std::cell::RefCell;

use bt::{Behavior, NodeEvent, Outcome, Status, TreeObserver, bt};

use crate::bench::{Bench, Scripted};

thread_local! {
    /// The hooks of a leaf and the events of an observer, in one list.
    static ALL: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn note(text: String) {
    ALL.with_borrow_mut(|all| all.push(text));
}

#[derive(Behavior, Default)]
#[behavior(context = ())]
struct Noted;

impl Noted {
    fn start(&self, (): &mut ()) {
        note("start".to_owned());
    }

    fn run(&self, (): &mut ()) {
        note("run".to_owned());
    }

    fn finish(&self, (): &mut (), outcome: Outcome) {
        note(format!("finish {outcome:?}"));
    }
}

struct Noting;

impl TreeObserver for Noting {
    fn start(&mut self, event: &NodeEvent) {
        note(format!("{event:?} starts"));
    }

    fn run(&mut self, _: &NodeEvent, status: Status) {
        note(format!("ran: {status:?}"));
    }

    fn finish(&mut self, _: &NodeEvent, outcome: Outcome) {
        note(format!("finished: {outcome:?}"));
    }
}

#[test]
fn hooks_are_called_between_reported_events() {
    bt! { One(()) = noted }
    One::new().tick_with(&mut (), &mut Noting);
    let all = ALL.take();
    let event = "NodeEvent { node: \"noted\", time: 0ns } starts";
    assert_eq!(all, [event, "start", "run", "ran: Success", "finish Success", "finished: Success"]);
}

/// Counts its events, while it is enabled.
#[derive(Default)]
struct Count {
    told: usize,
    blind: bool,
}

impl TreeObserver for Count {
    fn is_enabled(&self) -> bool {
        !self.blind
    }

    fn run(&mut self, _: &NodeEvent, _: Status) {
        self.told += 1;
    }
}

#[test]
fn an_observer_may_be_none_or_unknown_or_blind() {
    let mut tree = bt!((Bench) = a: scripted("A"));
    let (mut bench, mut count) = (Bench::new("A=R"), Count::default());
    tree.tick_with(&mut bench, &mut ());
    tree.tick_with(&mut bench, &mut None::<Count>);
    assert_eq!(bench.take(), "start A, run A");
    tree.tick_with(&mut bench, &mut Some(&mut count));
    assert_eq!(count.told, 1);
    let unknown: &mut dyn TreeObserver = &mut count;
    tree.tick_with(&mut bench, unknown);
    assert_eq!(count.told, 2);
    count.blind = true;
    tree.tick_with(&mut bench, &mut count);
    tree.abort_with(&mut bench, &mut count);
    assert_eq!((count.told, bench.take().as_str()), (2, "run A, run A, run A, finish A Aborted"));
}
