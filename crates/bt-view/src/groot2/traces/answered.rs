//! Tests that our publisher answers as BehaviorTree.CPP's did, with the same trees.

use std::collections::BTreeMap;

use bt::{Status, Tree, bt, leaf};

use super::{Line, lines, masked, trace};
use crate::groot2::client::LIMITS;
use crate::groot2::publisher::Publisher;
use crate::groot2::zmtp::Message;
use crate::groot2::zmtp::client::Requester;

/// The number of calls of each leaf so far.
#[derive(Default)]
struct Calls(BTreeMap<&'static str, usize>);

#[leaf]
fn answer(calls: &mut Calls, name: &'static str, answers: &'static str) -> Status {
    let call = calls.0.entry(name).or_default();
    *call += 1;
    match answers.as_bytes()[(*call - 1) % answers.len()] {
        b'S' => Status::Success,
        b'F' => Status::Failure,
        _ => Status::Running,
    }
}

bt! {
    Sequence(Calls) = sequence <
        answer("a", "SRS"),
        selector < answer("b", "FSF"), answer("c", "RS") >,
        inverter < answer("d", "FRFS") >,
    >
}

bt! {
    Reactive(Calls) = reactive_sequence <
        answer("a", "SSSFSSS"),
        reactive_selector <
            answer("b", "FFFFSF"),
            sequence < answer("c", "S"), answer("d", "RRSRRR"), answer("e", "RRR") >,
        >,
    >
}

bt! {
    Parallel(Calls) = parallel(success = 2, failure = 2) <
        sequence < answer("a", "S"), answer("b", "RRRSRRS") >,
        answer("c", "RSFR"),
        answer("d", "RFRR"),
        force_success < answer("e", "RRFRRRR") >,
    >
}

bt! {
    Halt(Calls) = sequence <
        answer("a", "S"),
        selector <
            answer("b", "F"),
            sequence < answer("c", "S"), force_failure < answer("d", "RRSRR") > >,
        >,
    >
}

bt! { Hooks(Calls) = selector < answer("a", "F"), sequence < answer("b", "S"), answer("c", "RRS") > > }

/// Plays a trace with a tree of this program, and compares all replies.
fn play<T: Tree>(
    name: &str,
    text: &str,
    mut tree: T,
    tick: impl Fn(&mut T, &mut Calls, &mut Publisher),
    halt: impl Fn(&mut T, &mut Calls, &mut Publisher),
) {
    let mut publisher = Publisher::on_port::<T>(0, name).expect("free ports").hooks(true);
    let mut client = Requester::connect(&publisher.address().to_string(), LIMITS).expect("it listens");
    let (mut calls, mut asked, mut compared) = (Calls::default(), Message::new(), 0);
    for (number, line) in (1..).zip(lines(text)) {
        match line {
            Line::Did("tick") => tick(&mut tree, &mut calls, &mut publisher),
            Line::Did("halt") => halt(&mut tree, &mut calls, &mut publisher),
            Line::Is(_) => {}
            Line::Did(other) => panic!("nobody can {other}"),
            Line::Asked(parts) => asked = parts,
            Line::Replied(expected) => {
                let parts: Vec<&[u8]> = asked.iter().map(Vec::as_slice).collect();
                let reply = client.ask(&parts).expect("a reply");
                assert_eq!(masked(&asked, reply), masked(&asked, expected), "{name}, line {number}");
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "{name}: {compared} replies");
}

macro_rules! play {
    ($tree:ident, $name:literal) => {
        play(
            $name,
            trace!($name),
            $tree::new(),
            |tree, calls, publisher| _ = tree.tick_with(calls, &mut publisher.tick()),
            |tree, calls, publisher| tree.abort_with(calls, &mut publisher.tick()),
        )
    };
}

#[test]
fn it_answers_as_the_publisher_of_behaviortree_cpp() {
    play!(Sequence, "sequence");
    play!(Reactive, "reactive");
    play!(Parallel, "parallel");
    play!(Halt, "halt");
    play!(Hooks, "hooks");
}
