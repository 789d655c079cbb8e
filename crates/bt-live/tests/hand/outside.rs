//! Files that others change, and files that cannot be written.

use std::fs;

use bt::bt;
use bt_live::{Live, poll};
use serde_json::json;

use crate::program::{Program, message, text};

bt! {
    pub Watch(()) = sequence <
        // At the gate.
        look: wait(1.0),
        wait(2.0),
        wait(2.0),
        forever < wait(3.0) >,
    >
}

fn argument(text: &str) -> serde_json::Value {
    json!({ "what": "argument", "index": 0, "text": text })
}

/// Whether the tree that runs has this node, after a tick.
fn watch_has(watch: &mut Live<Watch>, node: &str) -> bool {
    watch.abort(&mut ());
    watch.tick_for(0.0, &mut ());
    watch.active().any(|active| format!("{}{}", active.name, active.args) == node)
}

/// One test, since all agents of the file change together.
#[test]
fn others_may_change_the_file() {
    let program = Program::new(file!()).with::<Watch>();
    let mut watch = Live::from(Watch::new());
    watch.tick_for(0.5, &mut ());
    let built = program.text();
    let on = |state: &serde_json::Value, node: &serde_json::Value, change: serde_json::Value| {
        program.edit(json!({ "viewer": 0, "order": "change", "place": node, "state": state, "change": change }))
    };

    // Another program adds a line before the tree and changes the first wait: the other nodes are still found.
    let (state, look, forever) = (program.state(), program.place("look"), program.place("wait(3.0)"));
    let second = program.place("wait(2.0)");
    let outside = built.replacen("bt! {\n", "// By another program.\nbt! {\n    // New.\n", 1).replacen(
        "wait(2.0)",
        "wait(2.5)",
        1,
    );
    fs::write(&program.file, &outside).expect("it can be written");
    on(&state, &look, argument("1.5")).expect("the label is there");
    assert_eq!(program.text(), outside.replacen("wait(1.0)", "wait(1.5)", 1));
    on(&state, &forever, argument("3.5")).expect("its text is there once");
    let now = program.text();
    assert!(now.contains("forever < wait(3.5) >") && now.contains("// By another program."));
    // Of two nodes that were alike, one has changed. The changed one is not found; the other one is, since only it has
    // the text now.
    let unclear = message(on(&state, &forever, argument("9.0")));
    assert!(unclear.contains("with certainty"), "{unclear}");
    on(&state, &second, argument("2.25")).expect("only one has its text now");
    program.order("undo").expect("it was made");
    assert_eq!(program.text(), now);

    // After a change from outside, an edit that it does not touch can still be undone.
    fs::write(&program.file, now.replacen("wait(1.5)", "wait(1.75)", 1)).expect("it can be written");
    program.order("undo").expect("it does not touch");
    assert!(program.text().contains("forever < wait(3.0) >") && program.text().contains("wait(1.75)"));
    assert!(message(program.order("undo")).contains("nothing to undo"), "that does");

    // A file with different line ends and a byte order mark.
    let windows = format!("\u{feff}{}", built.replace('\n', "\r\n"));
    fs::write(&program.file, &windows).expect("it can be written");
    program.change("look", argument("4.0")).expect("it is right");
    assert_eq!(program.text(), windows.replacen("wait(1.0)", "wait(4.0)", 1));
    program.change("look", json!({ "what": "after", "text": "wait(5.0)" })).expect("it is right");
    assert!(program.text().contains("look: wait(4.0),\r\n        wait(5.0),\r\n"));
    program.order("undo").expect("it was made");
    program.order("undo").expect("it was made");
    assert_eq!(program.text(), windows);

    // A file with a mistake: an edit that keeps the mistake is refused, one that fixes it is made.
    let wrong = built.replacen("wait(1.0)", "wiat(1.0)", 1);
    fs::write(&program.file, &wrong).expect("it can be written");
    // A poll in another test may report the mistakes first.
    while program.files()[program.number()]["mistakes"] == json!([]) {
        let _ = poll();
    }
    let files = program.files();
    let mistakes = &files[program.number()]["mistakes"];
    assert_eq!((mistakes.as_array().map(Vec::len), &mistakes[0]["at"]["node"]), (Some(1), &json!(1)), "{mistakes}");
    assert!(program.change("wait(3.0)", argument("4.0")).is_err());
    assert_eq!(program.text(), wrong);
    program.change("look", json!({ "what": "replace", "text": "look: wait(1.0)" })).expect("it mends the file");
    assert_eq!(program.text(), built);
    assert_eq!(program.files()[program.number()]["mistakes"], json!([]));

    // A link remains a link.
    let (real, folder) = (program.file.with_extension("real"), program.file.parent().expect("a folder").to_owned());
    fs::rename(&program.file, &real).expect("it can be moved");
    std::os::unix::fs::symlink(&real, &program.file).expect("a link");
    program.change("look", argument("6.0")).expect("the file is in the sources");
    assert!(fs::symlink_metadata(&program.file).is_ok_and(|file| file.is_symlink()));
    assert!(text(&real).contains("look: wait(6.0)"));

    // A link to a file outside of the sources is not written, and the program says so.
    let away = folder.ancestors().nth(3).expect("a folder").join("away.rs");
    fs::rename(&real, &away).expect("it can be moved");
    fs::remove_file(&program.file).expect("the link goes");
    std::os::unix::fs::symlink(&away, &program.file).expect("a link");
    let (outside, state) = (text(&away), program.state());
    let done = on(&state, &program.place("look"), argument("7.0")).expect("the agents have it");
    assert!(done["unwritten"].as_str().is_some_and(|why| why.contains("leads out")), "{done}");
    assert_eq!(text(&away), outside);
    fs::remove_file(&program.file).expect("the link goes");
    fs::rename(&away, &program.file).expect("it can be moved");

    // Permissions are kept. A read-only file is not written; the running tree keeps the edit, and the next edit writes
    // both.
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |mode| fs::set_permissions(&program.file, fs::Permissions::from_mode(mode)).expect("permissions");
    mode(0o640);
    program.change("look", argument("8.0")).expect("it can be written");
    let kept = fs::metadata(&program.file).expect("it is there").permissions().mode();
    assert_eq!((kept & 0o777, program.text().contains("wait(8.0)")), (0o640, true));
    mode(0o440);
    let done = program.change("look", argument("9.0")).expect("the agents have it");
    assert_eq!(done["unwritten"], json!("the file may not be written"));
    let _ = poll();
    assert!(watch_has(&mut watch, "wait(9.0)"), "a poll does not take it back");
    assert!(program.text().contains("wait(8.0)"));
    assert_eq!(program.files()[program.number()]["unwritten"], done["unwritten"]);
    mode(0o640);
    let (state, last) = (done["state"].clone(), program.place("wait(3.0)"));
    on(&state, &last, argument("9.5")).expect("it can be written again");
    assert!(program.text().contains("look: wait(9.0)") && program.text().contains("wait(9.5)"));

    // No temporary file is left.
    let left = fs::read_dir(folder).expect("a folder").filter_map(Result::ok).map(|file| file.file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().starts_with(".outside.rs")).collect();
    assert!(left.is_empty(), "{left:?}");
}
