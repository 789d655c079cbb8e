//! Draws from the words of a generator: the exact mapping, the number of words, and fairness.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::time::Duration;

use bt::__private::{ChildrenLeft, between, chance, weigh};
use bt::Random;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{SeedableRng, TryRng};

/// A context whose generator returns exactly these words.
struct Words(Vec<u64>);

impl Words {
    fn new(words: &[u64]) -> Self {
        Words(words.iter().rev().copied().collect())
    }

    /// The number of words left.
    fn left(&self) -> usize {
        self.0.len()
    }
}

impl TryRng for Words {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        panic!("only whole words are drawn")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.pop().expect("there is another word"))
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        panic!("only whole words are drawn")
    }
}

impl Random for Words {
    type Rng = Self;

    fn rng(&mut self) -> &mut Self {
        self
    }
}

/// A context with a good generator.
struct Seeded(Pcg64Mcg);

impl Seeded {
    fn new(seed: u64) -> Self {
        Seeded(Pcg64Mcg::seed_from_u64(seed))
    }
}

impl Random for Seeded {
    type Rng = Pcg64Mcg;

    fn rng(&mut self) -> &mut Pcg64Mcg {
        &mut self.0
    }
}

/// A time between two, in nanoseconds, and how many of the words it has taken.
fn nanos_between(shorter: u64, longer: u64, words: &[u64]) -> (u64, usize) {
    let mut context = Words::new(words);
    let timer = between(&mut context, Duration::from_nanos(shorter), Duration::from_nanos(longer));
    let nanos = serde_json::to_value(timer).expect("it is a number").as_u64().expect("it is whole");
    (nanos, words.len() - context.left())
}

#[test]
fn a_number_below_another_is_the_upper_half_of_the_product() {
    // 2^64 mod 10 is 6: what has a lower half below that is drawn again.
    const UNEVEN: [u64; 3] = [0, 0x4ccc_cccc_cccc_cccd, 0x1999_9999_9999_999a];
    assert_eq!(UNEVEN.map(|word| word.wrapping_mul(10)), [0, 2, 4]);
    assert_eq!(nanos_between(0, 9, &[0x6666_6666_6666_6667, 7]), (4, 1));
    assert_eq!(nanos_between(0, 9, &[1 << 60, 7]), (0, 1));
    assert_eq!(nanos_between(0, 9, &[u64::MAX, 7]), (9, 1));
    assert_eq!(nanos_between(0, 9, &[UNEVEN[0], UNEVEN[1], UNEVEN[2], u64::MAX, 7]), (9, 4));
    // 2^64 is a multiple of 8: each word will do.
    assert_eq!(nanos_between(0, 7, &[0, 7]), (0, 1));
    assert_eq!(nanos_between(0, 7, &[5 << 61, 7]), (5, 1));
}

#[test]
fn a_time_is_between_two_in_any_order_and_takes_a_draw_always() {
    assert_eq!(nanos_between(100, 109, &[u64::MAX]), (109, 1));
    assert_eq!(nanos_between(109, 100, &[u64::MAX]), (109, 1));
    assert_eq!(nanos_between(109, 100, &[1 << 60]), (100, 1));
    assert_eq!(nanos_between(100, 100, &[u64::MAX]), (100, 1));
    assert_eq!(nanos_between(0, u64::MAX, &[u64::MAX]), (u64::MAX - 1, 1));
    assert_eq!(nanos_between(u64::MAX, u64::MAX, &[1]), (u64::MAX, 1));
    let mut context = Words::new(&[100]);
    let timer = between(&mut context, 1.5_f32, Duration::from_millis(500));
    assert_eq!(serde_json::to_string(&timer).expect("it is a number"), "500000000");
}

#[test]
fn a_probability_is_above_the_number_that_is_drawn() {
    let happens = |probability: f64, word| chance(&mut Words::new(&[word]), probability);
    assert!(!happens(0.0, 0));
    assert!(happens(1.0, u64::MAX));
    assert!(!happens(0.5, 1 << 63));
    assert!(happens(0.5, (1 << 63) - 1));
    // Eleven bits are not used.
    assert!(happens(f64::from_bits(1), 0x7ff));
    assert!(!happens(f64::from_bits(1), 0x800));
    assert!(!happens(f64::NAN, 0));
    assert!(chance(&mut Words::new(&[0]), 0.5_f32));
    let mut context = Words::new(&[1, 2, 3]);
    for probability in [-1.0, 0.0, 2.0] {
        chance(&mut context, probability);
    }
    assert_eq!(context.left(), 0);
}

#[test]
fn weights_share_the_numbers_that_can_be_drawn() {
    let heaviest = |word| weigh(&mut Words::new(&[word]), [2.0, 1.0, 1.0]);
    assert_eq!([0, (1 << 63) - 1].map(heaviest), [Some(0); 2]);
    assert_eq!([1 << 63, (3 << 62) - 1].map(heaviest), [Some(1); 2]);
    assert_eq!([3 << 62, u64::MAX].map(heaviest), [Some(2); 2]);
    assert_eq!(weigh(&mut Words::new(&[0]), [0.0, -5.0, 1.0, 0.0]), Some(2));
    assert_eq!(weigh(&mut Words::new(&[u64::MAX]), [-1.0, 1.0, f64::NAN]), Some(1));
    // Rounding leaves a remainder, which the last weight above 0 takes.
    assert_eq!(weigh(&mut Words::new(&[u64::MAX]), [0.1, 0.1, 0.6, 0.0]), Some(2));
}

