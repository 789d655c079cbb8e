//! `bt check` of XML.

use crate::run::{bt, folder};

const MAIN: &str = r#"<root BTCPP_format="4" main_tree_to_execute="Main">
    <include path="dock.xml"/>
    <BehaviorTree ID="Main">
        <ReactiveSequence>
            <Sequence><Delay delay_msec="0"><AlwaysSuccess/></Delay></Sequence>
            <Inverter><Sequence><Sleep msec="500"/><Charge/></Sequence></Inverter>
            <SubTree ID="Dock" speed="3"/>
            <SubTree ID="Dock" _autoremap="true"/>
            <SubTree ID="Dock" goal="{here}" speed="3"/>
            <Sleep msec="10"/>
        </ReactiveSequence>
    </BehaviorTree>
    <BehaviorTree ID="Old"><SubTree ID="Older"/></BehaviorTree>
    <BehaviorTree ID="Older"><AlwaysSuccess/></BehaviorTree>
    <TreeNodesModel>
        <Action ID="MoveTo"><input_port name="goal"/><input_port name="speed"/><output_port name="left"/></Action>
        <Action ID="Charge"/>
    </TreeNodesModel>
</root>"#;

/// The tree reads `goal`, `speed`, `tries`, `left` and `found`. The last three are, or may be, written in it.
const DOCK: &str = r#"<root BTCPP_format="4">
    <BehaviorTree ID="Dock">
        <Sequence>
            <Script code="tries = 3"/>
            <RetryUntilSuccessful num_attempts="{tries}">
                <MoveTo goal="{goal}" speed="{speed}" left="{left}"/>
            </RetryUntilSuccessful>
            <MoveTo goal="{left}" speed="{found}" left=""/>
            <Unknown what="{found}"/>
            <MoveTo goal="{@home}" speed="1" left=""/>
        </Sequence>
    </BehaviorTree>
</root>"#;

#[test]
fn what_is_probably_not_meant_is_a_warning() {
    let folder = folder("check_xml", &[("main.xml", MAIN), ("dock.xml", DOCK), ("page.xml", "<html><root/></html>")]);
    for arguments in [&["check", "main.xml"][..], &["check", "main.xml", "dock.xml"], &["check", "."]] {
        let output = bt(&folder, arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        let warnings: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("warning: ")).collect();
        assert_eq!(
            warnings,
            [
                "`Sleep` begins again whenever it has ended, since a `ReactiveSequence` ticks all children in each \
                 tick: those after it are halted",
                "`Dock` reads `{goal}`, which nothing in it writes, and this `SubTree` does not pass it",
                "the tree `Old` is never used: `Main` runs, and does not contain it",
                "the tree `Older` is never used: `Main` runs, and does not contain it",
            ],
            "{arguments:?}"
        );
        assert!(said.ends_with("4 warnings\n"), "{said}");
    }
}

#[test]
fn mistakes_are_errors_also_as_json() {
    let wrong = MAIN.replace(r#"<Sleep msec="10"/>"#, r#"<Sleep msec="soon"/><SubTree ID="Dokc"/>"#);
    let rust = "bt::bt! { Bot(u32) = selecter < a, b > }\n";
    let folder = folder("check_xml_wrong", &[("main.xml", &wrong), ("dock.xml", DOCK), ("a.rs", rust)]);
    let output = bt(&folder, &["check", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let lines = String::from_utf8(output.stdout).expect("it is text");
    let found: Vec<(String, String)> = lines
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
            (
                line["file"].as_str().unwrap_or_default().to_owned(),
                line["message"].as_str().unwrap_or_default().to_owned(),
            )
        })
        .collect();
    let expected = [
        ("a.rs", "unknown node `selecter`"),
        ("main.xml", "`msec` is a whole number, not below 0"),
        ("main.xml", "the tree `Dokc` is in none of the files"),
    ];
    assert_eq!(found.iter().map(|(file, message)| (&**file, &**message)).collect::<Vec<_>>(), expected);

    assert_eq!(bt(&folder, &["check", "missing.xml"]).status.code(), Some(2));
}

#[test]
fn a_file_that_is_named_twice_is_read_once() {
    let xml = MAIN.replace(r#"<Sleep msec="10"/>"#, r#"<Sleep msec="soon"/>"#);
    let rust = "bt::bt! { Bot(u32) = selecter < a, b > }\n";
    let folder = folder("check_twice", &[("main.xml", &xml), ("dock.xml", DOCK), ("in/a.rs", rust)]);
    let absolute = folder.join("main.xml").display().to_string();
    for paths in [&["in/a.rs", "main.xml"][..], &["in/a.rs", "in", "./in/a.rs", "main.xml", &absolute, "./main.xml"]] {
        let output = bt(&folder, &[&["check", "--json"], paths].concat());
        let lines = String::from_utf8(output.stdout).expect("it is text");
        let mistakes = lines.lines().filter(|line| line.contains("\"error\"")).count();
        assert_eq!(mistakes, 2, "{paths:?}: {lines}");
    }
}
