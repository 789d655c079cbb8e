//! `bt check` says what the macros say, word for word and at the same places, for all trees and leaves with mistakes
//! whose errors are recorded.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use bt_cli::blocks::{self, Found};
use bt_cli::{Report, Source, check};
use bt_compiler::{codes, tree};

/// Line, column, message and help.
type Error = (usize, usize, String, Option<String>);

fn cases() -> Vec<PathBuf> {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/mistakes/ui");
    let folders = fs::read_dir(ui).expect("the folder is there");
    let files = folders.flat_map(|folder| fs::read_dir(folder.expect("a folder").path()).expect("it can be read"));
    let files = files.map(|file| file.expect("a file").path());
    let mut cases: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|end| end == "rs")).collect();
    cases.sort();
    cases
}

/// Recorded errors that `bt check` leaves to rustc: how those of a file begin, and why.
const LEFT_TO_RUSTC: [(&str, &[&str], &str); 6] = [
    (
        "composites/attributes.rs",
        &["`NoContext`", "unknown key", "an error cannot", "expected `", "`success` is given"],
        "the types are written by a `macro_rules!`",
    ),
    ("syntax/conditions.rs", &["`inverter`", "`sequence`", "expected a node"], "they depend on what a `cfg` says"),
    ("header/attributes.rs", &["cannot find attribute"], "rustc's own"),
    ("header/derives.rs", &["cannot find derive macro", "expected one of"], "rustc's own"),
    ("header/half_typed.rs", &["macro expansion ignores"], "rustc's own"),
    ("values/unused.rs", &["unused variable"], "rustc's own"),
];

/// What `bt check` says about a tree that rustc removes, and what rustc says in its own words.
const MORE: [&str; 2] = [
    "`missing` has angle brackets, but no children",
    "the leaf `bark` declares the type `Bark`, which is declared here already",
];

/// The errors without a code: those of macros, and a few of the parser of rustc.
fn recorded(case: &Path) -> BTreeSet<Error> {
    let text = fs::read_to_string(case.with_extension("stderr")).expect("its errors are on record");
    let mut errors = BTreeSet::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(message) = line.strip_prefix("error: ") else { continue };
        let (mut message, mut help) = (message.to_owned(), None);
        for line in lines.by_ref() {
            if let Some(place) = line.trim_start().strip_prefix("--> ") {
                let mut numbers = place.rsplitn(3, ':');
                let mut number = || numbers.next().and_then(|number| number.parse().ok()).expect("a number");
                let (column, line) = (number(), number());
                errors.insert((line, column, message, help));
                break;
            } else if let Some(text) = line.trim_start().strip_prefix("= help: ") {
                help = Some(text.to_owned());
            } else if !line.is_empty() {
                message = format!("{message}\n{line}");
            }
        }
    }
    errors
}

fn checked(file: &Source) -> BTreeSet<Error> {
    let errors = check::check(file).into_iter().map(|report| {
        let (line, column) = file.position(report.range.start);
        (line, column, report.message, report.help)
    });
    errors.collect()
}

#[test]
fn the_words_and_places_are_those_of_the_macros() {
    let (mut same, mut wrong) = (0, Vec::new());
    for case in cases() {
        let file = bt_cli::files::read(&case).expect("it can be read");
        let (found, recorded) = (checked(&file), recorded(&case));
        same += found.intersection(&recorded).count();
        let name = case.strip_prefix(case.ancestors().nth(2).expect("a folder")).expect("below").display().to_string();
        let left = LEFT_TO_RUSTC.iter().filter(|(file, ..)| *file == name).flat_map(|(_, begins, _)| begins.iter());
        let mut left: BTreeMap<&str, usize> = left.map(|begin| (*begin, 0)).collect();
        for error in recorded.difference(&found) {
            match left.iter_mut().find(|(begin, _)| error.2.starts_with(*begin)) {
                Some((_, count)) => *count += 1,
                None => wrong.push(format!("{name}: not by `bt check`: {error:?}")),
            }
        }
        wrong.extend(left.iter().filter(|(_, count)| **count == 0).map(|left| format!("{name}: nobody says {left:?}")));
        let more = found.difference(&recorded).filter(|error| !MORE.contains(&&*error.2));
        wrong.extend(more.map(|error| format!("{name}: not by the macro: {error:?}")));
    }
    assert!(same > 600, "only {same} were compared");
    assert!(wrong.is_empty(), "{same} are the same, but not {}:\n{}", wrong.len(), wrong.join("\n"));
    println!("{same} errors are the same");
}

