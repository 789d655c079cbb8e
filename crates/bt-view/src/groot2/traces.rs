//! What BehaviorTree.CPP's publisher has answered, as recorded in `tests/groot2/traces`; and both sides against it.

use std::collections::{BTreeMap, VecDeque};
use std::net::TcpListener;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use bt::{Outcome, Status, Tree, bt, leaf};

use super::client::LIMITS;
use super::protocol::{Header, kind};
use super::publisher::Publisher;
use super::watch::{News, Watch};
use super::zmtp::Message;
use super::zmtp::client::Requester;
use super::zmtp::server::Listening;
use crate::draw::Drawing;
use crate::feed::lock::lock;
use crate::recording::{Event, Recorder, Recording, What};
use crate::serve::Options;

const PATIENCE: Duration = Duration::from_secs(20);

/// What happened: a line of a trace.
enum Line {
    /// The program did something.
    Did(&'static str),
    Asked(Message),
    Replied(Message),
}

fn trace(text: &'static str) -> Vec<Line> {
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).expect("digits"), 16).expect("digits");
    let part = |digits: &str| digits.trim_matches('-').as_bytes().chunks(2).map(byte).collect();
    let line = |line: &'static str| match line.split_once(' ') {
        Some((">", parts)) => Line::Asked(parts.split(' ').map(part).collect()),
        Some(("<", parts)) => Line::Replied(parts.split(' ').map(part).collect()),
        _ => Line::Did(line),
    };
    text.lines().map(line).collect()
}

/// The calls of each leaf so far.
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
    Sequence(Calls) =
        sequence < answer("a", "SRS"), selector < answer("b", "FSF"), answer("c", "RS") >, inverter < answer("d", "FRFS") > >
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
        selector < answer("b", "F"), sequence < answer("c", "S"), force_failure < answer("d", "RRSRR") > > >,
    >
}

/// What cannot be the same: the run, times.
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

/// Plays a trace with a tree of this program, and compares each reply.
fn play<T: Tree>(
    name: &str,
    text: &'static str,
    mut tree: T,
    tick: impl Fn(&mut T, &mut Calls, &mut Publisher),
    halt: impl Fn(&mut T, &mut Calls, &mut Publisher),
) {
    let mut publisher = Publisher::on_port::<T>(0, name).expect("free ports");
    let mut client = Requester::connect(&publisher.address().to_string(), LIMITS).expect("it listens");
    let (mut calls, mut asked, mut compared) = (Calls::default(), Message::new(), 0);
    for (number, line) in (1..).zip(trace(text)) {
        match line {
            Line::Did("tick") => tick(&mut tree, &mut calls, &mut publisher),
            Line::Did("halt") => halt(&mut tree, &mut calls, &mut publisher),
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
            include_str!(concat!("../../tests/groot2/traces/", $name, ".txt")),
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
}

/// A program that replies what was recorded: for each kind of request the replies in order, then nothing new.
fn replay(text: &'static str) -> Listening {
    let (mut replies, mut asked): (BTreeMap<u8, VecDeque<Message>>, _) = (BTreeMap::new(), 0);
    for line in trace(text) {
        match line {
            Line::Asked(parts) => asked = parts[0][1],
            Line::Replied(parts) => replies.entry(asked).or_default().push_back(parts),
            Line::Did(_) => {}
        }
    }
    let replies = Mutex::new(replies);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let reply = move |request: &[Vec<u8>]| {
        let header = Header::read(&request[0]).expect("a request");
        let mut replies = lock(&replies);
        let known = replies.get_mut(&header.kind).expect("it was asked for when the trace was recorded");
        let mut reply = match (known.len(), header.kind) {
            // Nothing new has happened, and no status is known that differs.
            (0, _) => vec![Vec::new(), Vec::new()],
            (1, kind::TRANSITIONS | kind::STATUSES) => known.pop_front().expect("there is one"),
            (1, _) => known[0].clone(),
            _ => known.pop_front().expect("there are several"),
        };
        if header.kind == kind::STATUSES {
            // The first one only: when the others were recorded, less had happened.
            known.clear();
        }
        reply[0] = header.reply([7; 16]);
        reply
    };
    Listening::replying(listener, LIMITS, reply).expect("threads")
}

/// Watches until the recording has something.
fn until(watch: &mut Watch, holds: impl Fn(&Recording) -> bool) -> Recording {
    let began = Instant::now();
    loop {
        let news = watch.next(Duration::from_millis(20));
        assert_eq!(news, None);
        let recording = watch.recorder().expect("it records").recording();
        if holds(recording) {
            return recording.clone();
        }
        assert!(began.elapsed() < PATIENCE, "{}\n{:?}", story(recording, "Inverter"), recording.values);
    }
}

/// What happened, without entries: nodes that start, succeed, fail, are aborted or skipped, by their titles. A line for each
/// tick, which begins at the same node.
fn story(recording: &Recording, first: &str) -> String {
    let mut reasons = recording.reasons.iter();
    let nodes = recording.trees[0].outline.nodes();
    let word = |event: &Event| {
        let title = nodes[event.node as usize].title();
        Some(match event.what {
            What::Start => format!("+{title}"),
            What::Finish(Outcome::Success) => format!("{title}:S"),
            What::Finish(Outcome::Failure) => format!("{title}:F"),
            What::Finish(Outcome::Aborted) => format!("{title}:A"),
            What::Why => {
                let text = reasons.next().expect("a text");
                return (!text.contains('=')).then(|| format!("{title} {text}"));
            }
            What::Run(_) => panic!("the protocol does not have runs"),
        })
    };
    let words: Vec<String> = recording.events.iter().filter_map(word).collect();
    words.join(" ").replace(&format!(" +{first}"), &format!("\n+{first}"))
}

/// What a number was, in order.
fn numbers(recording: &Recording, name: &str) -> Vec<f64> {
    let of_name = recording.values.iter().filter(|value| recording.names[value.name] == name);
    of_name.map(|value| f64::from_bits(value.bits)).collect()
}

#[test]
fn a_program_of_behaviortree_cpp_is_seen_as_it_was() {
    let program = replay(include_str!("../../tests/groot2/traces/patrol.txt"));
    let live = Options::new().always(true).start().expect("a port");
    let mut watch = Watch::new(live).record(Recorder::new());
    watch.add(&program.address().to_string()).expect("threads");
    let found = watch.next(PATIENCE);
    let address = program.address().to_string();
    assert_eq!(found, Some(News::Began { address: address.clone(), tree: "Patrol".into(), nodes: 17 }));
    let has_all = |recording: &Recording| {
        story(recording, "Inverter").lines().count() == 10 && numbers(recording, "goal") == [3.0, 4.0, 5.0, 3.0, 4.0]
    };
    let recording = until(&mut watch, has_all);
    let tree = recording.tree(&address).expect("its tree");
    let seen = format!("{}\n{}\n", Drawing::new(tree).text(), story(&recording, "Inverter"));
    assert_eq!(seen, include_str!("../../tests/groot2/patrol.txt"));
    assert_eq!(numbers(&recording, "speed"), [0.5]);
    assert_eq!(numbers(&recording, "first/steps"), [2.0]);
    assert_eq!(recording.reasons.iter().filter(|text| &***text == "room = \"kitchen\"").count(), 1);
    assert_eq!(Recording::from_bytes(&recording.to_bytes()), Ok(recording));
}
