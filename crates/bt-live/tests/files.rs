//! What a file may look like whose trees run.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bt::{Status, TreeFor, bt};
use bt_live::{Live, offer};

bt! { pub Guard(Vec<u32>) = sequence < action(|seen| seen.push(1)), wait(1.0) > }

mod inner {
    use bt::bt;

    const LOW: u32 = 20;

    bt! { pub Guard(Vec<u32>) = sequence < action(|seen| seen.push(LOW)), wait(1.0) > }

    pub mod deeper {
        use bt::bt;

        const LOW: u32 = 30;

        // A tree with the same tokens but another meaning.
        bt! { pub Guard(Vec<u32>) = sequence < action(|seen| seen.push(LOW)), wait(1.0) > }
    }

    pub struct Nobody;

    impl Nobody {
        pub fn tick(&self) -> u32 {
            bt! { Guard(Vec<u32>) = sequence < action(|seen| seen.push(40)), action(|seen| seen.push(41)) > }
            let (mut mind, mut seen) = (super::Live::from(Guard::new()), Vec::new());
            mind.tick_for(0.0, &mut seen);
            seen[0]
        }
    }
}

#[cfg(not(any()))]
bt! { pub Chosen(Vec<u32>) = sequence < action(|seen| seen.push(50)), action(|seen| seen.push(51)) > }

#[cfg(any())]
bt! { pub Chosen(Vec<u32>) = sequence < action(|seen| seen.push(60)), action(|seen| seen.push(61)) > }

const THIS: &str = file!();

/// The tests offer texts of one file, so they run one after another.
fn text() -> (MutexGuard<'static, ()>, String) {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = package.ancestors().map(|folder| folder.join(THIS)).find(|path| path.is_file());
    (alone, fs::read_to_string(path.expect("the test has a source")).expect("it can be read"))
}

/// What a tree pushes first.
fn first<T: TreeFor<Vec<u32>>>(mut tree: T) -> u32 {
    let mut seen = Vec::new();
    tree.tick_for(0.0, &mut seen);
    seen[0]
}

/// What each of the trees pushes first.
fn shown() -> [u32; 5] {
    let (outer, middle) = (first(Live::from(Guard::new())), first(Live::from(inner::Guard::new())));
    let (deeper, chosen) = (first(Live::from(inner::deeper::Guard::new())), first(Live::from(Chosen::new())));
    [outer, middle, deeper, inner::Nobody.tick(), chosen]
}

/// Where the trees end: later in this file, these tests quote parts of them.
const END: &str = "const THIS";

/// The text with other words in its trees.
fn edited(text: &str, edit: impl FnOnce(&str) -> String) -> String {
    let (trees, rest) = text.split_at(text.find(END).expect("it is there"));
    let changed = edit(trees);
    assert_ne!(trees, changed);
    format!("{changed}{rest}")
}

fn takes(text: &str) -> Vec<String> {
    let update = offer(THIS, text).unwrap_or_else(|refused| panic!("{refused}"));
    assert!(!update.is_code_older);
    update.trees.iter().map(|name| name.split_once("::").expect("it is in a crate").1.to_owned()).collect()
}

fn refuses(text: &str) -> String {
    offer(THIS, text).expect_err("it has mistakes").to_string()
}

#[test]
fn trees_of_one_name_are_told_apart() {
    let (_alone, text) = text();
    assert_eq!(shown()[0], 1);
    takes(&text);
    assert_eq!(shown(), [1, 20, 30, 40, 50]);
    let swap = |from: &str, to: &str| edited(&text, |trees| trees.replacen(from, to, 1));
    let low = "action(|seen| seen.push(LOW)), wait(1.0) >";
    let last = |trees: &str| {
        let (before, after) = trees.split_at(trees.rfind(low).expect("it is there"));
        format!("{before}{}", after.replacen(low, "action(|seen| seen.push(LOW)), wait(2.0) >", 1))
    };
    assert_eq!(takes(&edited(&text, last)), ["inner::deeper::Guard"]);
    let both = takes(&swap("push(1)), wait(1.0)", "push(1)), wait(3.0)"));
    assert_eq!(both, ["Guard", "inner::deeper::Guard"]);
    let of_method = "action(|seen| seen.push(40)), action(|seen| seen.push(41))";
    let other_way = "action(|seen| seen.push(41)), action(|seen| seen.push(40))";
    assert_eq!(takes(&swap(of_method, other_way)), ["Guard", "inner::Nobody::tick::Guard"]);
    assert_eq!(shown(), [1, 20, 30, 41, 50]);
    assert_eq!(takes(&text), ["inner::Nobody::tick::Guard"]);
    // A tree under a condition, and the one that this build leaves out.
    let is = ["action(|seen| seen.push(50)), action(|seen| seen.push(51))", "action(|seen| seen.push(51)), succeed"];
    let is_not =
        ["action(|seen| seen.push(60)), action(|seen| seen.push(61))", "action(|seen| seen.push(61)), succeed"];
    assert_eq!(takes(&swap(is[0], is[1])), ["Chosen"]);
    assert_eq!(shown(), [1, 20, 30, 40, 51]);
    let both = edited(&text, |trees| trees.replace(is[0], is[1]).replace(is_not[0], is_not[1]));
    assert!(takes(&both).is_empty());
    assert_eq!(takes(&text), ["Chosen"]);
}

