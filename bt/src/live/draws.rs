//! Draws by words that come from elsewhere: what the engine draws from the generator of a context, for a context
//! without a type.

use alloc::vec::Vec;
use core::time::Duration;

use crate::engine::nodes::draw;
use crate::engine::tick::timer::Timer;
use crate::random::Random;

/// A generator whose words come from a function.
struct Words<'w>(&'w mut dyn FnMut() -> u64);

#[cfg(not(feature = "rand"))]
impl Random for Words<'_> {
    fn word(&mut self) -> u64 {
        (self.0)()
    }
}

#[cfg(feature = "rand")]
impl rand_core::TryRng for Words<'_> {
    type Error = core::convert::Infallible;

    #[expect(clippy::cast_possible_truncation, reason = "half of a word")]
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok((self.0)() as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok((self.0)())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        for part in bytes.chunks_mut(8) {
            let word = (self.0)().to_le_bytes();
            part.copy_from_slice(&word[..part.len()]);
        }
        Ok(())
    }
}

#[cfg(feature = "rand")]
impl Random for Words<'_> {
    type Rng = Self;

    fn rng(&mut self) -> &mut Self {
        self
    }
}

/// A number below `end`.
pub fn below(words: &mut dyn FnMut() -> u64, end: u64) -> u64 {
    draw::below(&mut Words(words), end)
}

/// Whether something with this probability happens.
pub fn chance(words: &mut dyn FnMut() -> u64, probability: f64) -> bool {
    draw::chance(&mut Words(words), probability)
}

/// A timer between two times.
pub fn between(words: &mut dyn FnMut() -> u64, one: Duration, other: Duration) -> Timer {
    draw::between(&mut Words(words), one, other)
}

/// One of several weights.
pub fn weigh(words: &mut dyn FnMut() -> u64, mut weights: Vec<f64>) -> Option<usize> {
    draw::weigh_in(&mut Words(words), &mut weights)
}
