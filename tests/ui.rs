//! Trees and leaves with mistakes in them: what the compiler says of each. The error texts are part of what is tested.
//!
//! `TRYBUILD=overwrite cargo test --test ui` writes them anew.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*/*.rs");
}
