//! `bt import` as it is called: its output and exit codes.

use std::fs;
use std::process::{Command, Stdio};

use crate::run::{bt, folder};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const MODELS: &str = r#"<root BTCPP_format="4">
    <TreeNodesModel>
        <Action ID="FindParcel"><output_port name="parcel" type="Parcel"/></Action>
        <Action ID="Grasp"><input_port name="parcel" type="Parcel"/></Action>
    </TreeNodesModel>
</root>
"#;

const FETCH: &str = r#"<root BTCPP_format="4">
    <include path="lib/rest.xml"/>
    <BehaviorTree ID="Fetch">
        <Sequence>
            <FindParcel parcel="{found}"/>
            <Grasp parcel="{found}"/>
            <SubTree ID="Rest" _autoremap="true"/>
        </Sequence>
    </BehaviorTree>
</root>
"#;

const REST: &str = r#"<root BTCPP_format="4">
    <BehaviorTree ID="Rest"><Script code="rests := rests + 1; rested := true; a_long_name := rests * 2 + rests * 3 + rests * 4"/></BehaviorTree>
</root>
"#;

#[test]
fn rust_is_written() {
    let files = [("fetch.xml", FETCH), ("lib/rest.xml", REST), ("models.xml", MODELS)];
    let folder = folder("import/written", &files);
    let output = bt(&folder, &["import", "fetch.xml", "--models", "models.xml"]);
    assert_eq!((output.status.code(), &*text(&output.stderr)), (Some(0), ""));
    let rust = text(&output.stdout);
    for part in [
        "//! The trees of `fetch.xml`.\n",
        "pub Fetch(Board) = sequence < find_parcel -> found, grasp(Some(found)), rest >\n",
        "    /// `Rest`.\n    pub Rest(Board) = action(|board| {\n        board.rests = board.rests + 1.0;\n",
    ] {
        assert!(rust.contains(part), "{part}\n{rust}");
    }
    // It is in the style of `bt fmt`.
    fs::write(folder.join("fetch.rs"), &rust).expect("it can be written");
    let output = bt(&folder, &["fmt", "--check", "fetch.rs"]);
    assert_eq!((output.status.code(), &*text(&output.stderr)), (Some(0), ""));
    // `-o` writes to a file that does not exist yet.
    let output = bt(&folder, &["import", "fetch.xml", "--models", "models.xml", "-o", "new.rs"]);
    assert_eq!((output.status.code(), &*text(&output.stdout)), (Some(0), ""));
    assert_eq!(fs::read_to_string(folder.join("new.rs")).expect("it is there"), rust);
    fs::write(folder.join("new.rs"), "mine").expect("it can be written");
    let output = bt(&folder, &["import", "fetch.xml", "-o", "new.rs"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).ends_with("new.rs already exists: choose another file, or remove it first\n"));
    assert_eq!(fs::read_to_string(folder.join("new.rs")).expect("it is there"), "mine");
}

/// It is read once: a second read would find nothing.
#[cfg(unix)]
#[test]
fn from_a_pipe() {
    let folder = folder("import/pipe", &[("a.xml", REST)]);
    let file = fs::File::open(folder.join("a.xml")).expect("it is there");
    let mut cat = Command::new("cat").stdin(file).stdout(Stdio::piped()).spawn().expect("it runs");
    let pipe = cat.stdout.take().expect("it is piped");
    let command = Command::new(env!("CARGO_BIN_EXE_bt")).args(["import", "/dev/stdin"]).stdin(pipe).output();
    let output = command.expect("it runs");
    assert_eq!((output.status.code(), &*text(&output.stderr)), (Some(0), ""));
    assert!(cat.wait().expect("it ends").success());
}

#[test]
fn problems_are_drawn() {
    let fetch = FETCH.replace("<Grasp parcel", "<Grasp parsel");
    let rest = REST.replace("rests + 1;", "rests + ;");
    let folder = folder("import/drawn", &[("fetch.xml", &fetch), ("lib/rest.xml", &rest), ("models.xml", MODELS)]);
    let output = bt(&folder, &["import", "fetch.xml", "--models", "models.xml"]);
    assert_eq!((output.status.code(), &*text(&output.stdout)), (Some(1), ""));
    let expected = "\
warning: the model of `Grasp` has no port `parsel`
 --> fetch.xml:6:20
  |
6 |             <Grasp parsel=\"{found}\"/>
  |                    ^^^^^^
  |
  = help: did you mean `parcel`?

error: a value is missing before `;`
 --> lib/rest.xml:2:60
";
    assert!(text(&output.stderr).starts_with(expected), "{}", text(&output.stderr));
    assert!(text(&output.stderr).ends_with("\n1 error, 1 warning\n"));
}

