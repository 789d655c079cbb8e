//! `Key`: the shared secret of all processes of a fleet.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// A proof that one side knows the key.
pub(crate) type Proof = [u8; 32];

/// The shared key. It is never printed, and never sent.
#[derive(Clone, Default)]
pub(crate) struct Key(Vec<u8>);

impl Key {
    pub(crate) fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Key(bytes.into())
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Proves that this side knows the key. Each part is prefixed by its length.
    pub(super) fn prove(&self, parts: &[&[u8]]) -> Proof {
        self.sum(parts).finalize().into_bytes().into()
    }

    /// Whether the other side knows the key. Takes the same time for every wrong proof.
    pub(super) fn holds(&self, parts: &[&[u8]], proof: &Proof) -> bool {
        self.sum(parts).verify_slice(proof).is_ok()
    }

    fn sum(&self, parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut sum = Hmac::<Sha256>::new_from_slice(&self.0).expect("an HMAC key can have any length");
        for part in parts {
            sum.update(&(part.len() as u64).to_le_bytes());
            sum.update(part);
        }
        sum
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.is_empty() { "Key(none)" } else { "Key(..)" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_holds_for_its_key_and_parts_alone() {
        let key = Key::new("secret");
        let proof = key.prove(&[b"ab", b"c"]);
        assert!(key.holds(&[b"ab", b"c"], &proof));
        assert!(!key.holds(&[b"a", b"bc"], &proof));
        assert!(!Key::new("secre").holds(&[b"ab", b"c"], &proof));
        assert!(!Key::default().holds(&[b"ab", b"c"], &proof));
    }

    #[test]
    fn a_key_is_never_printed() {
        assert_eq!(format!("{:?} {:?}", Key::new("secret"), Key::default()), "Key(..) Key(none)");
    }
}
