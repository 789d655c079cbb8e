//! Logs for Groot2, read by a reader that follows the source of BehaviorTree.CPP: `bt_file_logger_v2.cpp`, version 4.

use std::collections::BTreeMap;

use bt::{NodeEvent, Outcome, Status, TreeObserver, bt, leaf};
use bt_view::Recorder;

#[leaf]
fn patrol(steps: &mut u32) -> Status {
    *steps += 1;
    if steps.is_multiple_of(4) { Status::Success } else { Status::Running }
}

bt! {
    Guard(u32) = forever < reactive_selector <
        alarm: sequence < condition(|steps| *steps % 8 == 5), bark: action(|steps| *steps += 1) >,
        round: sequence < patrol, rest: wait(0.25) >,
    > >
}

/// What a log holds.
struct Log {
    xml: String,
    began: i64,
    /// Microseconds, node, status.
    transitions: Vec<(u64, u16, u8)>,
}

fn read(bytes: &[u8]) -> Log {
    let rest = bytes.strip_prefix(b"BTCPP4-FileLogger2").expect("the name of the format");
    let (protocol, rest) = rest.split_first().expect("a protocol");
    assert_eq!(*protocol, 1);
    let (size, rest) = rest.split_first_chunk::<4>().expect("a size");
    let (xml, rest) = rest.split_at(i32::from_le_bytes(*size).try_into().expect("a size"));
    let (began, rest) = rest.split_first_chunk::<8>().expect("a time");
    assert_eq!(rest.len() % 9, 0);
    let transition = |bytes: &[u8]| {
        let micros = bytes[..6].iter().rev().fold(0, |micros, byte| micros << 8 | u64::from(*byte));
        (micros, u16::from_le_bytes([bytes[6], bytes[7]]), bytes[8])
    };
    let transitions = rest.chunks(9).map(transition).collect();
    Log { xml: String::from_utf8(xml.to_vec()).expect("text"), began: i64::from_le_bytes(*began), transitions }
}

/// The elements of a document, with their depths and attributes. It panics unless they are nested well.
fn elements(xml: &str) -> Vec<(usize, String, BTreeMap<String, String>)> {
    let (mut open, mut elements) = (Vec::new(), Vec::new());
    for tag in xml.split('<').skip(1) {
        let (tag, between) = tag.split_once('>').expect("a tag ends");
        assert_eq!(between.trim(), "", "there is no text between tags");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(name.chars().all(|letter| letter.is_alphanumeric() || letter == '_'), "`{name}` is a name");
        let mut attributes = BTreeMap::new();
        while let Some((key, value)) = rest.trim().split_once("=\"") {
            let (value, others) = value.split_once('"').expect("a quote");
            attributes.insert(key.to_owned(), value.to_owned());
            rest = others;
        }
        elements.push((open.len(), name.to_owned(), attributes));
        if !is_empty {
            open.push(name.to_owned());
        }
    }
    assert!(open.is_empty());
    elements
}

/// Notes what the log must say, while the recorder records.
struct Both<'r> {
    recorder: bt_view::StepRecorder<'r>,
    expected: &'r mut Vec<(u64, u16, u8)>,
    began: u64,
}

impl Both<'_> {
    fn note(&mut self, event: &NodeEvent, status: u8) {
        // Times of a log never go back.
        let before = self.expected.last().map_or(0, |last| last.0);
        let micros = self.began + u64::try_from(event.time().as_micros()).expect("small");
        self.expected.push((micros.max(before), event.position() as u16 + 1, status));
    }
}

impl TreeObserver for Both<'_> {
    fn start(&mut self, event: &NodeEvent) {
        self.recorder.start(event);
        self.note(event, 1);
    }

    fn run(&mut self, event: &NodeEvent, status: Status) {
        self.recorder.run(event, status);
    }

    fn finish(&mut self, event: &NodeEvent, outcome: Outcome) {
        self.recorder.finish(event, outcome);
        self.note(
            event,
            match outcome {
                Outcome::Success => 2,
                Outcome::Failure => 3,
                Outcome::Aborted => 0,
            },
        );
    }
}

#[test]
fn a_log_has_what_was_recorded() {
    let mut recorder = Recorder::new();
    let (other, key) = (recorder.agent::<Guard>("other"), recorder.agent::<Guard>("<guard>"));
    let (mut guard, mut steps, mut expected) = (Guard::new(), 0, Vec::new());
    for tick in 0..100 {
        Guard::new().tick_for_with(0.1, &mut 0, &mut recorder.tick_for(other, 0.1));
        let mut both = Both { recorder: recorder.tick_for(key, 0.1), expected: &mut expected, began: tick * 100_000 };
        guard.tick_for_with(0.1, &mut steps, &mut both);
    }
    assert!(expected.iter().any(|transition| transition.2 == 0), "something is aborted");
    let log = read(&recorder.recording().to_btlog("<guard>").expect("it is there"));
    assert_eq!(log.began, 0);
    assert_eq!(log.transitions, expected);
    assert!(recorder.recording().to_btlog("nobody").is_none());

    // Each node has a number, from 1 on in the order of the tree, and a model.
    let elements = elements(&log.xml);
    let nodes: Vec<_> = elements.iter().filter(|(.., attributes)| attributes.contains_key("_uid")).collect();
    let numbers: Vec<String> = nodes.iter().map(|(.., attributes)| attributes["_uid"].clone()).collect();
    assert_eq!(numbers, ["1", "2", "3", "4", "5", "6", "7", "8"]);
    let depths: Vec<usize> = nodes.iter().map(|(depth, ..)| depth - 2).collect();
    assert_eq!(depths, [0, 1, 2, 3, 3, 2, 3, 3]);
    assert_eq!((nodes[1].1.as_str(), nodes[2].1.as_str()), ("ReactiveFallback", "Sequence"));
    assert_eq!(nodes[3].2["name"], "condition(|steps| *steps % 8 == 5)");
    let models: Vec<&str> = elements
        .iter()
        .filter(|(depth, ..)| *depth == 2)
        .filter_map(|(.., model)| Some(model.get("ID")?.as_str()))
        .collect();
    for (_, name, _) in nodes {
        assert!(models.contains(&name.as_str()), "{name} has a model: {models:?}");
    }
    assert_eq!(elements[1].2["ID"], "&lt;guard&gt;");
}

#[test]
fn what_a_reset_leaves_is_idle_and_dropped_ticks_leave_what_was_active() {
    bt! { Stand(()) = sequence < succeed, running > }
    let mut recorder = Recorder::new().last_ticks(3);
    let key = recorder.agent::<Stand>("stander");
    let mut stand = Stand::new();
    for _ in 0..5 {
        stand.tick_with(&mut (), &mut recorder.tick(key));
    }
    stand.reset();
    recorder.reset(key);
    let log = read(&recorder.recording().to_btlog("stander").expect("it is there"));
    assert_eq!(log.transitions, [(0, 1, 1), (0, 3, 1), (2000, 1, 0), (2000, 3, 0)]);
}
