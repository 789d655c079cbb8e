//! What each edit does, and why others are refused.

use bt_edit::{Edit, Node, Tree};

fn node(text: &str) -> Node {
    text.parse().expect("a node")
}

/// The tree after an edit.
fn after(tree: &str, edit: Edit) -> String {
    let mut tree: Tree = tree.parse().expect("a tree");
    match tree.apply(&edit) {
        Ok(()) => tree.to_string(),
        Err(refused) => refused.to_string(),
    }
}

const DOG: &str = "Dog(Yard) = selector < sequence < sees_cat, chase >, nap: wait(3.0) >";

#[test]
fn nodes_come_and_go() {
    let bark = node("bark");
    assert_eq!(
        after(DOG, Edit::Insert { parent: 1, index: 1, node: bark.clone() }),
        "Dog(Yard) = selector < sequence < sees_cat, bark, chase >, nap: wait(3.0) >"
    );
    assert_eq!(after(DOG, Edit::Remove { node: 1 }), "Dog(Yard) = selector < nap: wait(3.0) >");
    assert_eq!(
        after(DOG, Edit::Replace { node: 4, with: bark }),
        "Dog(Yard) = selector < sequence < sees_cat, chase >, nap: bark >"
    );
    assert_eq!(
        after(DOG, Edit::Rename { node: 1, head: node("reactive_sequence") }),
        "Dog(Yard) = selector < reactive_sequence < sees_cat, chase >, nap: wait(3.0) >"
    );
    assert_eq!(
        after(DOG, Edit::Argument { node: 4, index: 0, text: "1.5".to_owned() }),
        "Dog(Yard) = selector < sequence < sees_cat, chase >, nap: wait(1.5) >"
    );
}

#[test]
fn nodes_change_their_places() {
    assert_eq!(
        after(DOG, Edit::Wrap { node: 3, wrapper: node("timeout(5.0)") }),
        "Dog(Yard) = selector < sequence < sees_cat, timeout(5.0) < chase > >, nap: wait(3.0) >"
    );
    assert_eq!(
        after(DOG, Edit::Wrap { node: 0, wrapper: node("sequence < wake_up >") }),
        "Dog(Yard) = sequence < wake_up, selector < sequence < sees_cat, chase >, nap: wait(3.0) > >"
    );
    assert_eq!(after(DOG, Edit::Unwrap { node: 1 }), "Dog(Yard) = selector < sees_cat, chase, nap: wait(3.0) >");
    assert_eq!(after("forever < walk >", Edit::Unwrap { node: 0 }), "walk");
    assert_eq!(
        after(DOG, Edit::Swap { one: 4, other: 2 }),
        "Dog(Yard) = selector < sequence < nap: wait(3.0), chase >, sees_cat >"
    );
    for (one, other) in [(1, 4), (4, 1)] {
        let swapped = after("sequence < sequence < a, b >, c, d >", Edit::Swap { one, other });
        assert_eq!(swapped, "sequence < c, sequence < a, b >, d >");
    }
    assert_eq!(
        after(DOG, Edit::Move { node: 4, parent: 1, index: 0 }),
        "Dog(Yard) = selector < sequence < nap: wait(3.0), sees_cat, chase > >"
    );
    assert_eq!(
        after("sequence < a, sequence < b, c > >", Edit::Move { node: 1, parent: 2, index: 2 }),
        "sequence < sequence < b, c, a > >"
    );
}

