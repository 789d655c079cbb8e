//! Trees and leaves with mistakes in them: what the compiler says of each. The error texts are part of what is tested.
//!
//! `TRYBUILD=overwrite cargo test -p bt-mistakes` records them again.

/// The compiler whose words are on record. Others word some errors in other ways.
const RECORDED: &str = "rustc 1.95.";

#[test]
fn ui() {
    let compiler = env!("BT_RUSTC");
    if !compiler.starts_with(RECORDED) {
        eprintln!("not compared: the errors on record are those of {RECORDED}x, and this is {compiler}");
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*/*.rs");
}
