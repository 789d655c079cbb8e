//! `bt export`, and `bt import` of what it writes: the same trees, and then the same bytes.

use std::fmt::Write as _;
use std::path::Path;

use bt_cli::{Source, export, files, fmt};
use bt_reference::{random, text};
use bt_xml::export::{Arg, Forest, Node};
use proc_macro2::extra;

use crate::write;

fn forest(files: &[Source]) -> Forest {
    let read = export::forest(files);
    read.unwrap_or_else(|reports| panic!("{}", reports[0].1.draw(reports[0].0, false)))
}

fn imported(xml: &str, what: &str) -> bt_xml::Imported {
    let imported = bt_xml::import(&["trees.xml"], &[], &mut |_| Ok(xml.to_owned()));
    if let Some(problem) = imported.problems.first() {
        let near: String = xml[problem.at.start.saturating_sub(20)..].chars().take(300).collect();
        panic!("{what}: {}\n{near}", problem.message);
    }
    imported
}

/// A number is the same in any spelling.
fn number(text: &str) -> String {
    text.parse::<f64>().map_or_else(|_| text.to_owned(), |number| format!("{number:?}"))
}

fn describe(node: &Node, level: usize, text: &mut String) {
    let arg = |arg: &Arg| format!("{}={}", arg.name, number(&arg.text));
    let args: Vec<_> = node.args.iter().map(arg).collect();
    let Node { arm, label, name, fields, bind, .. } = node;
    let _ = writeln!(text, "{}{arm} => {label}: {name}{args:?}{fields} -> {bind}", " ".repeat(level));
    node.children.iter().for_each(|child| describe(child, level + 1, text));
}

/// Everything that a tree says.
fn trees(forest: &Forest) -> Vec<String> {
    let tree = |tree: &bt_xml::export::Tree| {
        let mut text =
            format!("{:?} {}\n{}\n{:?} {:?}\n", tree.name, tree.header, tree.docs, tree.parameters, tree.value);
        describe(&tree.root, 0, &mut text);
        text
    };
    forest.trees.iter().map(tree).collect()
}

fn assert_same(found: &[String], expected: &[String], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        let differs = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
        assert!(found == expected, "{what}: {differs:#?}");
    }
}

/// Whether everything is formatted in between, which takes half a minute: with `BT_PROGRAMS=300`, for example.
fn is_thorough() -> bool {
    std::env::var_os("BT_PROGRAMS").is_some()
}

/// Exports files, imports that, and exports what comes out.
fn goes_round(files: &[Source], what: &str, is_formatted: bool) {
    let first = forest(files);
    let exported = bt_xml::export::export(&first);
    let xml = exported.xml.clone().unwrap_or_else(|| panic!("{what}: {:?}", exported.problems));
    let imported = imported(&xml, what);
    let source = |text| Source::new(Path::new("a.rs"), text);
    let rust = source(imported.rust.expect("no errors"));
    let rust = if is_formatted || is_thorough() { source(fmt::format(&rust).text) } else { rust };
    let second = forest(&[rust]);
    assert_same(&trees(&first), &trees(&second), what);
    let again = bt_xml::export::export(&second).xml.expect("no errors");
    assert_same(&[again], &[xml], what);
    // The `.bt` file, if each tree has a name.
    if first.trees.iter().all(|tree| tree.name.is_some()) {
        let alone = Source::new(Path::new("a.bt"), imported.trees.expect("no errors"));
        assert_same(&trees(&first), &trees(&forest(&[alone])), what);
    }
}

/// The trees of the project's examples, those that `bt import` has written, and, if it is thorough, those of the tests:
/// a file at a time.
#[test]
fn trees_of_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["examples", "crates/bt-xml/tests/imports", "tests/it", "tests/state", "tests/benches"];
    let folders = if is_thorough() { &folders[..] } else { &folders[..2] };
    let folders: Vec<_> = folders.iter().map(|folder| root.join(folder)).collect();
    let mut count = 0;
    for path in files::find(&folders).expect("they can be read") {
        let file = files::read(&path).expect("it can be read");
        // Some test files have mistakes on purpose.
        if path.components().any(|part| part.as_os_str() == "ui") || !file.text.contains("bt!") {
            continue;
        }
        let Ok(read) = export::forest(std::slice::from_ref(&file)) else { continue };
        // XML has no `#[cfg(..)]`.
        if !read.trees.is_empty() && read.trees.iter().all(|tree| tree.refused.is_empty()) {
            goes_round(&[file], &path.display().to_string(), path.ends_with("village/trees.rs"));
            count += read.trees.len();
        }
        extra::invalidate_current_thread_spans();
    }
    assert!(count > if is_thorough() { 300 } else { 50 }, "{count}");
}

