//! Any text in a `bt!`: the result is a tree or errors, and never a panic.
//!
//! What is checked is in `tests/macros/check.rs`, and how trees are changed in `edit.rs`. The test `macros` runs both
//! with the compiler that everybody has, so that they keep working.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

#[cfg(fuzzing)]
compile_error!("give `--no-cfg-fuzzing` to cargo fuzz: with that cfg, proc-macro2 keeps no positions");

#[path = "../../tests/macros/check.rs"]
mod check;
#[path = "../edit.rs"]
mod edit;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(tree) = std::str::from_utf8(bytes) {
        check::text(tree);
        // All texts are kept for their positions otherwise.
        proc_macro2::extra::invalidate_current_thread_spans();
    }
});

fuzz_mutator!(|bytes: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let tree = std::str::from_utf8(&bytes[..size]).ok();
    // One in four is changed byte by byte.
    let edited = tree.filter(|_| !seed.is_multiple_of(4)).and_then(|tree| edit::edit(tree, seed));
    match edited.filter(|tree| tree.len() <= max_size) {
        Some(tree) => {
            bytes[..tree.len()].copy_from_slice(tree.as_bytes());
            tree.len()
        }
        None => fuzzer_mutate(bytes, size, max_size),
    }
});
