//! Live trees do the same as compiled ones: the same calls in the same order, the same answers, events and times. And
//! they continue when their text changes.

mod compare;
mod edits;
mod errors;
mod messages;
mod random_edits;
mod trees;
mod world;
