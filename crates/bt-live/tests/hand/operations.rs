//! Each operation: the file, the agents, and the bytes that come back.

use bt::{Status, bt, leaf};
use bt_live::{Live, poll};
use serde_json::json;

use crate::program::Program;

#[leaf]
fn say(said: &mut Vec<String>, what: &'static str) -> bool {
    said.push(what.to_owned());
    !what.is_empty()
}

#[leaf]
fn nod(said: &mut Vec<String>) -> bool {
    said.push("nod".to_owned());
    true
}

bt! {
    /// Greets.
    pub Greet(Vec<String>) = sequence <
        say("hello"), // first

        // Then a word.
        talk: say("well"),
        force_success < say("no") >,
        selector < nod, say("late") >,
    >
}

/// The tree, as it is written.
fn tree(text: &str) -> String {
    let tree = text.split_once("pub Greet").expect("it is there").1;
    tree.split_once("\n}").expect("it ends").0.to_owned()
}

#[test]
fn each_operation_is_seen_in_file_and_agent_and_undone() {
    let program = Program::new(file!()).with::<Greet>();
    let (mut greet, mut said) = (Live::from(Greet::new()), Vec::new());
    let mut tick = |expected: &[&str]| {
        said.clear();
        greet.abort(&mut said);
        let _: Status = greet.tick(&mut said);
        assert_eq!(said, expected);
    };
    tick(&["hello", "well", "no", "nod"]);
    let before = program.text();
    let mut texts = vec![before.clone()];
    for (node, change, written, says) in [
        (
            "say(\"hello\")",
            json!({ "what": "argument", "index": 0, "text": "\"hi\"" }),
            "say(\"hi\"), // first",
            "hi well no nod",
        ),
        ("talk", json!({ "what": "label", "name": "word" }), "    word: say(\"well\"),", "hi well no nod"),
        ("say(\"hi\")", json!({ "what": "down" }), "    word: say(\"well\"),\n        say(\"hi\"),", "well hi no nod"),
        ("word", json!({ "what": "duplicate" }), "word: say(\"well\"),\n        say(\"well\"),", "well well hi no nod"),
        ("say(\"well\")", json!({ "what": "delete" }), "word: say(\"well\"),\n        say(\"hi\"),", "well hi no nod"),
        (
            "say(\"no\")",
            json!({ "what": "wrap", "wrapper": "repeat(2)" }),
            "force_success < repeat(2) < say(\"no\") > >",
            "well hi no no nod",
        ),
        ("force_success", json!({ "what": "unwrap" }), "        repeat(2) < say(\"no\") >,", "well hi no no nod"),
        ("repeat", json!({ "what": "kind", "name": "retry" }), "        retry(2) < say(\"no\") >,", "well hi no nod"),
        (
            "selector",
            json!({ "what": "insert", "index": 0, "text": "say(\"bye\")" }),
            "selector < say(\"bye\"), nod, say(\"late\") >",
            "well hi no bye",
        ),
        (
            "say(\"bye\")",
            json!({ "what": "out" }),
            "selector < nod, say(\"late\") >,\n        say(\"bye\"),",
            "well hi no nod bye",
        ),
        ("say(\"bye\")", json!({ "what": "in" }), "selector < nod, say(\"late\"), say(\"bye\") >,", "well hi no nod"),
        (
            "nod",
            json!({ "what": "move", "parent": 0, "index": 0 }),
            "selector < say(\"late\"), say(\"bye\") >,",
            "nod well hi no late",
        ),
        (
            "say(\"late\")",
            json!({ "what": "replace", "text": "nod" }),
            "selector < nod, say(\"bye\") >,",
            "nod well hi no nod",
        ),
        (
            "selector",
            json!({ "what": "after", "text": "say(\"end\")" }),
            "selector < nod, say(\"bye\") >,\n        say(\"end\"),",
            "nod well hi no nod end",
        ),
        (
            "word",
            json!({ "what": "siblings", "count": 2, "change": { "what": "down" } }),
            "retry(2) < say(\"no\") >,\n        // Then a word.\n        word: say(\"well\"),\n        say(\"hi\"),",
            "nod no well hi nod end",
        ),
    ] {
        program.change(node, change.clone()).unwrap_or_else(|refused| panic!("{change}: {refused}"));
        let text = program.text();
        assert!(tree(&text).contains(written), "{change} became {}", tree(&text));
        for comment in ["/// Greets.", "// first", "// Then a word."] {
            assert!(text.contains(comment), "{change} became {text}");
        }
        // Messages may change with the tree; the rest of the file must not.
        let rest = |text: &str| text.replace(&tree(text), "");
        assert_eq!(rest(&text), rest(&before));
        let expected: Vec<&str> = says.split(' ').collect();
        tick(&expected);
        texts.push(text);
    }
    let _ = poll();
    tick(&["nod", "no", "well", "hi", "nod", "end"]);
    let last = texts.pop().expect("a text");
    for text in texts.iter().rev() {
        program.order("undo").expect("it can be undone");
        assert_eq!(program.text(), *text);
    }
    assert!(program.order("undo").is_err());
    tick(&["hello", "well", "no", "nod"]);
    for text in texts.iter().skip(1).chain([&last]) {
        program.order("redo").expect("it can be made again");
        assert_eq!(program.text(), *text);
    }
    assert!(program.order("redo").is_err());
    tick(&["nod", "no", "well", "hi", "nod", "end"]);
}
