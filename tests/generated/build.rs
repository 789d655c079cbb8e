//! Writes random trees out as `bt!` trees.

use std::env;
use std::path::Path;

/// How many random trees there are, unless `BT_TREES` says otherwise.
const TREES: u64 = 45;

mod write;

fn main() {
    println!("cargo::rerun-if-changed=write.rs");
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    write::write(Path::new(&out), TREES);
}