/// rustc reports two trees of one name dozens of times, at the whole `bt!`.
#[test]
fn a_name_that_is_taken_is_one_mistake() {
    let text = "use bt::{bt, leaf};
struct Room;
bt! { Bot(Room) = wait(1.0) }
bt! { pub Bot(Room) = wait(2.0) }
mod other { bt! { Bot(Room) = wait(3.0) } }
#[cfg(unix)]
bt! { Walk(Room) = wait(4.0) }
#[cfg(windows)]
bt! { Walk(Room) = wait(5.0) }
bt! { #[cfg(unix)] Swim(Room) = wait(6.0) }
bt! { #[cfg(windows)] Swim(Room) = wait(7.0) }
bt! { Room(Room) = wait(8.0) }
bt! { Bark(Room) = wait(9.0) }
#[leaf] fn bark(_: &mut Room) -> bool { true }
fn main() { bt! { Bot(Room) = wait(10.0) } }
";
    let found = checked(&Source::new(Path::new("a.rs"), text.to_owned()));
    let found: Vec<_> = found.iter().map(|(line, column, message, _)| (*line, *column, message.as_str())).collect();
    assert_eq!(
        found,
        [
            (4, 11, "the tree `Bot` has the name of a type that is declared here already"),
            (12, 7, "the tree `Room` has the name of a type that is declared here already"),
            (14, 12, "the leaf `bark` declares the type `Bark`, which is declared here already"),
        ]
    );
    let found = checked(&Source::new(Path::new("a.bt"), "Bot(Room) = wait(1.0)\n\nBot(Room) = wait(2.0)\n".to_owned()));
    assert_eq!(found.iter().map(|(line, ..)| *line).collect::<Vec<_>>(), [3]);
}

/// A code that no mistake has is one to delete.
#[test]
fn each_code_is_used() {
    let reports =
        cases().into_iter().flat_map(|case| check::check(&bt_cli::files::read(&case).expect("it can be read")));
    let used: BTreeSet<&str> = reports.map(|report| report.code.name).collect();
    // Of files that are not Rust, of a library without its features, and of trees that are read at run time.
    let unused: Vec<&str> = codes::ALL.iter().map(|code| code.name).filter(|name| !used.contains(name)).collect();
    assert_eq!(unused, ["missing-feature", "held-too-long", "unreadable"]);
}

/// Messages can be reworded: codes, places and fixes do not depend on their words.
#[test]
fn words_are_only_shown() {
    let (mut compared, mut fixes) = (0, 0);
    for case in cases() {
        let file = bt_cli::files::read(&case).expect("it can be read");
        for found in blocks::find(file.tokens().expect("it is Rust")) {
            let Found::Block(block) = found else { continue };
            for mut mistake in tree::mistakes(block.group.stream()) {
                let worded = Report::new(&file, mistake.clone(), block.call);
                (mistake.message, mistake.help) = ("wrong".to_owned(), Some("mend it".to_owned()));
                let other = Report::new(&file, mistake, block.call);
                assert_eq!((worded.range, worded.code, &worded.fix), (other.range, other.code, &other.fix));
                compared += 1;
                fixes += usize::from(worded.fix.is_some());
            }
        }
    }
    assert!(compared > 400 && fixes > 50, "{compared} mistakes, {fixes} fixes");
}

/// If the help says what to write, writing it fixes the mistake.
#[test]
fn fixes_can_be_applied() {
    let (mut applied, mut codes) = (0, BTreeSet::new());
    for case in cases() {
        let file = bt_cli::files::read(&case).expect("it can be read");
        for report in check::check(&file) {
            let Some(word) = &report.fix else { continue };
            let mut text = file.text.clone();
            text.replace_range(report.range.clone(), word);
            let fixed = check::check(&Source::new(&case, text));
            let same =
                fixed.iter().find(|other| other.range.start == report.range.start && other.message == report.message);
            assert!(same.is_none(), "{}: {} is still there with `{word}`", case.display(), report.message);
            applied += 1;
            codes.insert(report.code.name);
        }
    }
    assert!(applied > 50, "only {applied} fixes");
    assert_eq!(
        Vec::from_iter(codes),
        [
            "arm",
            "attribute-key",
            "attribute-place",
            "binding",
            "expected-argument",
            "expected-node",
            "label",
            "number-of-arguments",
            "number-of-names",
            "unknown-argument",
            "unknown-leaf",
            "unknown-name",
            "unknown-node"
        ]
    );
}

/// The places that rustc marks where a mistake has no token, or a token that is split in two here.
#[test]
fn places_end_where_those_of_rustc_end() {
    let rows = [
        ("/* 🐓 */ #[bt::leaf(value)] fn find(farm: &mut Farm) -> Option<u32> { None }", "#[bt::leaf(value)]"),
        ("bt::bt! { A(Farm) = sequence < 'first: crow, crow > }", "'first"),
    ];
    for (text, marked) in rows {
        let file = Source::new(Path::new("a.rs"), text.to_owned());
        let ranges: Vec<&str> = check::check(&file).iter().map(|report| &text[report.range.clone()]).collect();
        assert_eq!(ranges.first(), Some(&marked), "{text}");
    }
}
