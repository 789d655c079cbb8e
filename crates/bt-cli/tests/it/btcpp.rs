//! Exports, in BehaviorTree.CPP itself: it loads each of them, and ticks the recorded cases as their traces say. It has
//! to be built first; CONTRIBUTING says how.
//!
//! `BTCPP=FOLDER cargo test -p bt-cli --test it btcpp -- --ignored`

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bt_cli::{Source, export, files};
use bt_reference::{random, text};
use serde_json::Value;

use crate::build::build;
use crate::write;

/// A program that loads files into BehaviorTree.CPP.
struct Loader {
    program: PathBuf,
    folder: PathBuf,
}

impl Loader {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("btcpp").join(name);
        let program = build("load.cpp", &folder, &[]);
        Loader { program, folder }
    }

    /// What the program prints, or its error.
    fn run(&self, xml: &str, arguments: &[String]) -> Result<String, String> {
        let path = self.folder.join("trees.xml");
        fs::write(&path, xml).expect("it can be written");
        let output = Command::new(&self.program).arg(path).args(arguments).output().expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
    }
}

fn exported(files: &[Source]) -> Option<(usize, String)> {
    let forest = export::forest(files).ok()?;
    Some((forest.trees.len(), bt_xml::export::export(&forest).xml?))
}

#[test]
#[ignore = "needs BehaviorTree.CPP"]
fn exports_are_loaded() {
    let loader = Loader::new("loaded");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let paths = files::find(&["examples", "tests/it", "crates/bt-xml/tests/imports"].map(|folder| root.join(folder)))
        .expect("they can be read");
    let mut sources: Vec<Source> = paths.iter().map(|path| files::read(path).expect("it can be read")).collect();
    sources.extend((0..100).map(|seed| {
        let program = random::program(seed);
        let trees = (0..program.trees.len()).map(|tree| format!("bt! {{ {} }}\n", text::tree(&program, tree, "")));
        Source::new(Path::new(&format!("program {seed}")), trees.collect())
    }));
    let mut loaded = 0;
    for source in sources {
        let path = source.path.display().to_string();
        let Some((count, xml)) = exported(&[source]).filter(|(count, _)| *count > 0) else { continue };
        let trees = loader.run(&xml, &[]).unwrap_or_else(|error| panic!("{path}: {error}\n{xml}"));
        assert_eq!(trees.lines().count(), count, "{path}");
        loaded += count;
    }
    println!("{loaded} trees were loaded");
    assert!(loaded > 300);
}

/// Nodes that depend on time, or do not belong to BehaviorTree.CPP itself.
const OTHERS: [&str; 7] = ["delay", "wait", "timeout", "throttle", "pipeline", "recover", "round_robin"];

#[test]
#[ignore = "needs BehaviorTree.CPP"]
fn recorded_cases_are_ticked() {
    let loader = Loader::new("ticked");
    let cases = include_str!("../../../../tests/conformance/cases.json");
    let cases: Vec<Value> = serde_json::from_str(cases).expect("the cases are JSON");
    let mut count = 0;
    for case in &cases {
        let tree = write::tree(&case["tree"]);
        if OTHERS.iter().any(|other| tree.contains(other)) {
            continue;
        }
        // Loops without an end yield after a pass that began in the same tick.
        let how = if tree.contains("forever") || tree.contains("repeat_until_success") { "exactly" } else { "once" };
        let ticks = case["ticks"].as_array().expect("a case has ticks");
        let mut arguments = vec![how.to_owned(), ticks.len().to_string()];
        for (name, leaf) in case["leaves"].as_object().expect("a case has leaves") {
            let texts = ["script", "after"].map(|key| leaf[key].as_str().expect("a text").to_owned());
            arguments.push(name.clone());
            arguments.extend(texts);
            arguments.push(leaf["restart"].to_string());
        }
        let file = Source::new(Path::new("a.bt"), format!("pub Tree(Room) = {tree}"));
        let (_, xml) = exported(&[file]).expect("it has no mistakes");
        let found = loader.run(&xml, &arguments).unwrap_or_else(|error| panic!("{error}\n{xml}"));
        let mut expected = String::new();
        for tick in ticks {
            for event in tick["events"].as_array().expect("a tick has events").iter().filter_map(Value::as_str) {
                expected += &format!("{event}\n");
            }
            expected += &format!("= {}\n", tick["status"].as_str().expect("a tick has a status"));
        }
        assert_eq!(found, expected, "{} {how}: {tree}", case["id"]);
        count += 1;
    }
    println!("{count} cases were ticked");
    assert!(count > 20);
}
