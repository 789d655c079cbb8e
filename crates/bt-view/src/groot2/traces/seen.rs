//! Tests that the page shows the recorded answers of BehaviorTree.CPP's publisher.

use std::collections::{BTreeMap, VecDeque};
use std::net::TcpListener;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use bt::Outcome;

use super::{Line, lines, trace};
use crate::draw::Drawing;
use crate::feed::lock::lock;
use crate::groot2::client::LIMITS;
use crate::groot2::protocol::{ERROR, Header, kind};
use crate::groot2::watch::{News, Watch};
use crate::groot2::zmtp::Message;
use crate::groot2::zmtp::server::Listening;
use crate::recording::{Event, Recorder, Recording, What};
use crate::serve::Options;

const PATIENCE: Duration = Duration::from_secs(20);

/// A program that replies as recorded: for each kind of request the replies in order, then nothing new. Older versions
/// have no transitions.
fn replay(text: &'static str, has_transitions: bool) -> Listening {
    let (mut replies, mut asked): (BTreeMap<u8, VecDeque<Message>>, _) = (BTreeMap::new(), 0);
    for line in lines(text) {
        match line {
            Line::Asked(parts) => asked = parts[0][1],
            Line::Replied(parts) => replies.entry(asked).or_default().push_back(parts),
            Line::Is(_) | Line::Did(_) => {}
        }
    }
    let replies = Mutex::new(replies);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let reply = move |request: &[Vec<u8>]| {
        let header = Header::read(&request[0]).expect("a request");
        if header.kind == kind::RECORD && !has_transitions {
            return vec![ERROR.to_vec(), b"Request not recognized".to_vec()];
        }
        let mut replies = lock(&replies);
        let known = replies.get_mut(&header.kind).expect("it was asked for when the trace was recorded");
        let mut reply = match (known.len(), header.kind) {
            // Nothing new happened, and no known status differs.
            (0, _) => vec![Vec::new(), Vec::new()],
            (1, kind::TRANSITIONS | kind::STATUSES) => known.pop_front().expect("there is one"),
            (1, _) => known[0].clone(),
            _ => known.pop_front().expect("there are several"),
        };
        if header.kind == kind::STATUSES && has_transitions {
            // Use only the first one: the others were recorded when less had happened.
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

/// What happened, without entries: nodes that start, succeed, fail, are aborted or skipped, by title. There is a line
/// for each tick; a tick begins at the node `first`.
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

/// The values of a number, in order.
fn numbers(recording: &Recording, name: &str) -> Vec<f64> {
    let of_name = recording.values.iter().filter(|value| recording.names[value.name] == name);
    of_name.map(|value| f64::from_bits(value.bits)).collect()
}

#[test]
fn a_program_of_behaviortree_cpp_is_seen_as_it_was() {
    let program = replay(trace!("patrol"), true);
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
    assert_eq!(seen, include_str!("../../../tests/groot2/patrol.txt"));
    assert_eq!(numbers(&recording, "speed"), [0.5]);
    assert_eq!(numbers(&recording, "first/steps"), [2.0]);
    assert_eq!(recording.reasons.iter().filter(|text| &***text == "room = \"kitchen\"").count(), 1);
    assert_eq!(Recording::from_bytes(&recording.to_bytes()), Ok(recording));
}

#[test]
fn a_program_with_statuses_alone_is_seen() {
    let program = replay(trace!("patrol"), false);
    let live = Options::new().always(true).start().expect("a port");
    let mut watch = Watch::new(live).record(Recorder::new());
    watch.add(&program.address().to_string()).expect("threads");
    assert!(matches!(watch.next(PATIENCE), Some(News::Began { nodes: 17, .. })));
    // Nodes that started and ended between two requests are not seen.
    let expected = "+root +Sequence +Script Script:S +first +Sequence +MoveTo MoveTo:S Sequence:S +Fallback \
                    Fallback:S first:S +Go";
    let recording = until(&mut watch, |recording| story(recording, "root").len() >= expected.len());
    assert!(story(&recording, "root").starts_with(expected), "{}", story(&recording, "root"));
}
