//! How `bt fmt` is called: files, exit codes and warnings.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::run::folder;

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).expect("it is there")
}

/// The exit code, the standard output and the standard error.
fn run(command: &mut Command, folder: &Path, input: &str) -> (Option<i32>, String, String) {
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command runs");
    // The command may exit before it has read everything.
    let _ = child.stdin.take().expect("it has an input").write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    (status.code(), text(stdout), text(stderr))
}

fn bt(folder: &Path, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    run(Command::new(env!("CARGO_BIN_EXE_bt")).args(arguments), folder, input)
}

fn rustfmt(folder: &Path, text: &str) -> String {
    let (code, output, errors) = run(Command::new("rustfmt").args(["--edition", "2024"]), folder, text);
    assert_eq!(code, Some(0), "{errors}");
    output
}

#[test]
fn in_place() {
    let (bad, good) = ("bt!{T(Room)=a}\n", "bt! { T(Room) = a }\n");
    let folder = folder("fmt/in_place", &[("bad.rs", bad), ("good.rs", good), ("other.rs", "fn  a( ) {}")]);
    assert_eq!(bt(&folder, &["fmt", "--check"], ""), (Some(1), "bad.rs\n".into(), "".into()));
    assert_eq!(read(&folder, "bad.rs"), bad);
    assert_eq!(bt(&folder, &["fmt"], ""), (Some(0), "".into(), "".into()));
    assert_eq!(["bad.rs", "other.rs"].map(|file| read(&folder, file)), [good, "fn  a( ) {}"]);
    assert_eq!(bt(&folder, &["fmt", "--check"], ""), (Some(0), "".into(), "".into()));
}

/// The edition may be inherited from the workspace, or in single quotes.
#[test]
fn editions() {
    let file = "async fn  a() {}\nbt! { T(Room) = a }\n";
    let inherits = "[package]\nedition = { workspace = true }\n";
    let folder = folder("fmt/editions", &[("Cargo.toml", "edition = '2018'\n"), ("a/Cargo.toml", inherits)]);
    let formatted = file.replace("  ", " ");
    assert_eq!(bt(&folder, &["fmt", "--stdin", "a/b.rs"], file), (Some(0), formatted.clone(), "".into()));
    let wrong = "error: `--stdin` reads one file, but 2 are named\n";
    assert_eq!(bt(&folder, &["fmt", "--stdin", "a/b.rs", "c.rs"], file), (Some(2), "".into(), wrong.into()));
}

#[test]
fn warnings() {
    let files = [
        (
            "a.rs",
            "macro_rules! m { ($a:ident) => { bt!{T(Room)=$a} } }\n#[rustfmt::skip]\nmod a {\n  bt!{T(Room)=a}\n}\n",
        ),
        ("b.rs", "/* é */ bt!{T(Room)=sequense<a>}\nbt!{T(Room)=sequence<a}\nfn f() { quote! { bt!(a<b>) } }\n"),
        ("c.rs", "fn f() {\n    bt!{T(Room)=a}\n"),
        ("d.rs", "fn no_tree() {\n"),
        ("e.bt", "A(Room)=b\n\nB(Room)=sequence<a,\n"),
    ];
    let folder = folder("fmt/warnings", &files);
    let lines = [
        "a.rs:1:34: not formatted: it is in the definition of a macro",
        "a.rs:4:3: not formatted: it is below `#[rustfmt::skip]`",
        "b.rs:1:9: not formatted: unknown node `sequense`",
        "b.rs:2:1: not formatted: this `<` is not closed: expected a `>` after the last child",
        "b.rs:3:19: not formatted: it is in the definition of a macro",
        "c.rs:1:8: not formatted: this is not valid Rust: a delimiter does not match, or a literal or comment is not \
         closed",
        "e.bt:3:1: not formatted: this `<` is not closed: expected a `>` after the last child",
    ];
    let expected = lines.map(|line| format!("warning: {line}\n")).concat();
    assert_eq!(bt(&folder, &["fmt"], ""), (Some(0), "".into(), expected));
    files[..4].iter().for_each(|(file, text)| assert_eq!(read(&folder, file), *text));
    assert_eq!(read(&folder, "e.bt"), "A(Room) = b\n\nB(Room)=sequence<a,\n");
}

