//! The command as it is called: its output and exit codes.

use std::path::Path;
use std::process::{Command, Output};

use crate::run::{bt, folder};

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn mistakes_are_drawn() {
    let text = "use bt::bt;\n\nbt! {\n    Bot(Room) = sequense < walk, open_door >\n}\n";
    let folder = folder("drawn", &[("src/main.rs", text), ("target/old.rs", text), ("notes.txt", text)]);
    let output = bt(&folder, &["check"]);
    assert_eq!(output.status.code(), Some(1));
    let expected = "\
error: unknown node `sequense`
 --> src/main.rs:4:17
  |
4 |     Bot(Room) = sequense < walk, open_door >
  |                 ^^^^^^^^
  |
  = help: did you mean `sequence`? (for a composite of your own, write `self::sequense`)
";
    assert_eq!(stdout(&output).trim_end(), expected.trim_end());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "1 mistake\n");
}

#[test]
fn mistakes_are_objects() {
    let folder =
        folder("objects", &[("a.rs", "\u{feff}bt! { Bot(Room) = // ä\r\n é: inverter(\"😀\") < wiat(1.0), b > }\r\n")]);
    let output = bt(&folder, &["check", "--json", "a.rs"]);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<serde_json::Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    let places: Vec<String> = lines
        .iter()
        .map(|line| {
            let [line_, column, end_line, end_column] =
                ["line", "column", "end_line", "end_column"].map(|key| line[key].as_u64().expect("a number"));
            format!("{}:{line_}:{column}-{end_line}:{end_column} {}", line["file"], line["message"])
        })
        .collect();
    assert_eq!(
        places,
        [
            "\"a.rs\":2:5-2:13 \"`inverter` takes 1 child, found 2\"",
            "\"a.rs\":2:14-2:17 \"`inverter` takes no arguments, found 1\"",
            "\"a.rs\":2:21-2:25 \"unknown leaf `wiat`\"",
        ]
    );
    assert_eq!(lines[0]["fix"], serde_json::Value::Null);
    assert_eq!(lines[0]["level"], "error");
    assert_eq!((&lines[0]["code"], &lines[2]["code"]), (&"bt::number-of-children".into(), &"bt::unknown-leaf".into()));
    let fix = serde_json::json!({"line": 2, "column": 21, "end_line": 2, "end_column": 25, "text": "wait"});
    assert_eq!(lines[2]["fix"], fix);
}

#[test]
fn codes_are_explained() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = bt(here, &["explain", "bt::number-of-children"]);
    assert_eq!(stdout(&output), "A node has too many or too few children.\n");
    assert!(stdout(&bt(here, &["explain"])).contains("\nbt::unknown-leaf: "));
    assert_eq!(bt(here, &["explain", "bt::nothing"]).status.code(), Some(2));
}

#[test]
fn files_of_trees_alone() {
    let text = "/// The first.\n#[derive(Clone)]\npub(crate) First(Room) on (Shot, u8) -> Result<Error> = switch(|r| \
                r.x == 1) < 1..=3 => a, _ => wait(1.0) >\n\nSecond(World<'_>) { x: f32 } = b\n\nThird(Room) = \
                inverter < a(x = 3), b >\n";
    let folder = folder("alone", &[("a.bt", text), ("b.bt", "sequence < a, b >")]);
    let output = bt(&folder, &["check", "a.bt", "b.bt"]);
    assert_eq!(output.status.code(), Some(1));
    let errors: Vec<String> =
        stdout(&output).lines().filter(|line| line.starts_with("error")).map(str::to_owned).collect();
    assert_eq!(
        errors,
        [
            "error: `inverter` takes 1 child, found 2",
            "error: arguments of `a` have no names; to name fields, write `a { x: .. }`"
        ]
    );
}

