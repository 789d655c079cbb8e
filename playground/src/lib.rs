//! What the page of the playground runs: trees whose leaves are scripted, and the page's data about them.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `exports.rs` | what JavaScript calls |
//! | `orders.rs` | what the page asks for, and the answers, as JSON |
//! | `play.rs` | the tree, its world and its viewer |
//! | `offers.rs` | what can be typed |
//! | `xml.rs` | trees of BehaviorTree.CPP, read and written |
//! | `scene.rs` | what plays the leaves of a text |
//! | `worlds/` | three small worlds: their leaves, and their pictures |
//! | `turn.rs` | the text of a script: what a leaf answers |
//!
//! Imports run down this table.

mod exports;
pub mod offers;
pub mod orders;
pub mod play;
pub mod scene;
pub mod turn;
pub mod worlds;
pub mod xml;
