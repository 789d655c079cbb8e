//! The fingerprint of a tree's shape, by which a save is recognised.

use super::facts::Facts;

impl Facts {
    /// A number for the shape of the tree: the kinds, names and labels of its nodes and how they are nested, subtrees and
    /// the variants of enums included. Two different shapes have the same number in one case of 2<sup>63</sup>. It has 63
    /// bits, since some formats have no larger integers.
    ///
    /// [FNV-1a](https://datatracker.ietf.org/doc/html/draft-eastlake-fnv), 64 bits.
    pub const fn fingerprint(&self) -> u64 {
        mix_facts(0xcbf2_9ce4_8422_2325, self) >> 1
    }
}

const fn mix_facts(mut hash: u64, facts: &Facts) -> u64 {
    let (lines, mut byte, mut node) = (facts.lines.as_bytes(), 0, 0);
    while node < facts.stands.len() {
        // What stands behind the tab is no part of the shape.
        while lines[byte] != b'\t' {
            hash = mix(hash, lines[byte]);
            byte += 1;
        }
        while byte < lines.len() && lines[byte] != b'\n' {
            byte += 1;
        }
        byte += 1;
        hash = mix(mix_facts(mix(hash, b'<'), &facts.below(node)), b'>');
        node += 1;
    }
    hash
}

const fn mix(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(0x0100_0000_01b3)
}
