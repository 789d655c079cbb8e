//! Any text as a live tree from a stranger: it is refused or runs, and there is never a panic.
//!
//! What is checked is in `crates/bt-live/tests/hostile/check.rs`, and how texts are changed in `edit.rs`. The test
//! `hostile` of `bt-live` runs both.

#![no_main]

use std::sync::LazyLock;

use bt_live::Palette;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

#[path = "../../crates/bt-live/tests/hostile/check.rs"]
mod check;
#[path = "../edit.rs"]
mod edit;

static PALETTE: LazyLock<Palette<check::World>> = LazyLock::new(check::palette);

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        check::text(text, &PALETTE);
    }
});

fuzz_mutator!(|bytes: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let text = std::str::from_utf8(&bytes[..size]).ok();
    // One in four is changed byte by byte.
    let edited = text.filter(|_| !seed.is_multiple_of(4)).and_then(|text| edit::edit(text, seed));
    match edited.filter(|text| text.len() <= max_size) {
        Some(text) => {
            bytes[..text.len()].copy_from_slice(text.as_bytes());
            text.len()
        }
        None => fuzzer_mutate(bytes, size, max_size),
    }
});
