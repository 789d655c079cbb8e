//! Trees and leaves of another crate, which has no std.

use bt::{Status, bt};
use bt_live::{Live, offer};
use kennel::Kennel;

/// Not that of the other crate.
const LOW: u32 = 5;

bt! { pub Dog(Kennel) = sequence < condition(|kennel| kennel.bones >= LOW), running > }

#[test]
fn a_tree_of_another_crate_changes() {
    let (mut guard, mut kennel) = (Live::from(kennel::Guard::new()), Kennel { bones: 3, ..Kennel::default() });
    assert_eq!(guard.tick_for(0.5, &mut kennel), Status::Running);
    let text = include_str!("kennel/src/lib.rs").replacen("bark, wait(1.0) >", "bark, wait(1.0), gnaw(1) >", 1);
    let update = offer("tests/kennel/src/lib.rs", &text).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(update.trees, ["kennel::Guard"]);
    // Two bones are left, which is not below `LOW` of the tree's own crate.
    assert_eq!(guard.tick_for(0.5, &mut kennel), Status::Failure);
    assert_eq!(kennel.journal, ["bark", "gnaw"]);
    assert_eq!(guard.tick_for(0.0, &mut kennel), Status::Running);
    assert_eq!(guard.tick_for(1.0, &mut kennel), Status::Success);
}

#[test]
fn a_text_uses_leaves_of_another_crate() {
    let (mut dog, mut kennel) = (Live::from(Dog::new()), Kennel { bones: 9, ..Kennel::default() });
    assert_eq!(dog.tick(&mut kennel), Status::Running);
    let built = "sequence < condition(|kennel| kennel.bones >= LOW), running > }";
    let by_path = "sequence < condition(|kennel| kennel.bones >= LOW), kennel::bark, kennel::gnaw(9) > }";
    offer(file!(), &include_str!("dependency.rs").replacen(built, by_path, 1))
        .unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(dog.tick(&mut kennel), Status::Success);
    assert_eq!(kennel.journal, ["bark", "gnaw"]);
    assert_eq!(dog.tick(&mut kennel), Status::Failure, "`LOW` is that of this file");
    // A leaf of another crate needs its path, or a `use`.
    let renamed = include_str!("dependency.rs").replacen(built, "sequence < growl, bark > }", 1).replacen(
        "use kennel::Kennel;",
        "use kennel::{Kennel, Bark as Growl};",
        1,
    );
    let refused = offer(file!(), &renamed).expect_err("`bark` is in no scope").to_string();
    assert!(
        refused.contains("no built tree has this leaf") && refused.matches("build again").count() == 1,
        "{refused}"
    );
    let renamed = renamed.replacen("growl, bark >", "growl >", 1);
    offer(file!(), &renamed).unwrap_or_else(|refused| panic!("{refused}"));
    assert_eq!(dog.tick(&mut kennel), Status::Success);
    assert_eq!(kennel.journal, ["bark", "gnaw", "bark"]);
}
