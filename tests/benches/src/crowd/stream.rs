//! The limit of the machine: reading and writing the bytes of all agents once, in order.

use std::hint::black_box;

/// As many bytes as the agents of a crowd.
pub struct Stream(Vec<u64>);

impl Stream {
    /// The bytes of this many agents with a tree `T` and a context `C`, as a crowd stores them.
    pub fn new<T, C>(agents: usize) -> Self {
        let bytes = agents * size_of::<(T, C, u16)>();
        Stream((0..bytes.div_ceil(size_of::<u64>()) as u64).collect())
    }

    /// Reads and writes each of them.
    #[inline(never)]
    pub fn pass(&mut self) {
        for word in black_box(&mut self.0) {
            *word = word.wrapping_add(1);
        }
    }
}
