//! What trees hold: values, requests, trees in boxes; and how that is saved, and kept by a crowd.
//!
//! A test program of its own, so that it compiles next to `it`.

mod crowd;
mod dynamic;
mod requests;
mod saved;
mod values;
