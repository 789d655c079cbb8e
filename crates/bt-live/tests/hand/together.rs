//! Several viewers edit at the same time, while the program polls.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use bt::bt;
use bt_live::{Live, poll};
use serde_json::{Value, json};

use crate::program::Program;

bt! {
    pub Shared(()) = parallel <
        // Each viewer has a node.
        a: wait(1.0),
        b: wait(1.0),
        c: wait(1.0),
        d: wait(1.0),
    >
}

const EDITS: u32 = 12;

#[test]
fn no_edit_is_lost() {
    let program = Program::new(file!()).with::<Shared>();
    let mut shared = Live::from(Shared::new());
    let (built, first, ends) = (program.text(), program.state(), AtomicBool::new(false));
    let viewer = |label: &str| {
        let place = program.place(&format!("{label}: "));
        for number in 1..=EDITS {
            // Half of the edits are based on a state that is long outdated.
            let state = if number % 2 == 0 { program.state() } else { first.clone() };
            let change = json!({ "what": "argument", "index": 0, "text": format!("{number}.5") });
            let order = json!({ "viewer": 0, "order": "change", "place": place, "state": state, "change": change });
            program.edit(order).unwrap_or_else(|refused| panic!("{label} {number}: {refused}"));
        }
    };
    thread::scope(|scope| {
        let polls = scope.spawn(|| {
            while !ends.load(Ordering::Relaxed) {
                let _ = poll();
                shared.tick_for(0.001, &mut ());
            }
        });
        let viewers = ["a", "b", "c", "d"].map(|label| {
            scope.spawn({
                let viewer = &viewer;
                move || viewer(label)
            })
        });
        let ended: Vec<_> = viewers.into_iter().map(thread::ScopedJoinHandle::join).collect();
        ends.store(true, Ordering::Relaxed);
        polls.join().expect("the program does not panic");
        assert!(ended.iter().all(Result::is_ok));
    });
    let waits_for = |time: &str| format!(": wait({time})");
    assert_eq!(program.text(), built.replace(&waits_for("1.0"), &waits_for(&format!("{EDITS}.5"))));
    let file: &Value = &program.files()[program.number()];
    assert_eq!(file["undo"], json!(4 * EDITS));
    for _ in 0..4 * EDITS {
        program.order("undo").expect("it was made");
    }
    assert_eq!(program.text(), built);
    let waits = |shared: &mut Live<Shared>| {
        shared.abort(&mut ());
        shared.tick_for(0.0, &mut ());
        shared.active().filter(|node| node.args == "(1.0)").count()
    };
    assert_eq!(waits(&mut shared), 4, "the agents have what is written");
}
