//! The cases recorded from BehaviorTree.CPP and nav2, as XML that runs: the traces are those that were recorded.

use std::time::Duration;

use bt_live::xml::parse;
use serde_json::Value;

use crate::bench::{Answers, Bench, file, palette};

/// Names in a case, and in XML.
type Parameters = &'static [(&'static str, &'static str)];

/// What a node of a case is called in XML, and its parameters.
const NODES: [(&str, &str, Parameters); 16] = [
    ("delay", "Delay", &[("ms", "delay_msec")]),
    ("force_failure", "ForceFailure", &[]),
    ("if_else", "IfThenElse", &[]),
    ("leaf", "Leaf", &[("name", "leaf")]),
    ("parallel", "Parallel", &[("success", "success_count"), ("failure", "failure_count")]),
    ("pipeline", "PipelineSequence", &[]),
    ("reactive_selector", "ReactiveFallback", &[]),
    ("reactive_sequence", "ReactiveSequence", &[]),
    ("recover", "RecoveryNode", &[("retries", "number_of_retries")]),
    ("repeat", "Repeat", &[("cycles", "num_cycles")]),
    ("retry", "RetryUntilSuccessful", &[("attempts", "num_attempts")]),
    ("round_robin", "RoundRobin wrap_around='true'", &[]),
    ("selector", "Fallback", &[]),
    ("sequence", "Sequence", &[]),
    ("throttle", "RateController", &[("ms", "hz")]),
    ("wait", "Sleep", &[("ms", "msec")]),
];

fn xml(tree: &Value) -> String {
    let all = tree.as_array().expect("a node is an array");
    let (name, params, children) = (all[0].as_str().expect("a node has a name"), &all[1], &all[2..]);
    let (_, element, ports) = NODES.iter().find(|(known, ..)| *known == name).expect("the node has a name in XML");
    assert_eq!(params.as_object().map_or(0, |params| params.len()), ports.len(), "{name}");
    let ports = ports.iter().map(|(param, port)| match &params[param] {
        Value::String(text) => format!(" {port}='{text}'"),
        number if *port == "hz" => format!(" {port}='{}'", 1000.0 / number.as_f64().expect("it is in ms")),
        number => format!(" {port}='{number}'"),
    });
    let ports: String = ports.collect();
    let end = element.split(' ').next().unwrap_or(element);
    format!("<{element}{ports}>{}</{end}>", children.iter().map(xml).collect::<String>())
}

#[test]
fn recorded_traces() {
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../../../../tests/conformance/cases.json")).expect("the cases are JSON");
    assert!(cases.len() >= 31);
    let palette = palette();
    for case in &cases {
        let mut tree =
            parse(&file(&[("Main", &xml(&case["tree"]))]), &palette).unwrap_or_else(|refused| panic!("{refused}")).tree;
        let mut bench = Bench::default();
        for (name, leaf) in case["leaves"].as_object().expect("a case has leaves") {
            let answers = Answers {
                letters: leaf["script"].as_str().expect("a leaf has a script").to_owned(),
                restart: leaf["restart"].as_bool().expect("a leaf restarts or not"),
                wrap: leaf["after"] == "loop",
                position: 0,
            };
            bench.answers.insert(name.clone(), answers);
        }
        for (index, tick) in case["ticks"].as_array().expect("a case has ticks").iter().enumerate() {
            if tick["abort"] == true {
                tree.abort(&mut bench);
            }
            let span = Duration::from_millis(tick["dt"].as_u64().unwrap_or(0));
            let status = tree.tick_for(span, &mut bench);
            let events: Vec<&str> =
                tick["events"].as_array().expect("a tick has events").iter().filter_map(Value::as_str).collect();
            let at = format!("tick {} of {}: {}", index + 1, case["id"], case["title"]);
            assert_eq!(bench.log, events, "{at}");
            assert_eq!(format!("{status:?}"), tick["status"].as_str().unwrap_or_default(), "{at}");
            bench.log.clear();
        }
    }
}
