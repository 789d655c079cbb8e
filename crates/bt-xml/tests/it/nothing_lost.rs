//! Each attribute of each node has an effect on the Rust, or a problem says that it has none.

use bt_xml::import;

/// An attribute with its values.
type Attribute = (&'static str, &'static [&'static str]);

/// The nodes with the children and attributes that they need; then an attribute with several values that differ in
/// meaning.
const NODES: [(&str, usize, &str, &[Attribute]); 33] = [
    ("Sequence", 2, "", &[]),
    ("AsyncSequence", 2, "", &[]),
    ("SequenceWithMemory", 2, "", &[]),
    ("ReactiveSequence", 2, "", &[]),
    ("Fallback", 2, "", &[]),
    ("AsyncFallback", 2, "", &[]),
    ("ReactiveFallback", 2, "", &[]),
    ("IfThenElse", 3, "", &[]),
    ("WhileDoElse", 3, "", &[]),
    ("Parallel", 3, "", &[("success_count", &["1", "2", "{a}", "{@b}"]), ("failure_count", &["2", "3", "{a}"])]),
    ("ParallelAll", 3, "", &[("max_failures", &["1", "2", "{a}"])]),
    ("TryCatch", 2, "", &[("catch_on_halt", &["false", "true", "{a}"])]),
    (
        "Switch2",
        3,
        "variable='{x}' case_1='1' case_2='2'",
        &[("variable", &["{x}", "{y}", "1"]), ("case_1", &["1", "3", "{a}"]), ("case_2", &["2", "4", "{@a}"])],
    ),
    ("Inverter", 1, "", &[]),
    ("ForceSuccess", 1, "", &[]),
    ("ForceFailure", 1, "", &[]),
    ("KeepRunningUntilFailure", 1, "", &[]),
    ("Repeat", 1, "num_cycles='2'", &[("num_cycles", &["2", "3", "-1", "{a}", "{@b}"])]),
    ("RetryUntilSuccessful", 1, "num_attempts='2'", &[("num_attempts", &["2", "3", "-1", "{a}", "{@b}"])]),
    ("Timeout", 1, "msec='2'", &[("msec", &["2", "3", "{a}", "{@b}"])]),
    ("Delay", 1, "delay_msec='2'", &[("delay_msec", &["2", "3", "{a}", "{@b}"])]),
    ("RunOnce", 1, "", &[("then_skip", &["false", "true", "{a}"])]),
    (
        "Precondition",
        1,
        "if='x == 1'",
        &[("if", &["x == 1", "x == 2"]), ("else", &["FAILURE", "SUCCESS", "SKIPPED", "RUNNING", "{a}"])],
    ),
    (
        "LoopInt",
        1,
        "queue='1;2' value='{v}'",
        &[("queue", &["1;2", "1;3", "{q}"]), ("value", &["{v}", "{w}"]), ("if_empty", &["SUCCESS", "FAILURE", "{a}"])],
    ),
    ("SkipUnlessUpdated", 1, "entry='{e}'", &[("entry", &["{e}", "{f}"])]),
    ("WasEntryUpdated", 0, "entry='{e}'", &[("entry", &["{e}", "{f}"])]),
    ("Script", 0, "code='x := 1'", &[("code", &["x := 1", "x := 2", "@y := 1"])]),
    ("ScriptCondition", 0, "code='x == 1'", &[("code", &["x == 1", "x == 2", "@y == 1", "x := 3"])]),
    (
        "SetBlackboard",
        0,
        "value='1' output_key='k'",
        &[("value", &["1", "2", "{a}", "{@b}"]), ("output_key", &["k", "l", "{m}", "{@n}"])],
    ),
    ("UnsetBlackboard", 0, "key='k'", &[("key", &["k", "l", "{m}", "{@n}"])]),
    ("Sleep", 0, "msec='2'", &[("msec", &["2", "3", "{a}", "{@b}"])]),
    ("RoundRobin", 2, "", &[("wrap_around", &["false", "true", "{a}"])]),
    ("RateController", 1, "", &[("hz", &["1.0", "2.0", "{a}"])]),
];

/// The same for attributes that all nodes have.
const ATTRIBUTES: [Attribute; 10] = [
    ("name", &["one", "two"]),
    ("_description", &["one", "two"]),
    ("_failureIf", &["x == 1", "x == 2", "@x == 1"]),
    ("_successIf", &["x == 1", "x == 2"]),
    ("_skipIf", &["x == 1", "x == 2"]),
    ("_while", &["x == 1", "x == 2"]),
    ("_onSuccess", &["x := 1", "x := 2"]),
    ("_onFailure", &["x := 1", "x := 2"]),
    ("_onHalted", &["x := 1", "x := 2"]),
    ("_post", &["x := 1", "x := 2"]),
];

/// Values with the same meaning: in a sequence, a skipped node counts as a success.
const SAME: [(&str, &str, &str, &str); 2] =
    [("Precondition", "else", "SUCCESS", "SKIPPED"), ("Precondition", "else", "SKIPPED", "SUCCESS")];

/// The bodies of the trees, and the messages.
fn imported(node: &str, children: usize, attributes: &str) -> (String, Vec<String>) {
    let children = "<Wave/>".repeat(children);
    // Earlier nodes use the keys, so that they have one type, whatever the node is.
    let keys = ["a", "b", "x", "y", "k", "l", "m", "n", "v", "w", "e", "f"];
    let keys: String = keys.iter().map(|key| format!("{key} := 1;")).collect();
    let file = format!(
        "<root BTCPP_format='4'><BehaviorTree ID='Main'><Sequence><Script code='{keys}'/><SubTree \
         ID='Inner'/><Wave/></Sequence></BehaviorTree>
         <BehaviorTree ID='Inner'><Sequence><Script code='{keys}'/><{node} \
         {attributes}>{children}</{node}><Wave/></Sequence></BehaviorTree>
         <TreeNodesModel><Action ID='Wave'/></TreeNodesModel></root>"
    );
    let imported = import(&["file.xml"], &[], &mut |_| Ok(file.clone()));
    let told = imported.problems.into_iter().map(|problem| problem.message).collect();
    let rust = imported.rust.unwrap_or_default();
    (rust.split_once("bt! {").map_or(String::new(), |(_, trees)| trees.to_owned()), told)
}

/// `attributes` with this one, which replaces one of the same name.
fn with(attributes: &str, name: &str, value: &str) -> String {
    let parts = attributes.split_inclusive("' ").map(str::trim);
    let others: Vec<_> = parts.filter(|part| !part.starts_with(&format!("{name}='"))).collect();
    format!("{} {name}='{value}'", others.join(" "))
}

#[test]
fn each_attribute_has_an_effect_or_is_told() {
    let mut lost = Vec::new();
    for (node, children, attributes, ports) in NODES {
        let (bare, told) = imported(node, children, attributes);
        assert!(!bare.is_empty(), "{node}: {told:?}");
        for (name, values) in ports.iter().chain(&ATTRIBUTES) {
            let each: Vec<_> =
                values.iter().map(|value| imported(node, children, &with(attributes, name, value))).collect();
            for (one, (trees, told)) in values.iter().zip(&each) {
                for (other, (others, others_told)) in values.iter().zip(&each).filter(|(other, _)| *other != one) {
                    let is_told = [told, others_told].into_iter().flatten().any(|told| {
                        told.contains(&format!("`{name}`")) || told.contains(&format!("`{node}` has no counterpart"))
                    });
                    if trees == others && !is_told && !SAME.contains(&(node, name, one, other)) {
                        lost.push(format!("{node}: {name} is {one} or {other}"));
                    }
                }
                if trees.is_empty() && told.is_empty() {
                    lost.push(format!("{node}: {name} is {one}: no Rust"));
                }
            }
        }
    }
    assert_eq!(lost, [""; 0]);
}

/// Nodes that no table here has: whatever they become, it is reported.
#[test]
fn nodes_without_a_counterpart_are_told() {
    for (node, children, attributes) in [
        ("LoopInt", 1, "queue='{q}' value='{v}'"),
        ("LoopString", 1, "queue='{q}' value='{v}'"),
        ("SkipUnlessUpdated", 1, "entry='{e}'"),
        ("WaitValueUpdate", 1, "entry='{e}'"),
        ("WasEntryUpdated", 0, "entry='{e}'"),
        ("NonblockingSequence", 2, ""),
        ("PersistentSequence", 2, "current_child_idx='{a}'"),
    ] {
        let (trees, told) = imported(node, children, attributes);
        assert!(!trees.is_empty() && told.iter().any(|told| told.contains(node)), "{node}: {told:?}");
    }
}

/// Entries passed to a subtree that does not use them, and attributes that nothing reads.
#[test]
fn what_nothing_reads_is_told() {
    let file = "<root BTCPP_format='4'><BehaviorTree ID='Main'><Sequence _skipif='true'><SubTree ID='Inner' \
                gaol='{here}' goal='1'/><Wave/></Sequence></BehaviorTree>
                <BehaviorTree ID='Inner'><Go goal='{goal}'/></BehaviorTree>
                <TreeNodesModel><Action ID='Wave'/><Action ID='Go'><input_port name='goal' \
                type='int'/></Action></TreeNodesModel></root>";
    let problems = import(&["file.xml"], &[], &mut |_| Ok(file.to_owned())).problems;
    let told: Vec<_> = problems.iter().map(|problem| (&*problem.message, problem.help.as_deref())).collect();
    assert_eq!(
        told,
        [
            ("the attribute `_skipif` has no meaning, so it is left out", Some("did you mean `_skipIf`?")),
            ("the tree `Inner` uses no key `gaol`", Some("did you mean `goal`?")),
        ]
    );
}