#[test]
fn a_condition_that_may_hold_or_not() {
    let text = "bt! { A(Room) = inverter < #[cfg(a)] b, #[cfg(not(a))] c > }\nbt! { B(Room) = inverter < #[cfg(a)] b, \
                c, d > }\nmacro_rules! m { ($a:ident) => { bt! { C(Room) = inverter < $a, $a > } } }\nfn f() { quote! \
                { bt! { #d } } }\n";
    let folder = folder("conditions", &[("a.rs", text)]);
    let output = bt(&folder, &["check"]);
    // With `a` it has three children, without it two. These are two different mistakes, and which one applies is
    // unknown.
    assert_eq!(stdout(&output), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_cannot_be_read() {
    let folder = folder("unreadable", &[("a.rs", "fn main() {\n    bt! { A(Room) = b \n")]);
    let output = bt(&folder, &["check"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("this is not valid Rust"), "{}", stdout(&output));
    let output = bt(&folder, &["check", "nothing.rs"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).expect("text");
    assert!(error.starts_with("error: cannot read nothing.rs: "), "{error}");
}

#[test]
fn a_file_that_is_nested_too_deeply_does_not_end_the_check() {
    let kinds = [
        ("angles", "V<", ">"),
        ("references", "&", ""),
        ("functions", "fn() -> ", ""),
        ("parentheses", "(", ")"),
        ("pointers", "*const ", ""),
        ("brackets", "[", "]"),
    ];
    let trees = [
        "bt! { A(@) = b }",
        "bt! { A(Room) -> Option<@> = b }",
        "bt! { A(Room) = sequence < b -> c: @, d(c) > }",
        "bt! { A(Room) = a::<@> }",
        "#[leaf] fn a(_: &mut @) {}",
        "#[derive(Behavior)] #[behavior(context = @)] struct A;",
    ];
    let mut files = vec![("wrong.rs".to_owned(), "bt! { A(Room) = sequense < b > }\n".to_owned())];
    for (kind, open, close) in kinds {
        for (number, tree) in trees.iter().enumerate() {
            let deep = format!("{}u8{}", open.repeat(20_000), close.repeat(20_000));
            files.push((format!("{kind}{number}.rs"), format!("use bt::bt;\n{}\n", tree.replace('@', &deep))));
        }
    }
    files.push(("trees.bt".to_owned(), format!("A({}) = b\n", "(".repeat(20_000) + &")".repeat(20_000))));
    let named: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    let folder = folder("deep", &named);
    let output = bt(&folder, &["check", "--json"]);
    let out = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{out}");
    assert_eq!(out.matches("bt::too-deep").count(), kinds.len() * trees.len() + 1, "{out}");
    assert!(out.contains("unknown node `sequense`"), "{out}");
    for command in ["fmt", "schema", "draw"] {
        assert!(bt(&folder, &[command]).status.code().is_some(), "`bt {command}` ends by itself");
    }
}

/// The mistakes in these files are intended, and so is what tests of the compiler quote.
#[test]
fn nodes_that_no_tree_has() {
    let two = "bt! { One(Room) = sequence < alarm: walk, stow > } bt! { Two(Room) = selector < walk, idle > }";
    let folder = folder("prove", &[("two.rs", two), ("wrong.rs", &two.replace("selector", "selecter"))]);
    let said = |file: &str, question: &[&str]| {
        let output = bt(&folder, &[&["prove", file], question].concat());
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    assert_eq!(
        said("two.rs", &["--never", "alrm"]),
        (Some(2), "error: no tree has a node `alrm`: did you mean `alarm`?\n".to_owned())
    );
    assert_eq!(
        said("two.rs", &["--after", "alarm", "--always", "stow", "--before", "idle"]),
        (Some(2), "error: no tree has all of the nodes in `after alarm always stow before idle`\n".to_owned())
    );
    assert_eq!(
        said("two.rs", &["--never", "alarm and "]),
        (
            Some(2),
            "error: a name is missing in `never alarm and `: write labels, as in `never fire and reload`\n".to_owned()
        )
    );
    // The name may be in the tree that has the mistake.
    let (code, told) = said("wrong.rs", &["--never", "idle"]);
    assert!(code == Some(1) && told.contains("did you mean `selector`?") && !told.contains("no tree has"), "{told}");
}

#[test]
fn the_trees_of_this_repository_have_no_mistakes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = bt(
        &root,
        &["check", "bt", "book", "crates", "examples", "tests/it", "tests/state", "tests/generated", "tests/benches"],
    );
    let of_other_files: Vec<String> = stdout(&output)
        .lines()
        .filter(|line| line.trim_start().starts_with("--> ") && !line.contains("examples/kennel/tests/ui/"))
        .map(str::to_owned)
        .collect();
    assert_eq!(of_other_files, [""; 0]);
}

#[test]
#[cfg(unix)]
fn a_pipe_that_nobody_reads_is_no_error() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let explain = Command::new(env!("CARGO_BIN_EXE_bt")).arg("explain").stdout(writer).output();
    assert_eq!(String::from_utf8_lossy(&explain.expect("the command runs").stderr), "");
}

#[test]
fn the_server_of_editors_says_its_version() {
    let output = bt(Path::new("."), &["lsp", "--version"]);
    assert!(stdout(&output).ends_with(&format!(" {}\n", env!("CARGO_PKG_VERSION"))), "{output:?}");
}
