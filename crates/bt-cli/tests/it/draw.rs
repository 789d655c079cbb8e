//! How `bt draw` is called.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::run::folder;

fn bt(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bt"));
    command.current_dir(folder).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command runs");
    child.stdin.take().expect("it has an input").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

const TREES: &str = "bt! { Guard(Room) = selector < chase, patrol > }
bt! { pub Patrol(Room) = forever < step > }
fn main() {
    let tree = bt!(sequence < a, b >);
}
";

fn assert_drawn(output: &Output, code: i32, drawn: &str) {
    assert_eq!(String::from_utf8_lossy(&output.stdout), drawn, "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code));
}

#[test]
fn all_trees_or_one() {
    // It is a package of its own, so that no other files are read.
    let folder = folder("draw", &[("Cargo.toml", ""), ("a.rs", TREES), ("b.bt", "Bot(Room) = a\n")]);
    let guard = "selector\n├── chase\n└── patrol: forever\n    └── step\n";
    let (patrol, unnamed) = ("forever\n└── step\n", "sequence\n├── a\n└── b\n");
    let all = format!("Guard\n{guard}\nPatrol\n{patrol}\ntree in line 4\n{unnamed}");
    assert_drawn(&bt(&folder, &["draw", "a.rs"], ""), 0, &all);
    assert_drawn(&bt(&folder, &["draw", "a.rs:Guard"], ""), 0, guard);
    assert_drawn(&bt(&folder, &["draw", "a.rs:4"], ""), 0, unnamed);
    assert_drawn(&bt(&folder, &["draw", "--fold", "a.rs:Guard"], ""), 0, "selector\n├── chase\n└── patrol\n");
    assert_drawn(&bt(&folder, &["draw", "-"], TREES), 0, &all);
    assert_drawn(&bt(&folder, &["draw", "b.bt"], ""), 0, "Bot\na\n");
    let output = bt(&folder, &["draw", "a.rs:Patrol", "--format", "mermaid"], "");
    assert_drawn(&output, 0, "flowchart TD\n  n0[\"forever\"]\n  n1[\"step\"]\n  n0 --> n1\n");
    let starts = |format| String::from_utf8(bt(&folder, &["draw", "b.bt", "--format", format], "").stdout);
    assert!(starts("svg").expect("text").starts_with("<svg "));
    assert!(starts("dot").expect("text").starts_with("digraph tree {"));
}

#[test]
fn what_cannot_be_drawn() {
    let wrong = "bt! { A(Room) = sequense < a, b > }\nbt! { B(Room) = c }\n";
    let folder = folder("undrawn", &[("Cargo.toml", ""), ("a.rs", TREES), ("wrong.rs", wrong)]);
    let output = bt(&folder, &["draw", "wrong.rs"], "");
    assert_drawn(&output, 1, "B\nc\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean `sequence`?"));
    let error = |arguments: &[&str]| {
        let output = bt(&folder, arguments, "");
        assert_drawn(&output, 2, "");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let several = "error: a.rs has 3 trees: choose one of a.rs:Guard, a.rs:Patrol, a.rs:4\n";
    assert_eq!(error(&["draw", "a.rs", "--format", "svg"]), several);
    assert_eq!(error(&["draw", "a.rs:Dog"]), "error: no tree `Dog` in a.rs\n");
    assert_eq!(error(&["draw", "a.rs:9999"]), "error: no tree in line 9999 of a.rs\n");
    assert!(error(&["draw", "nothing.rs"]).starts_with("error: cannot read nothing.rs"));
}

/// Each tree uses the next one twice: with all subtrees, the first one has 2^40 nodes.
#[test]
fn what_is_too_large_is_not_written_out() {
    let tree = |number: usize| format!("bt! {{ T{number}(Room) = sequence < t{0}, t{0} > }}\n", number + 1);
    let chain = |number: usize| format!("bt! {{ T{number}(Room) = t{} }}\n", number + 1);
    let last = |number: usize| format!("bt! {{ T{number}(Room) = leaf }}\n");
    let wide = (0..40).map(tree).collect::<String>() + &last(40);
    let deep = (0..200).map(chain).collect::<String>() + &last(200);
    let folder = folder("too_large", &[("Cargo.toml", ""), ("wide.rs", &wide), ("deep.rs", &deep)]);
    let error = |arguments: &[&str]| {
        let output = bt(&folder, arguments, "");
        assert_drawn(&output, 2, "");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let many = "error: with its subtrees, `T0` has more than 65535 nodes";
    assert_eq!(error(&["prove", "wide.rs:T0"]), format!("{many}\n"));
    assert_eq!(error(&["draw", "wide.rs:T0"]), format!("{many}: `--fold` draws a subtree as one node\n"));
    assert_eq!(error(&["prove", "deep.rs:T0"]), "error: in `T0`, subtrees are nested more than 128 deep\n");
    assert_drawn(&bt(&folder, &["draw", "wide.rs:T0", "--fold"], ""), 0, "sequence\n├── t1\n└── t1\n");
    assert_drawn(&bt(&folder, &["draw", "wide.rs:T39"], ""), 0, "sequence\n├── t40: leaf\n└── t40: leaf\n");
    assert_drawn(&bt(&folder, &["draw", "deep.rs:T73"], ""), 0, "t74: leaf\n");
    // The other trees of the file are still shown.
    for command in ["draw", "prove"] {
        let output = bt(&folder, &[command, "deep.rs"], "");
        let [said, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        assert!(said.contains("\nT200\n") && !said.contains("T72"), "{said}");
        assert!(errors.contains("error: in `T72`, ") && !errors.contains("T73"), "{errors}");
        assert_eq!(output.status.code(), Some(1));
    }
}

/// No command but `bt check` treats XML as a file of trees, nor as a file without any.
#[test]
fn xml_is_not_read() {
    let xml = "<root BTCPP_format=\"4\"><BehaviorTree ID=\"A\"><B/></BehaviorTree></root>";
    let files = [("Cargo.toml", ""), ("a.XML", xml), ("a.rs", TREES), ("plain", xml), ("b.xml", "<!-- b -->\n<root/>")];
    let folder = folder("xml", &files);
    let commands: [&[&str]; 6] = [
        &["draw", "a.XML"],
        &["draw", "a.XML:A"],
        &["fmt", "a.XML"],
        &["prove", "a.XML"],
        &["export", "a.XML"],
        &["diff", "a.rs", "a.XML"],
    ];
    let said = |arguments: &[&str], input: &str| {
        let output = bt(&folder, arguments, input);
        assert_drawn(&output, 2, "");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let expected = "a.XML is XML, and this command reads Rust and `.bt` files: `bt import a.XML` reads XML\n";
    for arguments in commands {
        assert_eq!(said(arguments, ""), format!("error: {expected}"), "{arguments:?}");
    }
    assert!(said(&["draw", "b.xml"], "").contains("`bt import b.xml` reads XML"));
    // Nor is a folder without such files.
    fs::create_dir_all(folder.join("missions")).expect("it can be made");
    fs::write(folder.join("missions/a.xml"), xml).expect("it can be written");
    for command in ["fmt", "export"] {
        assert_eq!(said(&[command, "missions"], ""), "error: there is no Rust or `.bt` file in `missions`\n");
    }
    assert!(said(&["draw", "plain"], "").starts_with("error: plain is XML"));
    let expected = "error: <stdin> is XML, and this command reads Rust and `.bt` files: `bt import` reads XML\n";
    assert_eq!(said(&["draw", "-"], xml), expected);
}
