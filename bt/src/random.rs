//! `Random`: contexts that have a random number generator.

/// A context that has a random number generator: what `probability`, `weighted`, `random_sequence`, `random_selector` and
/// `wait_between` need.
///
/// `bt` has no generator of its own. It takes any that implements `rand_core` 0.10, as the generators of `rand` 0.10 do.
/// A run with the same seed is the same run, byte for byte, if the generator gives the same words on every machine: [`rand_pcg`](https://docs.rs/rand_pcg), for one, promises that, and `SmallRng` of `rand` does not.
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
/// A context that borrows can lend a generator that all agents share: `type Rng = Pcg32` and a field `chance: &'w mut Pcg32`.
///
/// # What is drawn
///
/// Nodes draw words of 64 bits by `next_u64`, in the order in which they need them. `bt` promises what they make of a
/// word:
///
/// - *A number below `n`* is the upper half of the 128 bits of `word * n`. If the lower half is less than
///   2<sup>64</sup> mod `n`, which is rare, another word is drawn, so that all numbers are equally likely. (Daniel
///   Lemire, [Fast Random Integer Generation in an Interval](https://arxiv.org/abs/1805.10941), 2019, algorithm 5.)
///   With a generator that is stuck at 0 this does not end.
/// - *A fraction*, at least 0 and less than 1, is the upper 53 bits of a word, times 2<sup>-53</sup>.
///
/// And the nodes make of these:
///
/// - `random_sequence`, `random_selector`: of `n` children left, a number below `n` says which, counted from 0 in their
///   order. Nothing is drawn for the last one.
/// - `weighted`: a fraction of the sum of all weights above zero. They are taken off it in order, until one is larger
///   than what is left of it, and that is the one. Where none is above zero nothing is drawn.
/// - `probability(p)`: a fraction, whatever `p` is. The child is run if it is less than `p`.
/// - `wait_between(a, b)`: a number below `n + 1`, where `n` is how many nanoseconds lie between the two. It is added
///   to the shorter one.
#[cfg(feature = "rand")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no source of chance",
    label = "this draws by chance",
    note = "implement `bt::Random` for `{Self}`: it lends a generator of the crate `rand` or the like",
    note = "a generic context asks for it: `(impl Senses + bt::Random)`"
)]
pub trait Random {
    /// The generator.
    type Rng: rand_core::Rng + ?Sized;

    /// Lends it.
    fn rng(&mut self) -> &mut Self::Rng;
}

/// Stands for `Random` while the feature `rand` is off. Nothing implements it.
#[cfg(not(feature = "rand"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no source of chance, and the feature `rand` of `bt` is off",
    label = "this draws by chance",
    note = "turn on the feature `rand` of `bt` in `Cargo.toml`; then implement `bt::Random` for `{Self}`"
)]
pub trait Random {
    /// Would draw a word.
    fn word(&mut self) -> u64;
}