#[test]
fn bindings_and_patterns_stay_where_they_are_meant() {
    let hunt = "Hunt(World) = sequence < find_prey -> prey, move_to(prey) >";
    assert_eq!(
        after(hunt, Edit::Wrap { node: 1, wrapper: node("timeout(5.0)") }),
        "Hunt(World) = sequence < timeout(5.0) < find_prey > -> prey, move_to(prey) >"
    );
    assert_eq!(
        after("Hunt(World) = sequence < timeout(5.0) < find_prey > -> prey, bite(prey) >", Edit::Unwrap { node: 1 }),
        "Hunt(World) = sequence < find_prey -> prey, bite(prey) >"
    );
    assert!(after(hunt, Edit::Swap { one: 1, other: 2 }).starts_with("`prey` may be unset here"));
    let mood = "Mood(Npc) = switch(|npc| npc.mood) < Mood::Calm => walk, Mood::Angry | Mood::Mad => fight >";
    assert_eq!(
        after(mood, Edit::Swap { one: 1, other: 2 }),
        "Mood(Npc) = switch(|npc| npc.mood) < Mood::Calm => fight, Mood::Angry | Mood::Mad => walk >"
    );
    assert_eq!(
        after(mood, Edit::Wrap { node: 2, wrapper: node("forever") }),
        "Mood(Npc) = switch(|npc| npc.mood) < Mood::Calm => walk, Mood::Angry | Mood::Mad => forever < fight > >"
    );
}

#[test]
fn what_leaves_no_tree_is_refused() {
    for (edit, why) in [
        (Edit::Remove { node: 0 }, "a tree needs its root"),
        (Edit::Remove { node: 5 }, "there is no node 5"),
        (Edit::Insert { parent: 1, index: 3, node: node("bark") }, "`sequence` has no place 3 for a child"),
        (Edit::Insert { parent: 4, index: 0, node: node("bark") }, "`wait` has no children"),
        (Edit::Unwrap { node: 3 }, "`chase` has no children"),
        (Edit::Unwrap { node: 5 }, "there is no node 5"),
        (Edit::Swap { one: 2, other: 1 }, "a node cannot be exchanged with one below it"),
        (Edit::Swap { one: 2, other: 7 }, "there is no node 7"),
        (Edit::Move { node: 1, parent: 2, index: 0 }, "a node cannot be moved below itself"),
        (Edit::Argument { node: 4, index: 1, text: "1.0".to_owned() }, "`wait` has no argument 1"),
    ] {
        assert_eq!(after(DOG, edit.clone()), why, "{edit:?}");
    }
    // The compiler's own words.
    for (edit, why) in [
        (Edit::Argument { node: 4, index: 0, text: "1.0, 2.0".to_owned() }, "`wait` takes"),
        (Edit::Argument { node: 4, index: 0, text: "(".to_owned() }, "not closed"),
        (Edit::Rename { node: 1, head: node("inverter") }, "inverter"),
        (Edit::Rename { node: 1, head: node("sequense") }, "did you mean `sequence`?"),
    ] {
        let found = after(DOG, edit.clone());
        assert!(found.contains(why) && !found.contains("Dog"), "{edit:?}: {found}");
    }
}

#[test]
fn no_text_brings_other_nodes() {
    let two = Node { node: "bark, walk".to_owned(), ..Node::default() };
    for edit in [
        Edit::Argument { node: 1, index: 0, text: "1.0), bark(2".to_owned() },
        Edit::Argument { node: 2, index: 0, text: "1, 2".to_owned() },
        Edit::Rename { node: 1, head: two.clone() },
        Edit::Insert { parent: 0, index: 0, node: two },
    ] {
        let found = after("sequence < wait(1.0), bark(3) >", edit.clone());
        assert_eq!(found, "the text of an argument, a label or a name is more than that", "{edit:?}");
    }
}

#[test]
fn texts_that_are_no_trees_are_refused() {
    for (text, why) in [
        ("sequence <", "expected"),
        ("sequence", "takes at least 1 child"),
        ("", "empty"),
        ("sequence < \"", "not closed"),
        ("sequence < walk, #[cfg(a)] eat >", "cfg"),
    ] {
        let refused = text.parse::<Tree>().expect_err(text).to_string();
        assert!(refused.contains(why), "{text}: {refused}");
    }
    assert!("Dog(Yard) = bark".parse::<Node>().is_err(), "it has a header");
    let header = "/// Barks.\npub Dog(Yard) -> Option<Box<dyn Iterator<Item = u8>>>";
    let tree: Tree = format!("// First.\n{header} /* = */ = // a = b\nbark").parse().expect("a tree");
    assert_eq!(tree.header, header);
}
