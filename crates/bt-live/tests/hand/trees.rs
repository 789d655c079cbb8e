//! A node becomes a separate tree, and a tree is inlined where it is used. The page asks first whether that is
//! possible.

use bt::{Status, bt, leaf};
use bt_live::Live;
use serde_json::json;

use crate::program::{Program, message};

#[leaf]
fn utter(said: &mut Vec<&'static str>, what: &'static str) {
    said.push(what);
}

bt! {
    pub Speak(Vec<&'static str>) = sequence <
        utter("a"), // first
        chat: sequence <
            // inside
            utter("b"),
            utter("c"),
        >,
        utter("d"),
    >
}

#[test]
fn a_node_becomes_a_tree_and_goes_back() {
    let program = Program::new(file!()).with::<Speak>();
    let (mut speak, mut said) = (Live::from(Speak::new()), Vec::new());
    let mut tick = || {
        said.clear();
        assert_eq!(speak.tick(&mut said), Status::Success);
        assert_eq!(said, ["a", "b", "c", "d"]);
    };
    tick();
    let before = program.text();

    // Asks whether the change would be allowed, without making it.
    let would = |node, change| {
        let (place, state) = (program.place(node), program.state());
        program.edit(json!({ "viewer": 0, "order": "try", "place": place, "state": state, "change": change }))
    };
    assert!(would("utter(\"a\")", json!({ "what": "delete" })).is_ok());
    tick();
    assert!(would("chat", json!({ "what": "extract" })).is_ok());
    let why = message(would("utter(\"a\")", json!({ "what": "replace", "text": "uttre(\"a\")" })));
    assert!(why.contains("no built tree has this leaf"), "{why}");
    let why = message(would("chat", json!({ "what": "move", "parent": 2, "index": 0 })));
    assert_eq!(why, "a node cannot be moved into itself");
    assert_eq!(program.text(), before);
    assert!(program.order("undo").is_err(), "nothing was done");
    tick();

    program.change("chat", json!({ "what": "extract" })).expect("it can be a tree");
    let text = program.text();
    let tree = "bt! {\n    pub Chat(Vec<&'static str>) = sequence <\n        // inside\n        utter(\"b\"),\n        \
         utter(\"c\"),\n    >\n}\n";
    assert!(text.contains("utter(\"a\"), // first\n        chat: chat,\n        utter(\"d\"),"), "{text}");
    assert!(text.contains(tree), "{text}");
    tick();
    // A node goes to the other tree.
    program
        .change("utter(\"c\")", json!({ "what": "move", "tree": 0, "parent": 0, "index": 2 }))
        .expect("it has a place");
    let moved = program.text();
    assert!(moved.contains("chat: chat,\n        utter(\"c\"),\n        utter(\"d\"),"), "{moved}");
    tick();
    program.order("undo").expect("it can be undone");
    assert_eq!(program.text(), text);
    program.change("chat: chat", json!({ "what": "inline" })).expect("it is a tree");
    assert_eq!(program.text().replacen(&format!("\n{tree}"), "", 1), before);
    tick();
    for _ in 0..2 {
        program.order("undo").expect("it can be undone");
    }
    assert_eq!(program.text(), before);
    tick();
}