/// Files without includes that know each other's trees, and folders of such files.
#[test]
fn several_files() {
    let main = FETCH
        .replace("<include path=\"lib/rest.xml\"/>", "")
        .replace("root BTCPP", "root main_tree_to_execute=\"Fetch\" BTCPP");
    let files = [
        ("trees/fetch.xml", &*main),
        ("trees/lib/rest.xml", REST),
        ("trees/models.xml", MODELS),
        ("trees/package.xml", "<package/>"),
    ];
    let folder = folder("import/several", &files);
    let by_name = bt(&folder, &["import", "trees/fetch.xml", "trees/lib/rest.xml", "trees/models.xml"]);
    assert_eq!((by_name.status.code(), &*text(&by_name.stderr)), (Some(0), ""));
    let rust = text(&by_name.stdout);
    assert!(
        rust.starts_with("//! The trees of `trees/fetch.xml` and 2 more files. The main tree is `Fetch`.\n"),
        "{rust}"
    );
    assert!(
        rust.contains("pub Fetch(Board) = sequence < find_parcel -> found, grasp(Some(found)), rest >\n"),
        "{rust}"
    );
    let by_folder = bt(&folder, &["import", "trees"]);
    let left_out = "trees/package.xml has no trees, so it is left out\n";
    assert_eq!((text(&by_folder.stdout), &*text(&by_folder.stderr)), (rust, left_out));
    // Two files have the same tree; a third one uses it.
    fs::write(folder.join("rest.xml"), REST).expect("it can be written");
    let output = bt(&folder, &["import", "trees/lib", "rest.xml", "trees/fetch.xml"]);
    assert_eq!((output.status.code(), &*text(&output.stdout)), (Some(1), ""));
    let expected = "\
error: two files have a tree `Rest`
 --> rest.xml:2:23
  |
2 |     <BehaviorTree ID=\"Rest\"><Script code=\"rests := rests + 1; rested := true; a_long_name := rests * 2 + rests \
                    * 3 + rests * 4\"/></Be...
  |                       ^^^^
  |
 ::: trees/lib/rest.xml:2:23
";
    assert!(text(&output.stderr).starts_with(expected), "{}", text(&output.stderr));
    let output = bt(&folder, &["import", "trees/lib", "rest.xml", "trees/fetch.xml", "--json"]);
    assert!(
        text(&output.stdout).contains(r#""help":"the first one is in trees/lib/rest.xml, line 2""#),
        "{}",
        text(&output.stdout)
    );
    // A folder without trees.
    fs::create_dir(folder.join("none")).expect("it can be made");
    let output = bt(&folder, &["import", "none"]);
    assert_eq!(
        (output.status.code(), &*text(&output.stderr)),
        (Some(2), "error: there is no file of trees in these folders\n")
    );
}

#[test]
fn warnings_are_no_errors() {
    let parallel = "<root BTCPP_format='4'><BehaviorTree ID='Main'>\n    \
                    <AsyncSequence><A/><B/></AsyncSequence>\n</BehaviorTree></root>";
    let folder = folder("import/warnings", &[("main.xml", parallel)]);
    let output = bt(&folder, &["import", "main.xml"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("pub Main(Board) = sequence < a, b >"), "{}", text(&output.stdout));
    let expected = "warning: `AsyncSequence` becomes `sequence`: `sequence` continues";
    assert!(text(&output.stderr).starts_with(expected), "{}", text(&output.stderr));
    assert!(text(&output.stderr).ends_with("\n1 warning\n"));
}

#[test]
fn files_that_cannot_be_read() {
    let outside = r#"<root BTCPP_format="4"><include path="../outside.xml"/><include path="missing.xml"/></root>"#;
    let folder = folder("import/unreadable", &[("sub/main.xml", outside), ("outside.xml", FETCH)]);
    fs::write(folder.join("bytes.xml"), [0xff, 0xfe, 0x00]).expect("it can be written");
    let long = fs::File::create(folder.join("long.xml")).expect("it can be made");
    long.set_len(100 << 20).expect("it has holes");
    for (arguments, code, said) in [
        (&["import", "long.xml"][..], 2, "error: cannot read long.xml: it is longer than 16 MB"),
        (&["import", "missing.xml"], 2, "error: cannot read missing.xml: "),
        (&["import", "bytes.xml"], 2, "error: cannot read bytes.xml: "),
        (&["import", "outside.xml", "--models", "none.xml"], 2, "error: cannot read none.xml: "),
        (&["import", "sub/main.xml"], 1, "error: the file is outside of the folder of the first one"),
        (&["import", "sub/main.xml"], 1, "error: cannot read sub/missing.xml: "),
    ] {
        let output = bt(&folder, arguments);
        assert_eq!((output.status.code(), &*text(&output.stdout)), (Some(code), ""));
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
}

/// Files that waste time: an included pipe, and thousands of mistakes on one line.
#[test]
fn hostile_files() {
    let pipe = "<root BTCPP_format='4'><include path='folder'/></root>";
    let many: String = (0..5_000).map(|number| format!("<Repeat n{number}='1'/>")).collect();
    let many = format!("<root BTCPP_format='4'><BehaviorTree ID='M'><Sequence>{many}</Sequence></BehaviorTree></root>");
    let folder = folder("import/hostile", &[("pipe.xml", pipe), ("many.xml", &many), ("folder/a.txt", "")]);
    let output = bt(&folder, &["import", "pipe.xml"]);
    assert!(
        text(&output.stderr).starts_with("error: cannot read folder: it is not a file\n"),
        "{}",
        text(&output.stderr)
    );
    let output = bt(&folder, &["import", "many.xml"]);
    let told = text(&output.stderr);
    let first = "error: `Repeat` takes one child, but has none\n --> many.xml:1:56\n";
    assert!(told.starts_with(first) && told.matches(" --> many.xml:1:").count() == 1_000, "{told}");
    let more = "= note: 4999 more like it: many.xml:1:72, many.xml:1:88, many.xml:1:104, ..; `--json` lists all\n";
    assert_eq!(told.matches(more).count(), 2, "{told}");
    // Those two messages, and one for each port.
    assert!(told.contains("\nthe other 4002, a line each:\nmany.xml:1:"), "{told}");
    assert_eq!(
        told.lines().filter(|line| line.starts_with("many.xml:1:") && line.contains(": error: ")).count(),
        4_002
    );
    assert!(told.ends_with("\n\n15000 errors\n"), "{told}");
}

/// A message about several places is printed once; programs get all places.
#[test]
fn messages_that_repeat() {
    let port = "<input_port name='a' required='true'/>\n";
    let model =
        |ports: usize| format!("<TreeNodesModel><Action ID='A'>\n{}</Action></TreeNodesModel>", port.repeat(ports));
    let file = |models: &str| {
        format!(
            "<root BTCPP_format='4'><BehaviorTree \
             ID='M'>\n<Sequence><Sequense/><Sequense/><A/></Sequence>\n</BehaviorTree>{models}</root>"
        )
    };
    let folder = folder(
        "import/repeated",
        &[("a.xml", &file(&model(1))), ("models.xml", &file(&model(4)).replace("'M'", "'N'"))],
    );
    let output = bt(&folder, &["import", "a.xml", "models.xml"]);
    let said = text(&output.stderr);
    let required = "\
warning: `input_port` has no attribute `required`
 --> a.xml:4:22
  |
4 | <input_port name='a' required='true'/>
  |                      ^^^^^^^^
  |
  = note: 4 more like it: models.xml:4:22, models.xml:5:22, models.xml:6:22, ..; `--json` lists all
";
    assert!(said.contains(required), "{said}");
    assert_eq!(said.matches("no attribute `required`").count(), 1, "{said}");
    let json = text(&bt(&folder, &["import", "a.xml", "models.xml", "--json"]).stdout);
    assert_eq!(json.matches("no attribute `required`").count(), 5, "{json}");
    // The summary counts as many warnings as the JSON has lines.
    assert!(said.ends_with(&format!("\n{} warnings\n", json.lines().count())), "{said}");
    let output = bt(&folder, &["import", "models.xml", "a.xml"]);
    assert!(text(&output.stderr).contains("= note: 4 more like it: models.xml:5:22"), "{}", text(&output.stderr));
}

/// If several files include a missing file, that is an error at each of them.
#[test]
fn a_missing_file_of_several_missions() {
    let mission = |id: &str| {
        format!(
            "<root BTCPP_format='4'><include path='lib/home.xml'/><BehaviorTree ID='{id}'><SubTree \
             ID='Home'/></BehaviorTree></root>"
        )
    };
    let folder = folder("import/missions", &[("trees/a.xml", &mission("A")), ("trees/b.xml", &mission("B"))]);
    let output = bt(&folder, &["import", "trees"]);
    let said = text(&output.stderr);
    assert!(said.starts_with("error: cannot read trees/lib/home.xml: "), "{said}");
    assert!(
        said.contains("\n  = note: 1 more like it: trees/b.xml:1:39\n") && said.ends_with("\n2 errors\n"),
        "{said}"
    );
}

/// An installed file is found in the folders that the command line names.
#[cfg(unix)]
#[test]
fn folders_of_installed_files() {
    let tree = |id: &str| format!("<root BTCPP_format='4'><BehaviorTree ID='{id}'><A/></BehaviorTree></root>");
    let main = "<root BTCPP_format='4'>\n<include ros_pkg='robot' path='trees/dock.xml'/>\n<include \
                path='/opt/there/park.xml'/>\n<BehaviorTree ID='Main'><Sequence><SubTree ID='Dock'/><SubTree \
                ID='Park'/></Sequence></BehaviorTree></root>";
    let files = [
        ("src/main.xml", main),
        ("share/robot/trees/dock.xml", &tree("Dock")),
        ("more/park.xml", &tree("Park")),
        ("elsewhere/dock.xml", &tree("Dock")),
    ];
    let folder = folder("import/installed_files", &files);
    let arguments = ["import", "src/main.xml", "--include", "share", "--include", "more"];
    let output = bt(&folder, &arguments);
    assert_eq!((output.status.code(), &*text(&output.stderr)), (Some(0), ""));
    assert!(text(&output.stdout).contains("pub Main(Board) = sequence < dock, park >"), "{}", text(&output.stdout));
    let output = bt(&folder, &arguments[..4]);
    let expected = "error: the path begins at the root, so the file is not read\n --> src/main.xml:3:16\n";
    assert!(text(&output.stderr).starts_with(expected), "{}", text(&output.stderr));
    let output = bt(&folder, &arguments[..2]);
    let help = "= help: name the folder of installed packages, such as `--include /opt/ros/jazzy/share`\n";
    assert_eq!(text(&output.stderr).matches(help).count(), 2, "{}", text(&output.stderr));
    // Links of installed packages may lead anywhere in these folders, and nowhere else.
    std::fs::remove_file(folder.join("share/robot/trees/dock.xml")).expect("it is there");
    std::os::unix::fs::symlink("../../../elsewhere/dock.xml", folder.join("share/robot/trees/dock.xml"))
        .expect("a link");
    let output = bt(&folder, &arguments);
    assert!(text(&output.stderr).contains("the file is in the ROS package `robot`"), "{}", text(&output.stderr));
    let output = bt(&folder, &[&arguments[..], &["--include", "elsewhere"]].concat());
    assert_eq!((output.status.code(), &*text(&output.stderr)), (Some(0), ""));
    let output = bt(&folder, &["import", "src/main.xml", "--include", "none"]);
    assert_eq!(text(&output.stderr), "error: `--include none`: this is not a folder\n");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn files_that_are_not_utf_8() {
    let folder = folder("import/bytes", &[("a.xml", "")]);
    for (bytes, said) in [
        (&b"<root>\n  <\xff/></root>"[..], "cannot read a.xml: line 2, column 4 is not UTF-8\n"),
        (b"\xff\xfe<\0r\0", "cannot read a.xml: line 1, column 1 is not UTF-8: it is UTF-16, so save it as UTF-8\n"),
    ] {
        fs::write(folder.join("a.xml"), bytes).expect("it can be written");
        let output = bt(&folder, &["import", "a.xml"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).ends_with(said), "{}", text(&output.stderr));
    }
}

#[test]
fn messages_as_json() {
    let file = "<root BTCPP_format='4'><BehaviorTree ID='Main'>\n    <Sequnce><A _skipIf='x && \
                y'/><A/></Sequnce>\n</BehaviorTree><TreeNodesModel>\n<Action ID='A'/><Control \
                ID='Sequence2'/></TreeNodesModel></root>";
    let folder = folder("import/json", &[("main.xml", file), ("wrong.xml", "<root BTCPP_format='4'/>")]);
    let output = bt(&folder, &["import", "main.xml", "--json", "-o", "main.rs"]);
    assert_eq!((output.status.code(), &*text(&output.stderr)), (Some(0), ""));
    let expected = r#"{"file":"main.xml","line":2,"column":6,"end_line":2,"end_column":13,"level":"warning","code":"bt::xml-difference","message":"there is no model of `Sequnce`","help":"did you mean `Sequence`?","fix":{"line":2,"column":6,"end_line":2,"end_column":13,"text":"Sequence"}}"#;
    assert_eq!(text(&output.stdout).lines().next(), Some(expected));
    assert!(
        text(&output.stdout).contains(r#""fix":{"line":2,"column":28,"end_line":2,"end_column":29,"text":"&amp;"}"#)
    );
    assert!(folder.join("main.rs").is_file());
    let output = bt(&folder, &["import", "wrong.xml", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let line = text(&output.stdout);
    assert!(line.contains(r#""level":"error","code":"bt::xml-error""#) && line.lines().count() == 1, "{line}");
}

/// The chapter of the book shows Rust, and the XML that it becomes; importing that gives the same trees.
#[test]
fn the_book_shows_what_is_exported() {
    let chapter = include_str!("../../../../book/src/xml.md");
    let (_, section) = chapter.split_once("## From Rust to XML").expect("the chapter has the section");
    let block = |language: &str| {
        let (_, rest) = section.split_once(&format!("```{language}\n")).expect("it has the block");
        rest.split_once("```").expect("the block ends").0
    };
    let folder = folder("import/exported", &[("day.rs", block("rust")), ("wrong.rs", "bt! { A(B) = sequence < > }")]);
    let output = bt(&folder, &["export", "day.rs"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout), format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}", block("xml")));
    let said =
        "warning: `guard` has no counterpart in BehaviorTree.CPP: register the node `GuardAfraid`\n  --> day.rs:";
    assert!(text(&output.stderr).starts_with(said), "{}", text(&output.stderr));
    assert_eq!(bt(&folder, &["export", "day.rs", "-o", "day.xml"]).status.code(), Some(0));
    assert_eq!(bt(&folder, &["export", "day.rs", "-o", "day.xml"]).status.code(), Some(2));
    let output = bt(&folder, &["export", "day.rs", "--json"]);
    assert!(text(&output.stdout).contains(r#""code":"bt::xml-difference""#));
    assert_eq!(bt(&folder, &["import", "day.xml", "-o", "day.bt"]).status.code(), Some(0));
    let trees = fs::read_to_string(folder.join("day.bt")).expect("it is there");
    assert_eq!(
        trees.split_whitespace().collect::<String>(),
        "pubDay(Npc)=selector<guard(|npc|npc.afraid)<timeout(2.5)<say(\"help\",3),>,>,wait(10.0),>".replace(",>", ">")
    );
    let output = bt(&folder, &["export", "wrong.rs"]);
    assert_eq!((output.status.code(), &*text(&output.stdout)), (Some(1), ""));
}

/// The chapter of the book shows a file, and the Rust that it becomes.
#[test]
fn the_book_shows_what_is_printed() {
    let chapter = include_str!("../../../../book/src/xml.md");
    let (_, section) = chapter.split_once("## From XML to Rust").expect("the chapter has the section");
    let block = |language: &str| {
        let (_, rest) = section.split_once(&format!("```{language}\n")).expect("it has the block");
        rest.split_once("```").expect("the block ends").0
    };
    let folder = folder("import/book", &[("deliver.xml", block("xml"))]);
    let output = bt(&folder, &["import", "deliver.xml"]);
    assert_eq!((output.status.code(), &*text(&output.stderr)), (Some(0), ""));
    let shown = block("rust").replace("# fn main() {}\n", "");
    assert_eq!(text(&output.stdout), format!("//! The trees of `deliver.xml`.\n\n{shown}"));
}

/// A file from a stranger may be a link to any other file. Files that colcon installed are links themselves.
#[cfg(unix)]
#[test]
fn links_out_of_the_folder() {
    use std::os::unix::fs::symlink;
    let main = r#"<root BTCPP_format="4"><include path="rest.xml"/><BehaviorTree ID="Main"><A/></BehaviorTree></root>"#;
    let rest = r#"<root BTCPP_format="4"><BehaviorTree ID="Rest"><A/></BehaviorTree></root>"#;
    let folder = folder(
        "import/links",
        &[
            ("a/main.xml", main),
            ("b/rest.xml", rest),
            ("b/more.xml", &rest.replace("Rest", "More")),
            ("c/main.xml", main),
            ("c/rest.xml", rest),
        ],
    );
    std::fs::create_dir_all(folder.join("installed")).expect("a folder can be made");
    for (to, link) in [
        ("../b/rest.xml", "a/rest.xml"),
        ("../c/main.xml", "installed/main.xml"),
        ("../c/rest.xml", "installed/rest.xml"),
    ] {
        let _ = std::fs::remove_file(folder.join(link));
        symlink(to, folder.join(link)).expect("a link can be made");
    }
    let output = bt(&folder, &["import", "a/main.xml"]);
    let message = "error: a/rest.xml is a link out of the named folders, so it is not read";
    assert!(text(&output.stderr).starts_with(message), "{}", text(&output.stderr));
    assert!(bt(&folder, &["import", "a/main.xml", "b/more.xml"]).status.success());
    // Both are links to files of one folder.
    let output = bt(&folder, &["import", "installed/main.xml"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}
