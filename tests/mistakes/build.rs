//! Tells the test which compiler runs it.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").expect("cargo sets RUSTC");
    let output = Command::new(rustc).arg("--version").output().expect("the compiler says its version");
    println!("cargo::rustc-env=BT_RUSTC={}", String::from_utf8_lossy(&output.stdout).trim());
}
