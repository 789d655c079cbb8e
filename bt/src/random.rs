//! `Random`: contexts that have a random number generator.

/// A context that has a random number generator: what `probability`, `weighted`, `random_sequence`, `random_selector`
/// and `wait_between` need.
///
/// `bt` has no generator of its own. It takes any that implements `rand_core` 0.10, such as the generators of `rand`
/// 0.10. Until `rand_core` 1.0, a minor release of `bt` may require its next version.
///
/// Two runs with the same seed are identical, byte for byte, if the generator returns the same words on every machine:
/// [`rand_pcg`](https://docs.rs/rand_pcg) guarantees that, `SmallRng` of `rand` does not.
///
/// This trait comes with the feature `rand`:
///
/// ```toml
/// [dependencies]
/// bt-trees = { path = "../bt/bt", features = ["rand"] }
/// rand_pcg = "0.10"
/// ```
///
/// ```
/// use bt::Random;
/// use rand_pcg::Pcg32;
/// use rand_pcg::rand_core::{Rng, SeedableRng};
///
/// struct Wolf {
///     hunger: u32,
///     chance: Pcg32,
/// }
///
/// impl Random for Wolf {
///     type Rng = Pcg32;
///
///     fn rng(&mut self) -> &mut Pcg32 {
///         &mut self.chance
///     }
/// }
///
/// let pack = || [1, 2, 3].map(|seed| Wolf { hunger: 0, chance: Pcg32::seed_from_u64(seed) });
/// let howl = |wolves: [Wolf; 3]| wolves.map(|mut wolf| wolf.rng().next_u64());
/// assert_eq!(howl(pack()), howl(pack()));
/// ```
///
/// A context that borrows can lend a generator that all agents share: `type Rng = Pcg32` and a field
/// `chance: &'w mut Pcg32`.
///
/// # What is drawn
///
/// Nodes draw words of 64 bits with `next_u64`, in the order in which they need them. `bt` guarantees how they use a
/// word:
///
/// - *A number below `n`* is the upper half of the 128 bits of `word * n`. If the lower half is less than
///   2<sup>64</sup> mod `n`, which is rare, another word is drawn, so that all numbers are equally likely. (Daniel
///   Lemire, [Fast Random Integer Generation in an Interval](https://arxiv.org/abs/1805.10941), 2019, algorithm 5.)
///   With a generator that is stuck at 0 this does not end, unless `n` is a power of two.
/// - *A fraction*, at least 0 and less than 1, is the upper 53 bits of a word, times 2<sup>-53</sup>.
///
/// The nodes use these as follows:
///
/// - `random_sequence`, `random_selector`: of `n` children left, a number below `n` says which, counted from 0 in their
///   order. Nothing is drawn for the last one.
/// - `weighted`: a fraction of the sum of all weights above zero. They are subtracted from it in order, until one is
///   larger than the remainder: this one is drawn, or the last one if rounding leaves none. If none is above zero,
///   nothing is drawn. If some are infinite, these count as 1, and all others as 0.
/// - `probability(p)`: a fraction is drawn, even if `p` is 0 or 1. The child runs if the fraction is less than `p`.
/// - `wait_between(a, b)`: a number below `n + 1`, where `n` is the number of nanoseconds between the two. It is
///   added to the shorter one.
#[cfg(feature = "rand")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no source of random numbers",
    label = "this node draws random numbers",
    note = "implement `bt::Random` for `{Self}`: it lends a random number generator, for example one from the crate \
            `rand`",
    note = "a generic context requires it: `(impl Senses + bt::Random)`"
)]
pub trait Random {
    /// The type of the generator.
    type Rng: rand_core::Rng + ?Sized;

    /// Borrows the generator.
    fn rng(&mut self) -> &mut Self::Rng;
}

/// Replaces `Random` while the feature `rand` is off. Nothing implements it.
#[cfg(not(feature = "rand"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no source of random numbers, and the feature `rand` of `bt` is off",
    label = "this node draws random numbers",
    note = "turn on the feature `rand` of `bt` in `Cargo.toml`; then implement `bt::Random` for `{Self}`"
)]
pub trait Random {
    /// Would draw a word.
    fn word(&mut self) -> u64;
}
