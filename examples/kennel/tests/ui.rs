//! Wrong trees do not compile, and the messages of the compiler are on record.
//!
//! `TRYBUILD=overwrite cargo test -p kennel` records the messages again.

#[test]
fn wrong_trees_are_refused() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
