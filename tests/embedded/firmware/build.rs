//! Says where the board has its memory.

use std::{env, fs, path::Path};

fn main() {
    let target = env::var("TARGET").unwrap_or_default();
    let (memory, scripts) = match target.split('-').next() {
        // A microbit.
        Some("thumbv6m") => (arm("256K", "16K"), &["link.x"][..]),
        // An MPS2 board with the image AN386.
        Some("thumbv7em") => (arm("4M", "4M"), &["link.x"][..]),
        // QEMU's `virt`.
        Some("riscv32imac") => (RISCV.to_owned(), &["memory.x", "link.x"][..]),
        _ => return,
    };
    let folder = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&folder).join("memory.x"), memory).expect("the folder can be written");
    println!("cargo:rustc-link-search={folder}");
    for script in scripts {
        println!("cargo:rustc-link-arg-bins=-T{script}");
    }
    println!("cargo:rustc-link-arg-bins=--nmagic");
    println!("cargo:rerun-if-changed=build.rs");
}

fn arm(flash: &str, ram: &str) -> String {
    format!(
        "MEMORY {{\n  FLASH : ORIGIN = 0x00000000, LENGTH = {flash}\n  RAM : ORIGIN = 0x20000000, LENGTH = {ram}\n}}\n"
    )
}

const RISCV: &str = "MEMORY {
  FLASH : ORIGIN = 0x80000000, LENGTH = 1M
  RAM : ORIGIN = 0x80100000, LENGTH = 1M
}
REGION_ALIAS(\"REGION_TEXT\", FLASH);
REGION_ALIAS(\"REGION_RODATA\", FLASH);
REGION_ALIAS(\"REGION_DATA\", RAM);
REGION_ALIAS(\"REGION_BSS\", RAM);
REGION_ALIAS(\"REGION_HEAP\", RAM);
REGION_ALIAS(\"REGION_STACK\", RAM);
";
