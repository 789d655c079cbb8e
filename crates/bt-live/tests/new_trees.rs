//! Trees that a text uses as leaves, but no built tree does: new ones, and built ones of the same file.

use bt::{Status, bt, leaf};
use bt_live::{Live, offer};

struct World<'w> {
    journal: &'w mut Vec<String>,
}

#[leaf]
fn say(world: &mut World<'_>, word: &'static str) {
    world.journal.push(word.to_owned());
}

#[leaf]
fn find(_: &World<'_>) -> Option<u32> {
    Some(4)
}

bt! { pub Guard(World<'_>) { name: &'static str } = sequence < say("up"), wait(1.0), say("down") > }

// No tree has it as a leaf.
bt! {
    pub Nap(World<'_>) { word: &'static str } = sequence <
        say(word),
        wait(2.0),
        action(|world| world.journal.push("rested".into())),
    >
}

bt! { pub Loud(World<'_>) -> Result<String> = say("loud") }

const NODES: &str = "sequence < say(\"up\"), wait(1.0), say(\"down\") >";

/// The text of this file, with other nodes in the tree of the guard, and more trees.
fn text(nodes: &str, more: &str) -> String {
    include_str!("new_trees.rs").replacen(NODES, nodes, 1) + more
}

fn taken(text: &str) -> Vec<&'static str> {
    offer(file!(), text).unwrap_or_else(|refused| panic!("{refused}")).trees
}

fn refused(nodes: &str, more: &str) -> String {
    offer(file!(), &text(nodes, more)).expect_err(nodes).to_string()
}

#[test]
fn new_trees_run_from_their_text() {
    let (mut guard, mut journal) = (Live::from(Guard::new("Bo")), Vec::new());
    let mut tick = |seconds: f64| {
        journal.clear();
        let status = guard.tick_for(seconds, &mut World { journal: &mut journal });
        let titles: Vec<_> = guard.active().map(|node| node.title()).collect();
        (status, journal.join(" "), titles.join(" "))
    };
    assert_eq!(tick(0.5), (Status::Running, "up".into(), "sequence wait".into()));

    // A new tree with parameters, and a tree inside it. The wait continues.
    let greet = "bt! { /// New.
        pub Greet(World<'_>) { word: &'static str, seconds: f64 } = sequence < say(word), wait(seconds), bow > }
        bt! { Bow(World<'_>) = say(\"bow\") }";
    let nodes = "sequence < say(\"up\"), wait(1.0), greet(\"hello\", 2.0), greet(name, 1.0), say(\"down\") >";
    assert_eq!(taken(&text(nodes, greet)), ["new_trees::Guard"]);
    assert_eq!(tick(0.5), (Status::Running, "hello".into(), "sequence greet wait".into()));
    // The new tree changes while an agent is in it.
    let nod = greet.replace("say(\"bow\")", "say(\"nod\")");
    assert_eq!(taken(&text(nodes, &nod)), ["new_trees::Guard"]);
    assert_eq!(tick(1.5), (Status::Running, "".into(), "sequence greet wait".into()));
    assert_eq!(tick(0.5), (Status::Running, "nod Bo".into(), "sequence greet wait".into()));
    assert_eq!(tick(1.0), (Status::Success, "nod down".into(), "".into()));
    // A tree of the file that was built, but that no tree used as a leaf.
    assert_eq!(taken(&text("sequence < nap(\"zzz\"), say(\"up\") >", "")), ["new_trees::Guard"]);
    assert_eq!(tick(1.0), (Status::Running, "zzz".into(), "sequence nap wait".into()));
    assert_eq!(tick(1.0), (Status::Success, "rested up".into(), "".into()));
    // The file only differs in the new tree, which nobody uses.
    assert!(taken(&text("sequence < nap(\"zzz\"), say(\"up\") >", greet)).is_empty());

    // What new trees cannot do; and mistakes in them are reported at their lines.
    for (nodes, more, messages) in [
        ("again", "bt! { Again(World<'_>) = sequence < say(\"a\"), again > }", &["contains itself"][..]),
        ("one", "bt! { One(World<'_>) = two } bt! { Two(World<'_>) = one }", &["`One` contains itself"]),
        ("other", "bt! { Other(u32) = succeed }", &["`Other` has another context than this tree"]),
        ("loud", "", &["`Loud` has another error than this tree"]),
        ("nap(3)", "", &["expected `&str`, found integer"]),
        ("nap", "", &["`Nap` is a new tree, which takes 1 argument"]),
        ("sequence < find -> prey, nap(prey) >", "", &["mismatched types: expected `&str`"]),
        (
            "sequence < far(find), missing >",
            "bt! { Far(World<'_>) { at: Vec<u8> } = say(\"far\") }",
            &["parameters of the type `Vec<u8>`: build again", "no built tree has this leaf"],
        ),
        (
            "sequence < broken, fine >",
            "bt! { Broken(World<'_>) = sequense < say(\"a\") > } bt! { Fine(World<'_>) = sequence < say(3), \
             action(|_| ()) > }",
            &["unknown node `sequense`", "expected `&str`, found integer", "this code is new: build again"],
        ),
        (
            "twice",
            "bt! { Twice(World<'_>) = succeed } mod a { bt! { Twice(World<'_>) = fail } }",
            &["no built tree has this leaf"],
        ),
    ] {
        let refused = refused(nodes, more);
        for message in messages {
            assert!(refused.contains(message), "{message}: {refused}");
        }
        assert_eq!(refused.lines().filter(|line| line.starts_with("error: ")).count(), messages.len(), "{refused}");
    }
    assert_eq!(tick(1.0), (Status::Running, "zzz".into(), "sequence nap wait".into()));
}
