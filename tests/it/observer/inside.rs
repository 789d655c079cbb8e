//! Subtrees, enums of leaves, large trees, and leaves that a message ends.

use std::time::Duration;

use bt::{Behavior, Status, bt};

use super::Journal;
use crate::bench::{Bench, Scripted};

bt! { Inner(Bench) = inner: inverter < sequence < a: scripted("A"), b: scripted("B") > > }

#[test]
fn a_subtree_is_reported_like_its_text_in_its_place() {
    bt! {
        Outer(Bench) = top: selector <
            guard(|bench| !bench.flag) < sequence < there: inner, inner > >,
            c: scripted("C"),
        >
    }
    let (mut tree, mut bench, mut journal) = (Outer::new(), Bench::new("A=FFSRF B=R C=R"), Journal::default());
    assert_eq!(
        told!(tree, bench, journal),
        "+top +guard +sequence +there +sequence +a a=F -a F -sequence F -there S \
         +inner +sequence +a a=F -a F -sequence F -inner S -sequence S -guard S -top S",
    );
    assert_eq!(told!(tree, bench, journal), "+top +guard +sequence +there +sequence +a a=S -a S +b b=R");
    bench.flag = true;
    assert_eq!(told!(tree, bench, journal), "-b A -sequence A -there A -sequence A -guard F +c c=R");
}

/// A leaf that is a tree or a leaf.
#[derive(Behavior)]
#[behavior(context = Bench)]
enum Either {
    Tree(Inner),
    Leaf(Scripted),
}

#[test]
fn an_enum_is_one_leaf_whatever_its_variant() {
    tells!(
        "A=SRF B=RF",
        bt!((Bench) = top: sequence < x: Either::Tree(Inner::new()), y: Either::Leaf(Scripted::new("B")) >),
        ["+top +x x=R", "x=S -x S +y y=F -y F -top F", "+top +x x=R"],
        abort "-x A -top A"
    );
}

#[test]
fn the_cuts_of_a_large_tree_are_not_seen() {
    bt! {
        Ten(Bench) = sequence <
            succeed, succeed, succeed, succeed, succeed, succeed, succeed, succeed, succeed, succeed,
        >
    }
    bt! {
        Many(Bench) = top: sequence <
            sequence <
                wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0),
                wait(0.0),
            >,
            sequence <
                wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0),
                wait(0.0),
            >,
            sequence <
                wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0),
                wait(0.0),
            >,
            sequence <
                wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0),
                wait(0.0),
            >,
            sequence <
                wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0),
                wait(0.0),
            >,
            sequence <
                wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0), wait(0.0),
                wait(0.0),
            >,
            sequence <
                ten,
                wait(0.0),
                wait(0.0),
                wait(0.0),
                wait(0.0),
                wait(0.0),
                wait(0.0),
                wait(0.0),
                last: scripted("A"),
            >,
        >
    }
    let (mut tree, mut bench, mut journal) = (Many::new(), Bench::new("A=RRF"), Journal::default());
    let first = told!(tree, bench, journal);
    assert_eq!((first.matches("+wait").count(), first.matches("+sequence").count()), (67, 7));
    assert!(first.starts_with("+top +sequence +wait wait=S -wait S +wait") && first.ends_with("+last last=R"));
    assert_eq!(told!(tree, bench, journal), "last=R");
    assert_eq!(told!(tree, bench, journal), "last=F -last F -sequence F -top F");
}

/// A message.
struct Poke;

/// A leaf that a message ends.
#[derive(Behavior, Default)]
#[behavior(context = Bench, message = Poke)]
struct Sleep;

impl Sleep {
    fn run(&mut self, _: &mut Bench) -> Status {
        Status::Running
    }

    fn receive(&mut self, _: &mut Bench, _: &Poke) -> Status {
        Status::Success
    }
}

bt! { Nap(Bench) on Poke = nap: sequence < sleep, a: scripted("A") > }

#[test]
fn what_is_above_a_leaf_that_a_message_ends_reacts_in_the_next_tick() {
    bt! { Night(Bench) on Poke = inverter < parallel < inverter < sleep >, nap > > }
    let (mut tree, mut bench, mut journal) = (Night::new(), Bench::new("A=R"), Journal::default());
    assert_eq!(told!(tree, bench, journal), "+inverter +parallel +inverter +sleep sleep=R +nap +sleep sleep=R");
    tree.send_with(&mut bench, &Poke, &mut journal);
    journal.agrees_with(tree.active());
    assert_eq!(journal.take(), "-sleep S -sleep S");
    let (mut other, mut others) = (Night::new(), Journal::default());
    other.tick_with(&mut bench, &mut others);
    other.send(&mut bench, &Poke);
    others.take();
    other.abort_with(&mut bench, &mut others);
    assert_eq!(others.take(), "-inverter A -nap A -parallel A -inverter A", "those above it are aborted");
    assert_eq!(told!(tree, bench, journal), "-inverter F -nap A -parallel F -inverter S");
}
