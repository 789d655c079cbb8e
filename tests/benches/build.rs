//! Writes the trees of `compile_time` for `tests/same_trees.rs`, which runs what is only compiled elsewhere.

#![allow(dead_code)]

use std::path::Path;
use std::{env, fs, io};

use shape::{Leaves, Shape};

#[path = "src/compile_time/blocks.rs"]
mod blocks;
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
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/compile_time");
    Ok(())
}
