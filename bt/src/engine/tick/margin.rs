//! `Margin`: by how much a child of a `reactive_utility` must be better than the active one.

/// A number that a node has read when it started.
///
/// Stored as bytes, so that it does not raise the alignment of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Margin([u8; 8]);

impl Margin {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(number: f64) -> Self {
        Margin(number.to_le_bytes())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn get(&self) -> f64 {
        f64::from_le_bytes(self.0)
    }
}

/// Its bits, since some formats have no infinity.
#[cfg(feature = "serde")]
impl serde::Serialize for Margin {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.get().to_bits())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Margin {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u64::deserialize(deserializer).map(|bits| Margin::new(f64::from_bits(bits)))
    }
}
