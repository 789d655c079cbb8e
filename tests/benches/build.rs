//! Writes the trees of `compile_time` for `tests/same_trees.rs`, which runs what is only compiled elsewhere.

#![allow(dead_code)]

use std::path::Path;
use std::{env, fs, io};

use game::{Game, Way};
use shape::{Leaves, Shape};

#[path = "src/compile_time/blocks.rs"]
mod blocks;
#[path = "src/compile_time/game.rs"]
mod game;
#[path = "src/compile_time/shape.rs"]
mod shape;
#[path = "src/compile_time/tree.rs"]
mod tree;

fn main() -> io::Result<()> {
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    let folder = Path::new(&folder);
    for (name, leaves) in [("numbered", Leaves::Numbered), ("distinct", Leaves::Distinct)] {
        let shape = Shape { levels: 5, leaves };
        fs::write(folder.join(format!("{name}_tree.rs")), tree::source(shape))?;
        fs::write(folder.join(format!("{name}_function.rs")), blocks::source(shape, shape.count()))?;
        fs::write(folder.join(format!("{name}_functions.rs")), blocks::source(shape, 8))?;
    }
    let game = Game { trees: 5, types: 9, ..Game::LARGE };
    for (name, way) in [("macro_game", Way::Macro), ("plain_game", Way::ByHand)] {
        fs::write(folder.join(format!("{name}.rs")), game.source(way))?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/compile_time");
    Ok(())
}
