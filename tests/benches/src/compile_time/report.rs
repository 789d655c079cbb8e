//! Builds all crates, and makes tables of what they took.

use std::io;

use super::build::{Cost, build_source};
use super::scratch::{Profile, Scratch};
use super::shape::{Leaves, Shape};
use super::written::Written;
use super::{blocks, tree};
use crate::table::{Table, show};

/// Leaves in a function where there are several functions.
const IN_A_FUNCTION: u32 = 64;

/// The table for trees of these levels with this sort of leaves.
pub fn trees(levels: &[u32], leaves: Leaves) -> io::Result<Table> {
    let scratch = Scratch::new("tree")?;
    let title = match leaves {
        Leaves::Numbered => "one type of leaf",
        Leaves::Distinct => "a type for each leaf",
    };
    let head = [title, "profile", "system", "wall, s", "ratio", "user, s", "ratio", "macros, s", "ms a leaf"];
    let mut table = Table::new(&head);
    for &levels in levels {
        let shape = Shape { levels, leaves };
        for profile in [Profile::Debug, Profile::Release] {
            compare(&scratch, shape, profile, &mut table)?;
        }
    }
    Ok(table)
}

/// Builds one tree in all ways; the ratios compare with the fastest handwritten one.
fn compare(scratch: &Scratch, shape: Shape, profile: Profile, table: &mut Table) -> io::Result<()> {
    // Long measurements vary little.
    let times = if shape.count() <= 256 { 3 } else { 1 };
    let mut by_hand = Vec::new();
    if shape.count() <= blocks::MOST_IN_A_FUNCTION {
        let source = blocks::source(shape, shape.count());
        by_hand.push(("by hand: one function", build_source(scratch, &source, profile, times)?));
    }
    if shape.count() > IN_A_FUNCTION {
        let source = blocks::source(shape, IN_A_FUNCTION);
        by_hand.push(("by hand: functions of 64", build_source(scratch, &source, profile, times)?));
    }
    let ours = ("bt", build_source(scratch, &tree::source(shape), profile, times)?);
    let least = |of: fn(&Cost) -> f64| by_hand.iter().map(|(_, cost)| of(cost)).fold(f64::INFINITY, f64::min);
    let base = Cost {
        wall: least(|cost| cost.wall),
        user: Some(least(|cost| cost.user.unwrap_or(f64::NAN))),
        ..Cost::default()
    };
    for (system, cost) in by_hand.into_iter().chain([ours]) {
        table.row(row(shape, profile, system, cost, base));
    }
    Ok(())
}

fn row(shape: Shape, profile: Profile, system: &str, cost: Cost, base: Cost) -> Vec<String> {
    vec![
        format!("{} leaves", shape.count()),
        name(profile).to_owned(),
        system.to_owned(),
        show(Some(cost.wall), 2),
        show(Some(cost.wall / base.wall), 2),
        show(cost.user, 2),
        show(cost.user.zip(base.user).map(|(user, base)| user / base), 2),
        show(cost.macros, 3),
        show(Some(cost.wall * 1000.0 / f64::from(shape.count())), 2),
    ]
}

fn name(profile: Profile) -> &'static str {
    match profile {
        Profile::Debug => "debug",
        Profile::Release => "release",
    }
}

/// The table for the ways to write leaves: the same tree with a type for each leaf.
pub fn ways_to_write() -> io::Result<Table> {
    const SHAPE: Shape = Shape { levels: 7, leaves: Leaves::Distinct };
    const ROUNDS: usize = 5;
    let scratch = Scratch::new("written")?;
    let mut table = Table::new(&["leaves", "profile", "written", "wall, s", "ratio", "user, s", "ratio"]);
    for profile in [Profile::Debug, Profile::Release] {
        let mut base = None;
        for written in Written::ALL {
            let cost = build_source(&scratch, &written.source(SHAPE), profile, ROUNDS)?;
            let base = *base.get_or_insert(cost);
            table.row([
                format!("{} leaves", SHAPE.count()),
                name(profile).to_owned(),
                written.name().to_owned(),
                show(Some(cost.wall), 2),
                show(Some(cost.wall / base.wall), 2),
                show(cost.user, 2),
                show(cost.user.zip(base.user).map(|(user, base)| user / base), 2),
            ]);
        }
    }
    Ok(table)
}
