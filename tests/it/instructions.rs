//! A disabled observer compiles to the same instructions as none.

use std::path::Path;
use std::process::Command;

/// The instructions of `tests/instructions` with this feature, without the names of functions.
fn instructions(feature: &str) -> Vec<String> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("instructions");
    let assembly = target.join(format!("{feature}.s"));
    let done = Command::new(env!("CARGO"))
        .args(["rustc", "--quiet", "--release", "--lib", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/instructions/Cargo.toml"))
        .args(["--features", feature, "--target-dir"])
        .arg(&target)
        .args(["--", "-Ccodegen-units=1", "-Cdebuginfo=0"])
        .arg(format!("--emit=asm={}", assembly.display()))
        .env_remove("RUSTFLAGS")
        .status()
        .expect("cargo runs");
    assert!(done.success(), "the crate compiles");
    let text = std::fs::read_to_string(assembly).expect("rustc has written the assembly");
    let instructions = text.lines().filter(|line| line.starts_with('\t') && !line.starts_with("\t."));
    instructions.map(without_names).collect()
}

/// Only names are long; they contain hashes, which differ between features.
fn without_names(line: &str) -> String {
    let is_part_of_a_name = |letter: char| letter.is_ascii_alphanumeric() || "_.$".contains(letter);
    let words = line.split_inclusive(|letter| !is_part_of_a_name(letter));
    words.filter(|word| word.len() <= 16).collect()
}

#[test]
#[ignore = "it rebuilds everything in release; `.ci/run` runs it"]
fn an_observer_that_does_not_look_leaves_the_same_instructions() {
    let plain = instructions("");
    assert!(plain.len() > 200, "there are only {} instructions", plain.len());
    assert!(plain == instructions("nobody"), "`tick_with(.., &mut ())` is not `tick`");
    let (idle, counting) = (instructions("idle").len(), instructions("counting").len());
    println!(
        "{} instructions, {idle} with an observer that makes nothing of it, {counting} with one that counts",
        plain.len()
    );
    assert!(counting > plain.len(), "an observer that counts takes instructions");
}
