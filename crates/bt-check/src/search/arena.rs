//! `Arena`: a list that grows without moving its items, and has little unused capacity.

/// How many items a chunk has. A power of two, so that the first chunk grows to this capacity exactly.
const CHUNK: usize = 1 << 10;

/// Items with numbers from 0. All chunks but the last one are full.
pub(crate) struct Arena<T> {
    chunks: Vec<Vec<T>>,
}

impl<T> Arena<T> {
    pub fn new() -> Self {
        Arena { chunks: vec![Vec::new()] }
    }

    pub fn push(&mut self, item: T) {
        let last = self.chunks.len() - 1;
        if self.chunks[last].len() < CHUNK {
            self.chunks[last].push(item);
        } else {
            let mut chunk = Vec::with_capacity(CHUNK);
            chunk.push(item);
            self.chunks.push(chunk);
        }
    }

    pub fn get(&self, index: usize) -> &T {
        &self.chunks[index / CHUNK][index % CHUNK]
    }

    pub fn len(&self) -> usize {
        let last = self.chunks.len() - 1;
        last * CHUNK + self.chunks[last].len()
    }

    /// The bytes that it takes, without what items hold on the heap.
    pub fn bytes(&self) -> usize {
        let items: usize = self.chunks.iter().map(Vec::capacity).sum();
        items * size_of::<T>() + self.chunks.capacity() * size_of::<Vec<T>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_where_they_were_pushed() {
        let mut arena = Arena::new();
        for item in 0..3 * CHUNK + 7 {
            assert_eq!(arena.len(), item);
            arena.push(item as u32);
        }
        assert!((0..arena.len()).all(|index| *arena.get(index) == index as u32));
    }

    #[test]
    fn little_room_is_left() {
        let mut arena = Arena::new();
        (0..100 * CHUNK + 1).for_each(|item| arena.push(item as u64));
        let needed = arena.len() * size_of::<u64>();
        assert!((needed..needed + needed / 50).contains(&arena.bytes()), "{} for {needed}", arena.bytes());
    }
}
