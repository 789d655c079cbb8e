//! How viewers of the page see and edit a text.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `sheet.rs` | with the feature `script`: a text in memory, which viewers edit |
//! | `offers.rs`, `shown.rs` | what can be inserted; what a viewer sees of a node |
//! | `places.rs` | where the nodes of a picture are in the texts |
//! | `declared.rs` | what a text says of a leaf or a tree in its declaration |
//! | `mistakes.rs` | mistakes, with the nodes that contain them |

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

pub mod declared;
pub mod mistakes;
pub mod offers;
pub mod places;
#[cfg(feature = "script")]
pub mod sheet;
pub mod shown;

/// Identifies a text: a different text has a different state.
pub fn state(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
