//! A thousand creatures of five kinds live in a barnyard: once in Bevy, and once in plain lists. Their histories are
//! the same.
//!
//! Creatures watch and bite each other, hatch and grow up. In each frame, lightning removes one of them in the middle
//! of what it does.
//!
//! ```text
//! cargo run --example barnyard
//! ```

mod creature;
mod in_bevy;
mod plain;
mod trees;

fn main() {
    let (creatures, frames) = (1000, 300);
    let histories = plain::run(creatures, frames);
    let events: usize = histories.values().map(Vec::len).sum();
    println!("{} creatures in {frames} frames, {events} events", histories.len());
    for parallel in [false, true] {
        let same = in_bevy::run(creatures, frames, parallel) == histories;
        let how = if parallel { "on all threads" } else { "one after the other" };
        println!("in Bevy, {how}: {}", if same { "the same" } else { "something else" });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{in_bevy, plain};

    #[test]
    fn creatures_do_in_bevy_what_they_do_without() {
        let histories = plain::run(1000, 300);
        assert_eq!(in_bevy::run(1000, 300, false), histories);
        assert_eq!(in_bevy::run(1000, 300, true), histories);
    }

    #[test]
    fn all_that_can_happen_happens() {
        let events: BTreeSet<&str> = plain::run(1000, 300).values().flatten().map(|(what, _)| *what).collect();
        let all = [
            "alarmed",
            "arrived",
            "bites",
            "bitten",
            "chews",
            "died",
            "dies at ease",
            "fled",
            "grown up",
            "hatched",
            "stopped",
        ];
        assert_eq!(events, BTreeSet::from(all));
    }
}
