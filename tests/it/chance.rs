//! Nodes that draw random numbers.

use std::time::Duration;

use bt::{Behavior, Random, Status, bt};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

/// A context with a random number generator and a record of events.
struct Dice {
    rng: Pcg32,
    log: String,
    scores: [f64; 3],
}

impl Dice {
    fn new(seed: u64) -> Self {
        Dice { rng: Pcg32::seed_from_u64(seed), log: String::new(), scores: [0.0; 3] }
    }
}

impl Random for Dice {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.rng
    }
}

/// A leaf that records its letter; it fails if the letter is a capital, and waits a tick if it is a digit.
#[derive(Behavior, Clone)]
#[behavior(context = Dice)]
struct Letter {
    letter: char,
    waited: bool,
}

impl Letter {
    fn new(letter: char) -> Self {
        Letter { letter, waited: false }
    }

    fn run(&mut self, dice: &mut Dice) -> Status {
        dice.log.push(self.letter);
        if self.letter.is_ascii_digit() && !std::mem::replace(&mut self.waited, true) {
            return Status::Running;
        }
        Status::from(!self.letter.is_ascii_uppercase())
    }
}

bt! { Shuffled(Dice) = random_sequence < letter('a'), letter('b'), letter('c') > }
bt! { Tried(Dice) = random_selector < letter('A'), letter('B'), letter('C') > }

#[test]
fn all_orders_come_up_evenly() {
    let mut counts = std::collections::BTreeMap::<String, u32>::new();
    let mut dice = Dice::new(7);
    for _ in 0..6000 {
        assert_eq!(Shuffled::new().tick(&mut dice), Status::Success);
        *counts.entry(std::mem::take(&mut dice.log)).or_default() += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| (900..1100).contains(count)), "{counts:?}");
}

#[test]
fn each_child_is_tried_once() {
    let mut dice = Dice::new(1);
    assert_eq!(Tried::new().tick(&mut dice), Status::Failure);
    let mut tried: Vec<char> = dice.log.chars().collect();
    tried.sort_unstable();
    assert_eq!(tried, ['A', 'B', 'C']);
}

#[test]
fn a_running_child_is_resumed_and_not_drawn_again() {
    bt! { Waiting(Dice) = random_sequence < letter('1'), letter('2'), letter('3'), letter('4') > }
    for seed in 0..50 {
        let (mut tree, mut dice) = (Waiting::new(), Dice::new(seed));
        for _ in 0..4 {
            assert_eq!(tree.tick(&mut dice), Status::Running);
        }
        assert_eq!(tree.tick(&mut dice), Status::Success);
        let letters: Vec<char> = dice.log.chars().collect();
        assert!(letters.chunks(2).all(|pair| pair[0] == pair[1]), "{}", dice.log);
        assert_eq!(letters.iter().collect::<std::collections::BTreeSet<_>>().len(), 4);
    }
}

#[test]
fn weights_and_probabilities_come_out() {
    bt! { Weighted(Dice) = weighted(2, 1.0, -3, 1) < letter('a'), letter('b'), letter('c'), letter('d') > }
    bt! { Perhaps(Dice) = probability(0.25) < letter('y') > }
    bt! { Never(Dice) = weighted(0, -1.5) < letter('a'), letter('b') > }
    let mut dice = Dice::new(3);
    let mut yes = 0;
    for _ in 0..4000 {
        assert_eq!(Weighted::new().tick(&mut dice), Status::Success);
        yes += u32::from(Perhaps::new().tick(&mut dice).is_success());
    }
    let count = |letter| dice.log.matches(letter).count();
    assert!((1900..2100).contains(&count('a')) && (900..1100).contains(&count('b')), "{} {}", count('a'), count('b'));
    assert_eq!(count('c'), 0);
    assert!((900..1100).contains(&yes) && count('y') == yes as usize, "{yes}");
    assert_eq!(Never::new().tick(&mut dice), Status::Failure);
}

