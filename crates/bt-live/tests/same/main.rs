//! Live trees do the same as compiled ones: the same calls in the same order, the same answers, events and times.

mod compare;
mod trees;
mod world;