#[test]
fn all_problems_are_told_at_once() {
    let (_alone, text) = text();
    shown();
    takes(&text);
    let broken = edited(&text, |trees| {
        let trees = trees.replacen("push(1)), wait(1.0)", "push(2)), wait(1.0)", 1);
        let trees = trees.replacen("pub Chosen(Vec<u32>) = sequence", "pub Chosen(Vec<u32>) = sequense", 1);
        let trees = trees.replacen("seen.push(40)", "seen.push(42)", 1);
        trees.replacen("push(LOW)), wait(1.0) >", "push(LOW)), wait(1) > >", 1)
    });
    let refused = refuses(&broken);
    for message in ["push(2)", "push(42)", "`wait` takes a time", "unmatched `>`", "did you mean `sequence`?"] {
        assert!(refused.contains(message), "{message}: {refused}");
    }
    assert_eq!(refused.matches("this code is new: build again").count(), 2);
    assert_eq!(refused.matches("error: ").count(), 5, "{refused}");
    assert_eq!(refuses(&broken), refused, "its mistakes are told each time");
    let other = edited(&text, |trees| {
        let trees = trees.replacen("pub Guard(Vec<u32>)", "pub Guard(Vec<u32>) { a: u8 }", 1);
        trees.replace("pub Chosen(Vec<u32>)", "pub Chosen2(Vec<u32>)")
    });
    let refused = refuses(&other);
    assert!(refused.contains("the header of this tree has changed: build again"), "{refused}");
    let gone = offer(THIS, &edited(&text, |trees| trees.replace("pub Chosen(Vec<u32>)", "pub Chosen2(Vec<u32>)")));
    assert_eq!(gone.expect("there is no mistake").gone, ["files::Chosen"], "it continues as it is");
    let twice =
        edited(&text, |trees| trees.replacen("#[cfg(any())]", "#[cfg(not(any()))]", 1).replace("push(50)", "push(51)"));
    assert!(refuses(&twice).contains("this file has several trees `Chosen`: build again"));
    assert_eq!(shown(), [1, 20, 30, 40, 50]);
    takes(&text);
}

#[test]
fn spacing_and_code_of_other_places_change_nothing() {
    let (_alone, text) = text();
    shown();
    takes(&text);
    for same in [
        format!("\u{feff}{}", text.replace('\n', "\r\n")),
        edited(&text, |trees| trees.replace("    ", "\t")),
        edited(&text, |trees| trees.replace("bt! {", "/* ä 木 */ bt! { // é\n")),
        format!("{text}\n\n// bt! {{ pub Guard(Vec<u32>) = running }}"),
    ] {
        assert!(takes(&same).is_empty());
    }
    let waits = edited(&text, |trees| trees.replacen("push(1)), wait(1.0)", "push(1)), wait(9.0)", 1));
    assert_eq!(takes(&waits), ["Guard"]);
    let update = offer(THIS, &text.replacen("LOW: u32 = 20", "LOW: u32 = 21", 1)).expect("it is right");
    assert!(update.is_code_older, "the number is as it was built");
    assert_eq!(update.trees.len(), 1);
    takes(&text);
}

#[test]
fn files_of_any_size_are_read() {
    let (_alone, text) = text();
    takes(&text);
    let (mut mind, mut seen) = (Live::from(Guard::new()), Vec::new());
    assert_eq!(mind.tick_for(0.5, &mut seen), Status::Running);
    let waits = text.replacen("push(1)), wait(1.0)", "push(1)), wait(1.0), wait(9.0)", 1);
    let comments = format!("{waits}\n{}", "// ä lines of comments\n".repeat(10_000_000 / 24));
    assert_eq!(takes(&comments), ["Guard"]);
    assert_eq!(mind.tick_for(1.0, &mut seen), Status::Running);
    let code = format!("{text}\n{}", "fn f(a: u8) -> u8 { a + 1 }\n".repeat(2_000_000 / 28));
    offer(THIS, &code).expect("it is right");
    assert_eq!(mind.tick_for(9.0, &mut seen), Status::Success);
    let refused = refuses(&" ".repeat(33 << 20));
    assert!(refused.contains("this file has more than 32 MiB"), "{refused}");
    let refused = refuses(&format!("{text} {}", "{".repeat(1_000_000)));
    assert!(refused.contains("is not closed") && refused.len() < 500, "{}", refused.len());
    offer(THIS, &text).expect("it is right");
}
