//! `#[cfg(..)]` inside of live trees: predicates answer as they were built.

use bt::{Status, bt, leaf};
use bt_live::{Live, offer};

type Journal = Vec<&'static str>;

#[leaf]
fn say(journal: &mut Journal, word: &'static str) {
    journal.push(word);
}

bt! {
    pub Guard(Journal) = sequence <
        say("first"),
        #[cfg(test)] say("in tests"),
        #[cfg(not(test))] say("in release"),
        #[cfg(all(not(test), windows))] sequence < #[cfg(target_os = "haiku")] say("never"), say("on windows") >,
    >
}

bt! {
    #[cfg(test)]
    /// It is here.
    pub Dog(Journal) = say("woof")
}

bt! {
    #[cfg(not(test))]
    pub Cat(Journal) = say("meow")
}

fn text(from: &str, to: &str) -> String {
    let text = include_str!("conditions.rs");
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

#[test]
fn predicates_answer_as_they_were_built() {
    let (mut guard, mut dog, mut journal) = (Live::from(Guard::new()), Live::from(Dog::new()), Journal::new());
    assert_eq!(guard.tick(&mut journal), Status::Success);
    assert_eq!(dog.tick(&mut journal), Status::Success);
    assert_eq!(journal, ["first", "in tests", "woof"]);
    // Offers the text that was built.
    assert_eq!(offer(file!(), include_str!("conditions.rs")).expect("it is right").trees.len(), 0);

    let mut play = |from: &str, to: &str| {
        let update = offer(file!(), &text(from, to)).unwrap_or_else(|refused| panic!("{refused}"));
        assert_eq!(update.trees.len(), 1, "{to}");
        journal.clear();
        assert_eq!(guard.tick(&mut journal), Status::Success);
        journal.join(" ")
    };
    assert_eq!(play("\"in tests\"", "\"again\""), "first again");
    assert_eq!(play("#[cfg(test)] say", "#[cfg(not(test))] say"), "first");
    // Another node may have the condition, and a condition may be below that of another tree.
    let nested = "#[cfg(not(target_os = \"haiku\"))] say(\"more\"), #[cfg(target_os = \"haiku\")]";
    assert!(offer(file!(), &text("say(\"first\"),", nested)).is_err(), "`not(..)` is another predicate");
    assert_eq!(
        play("say(\"first\"),", "#[cfg(target_os = \"haiku\")] say(\"no\"), #[cfg( test )] say(\"yes\"),"),
        "yes in tests"
    );

    // A predicate that no tree had is reported, with all other mistakes, and the old tree continues.
    let unknown = text("say(\"first\"),", "#[cfg(target_os = \"plan9\")] say(\"nine\"), say(3), walk(1),");
    let refused = offer(file!(), &unknown).expect_err("the predicate is new");
    let messages: Vec<_> = refused.mistakes().iter().map(|mistake| &*mistake.message).collect();
    assert_eq!(messages[0], "this `cfg` was not used when the program was built: build again", "{refused}");
    let line = unknown.lines().nth(refused.mistakes()[0].line - 1).expect("there is a line");
    assert_eq!(line[refused.mistakes()[0].column - 1..].find("target_os"), Some(0), "{refused}");
    assert_eq!(messages.len(), 3, "{refused}");
    journal.clear();
    assert_eq!(guard.tick(&mut journal), Status::Success);
    assert_eq!(journal, ["yes", "in tests"]);

    // A tree whose condition does not hold is gone.
    let gone = text("    #[cfg(test)]\n    /// It is here.", "    #[cfg(not(test))]\n    /// It is here.");
    assert_eq!(offer(file!(), &gone).expect("it is right").gone.len(), 1);
}
