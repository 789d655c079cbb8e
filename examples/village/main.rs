//! One day in a village: a baker, a cat, a dog, a gardener, and a courier.
//!
//! Each of the five has a tree, in `trees.rs`. All trees have the same context, the village, and this is how they meet:
//! the dog chases the cat, the cat lies in the dog's basket, the ladder of the gardener helps the cat, and the courier
//! has to wake the dog. Another seed is another day.
//!
//! ```text
//! cargo run --example village
//! cargo run --example village -- 7
//! cargo run --example village -- --replay village.html
//! ```
//!
//! Edit the trees while the day passes:
//!
//! ```text
//! cargo run --example village --features live
//! ```
//!
//! Or on a page, by hand:
//!
//! ```text
//! cargo run --example village --features live -- --page
//! ```
//!
//! A visitor comes from a text file, which may use only what is in the palette of `mods.rs`:
//!
//! ```text
//! cargo run --example village --features live -- --mod examples/village/goose.bt
//! ```

mod day;
#[cfg(all(test, feature = "live"))]
mod edited;
#[cfg(all(test, feature = "live"))]
mod hand;
#[cfg(feature = "live")]
mod live;
#[cfg(feature = "live")]
mod mods;
#[cfg(test)]
mod tests;
mod trees;
mod village;

use std::process::ExitCode;

use bt_examples::replay::Replay;
use bt_examples::say;
use bt_examples::seed::with_seed;
use village::{TICK, Village};

/// A day on which a lot happens.
const SEED: u64 = 225;

fn main() -> ExitCode {
    #[cfg(feature = "live")]
    {
        let words: Vec<String> = std::env::args().skip(1).collect();
        match &words[..] {
            [] => live::run(SEED, None),
            [word] if word == "--page" => live::run_on_page(SEED),
            [word, path] if word == "--mod" => live::run(SEED, Some(path.as_ref())),
            _ => {}
        }
    }
    with_seed("village", SEED, |seed, replay| say!("{}", story(seed, replay)))
}

/// What the program prints.
fn story(seed: u64, replay: &mut Replay) -> String {
    day::day(Village::new(seed), TICK, replay).join("\n")
}
