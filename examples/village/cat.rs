//! A cat, which may change its mind at any moment, but only for a much stronger wish.

use bt::{Span, Status, bt, leaf};
use bt_examples::replay::Replay;

use crate::story::{Line, Teller, live};

/// How much stronger a wish must be than the current one.
const STUBBORN: f64 = 0.2;

/// The context: the cat. Wishes are from 0 to 1.
#[derive(Default)]
pub struct Cat {
    hunger: f64,
    wish_to_play: f64,
    said: Vec<String>,
}

impl Teller for Cat {
    fn said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }
}

/// In a second, a tenth of the hunger goes.
#[leaf]
fn eat(cat: &mut Cat, span: &mut Span) -> Status {
    cat.hunger = (cat.hunger - span.seconds() / 10.0).max(0.0);
    Status::Running
}

/// So does the wish to play.
#[leaf]
fn play(cat: &mut Cat, span: &mut Span) -> Status {
    cat.wish_to_play = (cat.wish_to_play - span.seconds() / 10.0).max(0.0);
    Status::Running
}

/// Says what it begins.
#[leaf]
fn say(cat: &mut Cat, what: &'static str) {
    cat.said.push(what.to_owned());
}

bt! {
    /// Its wishes are compared in every tick. The active one has an advantage, so the cat does not flicker between
    /// two similar ones. Otherwise it sleeps.
    pub CatsLife(Cat) = reactive_utility(|cat| cat.hunger, |cat| cat.wish_to_play, 0.25, margin = STUBBORN) <
        sequence < say("eats"), eat >,
        sequence < say("plays"), play >,
        sequence < say("sleeps"), running >,
    >
}

/// After nine seconds a ball of wool appears.
pub fn evening(rate: u32, replay: &mut Replay) -> Vec<Line> {
    let (mut tree, mut cat) = (CatsLife::new(), Cat { hunger: 0.65, wish_to_play: 0.3, ..Cat::default() });
    let mut wool = Some(0.72);
    live("cat", (&mut tree, &mut cat), (20, rate), replay, |cat, second| {
        if second > 9.05 {
            cat.wish_to_play = wool.take().unwrap_or(cat.wish_to_play);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::story::{printed, words};

    #[test]
    fn it_does_what_it_wishes_most_but_not_for_little() {
        for rate in [4, 5, 8, 30, 60, 144, 240] {
            let story = evening(rate, &mut Replay::off());
            assert_eq!(words(&story), ["eats", "plays", "sleeps", "plays", "sleeps"], "{rate} frames a second");
            // It eats until 0.3 beats its hunger by 0.2, after 5.5 s; and plays until 0.25 does so.
            assert!((5.5..=6.0).contains(&story[1].time.as_secs_f64()), "{}", story[1]);
        }
    }

    #[test]
    fn it_sleeps_when_no_wish_is_above_a_quarter_and_wakes_for_one_that_is_well_above() {
        for (wish, label) in [(0.24, "sleeps"), (0.26, "plays")] {
            let mut cat = Cat { wish_to_play: wish, ..Cat::default() };
            assert_eq!(CatsLife::new().tick_for(0.0, &mut cat), Status::Running);
            assert_eq!(cat.said(), [label]);
        }
        let (mut tree, mut cat) = (CatsLife::new(), Cat::default());
        for (wish, said) in [(0.0, vec!["sleeps"]), (0.44, vec![]), (0.46, vec!["plays"])] {
            cat.wish_to_play = wish;
            assert_eq!(tree.tick_for(0.0, &mut cat), Status::Running);
            assert_eq!(cat.said(), said, "at {wish}");
        }
        let expected = [" 0.25 s  eats", " 5.75 s  plays", " 8.50 s  sleeps", " 9.50 s  plays", "16.25 s  sleeps"];
        assert_eq!(printed(&evening(4, &mut Replay::off())), expected);
    }

    #[test]
    fn wishes_that_are_nearly_equal_change_nothing() {
        let (mut tree, mut cat) = (CatsLife::new(), Cat { hunger: 0.6, wish_to_play: 0.5, ..Cat::default() });
        for (hunger, said) in
            [(0.6, vec!["eats"]), (0.31, vec![]), (0.29, vec!["plays"]), (0.6, vec![]), (0.75, vec!["eats"])]
        {
            (cat.hunger, cat.wish_to_play) = (hunger, 0.5);
            assert_eq!(tree.tick_for(0.0, &mut cat), Status::Running);
            assert_eq!(cat.said(), said, "at {hunger}");
        }
    }
}
