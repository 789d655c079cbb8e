//! Random edits while an agent runs.
//!
//! `BT_EDITS=10000 cargo test --release --features edit --test hand random` makes more of them.

use bt::describe::NodeKind;
use bt::{NodeEvent, Outcome, Status, TreeObserver, bt, leaf};
use bt_live::Live;
use serde_json::{Value, json};

use crate::program::Program;

#[leaf]
fn step(steps: &mut u32, by: u32) -> bool {
    *steps += by;
    !steps.is_multiple_of(3)
}

bt! { pub Other(u32) = sequence < wait(0.5), step(3) > }

bt! {
    /// Comment of the tree.
    pub Mover(u32) = sequence <
        a: step(1), // of a
        selector <
            step(2), /* of b */
            b: wait(1.0),
        >,
        // of other
        other,
        parallel < wait(2.0), c: wait(3.0) >,
    >
}

/// Counts starts and ends of leaves. Nodes without hooks may come and go above them.
#[derive(Default)]
struct Balance {
    starts: usize,
    ends: usize,
}

impl TreeObserver for Balance {
    fn start(&mut self, event: &NodeEvent) {
        self.starts += usize::from(event.node().kind == NodeKind::Leaf);
    }

    fn finish(&mut self, event: &NodeEvent, _: Outcome) {
        self.ends += usize::from(event.node().kind == NodeKind::Leaf);
    }
}

fn change(random: &mut fastrand::Rng, nodes: usize) -> Value {
    let text = ["step(4)", "wait(0.25)", "sequence < step(5), wait(0.5) >", "other", "n: step(6)", "nothing"]
        [random.usize(..6)];
    match random.u8(..14) {
        0 => json!({ "what": "argument", "index": 0, "text": format!("{}", random.u8(..9)) }),
        1 => json!({ "what": "argument", "index": 0, "text": format!("{}.5", random.u8(..3)) }),
        2 => json!({ "what": "label", "name": (["", "x", "y", "b"][random.usize(..4)]) }),
        3 => json!({ "what": "delete" }),
        4 => json!({ "what": "duplicate" }),
        5 => json!({ "what": "up" }),
        6 => json!({ "what": "down" }),
        7 => json!({ "what": "out" }),
        8 => json!({ "what": "in" }),
        9 => {
            json!({ "what": "wrap", "wrapper": (["sequence", "inverter", "retry(3)", "repeat(2)", "timeout(1.0)"][random.usize(..5)]) })
        }
        10 => json!({ "what": "unwrap" }),
        11 => json!({ "what": "insert", "index": random.usize(..3), "text": text }),
        12 => json!({ "what": "move", "parent": random.usize(..nodes), "index": random.usize(..3) }),
        _ => {
            json!({ "what": "kind", "name": (["sequence", "selector", "parallel", "repeat", "inverter"][random.usize(..5)]) })
        }
    }
}

#[test]
fn each_start_has_its_end_and_each_byte_comes_back() {
    let edits = std::env::var("BT_EDITS").map_or(300, |edits| edits.parse().expect("a number"));
    let program = Program::new(file!()).with::<Mover>();
    let (mut mover, mut steps, mut balance) = (Live::from(Mover::new()), 0, Balance::default());
    let mut random = fastrand::Rng::with_seed(42);
    let built = program.text();
    let (mut texts, mut refused) = (vec![built.clone()], 0);
    for _ in 0..edits {
        let before = texts.last().expect("there is one").clone();
        let text = bt_text::Text::new(before.clone(), false);
        let tree = text.trees().iter().position(|tree| text.name(tree) == Some("Mover")).expect("it is there");
        let nodes = text.trees()[tree].nodes().len();
        let place = json!({ "file": program.number(), "at": { "tree": tree, "node": random.usize(..nodes) } });
        // It does not grow for ever.
        let change = if nodes > 40 { json!({ "what": "delete" }) } else { change(&mut random, nodes) };
        let order =
            json!({ "viewer": 0, "order": "change", "place": place, "state": program.state(), "change": change });
        match program.edit(order) {
            Ok(_) if program.text() != before => texts.push(program.text()),
            Ok(_) => {}
            Err(_) => {
                refused += 1;
                assert_eq!(program.text(), before, "{change}");
            }
        }
        let _: Status = mover.tick_for_with(0.3, &mut steps, &mut balance);
        let active = mover.active().filter(|node| node.kind == NodeKind::Leaf).count();
        assert_eq!(balance.starts, balance.ends + active, "{change} of\n{before}\nbecame\n{}", program.text());
        assert!(program.text().contains("/// Comment of the tree."));
    }
    assert!(texts.len() * 4 > edits && refused > 0, "{} made, {refused} refused", texts.len());
    mover.abort_with(&mut steps, &mut balance);
    assert_eq!(balance.starts, balance.ends);
    let known = texts.len().min(1001);
    for text in texts.iter().rev().skip(1).take(known - 1) {
        program.order("undo").expect("it can be undone");
        assert_eq!(program.text(), *text);
    }
}
