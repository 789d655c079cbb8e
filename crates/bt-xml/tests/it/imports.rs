//! Files of BehaviorTree.CPP, and the Rust that they become. `BLESS=1` writes it again.

use std::fs;
use std::time::Duration;

use bt_xml::import;

#[path = "../imports/count.rs"]
mod count;
#[allow(dead_code)]
#[path = "../imports/deliver.rs"]
mod deliver;
#[path = "../imports/loops.rs"]
mod loops;
#[allow(dead_code)]
#[path = "../imports/outside.rs"]
mod outside;
#[path = "../imports/paint.rs"]
mod paint;
#[path = "../imports/skipped.rs"]
mod skipped;
#[allow(dead_code)]
#[path = "../imports/squares.rs"]
mod squares;
#[path = "../imports/updates.rs"]
mod updates;
#[path = "../imports/words.rs"]
mod words;

fn path(name: &str) -> String {
    format!("{}/tests/imports/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The Rust for a file, followed by its problems as comments.
fn imported(name: &str) -> String {
    let mut load = |name: &str| fs::read_to_string(path(name)).map_err(|error| error.to_string());
    let imported = import(&[name], &[], &mut load);
    let file = load(name).expect("it can be read");
    let mut text = imported.rust.unwrap_or_else(|| panic!("{:?}", imported.problems));
    for problem in imported.problems {
        let line = file[..problem.at.start].matches('\n').count() + 1;
        text += &format!("\n// {name}:{line}: {}\n", problem.message);
    }
    text
}

#[test]
fn records() {
    for name in ["count", "deliver", "loops", "outside", "paint", "skipped", "squares", "updates", "words"] {
        let (found, record) = (imported(&format!("{name}.xml")), path(&format!("{name}.rs")));
        if std::env::var_os("BLESS").is_some() {
            fs::write(&record, &found).expect("it can be written");
        }
        let recorded = fs::read_to_string(&record).expect("it is there");
        assert_eq!(found, recorded, "run it again with BLESS=1, and read what has changed");
    }
}

/// What BehaviorTree.CPP does with this tree: three tries, a skipped node, a script after a failure, a switch.
#[test]
fn scripts_and_conditions_run() {
    let (mut tree, mut board) = (count::Count::new(), count::Board::default());
    assert!(tree.tick_for(Duration::from_millis(499), &mut board).is_running());
    assert_eq!((board.tries, board.answer, &*board.said), (3.0, 42, "Hello, robot"));
    assert_eq!((board.ready, &*board.mood), (true, "good"));
    assert!(tree.tick_for(Duration::from_millis(1), &mut board).is_success());
    assert_eq!(board.answer, 84);
}

/// Loops over what is written in the file, and entries of the main tree in a subtree.
#[test]
fn loops_run() {
    let (mut tree, mut board) = (loops::Loops::new(), loops::Board::default());
    assert!(tree.tick_for(Duration::ZERO, &mut board).is_success());
    assert_eq!((board.total, board.add_total, &*board.said, board.n), (60.0, 30.0, "ab", 0));
}

/// Loops over entries, which take items out of queues and leave lists unchanged; and nodes that ask whether an entry
/// was written: each for itself, including the first time.
#[test]
fn loops_over_entries_and_updates_run() {
    let (mut tree, mut board) = (updates::Updates::new(), updates::Board::default());
    board.queue = [1.5, 2.5].into();
    board.names = vec!["a".to_owned(), "b".to_owned()];
    // The goal was never written.
    assert!(tree.tick_for(Duration::ZERO, &mut board).is_running());
    assert_eq!((board.total, &*board.said, board.queue.len(), board.names.len()), (4.0, "ab", 0, 2));
    assert_eq!((board.news, board.count), (0.0, 6));
    *board.goal() = 7.0;
    assert!(tree.tick_for(Duration::ZERO, &mut board).is_success());
    assert_eq!((board.news, board.last), (1.0, 7.0));
    // The first node has not seen that yet; the one that waits has.
    assert!(tree.tick_for(Duration::ZERO, &mut board).is_running());
    assert_eq!(board.news, 2.0);
    *board.goal() = 7.0;
    assert!(tree.tick_for(Duration::ZERO, &mut board).is_success());
    assert_eq!((board.news, board.last), (3.0, 7.0));
}

/// As in BehaviorTree.CPP: a skipped root is skipped with its subtree, and a node is halted if it was running.
#[test]
fn skipped_roots_and_halted_nodes() {
    let (mut tree, mut board) = (skipped::Main::new(), skipped::Board { skip: true, ..Default::default() });
    assert!(tree.tick_for(Duration::from_millis(50), &mut board).is_running());
    assert_eq!((board.ran, board.other, board.after, board.halts), (0.0, 1.0, 1.0, 0.0));
    assert!(tree.tick_for(Duration::from_millis(50), &mut board).is_failure());
    assert_eq!((board.slept, board.halts), (4, 1.0));
    let mut tree = skipped::Main::new();
    board.skip = false;
    assert!(tree.tick_for(Duration::from_millis(50), &mut board).is_running());
    assert_eq!((board.ran, board.other), (1.0, 1.0));
    tree.abort(&mut board);
    assert_eq!(board.halts, 2.0);
}

/// A tree that several places use is written once: its arguments differ.
#[test]
fn parameters_run() {
    let mut board = squares::Board::default();
    assert!(squares::AddSquare::new(3.0).tick(&mut board).is_success());
    assert_eq!((board.total, board.square), (9.0, 9.0));
    assert!(squares::AddSquare::new(-2.0).tick(&mut board).is_success());
    assert_eq!((board.total, board.square), (13.0, 4.0));
    for expected in [14.0, 16.0] {
        assert!(squares::Count::new().tick(&mut board).is_success());
        assert_eq!(board.total, expected);
    }
    assert!(squares::Count2::new().tick(&mut board).is_success());
    assert_eq!((board.total, board.runs, board.count_runs), (17.0, 2.0, 1.0));
}

/// The values of an enum are written once, and are the same in scripts, ports and cases. A text that no script names
/// stays a text.
#[test]
fn enums_run() {
    let (mut tree, mut board) = (paint::Paint::new(), paint::Board::default());
    board.brush = "BROAD".to_owned();
    assert!(tree.tick_for(Duration::from_secs(1), &mut board).is_success());
    assert_eq!((&*board.said, board.mixed, &*board.state, board.coats), ("red", true, "WET", 2.0));
    assert_eq!((board.color, board.next), (paint::GREEN, paint::GREEN));
}

/// Models in a project's own files are all imported. A file of `--models` may have many that nothing uses.
#[test]
fn models_that_no_tree_uses() {
    let mut load = |name: &str| {
        let model = format!("<TreeNodesModel><Action ID='Of{name}'/></TreeNodesModel>");
        Ok(format!("<root BTCPP_format='4'>{model}</root>"))
    };
    let rust = import(&["Trees"], &["Models"], &mut load).rust.expect("the files have no errors");
    assert!(rust.contains("pub fn of_trees(") && !rust.contains("pub fn of_models("), "{rust}");
}
