//! The trees with mistakes of `tests/mistakes`, with the features `live` and `parts`: rustc reports as many errors as
//! are on record, and none of them names the code of live trees.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

/// The compiler whose words are on record.
const RECORDED: &str = "rustc 1.95.";

#[test]
fn one_mistake_is_as_many_errors_as_without_live_trees() {
    let rustc = Command::new("rustc").arg("--version").output().expect("there is a compiler");
    let rustc = String::from_utf8_lossy(&rustc.stdout).into_owned();
    if !rustc.starts_with(RECORDED) {
        eprintln!("not compared: the errors on record are those of {RECORDED}x, and this is {rustc}");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().expect("the repository is there");
    let cases = cases(&root.join("tests/mistakes/ui"));
    assert!(cases.len() > 200, "{} cases", cases.len());
    let errors = errors(&root, &cases);
    let mut wrong = String::new();
    for case in cases {
        let (found, none) = (errors.get(&case), BTreeSet::new());
        let found = found.unwrap_or(&none);
        let recorded = fs::read_to_string(case.with_extension("stderr")).expect("each case is on record");
        let recorded = recorded.lines().filter(|line| is_head(line)).count();
        let name =
            case.strip_prefix(root.join("tests/mistakes/ui")).expect("it is in this folder").display().to_string();
        let live = found.iter().any(|error| error.contains("bt::live") || error.contains("src/live/"));
        if found.len() != recorded || live {
            let texts: Vec<&str> = found.iter().map(String::as_str).collect();
            let _ = writeln!(wrong, "{name}: {recorded} on record, {} with `live`\n{}", found.len(), texts.join("\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The files with mistakes.
fn cases(folder: &Path) -> Vec<PathBuf> {
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("the folder is there");
        entries.map(|entry| entry.expect("it can be read").path()).collect()
    };
    let folders = list(folder).into_iter().filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| list(&folder));
    let mut cases: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect();
    cases.sort();
    cases
}

fn is_head(line: &str) -> bool {
    line.starts_with("error:") || line.starts_with("error[")
}

/// What rustc says of each file, once each, as Cargo shows it.
fn errors(root: &Path, cases: &[PathBuf]) -> BTreeMap<PathBuf, BTreeSet<String>> {
    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mistakes");
    fs::create_dir_all(&project).expect("a folder can be made");
    let mut manifest = format!(
        "[package]\nname = \"mistakes\"\nedition = \"2024\"\nautobins = false\n[workspace]\n[dependencies]\nbt = {{ \
         package = \"bt-trees\", path = {:?}, features = [\"live\", \"parts\", \"rand\"] }}\n\
         bt-crowd = {{ path = {:?} }}\n",
        root.join("bt"),
        root.join("crates/bt-crowd"),
    );
    for (number, case) in cases.iter().enumerate() {
        let _ = write!(manifest, "[[bin]]\nname = \"case_{number}\"\npath = {case:?}\n");
    }
    fs::write(project.join("Cargo.toml"), manifest).expect("a file can be written");
    fs::copy(root.join("Cargo.lock"), project.join("Cargo.lock")).expect("the lock file is there");
    let cargo = env::var_os("CARGO").expect("Cargo runs tests");
    let output = Command::new(cargo)
        .args(["check", "--keep-going", "--bins", "--message-format=json"])
        .env("CARGO_TARGET_DIR", project.join("target"))
        // `.ci/run` sets them for the tests.
        .env_remove("RUSTFLAGS")
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .current_dir(&project)
        .output()
        .expect("Cargo runs");
    let mut errors = BTreeMap::<PathBuf, BTreeSet<String>>::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(line) = serde_json::from_str::<Value>(line) else { continue };
        let (file, message) = (line["target"]["src_path"].as_str(), line["message"]["rendered"].as_str());
        if let (Some(file), Some(message)) = (file, message)
            && is_head(message)
            && !message.starts_with("error: aborting")
        {
            errors.entry(file.into()).or_default().insert(message.to_owned());
        }
    }
    assert!(!errors.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    errors
}