/// Code that is hard to preserve: braces, quotes, lines, and characters that XML writes differently.
const CODE: [&str; 6] = [
    "{ world.rounds += 1; world.is_quiet() }",
    "world.text == r#\"  // \"no\" <comment> &amp; /* \"#",
    "world.text == \"a\\\"//\\n\n  é🦀{to}\"",
    "{ let a: Vec<Vec<u8>> = world.list().iter().filter(|a| **a > 1).collect(); a.is_empty() }",
    "matches!(world.c, 'a'..='z' | '\\'' | '\"',)",
    "Point { x: 1, y: -2.0e3, ..world.point } == world.one(1, 2, 3,)",
];

#[test]
fn random_programs() {
    let count = std::env::var("BT_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(20);
    for seed in 0..count {
        let program = random::program(seed);
        let texts = (0..program.trees.len()).map(|tree| {
            let text = text::tree(&program, tree, "").replace(" < ", " <\n // Below, <a>--b\n // is more\n");
            let (mut parts, mut odd) = (text.split("ask(world, "), seed as usize);
            let mut text = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                odd += 1;
                match part.split_once(')').filter(|_| odd % 5 == 0) {
                    Some((_, rest)) => text += &(CODE[odd % CODE.len()].to_owned() + rest),
                    None => text += &("ask(world, ".to_owned() + part),
                }
            }
            format!("bt! {{ {text} }}\n")
        });
        let file = Source::new(Path::new("a.rs"), texts.collect());
        goes_round(&[file], &format!("program {seed}"), seed < 2);
        extra::invalidate_current_thread_spans();
    }
}

/// The cases recorded from BehaviorTree.CPP and nav2: all of their nodes have a counterpart there.
#[test]
fn conformance_cases() {
    let cases = include_str!("../../../../tests/conformance/cases.json");
    let cases: Vec<serde_json::Value> = serde_json::from_str(cases).expect("the cases are JSON");
    let tree = |case: &serde_json::Value| format!("bt! {{ pub Tree(Room) = {} }}\n", write::tree(&case["tree"]));
    for case in &cases {
        let file = Source::new(Path::new("a.rs"), tree(case));
        let problems = bt_xml::export::export(&forest(std::slice::from_ref(&file))).problems;
        assert_eq!(problems, [], "{}", tree(case));
        goes_round(&[file], &tree(case), false);
    }
}

const TREES: &str = r#"/// Looks for berries, and flees.
#[leaf]
fn say(npc: &mut Npc, text: &'static str, times: u32) -> Status {
    npc.say(text, times)
}

/// Finds the nearest bush.
///
/// - `within`: in metres
#[leaf]
pub fn find_bush(npc: &Npc, within: f32) -> Option<Bush> { npc.find(within) }

#[leaf]
fn is_tired(npc: &Npc) -> bool { npc.tired }

bt! {
    /// Lives a day.
    pub Day(Npc) = reactive_selector <
        priority <
            // First of all.
            |npc| npc.afraid => fleeing: flee(2.5),
            say("nothing <to> fear", 1),
        >,
        // By day -->
        //
        //   eats & drinks.
        guard(|npc| npc.awake) < sequence <
            find_bush(10.0) -> bush,
            timeout(1.5) < gather(bush) >,
            wait(0.0005),
            // Until it
            // is tired.
            inverter < is_tired >,
        > >,
    >
}

bt! { Flee(Npc) { speed: f32 } = recover(3) < run(speed, HOME), retry(2) < say("help", 2) > > }
"#;

const XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<root BTCPP_format="4" main_tree_to_execute="Day">
    <BehaviorTree ID="Day">
        <ReactiveFallback>
            <Priority case_1="rust:|npc| npc.afraid">
                <!-- First of all. -->
                <SubTree ID="Flee" name="fleeing" speed="2.5"/>
                <Say text="nothing &lt;to&gt; fear" times="1"/>
            </Priority>
            <!-- By day - -> -->
            <!-- eats & drinks. -->
            <GuardAwake>
                <Sequence>
                    <FindBush within="10.0" value="{bush}"/>
                    <Timeout msec="1500">
                        <Gather arg_1="{bush}"/>
                    </Timeout>
                    <Wait time="0.0005"/>
                    <!-- Until it -->
                    <!-- is tired. -->
                    <Inverter>
                        <IsTired/>
                    </Inverter>
                </Sequence>
            </GuardAwake>
        </ReactiveFallback>
    </BehaviorTree>
"#;

