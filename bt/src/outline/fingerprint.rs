//! The fingerprint of a tree's shape, by which a save is recognised.

use super::facts::Facts;

impl Facts {
    /// A number for the shape of the tree, subtrees and the variants of enums included. The chance that two different
    /// shapes have the same number is 1 in 2<sup>63</sup>. It has 63 bits, since some formats have no larger integers.
    ///
    /// [FNV-1a](https://datatracker.ietf.org/doc/html/draft-eastlake-fnv), 64 bits.
    pub const fn fingerprint(&self) -> u64 {
        mix_facts(0xcbf2_9ce4_8422_2325, self) >> 1
    }
}

/// The shape says how many nodes there are, so it is clear where the nodes of a subtree end.
const fn mix_facts(mut hash: u64, facts: &Facts) -> u64 {
    let (bytes, mut byte, mut node) = (facts.shape.to_le_bytes(), 0, 0);
    while byte < bytes.len() {
        hash = (hash ^ bytes[byte] as u64).wrapping_mul(0x0100_0000_01b3);
        byte += 1;
    }
    while node < facts.leaf_types.len() {
        hash = mix_facts(hash, &facts.below(node));
        node += 1;
    }
    hash
}
