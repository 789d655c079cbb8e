//! A disabled observer compiles to the same instructions as none.

use std::path::Path;
use std::process::Command;

/// The instructions of each function of `tests/instructions` with this feature, without names. rustc orders functions
/// by their names, so they are sorted here.
fn functions(feature: &str) -> Vec<Vec<String>> {
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
    let mut functions = vec![Vec::new()];
    for line in text.lines() {
        if line.ends_with(':') && !line.starts_with('.') {
            functions.push(Vec::new());
        } else if line.starts_with('\t') && !line.starts_with("\t.") {
            functions.last_mut().expect("there is one").push(without_names(line));
        }
    }
    functions.sort();
    functions
}

fn count(functions: &[Vec<String>]) -> usize {
    functions.iter().map(Vec::len).sum()
}

/// Only names are long; they contain hashes, which differ between features.
fn without_names(line: &str) -> String {
    let is_part_of_a_name = |letter: char| letter.is_ascii_alphanumeric() || "_.$".contains(letter);
    let words = line.split_inclusive(|letter| !is_part_of_a_name(letter));
    words.filter(|word| word.len() <= 16).map(without_function).collect()
}

/// A label of a function has the function's number before `_`: `.LBB21_1`, `.LJTI21_0`.
fn without_function(word: &str) -> &str {
    match word.split_once('_') {
        Some((function, label))
            if function.starts_with(".L") && function.ends_with(|end: char| end.is_ascii_digit()) =>
        {
            label
        }
        _ => word,
    }
}

#[test]
#[ignore = "it rebuilds everything in release; `.ci/run` runs it"]
fn an_observer_that_does_not_look_leaves_the_same_instructions() {
    let functions_of_plain = functions("");
    let plain = count(&functions_of_plain);
    assert!(plain > 200, "there are only {plain} instructions");
    assert!(functions_of_plain == functions("nobody"), "`tick_with(.., &mut ())` is not `tick`");
    // The order of two of them differs.
    assert_eq!(count(&functions("parts")), plain, "the parts of conditions take instructions without an observer");
    let (idle, counting) = (count(&functions("idle")), count(&functions("counting")));
    println!("{plain} instructions, {idle} with an observer that makes nothing of it, {counting} with one that counts");
    assert!(counting > plain, "an observer that counts takes instructions");
}
