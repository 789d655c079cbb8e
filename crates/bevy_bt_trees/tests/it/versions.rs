//! The documentation names the versions of Rust that are needed.

use std::process::Command;

use serde_json::Value;

const CRATE: &str = include_str!("../../Cargo.toml");
const WINDOW: &str = include_str!("../../window/Cargo.toml");

/// The `rust-version` of a manifest.
fn rust_version(manifest: &str) -> &str {
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "));
    line.expect("the manifest has a version of Rust").trim_matches('"')
}

/// The platform for which Cargo builds here.
fn host() -> String {
    let output = Command::new(env!("CARGO")).arg("-vV").output().expect("Cargo runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().find_map(|line| line.strip_prefix("host: ")).expect("Cargo names its host").to_owned()
}

#[test]
fn this_crate_needs_the_rust_that_the_crates_of_bevy_need() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--offline", "--locked", "--all-features", "--format-version", "1"]);
    // Crates of other platforms may not have been downloaded.
    cargo.args(["--filter-platform", &host(), "--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")]);
    let output = cargo.output().expect("Cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let numbers = |version: &str| version.split('.').map(|part| part.parse().expect("a number")).collect::<Vec<u32>>();
    let needed = packages
        .iter()
        .filter(|package| {
            package["name"].as_str().is_some_and(|name| name.starts_with("bevy_") && name != "bevy_bt_trees")
        })
        .filter_map(|package| package["rust_version"].as_str())
        .max_by_key(|version| numbers(version))
        .expect("one of them says it");
    assert_eq!(numbers(needed)[..2], numbers(rust_version(CRATE))[..], "Bevy needs Rust {needed}");
}

#[test]
fn readme_and_book_name_the_same_versions_of_rust_as_the_manifests() {
    let [by_itself, with_bevy] = [CRATE, WINDOW].map(rust_version);
    let readme = include_str!("../../README.md");
    let row = format!("| 0.1 | 0.20 | 0.1 | {by_itself} | {with_bevy} |");
    assert!(readme.contains(&row), "the README has the row {row}");
    let book = include_str!("../../../../book/src/bevy.md");
    for text in [readme, book, include_str!("../../window/src/main.rs")] {
        let versions = text.split(|c: char| !c.is_ascii_digit() && c != '.').map(|word| word.trim_matches('.'));
        let versions: Vec<&str> = versions.filter(|word| word.starts_with("1.9")).collect();
        assert!(versions.contains(&with_bevy));
        assert!(versions.iter().all(|version| [by_itself, with_bevy].contains(version)), "{versions:?}");
    }
}
