//! Writes random trees out as `bt!`, for the build script.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use bt_reference::program::Program;
use bt_reference::{random, text};

/// The seeds begin here and count up; `BT_SEED` and `BT_TREES` change where and how many.
const FIRST_SEED: u64 = 1;

/// One in this many trees is also played without an observer.
const ALONE: u64 = 4;

/// Leaves with smaller ids may be written as leaves without fields.
const MOST_IDS: u32 = 256;

/// Writes `generated.rs`: a module for each program, and a table of them.
pub fn write(out: &Path, trees: u64) {
    println!("cargo::rerun-if-env-changed=BT_SEED");
    println!("cargo::rerun-if-env-changed=BT_TREES");
    let number = |name, default| env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (first, trees) = (number("BT_SEED", FIRST_SEED), number("BT_TREES", trees));
    let (mut code, mut table) = (String::new(), String::new());
    for seed in first..first.saturating_add(trees) {
        let program = random::program(seed);
        module(&program, seed, false, &mut code, &mut table);
        if program.can_be_boxed() {
            boxed(&program.in_boxes(), seed, &mut code, &mut table);
        }
        if program.trees.len() > 1 && seed.is_multiple_of(2) {
            module(&program.in_place(), seed, true, &mut code, &mut table);
        }
    }
    let _ = writeln!(code, "const PROGRAMS: &[Written] = &[\n{table}];");
    fs::write(out.join("generated.rs"), code).expect("OUT_DIR can be written");
}

fn module(program: &Program, seed: u64, in_place: bool, code: &mut String, table: &mut String) {
    let module = format!("tree_{seed}{}", if in_place { "_in_place" } else { "" });
    let compares = seed.is_multiple_of(3);
    let derives = if compares { "#[derive(Clone, Debug, PartialEq)] " } else { "" };
    let _ = writeln!(code, "mod {module} {{\n    use super::*;");
    for index in (0..program.trees.len()).rev() {
        let tree = text::tree(program, index, derives);
        let tree = if compares { tree } else { with_units(tree) };
        let _ = writeln!(code, "    bt! {{ {tree} }}");
    }
    let kind = if compares { "compared" } else { "plain" };
    let hears = if program.hears() { ", hears" } else { "" };
    let observes = if program.observes() { ", observes" } else { "" };
    let _ = writeln!(code, "    played!({kind}, Tree{hears}{observes});");
    // All of them would take twice as long to build.
    let alone = seed.is_multiple_of(ALONE);
    if alone {
        let _ = writeln!(code, "    played_alone!(Tree{hears}{observes});");
    }
    let _ = writeln!(code, "}}");
    let new_alone = if alone { format!("Some({module}::new_alone)") } else { "None".to_owned() };
    let new = format!("new: {module}::new, new_alone: {new_alone}");
    let _ = writeln!(table, "    Written {{ seed: {seed}, in_place: {in_place}, boxed: false, {new} }},");
}

/// The tree with field-less versions of its leaves. Clones of such a tree share the counts of their leaves, so they
/// cannot be compared with the tree.
fn with_units(tree: String) -> String {
    (0..MOST_IDS)
        .step_by(2)
        .fold(tree, |tree, id| tree.replace(&format!("scripted({id})"), &format!("units::scripted::<{id}>")))
}

/// The same program with its subtrees in boxes. Observers see other events of it, so it is played without one.
fn boxed(program: &Program, seed: u64, code: &mut String, table: &mut String) {
    let module = format!("tree_{seed}_boxed");
    let _ = writeln!(code, "#[allow(dead_code)]\nmod {module} {{\n    use super::*;");
    for index in (0..program.trees.len()).rev() {
        let _ = writeln!(code, "    bt! {{ {} }}", text::tree(program, index, ""));
    }
    let hears = if program.hears() { ", hears" } else { "" };
    let observes = if program.observes() { ", observes" } else { "" };
    let _ = writeln!(code, "    played!(plain, Tree{hears}{observes});");
    let _ = writeln!(code, "    played_alone!(Tree{hears}{observes});\n}}");
    let new = format!("new: {module}::new_alone, new_alone: None");
    let _ = writeln!(table, "    Written {{ seed: {seed}, in_place: false, boxed: true, {new} }},");
}
