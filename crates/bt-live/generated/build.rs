//! Writes random trees out as `bt!`.

use std::env;
use std::path::Path;

#[path = "../../../tests/generated/write.rs"]
mod write;

/// How many random trees there are, unless `BT_TREES` says otherwise.
const TREES: u64 = 24;

fn main() {
    println!("cargo::rerun-if-changed=../../../tests/generated/write.rs");
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    write::write(Path::new(&out), TREES);
}
