//! A tree that is edited while it runs.

use std::fs;
use std::path::PathBuf;

use bt::{Outcome, Status, bt, leaf};
use bt_live::{Live, offer, poll};

/// The world borrows, as most do.
struct World<'w> {
    journal: &'w mut Vec<String>,
    hungry: bool,
}

#[leaf]
fn find(world: &mut World<'_>) -> Option<u32> {
    world.journal.push("find".to_owned());
    Some(7)
}

#[derive(bt::Behavior, Clone)]
#[behavior(context = World<'_>)]
struct Walk {
    to: u32,
    steps: u32,
}

impl Walk {
    fn new(to: u32, steps: u32) -> Self {
        Walk { to, steps }
    }

    fn start(&mut self, world: &mut World<'_>) {
        world.journal.push(format!("start walk to {}", self.to));
    }

    fn run(&mut self, _: &mut World<'_>) -> Status {
        if self.steps == 0 {
            return Status::Success;
        }
        self.steps -= 1;
        Status::Running
    }

    fn finish(&mut self, world: &mut World<'_>, outcome: Outcome) {
        world.journal.push(format!("finish walk to {}: {outcome:?}", self.to));
    }
}

bt! {
    pub Guard(World<'_>) { home: u32 } = sequence <
        condition(|world| world.hungry),
        find -> prey,
        walk(prey, 2),
        nap: wait(2.0),
        walk(home, 0),
        action(|world| world.journal.push(format!("ate {prey}"))),
    >
}

const THIS: &str = file!();

fn text() -> String {
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = package.ancestors().map(|folder| folder.join(THIS)).find(|path| path.is_file());
    fs::read_to_string(path.expect("the test has a source")).expect("it can be read")
}

/// The text with other nodes in the tree.
fn edited(from: &str, to: &str) -> String {
    let text = text();
    let at = text.find("bt! {").expect("there is a tree");
    let found = text[at..].find(from).expect("the tree has this text") + at;
    format!("{}{to}{}", &text[..found], &text[found + from.len()..])
}

struct Agent {
    mind: Live<Guard>,
    journal: Vec<String>,
}

impl Agent {
    fn new() -> Self {
        Agent { mind: Live::from(Guard::new(3)), journal: Vec::new() }
    }

    fn tick(&mut self, seconds: f64) -> Status {
        let mut world = World { journal: &mut self.journal, hungry: true };
        self.mind.tick_for(seconds, &mut world)
    }

    fn titles(&self) -> Vec<&'static str> {
        self.mind.active().map(|node| node.title()).collect()
    }
}

#[test]
fn a_tree_goes_on_in_its_new_text() {
    // The tree as it was built.
    let mut agent = Agent::new();
    assert_eq!(agent.tick(0.5), Status::Running);
    assert_eq!(agent.titles(), ["sequence", "walk"]);
    assert_eq!(agent.journal, ["find", "start walk to 7"]);

    // A longer nap after the active leaf: the leaf continues.
    let longer = edited("wait(2.0)", "wait(4.0)");
    assert_eq!(offer(THIS, &longer).expect("it is right").trees.len(), 1);
    assert_eq!(agent.tick(0.5), Status::Running);
    assert_eq!(agent.journal, ["find", "start walk to 7"]);
    assert_eq!(agent.tick(1.0), Status::Running);
    assert_eq!(agent.journal[2..], ["finish walk to 7: Success"]);
    assert_eq!(agent.titles(), ["sequence", "nap"]);

    // The nap has lasted one second of four. It keeps the rest of its time, although the last walk now comes first.
    let swapped = longer.replace("nap: wait(4.0),\n        walk(home, 0),", "walk(home, 0),\n        nap: wait(9.0),");
    assert_ne!(swapped, longer);
    offer(THIS, &swapped).expect("it is right");
    assert_eq!(agent.tick(2.5), Status::Running);
    assert_eq!(agent.titles(), ["sequence", "nap"]);

    // No tree has this closure: nothing changes, and the error shows the line.
    let broken = swapped.replace("ate {prey}", "eaten {prey}");
    let refused = offer(THIS, &broken).expect_err("it needs a build").to_string();
    assert!(refused.contains("this code is new: build again"), "{refused}");
    assert!(refused.contains("eaten {prey}"), "{refused}");
    for (other, message) in [
        ("walk(\"home\", 0)", "mismatched types: expected `u32`, found `&str`"),
        ("walk(-1, 0)", "cannot apply unary operator `-` to type `u32`"),
        ("wait(2)", "`wait` takes a time"),
        ("wait(home)", "a time is in seconds with a decimal point"),
        ("wait(prey)", "a time is in seconds with a decimal point"),
        ("retry(-1) < walk(1, 2) >", "`retry` takes a whole number"),
        ("talk(1)", "no built tree has this leaf: build again"),
    ] {
        let refused = offer(THIS, &swapped.replacen("walk(home, 0)", other, 1)).expect_err(other).to_string();
        assert!(refused.contains(message), "{refused}");
    }
    for other in ["home: u64", "home: u32, other: u32"] {
        let refused = offer(THIS, &swapped.replacen("home: u32", other, 1)).expect_err(other).to_string();
        assert!(refused.contains("the header of this tree has changed: build again"), "{refused}");
    }
    let half = &swapped[..swapped.find("walk(home").expect("it is there")];
    let refused = offer(THIS, half).expect_err("it is half written").to_string();
    assert!(refused.contains("is not closed"), "{refused}");

    assert_eq!(agent.tick(0.5), Status::Success);
    assert_eq!(agent.journal[3..], ["ate 7"]);

    // The active leaf is gone: it is aborted, once, by its old code, and the tree starts over. The known leaves come
    // with other arguments, below new nodes, and the known closure comes twice.
    agent.journal.clear();
    agent.tick(0.0);
    assert_eq!(agent.journal, ["find", "start walk to 7"]);
    let eat = "action(|world| world.journal.push(format!(\"ate {prey}\")))";
    let other = edited("walk(prey, 2),", &format!("retry(2) < inverter < walk(prey, 0) > >, {eat},"));
    let other = other.replacen("sequence <", "selector < sequence <", 1).replacen(
        &format!("{eat},\n    >"),
        &format!("{eat},\n    >, timeout(1.5) < sequence < walk(99, 1), walk(home, 0), wait(5.0) > > >"),
        1,
    );
    offer(THIS, &other).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(agent.tick(1.0), Status::Running);
    let began = ["find", "start walk to 7", "finish walk to 7: Aborted", "find"];
    let retried = ["start walk to 7", "finish walk to 7: Success"];
    let then = ["start walk to 99"];
    let all: Vec<&str> = [&began[..], &retried, &retried, &then].concat();
    assert_eq!(agent.journal, all);
    assert_eq!(agent.tick(0.25), Status::Running);
    assert_eq!(agent.titles(), ["selector", "timeout", "sequence", "wait"]);
    // A timeout around the active leaf also keeps the rest of its time.
    let longer = other.replace("wait(5.0)", "wait(6.0)").replace("timeout(1.5)", "timeout(8.0)");
    assert_ne!(other, longer);
    offer(THIS, &longer).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(agent.tick(0.1), Status::Running);
    assert_eq!(agent.tick(0.2), Status::Failure);

    // Now the same from the file on disk.
    poll().expect("the file has not been broken");
    agent.journal.clear();
    agent.tick(0.0);
    assert_eq!(agent.titles(), ["sequence", "walk"]);
}
