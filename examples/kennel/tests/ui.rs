//! Wrong trees do not compile, and what the compiler says of them is on record.
//!
//! `TRYBUILD=overwrite cargo test -p kennel` writes the messages anew.

#[test]
fn wrong_trees_are_refused() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