/// The type of a value may have commas.
#[test]
fn types_of_values() {
    let text = "#[leaf] fn look(npc: &Npc) -> Result<Option<(f32, f32)>, Lost> { npc.look() }
        #[leaf(value = HashMap<u8, Bush>)] fn map(npc: &Npc) -> Found { npc.map() }
        #[leaf] fn try_it(npc: &Npc) -> Result<bool, Lost> { npc.try_it() }
        bt! { Day(Npc) = sequence < look -> at, go(at), map -> bushes, eat(bushes), try_it > }";
    let file = Source::new(Path::new("day.rs"), text.to_owned());
    let xml = bt_xml::export::export(&forest(std::slice::from_ref(&file))).xml.expect("no errors");
    assert!(xml.contains(r#"<output_port name="value" type="(f32, f32)"/>"#), "{xml}");
    assert!(xml.contains(r#"<output_port name="value" type="HashMap&lt;u8, Bush&gt;"/>"#), "{xml}");
    assert!(xml.contains(r#"<Action ID="TryIt">"#), "{xml}");
}

/// A field of a type with such a name gives a leaf no default: then nothing is known of its ports.
#[test]
fn a_leaf_with_a_default_has_no_ports() {
    let text = "#[derive(Behavior)] #[behavior(context = Npc)] struct Walk { by: DefaultPlugin }
        #[derive(Behavior)] #[behavior(context = Npc)] struct Run { by: Default }
        #[derive(Behavior, std::default::Default)] #[behavior(context = Npc)] struct Sit { on: Chair }
        bt! { Day(Npc) = sequence < sit, walk(1), run(2) > }";
    let file = Source::new(Path::new("day.rs"), text.to_owned());
    let nodes = forest(std::slice::from_ref(&file)).nodes;
    let known: Vec<_> = nodes.iter().map(|node| (&*node.name, node.parameters.as_deref())).collect();
    assert_eq!(known, [("walk", None), ("run", None), ("sit", Some(&[][..]))]);
}

#[test]
fn what_is_written() {
    let file = Source::new(Path::new("day.rs"), TREES.to_owned());
    let exported = bt_xml::export::export(&forest(std::slice::from_ref(&file)));
    let xml = exported.xml.expect("no errors");
    let (trees, models) = xml.split_at(XML.len().min(xml.len()));
    assert_eq!(trees, XML);
    for part in [
        r##"
        <Action ID="FindBush">
            <input_port name="within" type="float" description="in metres"/>
            <output_port name="value" type="Bush"/>
            <MetadataFields>
                <Metadata description="Finds the nearest bush.&#10;&#10;- `within`: in metres"/>
                <Metadata rust="find_bush({within})"/>
                <Metadata declaration="#[leaf] pub fn find_bush(npc: &amp;Npc, within: f32) -&gt; Option&lt;Bush&gt;"/>
            </MetadataFields>
        </Action>
"##,
        r#"
        <SubTree ID="Flee">
            <input_port name="speed" type="float"/>
            <MetadataFields>
                <Metadata rust="Flee(Npc) { speed: f32 }"/>
"#,
        "\n        <Condition ID=\"IsTired\">\n",
        "\n        <Control ID=\"RecoveryNode\">\n",
        "\n                <Metadata rust=\"guard(|npc| npc.awake)\"/>\n",
    ] {
        assert!(models.contains(part), "{part}\n{models}");
    }
    let told =
        exported.problems.iter().map(|problem| format!("{}: {}", file.position(problem.at.start).0, problem.message));
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            "19: `priority` has no counterpart in BehaviorTree.CPP: register the node `Priority`",
            "27: `guard` has no counterpart in BehaviorTree.CPP: register the node `GuardAwake`",
            "30: `wait` has no counterpart in BehaviorTree.CPP: register the node `Wait`",
            "38: `arg_2` is Rust code, which BehaviorTree.CPP gets as text: `HOME`",
        ]
    );
    goes_round(&[file], "day.rs", true);
}

/// Changes that an editor makes in an exported file: one more node, one value less.
#[test]
fn what_is_edited_is_told() {
    let file = Source::new(Path::new("day.rs"), TREES.to_owned());
    let xml = bt_xml::export::export(&forest(&[file])).xml.expect("no errors");
    let edited = xml
        .replace("<IsTired/>", "<IsTired _skipIf=\"a\"/>")
        .replace("<Wait time=\"0.0005\"/>", "<Wait/><Script code=\"a := 1\"/><Say text=\"3\" times=\"{many}\"/>");
    let imported = bt_xml::import(&["day.xml"], &[], &mut |_| Ok(edited.clone()));
    let told: Vec<_> = imported.problems.iter().map(|problem| &*problem.message).collect();
    assert_eq!(
        told,
        [
            "the port `time` has no value: write one in Rust",
            "`Script` is not a node of `bt export`: write what it is in Rust",
            "the conditions of a node in a tree of `bt export` are left out: write them in Rust",
        ]
    );
    let trees = imported.trees.expect("no errors");
    for part in ["wait(todo!())", "script(\"(a := 1)\")", "say(\"3\", many)"] {
        assert!(trees.contains(part), "{part}\n{trees}");
    }
}