#[test]
fn where_no_weight_is_above_zero_nothing_is_drawn() {
    let mut context = Words::new(&[]);
    assert_eq!(weigh(&mut context, [0.0, -1.0]), None);
    assert_eq!(weigh(&mut context, [0.0, f64::NAN, -f64::INFINITY]), None);
}

/// The order in which children are drawn until none is left.
fn order<const BYTES: usize>(context: &mut impl Random, children: usize) -> Vec<usize> {
    let (mut left, mut order) = (ChildrenLeft::<BYTES>::all(children), Vec::new());
    while !left.is_empty() {
        order.push(left.draw(context));
    }
    order
}

#[test]
fn children_are_counted_among_those_left() {
    // Of five: the fourth, the first, the second of three, the second of two, and the last without a draw.
    let words = [4 << 61, 1 << 60, 1 << 63, 3 << 62];
    let mut context = Words::new(&words);
    assert_eq!(order::<1>(&mut context, 5), [2, 0, 3, 4, 1]);
    assert_eq!(context.left(), 0);
    assert_eq!(order::<1>(&mut context, 1), [0]);
    assert_eq!(order::<1>(&mut Words::new(&[u64::MAX; 7]), 8), [7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(order::<2>(&mut Words::new(&[1; 8]), 9), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn each_child_is_drawn_once() {
    let mut context = Seeded::new(1);
    let mut children = order::<25>(&mut context, 200);
    assert!(!children.is_sorted());
    children.sort();
    assert!(children.into_iter().eq(0..200));
}

#[test]
#[should_panic(expected = "a child is left")]
fn where_no_child_is_left_none_is_drawn() {
    ChildrenLeft::<0>::all(0).draw(&mut Words::new(&[]));
}

#[test]
fn what_is_left_takes_a_bit_for_each_child() {
    assert_eq!((size_of::<ChildrenLeft<1>>(), align_of::<ChildrenLeft<1>>()), (1, 1));
    assert_eq!((size_of::<ChildrenLeft<8>>(), align_of::<ChildrenLeft<8>>()), (8, 1));
}

#[test]
fn the_best_score_is_taken_and_its_child_is_out() {
    let mut left = ChildrenLeft::<1>::all(4);
    let (mut asked, mut order) = (Vec::new(), Vec::new());
    while !left.is_empty() {
        order.push(left.best(|child| {
            asked.push(child);
            [1.0, 3.0, 2.0, 3.0][child]
        }));
    }
    assert_eq!(order, [1, 3, 2, 0]);
    assert_eq!(asked, [0, 1, 2, 3, 0, 2, 3, 0, 2, 0]);
}

#[test]
fn a_score_that_is_no_number_is_the_last() {
    let best = |scores: [f64; 3]| ChildrenLeft::<1>::all(3).best(|child| scores[child]);
    assert_eq!(best([f64::NAN, f64::NEG_INFINITY, f64::NAN]), 1);
    assert_eq!(best([f64::NEG_INFINITY, f64::NAN, f64::NAN]), 0);
    assert_eq!(best([f64::NAN, -1.0, f64::INFINITY]), 2);
    assert_eq!(best([f64::NAN; 3]), 0);
    assert_eq!(best([-0.0, 0.0, 0.0]), 0);
}

/// Draws so often that each answer, if all are equally likely, comes a thousand times; the seed is fixed. Fails if
/// the distribution has a probability below one in a million.
fn is_even<T: Ord>(answers: u32, mut ask: impl FnMut(&mut Seeded) -> T) {
    let (mut context, mut counts) = (Seeded::new(7), BTreeMap::<T, f64>::new());
    for _ in 0..1000 * answers {
        *counts.entry(ask(&mut context)).or_default() += 1.0;
    }
    assert_eq!(counts.len(), answers as usize);
    let chi_square: f64 = counts.values().map(|count| (count - 1000.0).powi(2) / 1000.0).sum();
    let freedom = f64::from(answers - 1);
    // Wilson and Hilferty, "The distribution of chi-square", 1931: its cube root is nearly normal.
    let deviations = ((chi_square / freedom).cbrt() - 1.0 + 2.0 / (9.0 * freedom)) / (2.0 / (9.0 * freedom)).sqrt();
    assert!(deviations.abs() < 4.9, "{chi_square} with {freedom} degrees of freedom");
}

#[test]
fn all_is_equally_likely() {
    is_even(24, |context| order::<1>(context, 4));
    is_even(3, |context| ChildrenLeft::<1>::all(3).draw(context));
    is_even(13, |context| ChildrenLeft::<2>::all(13).draw(context));
    is_even(2, |context| chance(context, 0.5));
    is_even(10, |context| between(context, Duration::from_nanos(15), Duration::from_nanos(24)));
    is_even(5, |context| weigh(context, [1.0, 0.0, 1.0, 1.0, -3.0, 1.0, 1.0]));
    is_even(4, |context| match weigh(context, [1.0, 3.0]) {
        Some(0) => 0,
        _ => 1 + order::<1>(context, 3)[0],
    });
}

#[test]
fn a_seed_is_a_history() {
    let history = |seed| {
        let mut context = Seeded::new(seed);
        let order = order::<2>(&mut context, 10);
        (order, chance(&mut context, 0.5), between(&mut context, 1.0, 2.0), weigh(&mut context, [1.0, 2.0]))
    };
    assert_eq!(history(1), history(1));
    assert_ne!(history(1), history(2));
    // Forever: the generator guarantees its words, and `bt` how it uses them.
    assert_eq!(serde_json::to_string(&history(1)).expect("it is data"), "[[8,1,4,7,3,5,2,9,0,6],true,1072748924,0]");
}
