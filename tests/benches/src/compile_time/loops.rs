//! What a whole game costs its author: building it from nothing, and again after each edit.

use std::io;

use super::build::{Cost, cost};
use super::each_crate::{note, noted};
use super::game::{Game, Way};
use super::scratch::{Profile, Scratch};
use crate::table::{Table, show};

/// The least of so many builds counts.
const ROUNDS: u32 = 3;

/// The table for debug builds of a game, and the one for the crates that `bt` brings.
pub fn loops() -> io::Result<[Table; 2]> {
    let head = [
        "debug, CPU s",
        "clean, with dependencies",
        "own crate",
        "edit a leaf's body",
        "edit a tree",
        "check after it",
        "binary, MB",
    ];
    let mut table = Table::new(&head);
    for way in [Way::ByHand, Way::Macro] {
        table.row(row(way)?);
    }
    Ok([table, crates()?])
}

fn row(way: Way) -> io::Result<Vec<String>> {
    let mut game = Game::LARGE;
    let scratch = Scratch::program(&format!("game-{way:?}").to_lowercase(), way == Way::Macro, &game.files(way))?;
    scratch.clean()?;
    let clean = seconds(&scratch, "build")?;
    let own = least(|| {
        scratch.forget_own()?;
        seconds(&scratch, "build")
    })?;
    seconds(&scratch, "check")?;
    let leaf = least(|| {
        game.leaf_edits += 1;
        scratch.write_files(&game.files(way))?;
        seconds(&scratch, "build")
    })?;
    seconds(&scratch, "check")?;
    let mut check = f64::INFINITY;
    let tree = least(|| {
        game.tree_edits += 1;
        scratch.write_files(&game.files(way))?;
        let build = seconds(&scratch, "build")?;
        check = check.min(seconds(&scratch, "check")?);
        Ok(build)
    })?;
    let megabytes = scratch.program_bytes()? as f64 / 1e6;
    let cells = [clean, own, leaf, tree, check].map(|seconds| show(Some(seconds), 2));
    Ok([vec![way.name().to_owned()], cells.to_vec(), vec![show(Some(megabytes), 1)]].concat())
}

fn least(mut measure: impl FnMut() -> io::Result<f64>) -> io::Result<f64> {
    (0..ROUNDS).map(|_| measure()).try_fold(f64::INFINITY, |least, seconds| Ok(least.min(seconds?)))
}

fn seconds(scratch: &Scratch, command: &str) -> io::Result<f64> {
    let Cost { wall, cpu, .. } = cost(scratch.cargo(command, Profile::Debug))?;
    Ok(cpu.unwrap_or(wall))
}

/// What each crate takes that `bt` brings into a clean build.
fn crates() -> io::Result<Table> {
    let scratch = Scratch::new("crates")?;
    let mut table = Table::new(&["clean build of `bt`, CPU s", "debug", "release"]);
    let mut builds = Vec::new();
    for profile in [Profile::Debug, Profile::Release] {
        scratch.clean()?;
        let mut build = scratch.cargo("build", profile);
        let log = scratch.log();
        note(&mut build, &log)?;
        cost(build)?;
        builds.push(noted(&log)?);
    }
    let sum = |build: &[(String, f64)]| ("all".to_owned(), build.iter().map(|(_, seconds)| seconds).sum());
    builds.iter_mut().for_each(|build| build.push(sum(build)));
    let [debug, release] = &builds[..] else { unreachable!("two builds were made") };
    for (name, seconds) in debug {
        let released = release.iter().find(|(other, _)| other == name).map(|&(_, seconds)| seconds);
        table.row([name.clone(), show(Some(*seconds), 2), show(released, 2)]);
    }
    Ok(table)
}
