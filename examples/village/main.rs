//! A village: a baker with a daily routine, a cat and a dog with moods, a gardener and the weather, and a robot that
//! delivers letters.
//!
//! Each lives in a file of its own: its context, its leaves, its tree and its tests. Read the trees first.
//!
//! ```text
//! cargo run --example village
//! cargo run --example village -- --replay village.html
//! ```

mod baker;
mod cat;
mod courier;
mod dog;
mod gardener;
mod story;

use std::process::ExitCode;

use bt_examples::replay::with_replay;
use bt_examples::say;

fn main() -> ExitCode {
    with_replay("village", |replay| {
        for (name, story) in [
            ("The baker", baker::day(60, replay)),
            ("The cat", cat::evening(60, replay)),
            ("The dog", dog::afternoon(60, replay)),
            ("The gardener", gardener::shower(60, replay)),
            ("The courier", courier::round(60, replay)),
        ] {
            say!("{name}");
            for line in story {
                say!("  {line}");
            }
            say!("");
        }
    })
}
