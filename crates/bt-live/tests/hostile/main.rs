//! Valid texts, changed byte by byte and token by token: see `check.rs`.
//!
//! `BT_TEXTS=1000000 BT_SEED=3 cargo test --test hostile` makes more of them, and others.

use std::fs;
use std::path::Path;

mod check;
#[path = "../../../../fuzz/edit.rs"]
#[allow(dead_code, reason = "the fuzz target uses more of it")]
mod edit;

use edit::Dice;

/// How many texts there are, unless `BT_TEXTS` says otherwise.
const TEXTS: u32 = 3000;

/// The texts that the fuzzer begins with.
fn valid() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/live");
    let files = fs::read_dir(folder).expect("there are texts").map(|file| file.expect("it can be read").path());
    let mut files: Vec<_> = files.filter(|file| file.extension().is_some_and(|is| is == "bt")).collect();
    files.sort();
    files.iter().map(|file| fs::read_to_string(file).expect("it is a text")).collect()
}

/// The text with some bytes changed.
fn bytes(text: &str, dice: &mut Dice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        match dice.below(4) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, dice.below(256) as u8),
            2 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            _ => {
                let end = (at + dice.below(12)).min(bytes.len());
                let some = bytes[at..end].to_vec();
                let to = dice.below(bytes.len() + 1);
                bytes.splice(to..to, some);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Words that may replace each other: most texts remain valid.
const ALIKE: [&[&str]; 6] = [
    &[
        "sequence",
        "selector",
        "reactive_sequence",
        "reactive_selector",
        "parallel_all",
        "race",
        "round_robin",
        "pipeline",
    ],
    &[
        "random_sequence",
        "random_selector",
        "parallel(2)",
        "simple_parallel",
        "recover(1)",
        "finally",
        "if_else",
        "weighted(1, food)",
    ],
    &[
        "inverter",
        "forever",
        "force_success",
        "unchecked",
        "run_once",
        "timeout(food)",
        "delay(food)",
        "cooldown(food)",
        "throttle(0.5)",
    ],
    &[
        "guard(is_hungry)",
        "repeat(food)",
        "repeat(0)",
        "retry(4294967295)",
        "probability(food)",
        "every(0.0, eat)",
        "run_limit(0)",
    ],
    &[
        "walk(1, 2)",
        "walk(1, -2147483648)",
        "wait(food)",
        "wait(1e300)",
        "wait(0.0)",
        "running",
        "fail",
        "succeed",
        "wait_between(food, food)",
    ],
    &["0.5", "0.0", "1e300", "1e-300", "4294967295", "-1", "0", "2", "food"],
];

/// The text with one word replaced by another, or a leaf by a whole text.
fn alike(text: &str, texts: &[String], dice: &mut Dice) -> String {
    let words = ALIKE[dice.below(ALIKE.len())];
    let (from, to) = (words[dice.below(words.len())], words[dice.below(words.len())]);
    let leaves = ALIKE[4];
    let leaf = leaves[dice.below(leaves.len())];
    match dice.below(4) {
        0 if text.len() < 2000 => text.replacen(leaf, texts[dice.below(texts.len())].trim(), 1),
        1 => text.replace(from, to),
        2 => format!("{to} < {text} >"),
        _ => text.replacen(from, to, 1),
    }
}

fn setting(name: &str, default: u32) -> u32 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn no_text_does_harm() {
    let (texts, palette) = (valid(), check::palette());
    for text in &texts {
        assert!(check::text(text, &palette), "{text}");
    }
    let (mut dice, count) = (Dice(setting("BT_SEED", 1)), setting("BT_TEXTS", TEXTS));
    let mut ran = 0;
    for _ in 0..count {
        let mut text = texts[dice.below(texts.len())].clone();
        for _ in 0..dice.below(8) {
            text = alike(&text, &texts, &mut dice);
        }
        text = match dice.below(6) {
            0 => bytes(&text, &mut dice),
            1 => edit::edit(&text, dice.0).unwrap_or(text),
            _ => text,
        };
        ran += u32::from(check::text(&text, &palette));
        dice.below(2);
    }
    println!("{ran} of {count} texts ran");
    assert!(ran > count / 20 && ran < count - count / 20, "{ran} of {count} texts ran");
}
