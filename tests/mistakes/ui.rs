//! Trees and leaves with mistakes, and what the compiler says about each. The error texts are part of the test.
//!
//! `TRYBUILD=overwrite cargo test -p bt-mistakes` records them again.

/// The compiler whose messages are recorded. Others word some errors differently.
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