#[test]
fn weights_are_expressions_or_closures_read_at_the_start() {
    const OFTEN: f32 = 3.0;
    bt! {
        Weighed(Dice) { seldom: u8 } = weighted(|dice| dice.scores[0], seldom, OFTEN * 2.0) <
            letter('c'),
            letter('a'),
            letter('b'),
        >
    }
    let mut dice = Dice::new(3);
    let count = |tree: &mut Weighed, dice: &mut Dice| {
        for _ in 0..3000 {
            tree.tick(dice);
        }
        let log = std::mem::take(&mut dice.log);
        ['a', 'b', 'c'].map(|letter| log.matches(letter).count())
    };
    let [few, many, none] = count(&mut Weighed::new(1), &mut dice);
    assert!((330..530).contains(&few) && few + many == 3000 && none == 0, "{few} {many} {none}");
    dice.scores[0] = 7.0;
    let [none, half, other] = count(&mut Weighed::new(0), &mut dice);
    assert!(none == 0 && half < other && half > 1200, "{half} {other}");
    dice.scores[0] = f64::INFINITY;
    assert_eq!(count(&mut Weighed::new(1), &mut dice), [0, 0, 3000]);
    // If no child can be drawn, no word is drawn.
    bt! { Never(Dice) = weighted(|dice| dice.scores[1], |dice| dice.scores[2]) < letter('a'), letter('b') > }
    dice.scores = [0.0, -1.0, f64::NAN];
    let words = format!("{:?}", dice.rng);
    assert_eq!(Never::new().tick(&mut dice), Status::Failure);
    assert_eq!((dice.log.as_str(), format!("{:?}", dice.rng)), ("", words));
}

#[test]
fn the_best_is_taken_and_after_it_the_next() {
    bt! {
        Best(Dice) = utility(|dice| dice.scores[0], |dice| dice.scores[1] as f32, |dice| dice.scores[2]) <
            letter('A'),
            letter('B'),
            letter('C'),
        >
    }
    for (scores, order) in [
        ([1.0, 3.0, 2.0], "BCA"),
        ([1.0, 1.0, 1.0], "ABC"),
        ([f64::NAN, f64::NEG_INFINITY, 0.0], "CBA"),
        ([f64::NAN; 3], "ABC"),
    ] {
        let mut dice = Dice { scores, ..Dice::new(0) };
        assert_eq!(Best::new().tick(&mut dice), Status::Failure);
        assert_eq!(dice.log, order);
    }
}

#[test]
fn a_wait_is_drawn_once() {
    bt! { Pause(Dice) = sequence < wait_between(1.5, 3.0), wait_between(Duration::from_secs(1), 0.5) > }
    for seed in 0..20 {
        let (mut tree, mut dice) = (Pause::new(), Dice::new(seed));
        let mut ticks = 0;
        while tree.tick_for(0.01, &mut dice).is_running() {
            ticks += 1;
            assert!(ticks < 400);
        }
        assert!((199..=400).contains(&ticks), "{ticks}");
    }
}

#[test]
fn the_same_seed_is_the_same_run() {
    bt! {
        Mixed(Dice) = forever < random_selector <
            probability(0.5) < letter('A') >,
            weighted(1, 2) < letter('1'), shuffled >,
            wait_between(0.1, 0.2),
        > >
    }
    let run = |seed| {
        let (mut tree, mut dice) = (Mixed::new(), Dice::new(seed));
        for _ in 0..200 {
            tree.tick_for(0.03, &mut dice);
        }
        dice.log
    };
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
}

#[test]
fn an_unnamed_tree_draws_from_the_context_of_its_leaves() {
    let mut dice = Dice::new(1);
    let mut tree = bt!(
        sequence <
            letter('a'),
            probability(1.0) < letter('b') >,
            weighted(0, 1) < letter('c'), letter('d') >,
        >
    );
    assert_eq!(tree.tick(&mut dice), Status::Success);
    assert_eq!(dice.log, "abd");
}
