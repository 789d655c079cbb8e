//! Trees that a text puts into themselves, or into each other: they are refused, and the running trees continue.

use bt::{Status, bt};
use bt_live::{Live, offer};

// So that `three` is a leaf that a built tree has.
bt! { pub Four(Vec<u32>) = sequence < three, wait(8.0) > }

bt! { pub One(Vec<u32>) = sequence < action(|seen| seen.push(1)), wait(9.0) > }

bt! { pub Two(Vec<u32>) = sequence < action(|seen| seen.push(2)), one, wait(9.0) > }

bt! { pub Three(Vec<u32>) = sequence < action(|seen| seen.push(3)), two, wait(9.0) > }

/// The text of this file with other nodes for the waits of these trees.
fn edited(waits: [&str; 3]) -> String {
    let text = include_str!("recursion.rs");
    let trees = text.split_inclusive("wait(9.0) > }").zip(waits);
    trees.map(|(tree, wait)| tree.replace("wait(9.0) > }", &format!("{wait} > }}"))).collect()
}

#[test]
fn a_tree_within_itself_is_refused() {
    let (mut tree, mut seen) = (Live::from(Three::new()), Vec::new());
    assert_eq!(tree.tick_for(1.0, &mut seen), Status::Running);
    assert_eq!(seen, [3, 2, 1]);
    for waits in [
        ["one", "wait(9.0)", "wait(9.0)"],
        ["two", "wait(9.0)", "wait(9.0)"],
        ["three", "wait(9.0)", "wait(9.0)"],
        ["wait(9.0)", "two", "wait(9.0)"],
        ["wait(9.0)", "three", "wait(9.0)"],
        ["wait(9.0)", "wait(9.0)", "three"],
        ["sequence < two, three >", "three", "one"],
    ] {
        match offer(file!(), &edited(waits)) {
            Ok(update) => panic!("{waits:?} was taken: {:?}", update.trees),
            Err(refused) => assert!(refused.to_string().contains("contains itself"), "{refused}"),
        }
        assert_eq!(tree.tick_for(0.0, &mut seen), Status::Running);
    }
    assert_eq!(seen, [3, 2, 1], "nothing has begun anew");
    // The last tree may be used in all others.
    offer(file!(), &edited(["wait(7.0)", "one", "sequence < one, two >"]))
        .unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(tree.tick_for(6.0, &mut seen), Status::Running);
}
