//! Traces recorded from another engine, against `bt!` trees written from them at build time.

use std::time::Duration;

use bt::{Status, bt};
use serde_json::Value;

use crate::bench::{Bench, Script, Scripted};

include!(concat!(env!("OUT_DIR"), "/conformance.rs"));

fn run_case<T: Default>(
    case: &Value,
    tick_for: impl Fn(&mut T, Duration, &mut Bench) -> Status,
    abort: impl Fn(&mut T, &mut Bench),
) {
    let mut bench = Bench::default();
    for (name, leaf) in case["leaves"].as_object().expect("a case has leaves") {
        let script = Script {
            letters: leaf["script"].as_str().expect("a leaf has a script").to_owned(),
            restart: leaf["restart"].as_bool().expect("a leaf restarts or not"),
            wrap: leaf["after"] == "loop",
            ..Script::default()
        };
        bench.scripts.insert(name.clone(), script);
    }
    let mut tree = T::default();
    for (index, tick) in case["ticks"].as_array().expect("a case has ticks").iter().enumerate() {
        if tick["abort"] == true {
            abort(&mut tree, &mut bench);
        }
        let span = Duration::from_millis(tick["dt"].as_u64().unwrap_or(0));
        let status = tick_for(&mut tree, span, &mut bench);
        let events: Vec<&str> =
            tick["events"].as_array().expect("a tick has events").iter().filter_map(Value::as_str).collect();
        let at = format!("tick {} of {}: {}", index + 1, case["id"], case["title"]);
        assert_eq!(bench.log, events, "{at}");
        assert_eq!(format!("{status:?}"), tick["status"].as_str().unwrap_or_default(), "{at}");
        bench.log.clear();
    }
}

#[test]
fn recorded_traces() {
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../conformance/cases.json")).expect("the cases are JSON");
    assert_eq!(cases.len(), CASES.len());
    for (case, (id, run)) in cases.iter().zip(CASES) {
        assert_eq!(case["id"], *id);
        run(case);
    }
}
