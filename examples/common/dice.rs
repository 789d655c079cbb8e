//! A random number generator that is small enough for an example.

/// SplitMix64, by G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators" (2014); after its
/// [public domain code](https://prng.di.unimi.it/splitmix64.c).
pub struct Dice {
    state: u64,
}

impl Dice {
    /// A seed produces the same numbers each time.
    pub fn new(seed: u64) -> Self {
        Dice { state: seed }
    }

    /// Any number.
    pub fn any(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `end - 1`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.any() % end
    }
}

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut dice = Dice::new(1_234_567);
        assert_eq!([dice.any(), dice.any()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
        assert_eq!(dice.below(1), 0);
    }
}
