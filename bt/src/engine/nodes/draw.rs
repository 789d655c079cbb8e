//! How nodes draw from the generator of the context. The documentation of `Random` guarantees it to users.

use crate::engine::tick::timer::Timer;
use crate::random::Random;
use crate::time::IntoDuration;

/// A number below `end`, all equally likely; 0 if `end` is 0.
///
/// Lemire, "Fast Random Integer Generation in an Interval", 2019, algorithm 5.
#[inline]
pub(crate) fn below<C: Random + ?Sized>(context: &mut C, end: u64) -> u64 {
    let mut draw = || u128::from(word(context)) * u128::from(end);
    let mut product = draw();
    // The remainder is slow to compute, and rarely needed.
    if (product as u64) < end {
        let uneven = end.wrapping_neg() % end;
        while (product as u64) < uneven {
            product = draw();
        }
    }
    (product >> 64) as u64
}

/// A number in `[0, 1)`.
#[inline]
fn unit<C: Random + ?Sized>(context: &mut C) -> f64 {
    const STEP: f64 = 1.0 / (1u64 << 53) as f64;
    (word(context) >> 11) as f64 * STEP
}

/// The types of probabilities.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a probability", label = "expected a number from 0 to 1")]
pub trait Probability {
    fn number(self) -> f64;
}

macro_rules! probability {
    ($($number:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Probability for $number {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn number(self) -> f64 {
                self.into()
            }
        }
    )*};
}

probability!(f32 f64 i8 i16 i32 u8 u16 u32);

/// True with this probability.
#[inline]
pub fn chance<C: Random + ?Sized>(context: &mut C, probability: impl Probability) -> bool {
    unit(context) < probability.number()
}

/// A timer for a random time between two bounds, both included.
#[inline]
pub fn between<C: Random + ?Sized>(context: &mut C, one: impl IntoDuration, other: impl IntoDuration) -> Timer {
    let (one, other) = (one.nanos(), other.nanos());
    let times = one.abs_diff(other).saturating_add(1);
    Timer::from_nanos(one.min(other) + below(context, times))
}

/// Draws the index of one of the weights; `None` if no weight is above zero. If some are infinite, only these count,
/// and all of them equally.
#[inline]
pub fn weigh<C: Random + ?Sized, const N: usize>(context: &mut C, mut weights: [f64; N]) -> Option<usize> {
    weigh_in(context, &mut weights)
}

/// Draws the index of one of the weights in a slice.
#[inline(always)]
pub(crate) fn weigh_in<C: Random + ?Sized>(context: &mut C, weights: &mut [f64]) -> Option<usize> {
    if weights.contains(&f64::INFINITY) {
        weights.iter_mut().for_each(|weight| *weight = f64::from(*weight == f64::INFINITY));
    }
    let heavy = || weights.iter().copied().enumerate().filter(|(_, weight)| *weight > 0.0);
    // A remainder from rounding goes to the last one.
    let (last, _) = heavy().next_back()?;
    let mut rest = unit(context) * heavy().map(|(_, weight)| weight).sum::<f64>();
    for (index, weight) in heavy() {
        if rest < weight {
            return Some(index);
        }
        rest -= weight;
    }
    Some(last)
}

/// Checks that the context has a generator, so that the error for a missing one points to the node.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn draws<C: Random + ?Sized>() {}

/// Draws a word.
#[cfg(feature = "rand")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn word<C: Random + ?Sized>(context: &mut C) -> u64 {
    rand_core::Rng::next_u64(context.rng())
}

/// Draws a word, or would.
#[cfg(not(feature = "rand"))]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn word<C: Random + ?Sized>(context: &mut C) -> u64 {
    context.word()
}
