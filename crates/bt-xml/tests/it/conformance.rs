//! The cases recorded from BehaviorTree.CPP and nav2, as XML: importing them gives the trees with which `bt` replays
//! the recorded traces.

use bt_xml::import;
use serde_json::{Value, json};

#[path = "../../../../tests/conformance/write.rs"]
mod write;

/// Names in a case, and in XML.
type Parameters = &'static [(&'static str, &'static str)];

/// What a node of a case is called in XML, and its parameters.
const NODES: [(&str, &str, Parameters); 16] = [
    ("delay", "Delay", &[("ms", "delay_msec")]),
    ("force_failure", "ForceFailure", &[]),
    ("if_else", "IfThenElse", &[]),
    ("leaf", "Scripted", &[("name", "leaf")]),
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

/// The cases in which a part of the tree becomes something else: the part, what it becomes, and the rule.
const OTHERS: [(&str, &str, &str, &str); 1] = [(
    "rs-08",
    r#"force_failure<scripted("A")>"#,
    r#"unchecked<force_failure<scripted("A")>>"#,
    "the child after it is never reached, and `unchecked` says that this is meant",
)];

fn parts(tree: &Value) -> (&str, &Value, &[Value]) {
    let all = tree.as_array().expect("a node is an array");
    (all[0].as_str().expect("a node has a name"), &all[1], &all[2..])
}

fn xml(tree: &Value) -> String {
    let (name, params, children) = parts(tree);
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

/// The tree without default thresholds of `parallel`: all children must succeed, and none may fail.
fn plain(tree: &Value) -> Value {
    let (name, params, children) = parts(tree);
    let mut params = params.clone();
    if name == "parallel" {
        let params = params.as_object_mut().expect("they have names");
        let all = children.len() as i64;
        params.retain(|name, count| match &**name {
            "success" => *count != json!(-1) && *count != json!(all),
            _ => *count != json!(1),
        });
    }
    let node = [json!(name), params].into_iter();
    node.chain(children.iter().map(plain)).collect()
}

/// Without differences between the two writers: layout, empty parentheses, and texts that are `String`.
fn without_layout(text: &str) -> String {
    let text: String = text.split_whitespace().collect();
    text.replace(",>", ">").replace("()", "").replace(".to_string", "")
}

#[test]
fn trees_are_those_of_the_recorded_cases() {
    let cases: Vec<Value> =
        serde_json::from_str(include_str!("../../../../tests/conformance/cases.json")).expect("the cases are JSON");
    assert!(cases.len() >= 31);
    for case in &cases {
        let file = format!(
            "<root BTCPP_format='4'><BehaviorTree ID='Tree'>{}</BehaviorTree><TreeNodesModel><Action ID='Scripted'>\
             <input_port name='leaf' type='std::string'/></Action></TreeNodesModel></root>",
            xml(&case["tree"])
        );
        let imported = import(&["case.xml"], &[], &mut |_| Ok(file.clone()));
        assert_eq!(imported.problems, [], "{file}");
        let rust = imported.rust.expect("there are no errors");
        let found = rust.split_once("pub Tree(Board) = ").and_then(|(_, rest)| rest.split_once("\n}\n"));
        let found = without_layout(found.expect("the tree is there").0);
        let expected = without_layout(&write::tree(&plain(&case["tree"])));
        let id = case["id"].as_str().unwrap_or_default();
        let expected = match OTHERS.iter().find(|(other, ..)| *other == id) {
            Some((_, part, becomes, rule)) => {
                assert!(expected.contains(part), "{id}: {rule}");
                expected.replace(part, becomes)
            }
            None => expected,
        };
        assert_eq!(found, expected, "{id}");
    }
}
