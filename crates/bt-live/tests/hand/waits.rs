//! Edits that only a build can take.

use bt::{Status, bt, leaf};
use bt_live::{Live, poll};
use serde_json::{Value, json};

use crate::program::{Program, message};

#[leaf]
fn stride(steps: &mut u32, by: u32) {
    *steps += by;
}

bt! { pub Strider(u32) = sequence < pause: wait(1.0), stride(2) > }

#[test]
fn a_text_that_needs_a_build_is_written_when_it_is_asked_for_twice() {
    let program = Program::new(file!()).with::<Strider>();
    let (mut strider, mut steps) = (Live::from(Strider::new()), 0);
    strider.tick_for(0.5, &mut steps);
    let (before, number) = (program.text(), program.number());
    let asked = |node: &str, text: &str, build: bool| {
        let (place, state, change) = (program.place(node), program.state(), json!({ "what": "replace", "text": text }));
        let order =
            json!({ "viewer": 0, "order": "change", "place": place, "state": state, "change": change, "build": build });
        program.edit(order)
    };
    let waits = || program.files()[number]["waits"].clone();

    // Other mistakes cannot be written this way.
    for text in ["stride(-1)", "sequense < stride(1) >", "sequence < stride(-1), condition(|steps| *steps > 7) >"] {
        let refused = asked("stride", text, true).expect_err(text);
        assert_eq!((&refused["needs_build"], program.text()), (&json!(false), before.clone()), "{text}");
    }
    let new = "wait_until(|steps| *steps > 7)";
    let refused = asked("stride", new, false).expect_err("it is new code");
    assert_eq!((&refused["needs_build"], program.text(), waits()), (&json!(true), before.clone(), json!(false)));

    // The file has the text, and is listed as waiting; the agent continues in the old tree.
    asked("stride", new, true).expect("it is asked for twice");
    let written = before.replacen("stride(2) > }", &format!("{new} > }}"), 1);
    assert_eq!((program.text(), waits()), (written.clone(), json!(true)));
    let mistakes = program.files()[number]["mistakes"].clone();
    assert_eq!(mistakes[0]["message"], "this code is new: build again");
    assert_eq!(mistakes[0]["at"], json!({ "tree": 0, "node": 2 }));
    let _ = poll();
    assert_eq!((strider.tick_for(1.0, &mut steps), steps), (Status::Success, 2));

    // Further edits are made on that text, and wait as well.
    let argument = json!({ "what": "argument", "index": 0, "text": "3.0" });
    assert_eq!(message(program.change("pause", argument)), "this code is new: build again");
    asked("pause", "pause: wait(3.0)", true).expect("it is asked for twice");
    assert_eq!(program.text(), written.replacen("wait(1.0)", "wait(3.0)", 1));

    // After undoing them, nothing waits any more.
    program.order("undo").expect("it can be undone");
    assert_eq!((program.text(), waits()), (written.clone(), json!(true)));
    program.order("undo").expect("it can be undone");
    assert_eq!((program.text(), waits()), (before, json!(false)));
    assert_eq!(program.files()[number]["mistakes"], Value::Array(Vec::new()));
    program.order("redo").expect("it can be made again");
    assert_eq!((program.text(), waits()), (written, json!(true)));
    asked("wait_until", "stride(5)", false).expect("it is right");
    assert_eq!(waits(), json!(false));
    assert_eq!((strider.tick_for(3.0, &mut steps), steps), (Status::Success, 7));
}
