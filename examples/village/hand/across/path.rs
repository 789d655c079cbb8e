//! The tree of another file.

use bt::bt;

/// This file.
pub const FILE: &str = file!();

bt! { pub Path(Vec<u8>) = sequence < action(|steps| steps.push(1)), pause: wait(0.2) > }
