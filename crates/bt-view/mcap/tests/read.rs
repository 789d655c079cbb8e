//! A recording as MCAP, read by the crate `mcap`.

use std::collections::BTreeMap;
use std::time::Duration;

use bt::bt;
use bt_view::Recorder;
use mcap::{MessageStream, Summary};
use serde_json::{Value, json};

bt! {
    Guard(f64) = selector <
        guard(|charge| *charge < 50.0) < charge: wait(0.5) >,
        sequence < wait(0.25), wait(0.25), action(|charge| *charge -= 20.0) >,
    >
}

/// Some ticks of a quarter of a second, from 100 on.
fn recorded(ticks: usize) -> Recorder {
    let mut recorder = Recorder::new();
    let agent = recorder.agent::<Guard>("guard 1");
    let (mut guard, mut charge) = (Guard::new(), 100.0);
    for _ in 0..ticks {
        guard.tick_for_with(0.25, &mut charge, &mut recorder.tick_for(agent, 0.25));
        recorder.value("charge", charge);
    }
    recorder
}

/// The messages of each topic: when, in nanoseconds, and what.
fn messages(log: &[u8]) -> BTreeMap<String, Vec<(u64, Value)>> {
    let mut topics: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for message in MessageStream::new(log).expect("it is MCAP") {
        let message = message.expect("it is whole");
        let schema = message.channel.schema.as_ref().expect("there is a schema");
        assert_eq!((&*schema.encoding, &*message.channel.message_encoding), ("jsonschema", "json"));
        assert!(serde_json::from_slice::<Value>(&schema.data).is_ok(), "the schema of {}", schema.name);
        let content = serde_json::from_slice(&message.data).expect("it is JSON");
        topics.entry(message.channel.topic.clone()).or_default().push((message.log_time, content));
    }
    topics
}

#[test]
fn states_reasons_and_values() {
    let log = recorded(5).into_recording().to_mcap(Duration::from_secs(100)).expect("it has few nodes");
    let topics = messages(&log);
    let statuses = |topic: &str| -> Vec<(u64, String)> {
        let all = topics.get(topic).map_or(&[][..], |messages| messages);
        let milliseconds = |time: u64| time / 1_000_000 - 100_000;
        all.iter()
            .map(|(time, content)| (milliseconds(*time), content["status"].as_str().unwrap_or_default().to_owned()))
            .collect()
    };
    let is = |topic: &str, expected: &[(u64, &str)]| {
        let expected: Vec<_> = expected.iter().map(|(time, status)| (*time, (*status).to_owned())).collect();
        assert_eq!(statuses(topic), expected, "{topic} of {:?}", topics.keys());
    };
    is(
        "/bt/guard_1/selector/sequence/wait",
        &[(0, "running"), (250, "success"), (500, "running"), (750, "success"), (1000, "running"), (1250, "success")],
    );
    // Two nodes of one name have two topics.
    is(
        "/bt/guard_1/selector/sequence/wait_2",
        &[(250, "running"), (500, "success"), (750, "running"), (1000, "success"), (1250, "running")],
    );

    let charges: Vec<&Value> =
        topics["/bt/guard_1/values/charge"].iter().map(|(_, content)| &content["value"]).collect();
    assert_eq!(charges, [&json!(100.0), &json!(80.0), &json!(80.0), &json!(60.0), &json!(60.0)]);

    let (time, reason) = &topics["/bt/guard_1/log"][0];
    let expected = json!({
        "timestamp": {"sec": 100, "nsec": 0}, "level": 2, "message": "guard(|charge| *charge < 50.0): false",
        "name": "guard(|charge| *charge < 50.0)", "file": "", "line": reason["line"],
    });
    assert_eq!((*time, reason), (100_000_000_000, &expected));
}

#[test]
fn the_index_finds_all_messages() {
    let log = recorded(8_000).into_recording().to_mcap(Duration::ZERO).expect("it has few nodes");
    let summary = Summary::read(&log).expect("it is MCAP").expect("it has a summary");
    assert!(summary.chunk_indexes.len() > 1, "{} chunks", summary.chunk_indexes.len());
    let mut indexed = 0;
    for chunk in &summary.chunk_indexes {
        for (channel, entries) in summary.read_message_indexes(&log, chunk).expect("it has an index") {
            indexed += entries.len();
            // Each look reads a whole chunk.
            for entry in entries.iter().step_by(1_000) {
                let message = summary.seek_message(&log, chunk, entry).expect("a message is there");
                assert_eq!((message.channel.id, message.log_time), (channel.id, entry.log_time));
            }
        }
    }
    let all: usize = messages(&log).values().map(Vec::len).sum();
    let statistics = summary.stats.expect("it has statistics");
    assert_eq!((statistics.message_count, indexed, statistics.message_end_time), (all as u64, all, 2_000_000_000_000));
    assert_eq!(statistics.chunk_count as usize, summary.chunk_indexes.len());
}

#[test]
fn what_was_dropped_is_where_a_log_begins() {
    let mut recorder = Recorder::new().last_ticks(2);
    let agent = recorder.agent::<Guard>("g");
    let (mut guard, mut charge) = (Guard::new(), 100.0);
    for _ in 0..4 {
        guard.tick_for_with(0.1, &mut charge, &mut recorder.tick_for(agent, 0.1));
    }
    let topics = messages(&recorder.recording().to_mcap(Duration::ZERO).expect("it has few nodes"));
    let first = &topics["/bt/g/selector/sequence/wait"][0];
    assert_eq!(first, &(200_000_000, json!({"status": "running"})));
    // A recording without steps is a file, too.
    assert!(messages(&Recorder::new().into_recording().to_mcap(Duration::ZERO).expect("no nodes")).is_empty());
}