#[test]
fn files_of_trees_alone() {
    let before = "// License.\n\n\n/// First.\n#[derive( Clone )] pub First(Room)on(Shot,u8) = switch(|r|r.x)< \
                  1=>a,_=>b > // end\n/* x */\n\nSecond(Room)=sequence<a // é\n>\nThird(Room) = a \
                  Fourth(Room)=a<b(|r|{r.a();r.b})> // four\n\n// last";
    let after = "// License.\n\n/// First.\n#[derive(Clone)]\npub First(Room) on (Shot, u8) = switch(|r| r.x) < 1 => \
                 a, _ => b > // end\n/* x */\n\nSecond(Room) = sequence <\n    a // é\n>\nThird(Room) = \
                 a\nFourth(Room) = a <\n    b(|r| {\n        r.a();\n        r.b\n    })\n> // four\n\n// last\n";
    let crlf = |text: &str| "\u{feff}".to_owned() + &text.replace('\n', "\r\n");
    let alone = [("a.bt", before), ("b.bt", &crlf(before)), ("c.bt", ""), ("d.bt", "// nothing\n"), ("e.bt", "a<b>")];
    let folder = folder("fmt/alone", &alone);
    let changed = "a.bt\nb.bt\ne.bt\n".to_owned();
    assert_eq!(bt(&folder, &["fmt", "--check"], ""), (Some(1), changed, "".into()));
    assert_eq!(bt(&folder, &["fmt"], ""), (Some(0), "".into(), "".into()));
    assert_eq!(
        ["a.bt", "b.bt", "c.bt", "d.bt", "e.bt"].map(|file| read(&folder, file)),
        [after, &crlf(after), "", "// nothing\n", "a < b >\n"]
    );
    assert_eq!(bt(&folder, &["fmt", "--check"], ""), (Some(0), "".into(), "".into()));
    assert_eq!(bt(&folder, &["check"], ""), (Some(0), "".into(), "".into()));
    assert_eq!(bt(&folder, &["fmt", "--stdin", "new.bt"], "a<b>").1, "a < b >\n");
}

/// As rust-analyzer calls it.
#[test]
fn standard_input() {
    let folder = folder("fmt/stdin", &[("rustfmt.toml", "max_width = 60\n")]);
    let text = "use b::c; use a::b;\nfn  f( ){ let t=bt!{sequence<a,action(|room|{room.a+=1;room.b})>}; }\nmod m { \
                bt! {\nT(Room) = sequence <\n  a, // first\nb\n  > }\n fn g(){h(1,2)} }\n";
    let (code, output, errors) = bt(&folder, &["fmt", "--stdin"], text);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let expected = "\
use a::b;
use b::c;
fn f() {
    let t = bt! {
        sequence <
            a,
            action(|room| {
                room.a += 1;
                room.b
            }),
        >
    };
}
mod m {
    bt! {
        T(Room) = sequence <
            a, // first
            b,
        >
    }
    fn g() {
        h(1, 2)
    }
}
";
    assert_eq!(output, expected);
    // A line that rustfmt would break if it ran first.
    let long = "fn f() {\n    let tree = bt! { sequence < first_leaf(1), second_leaf(2) > };\n}\n";
    let broken = "fn f() {\n    let tree = bt! {\n        sequence < first_leaf(1), second_leaf(2) >\n    };\n}\n";
    assert_eq!(bt(&folder, &["fmt", "--stdin"], long).1, broken);
    assert_eq!(rustfmt(&folder, broken), broken);
    // Afterwards neither of the two, run in turn, changes anything.
    assert_eq!(rustfmt(&folder, &output), output);
    assert_eq!(bt(&folder, &["fmt", "--stdin", "--check"], &output), (Some(0), "".into(), "".into()));
    assert_eq!(bt(&folder, &["fmt", "--stdin", "--check"], text).0, Some(1));
    // Formatting a file gives the same result.
    fs::write(folder.join("a.rs"), text).expect("it can be written");
    assert_eq!(bt(&folder, &["fmt", "a.rs"], "").0, Some(0));
    fs::write(folder.join("a.rs"), rustfmt(&folder, &read(&folder, "a.rs"))).expect("it can be written");
    assert_eq!(bt(&folder, &["fmt", "a.rs"], "").0, Some(0));
    assert_eq!(read(&folder, "a.rs"), output);
    let mark = "\u{feff}".to_owned();
    let crlf = |text: &str| mark.clone() + &text.replace('\n', "\r\n");
    assert_eq!(bt(&folder, &["fmt", "--stdin"], &crlf(text)).1, crlf(&output));
    // Fails like rustfmt, which rust-analyzer silently ignores.
    let (code, output, errors) = bt(&folder, &["fmt", "--stdin"], "fn f( {");
    assert_eq!((code, output.as_str()), (Some(1), ""));
    assert!(errors.contains("error: "), "{errors}");
}
