//! Source files: the trees in them, and mistakes drawn in their text.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `draw.rs` | mistakes, as rustc draws them |
//! | `blocks.rs` | the trees of a file |
//! | `modules.rs` | which tree belongs to which type |
//! | `scan.rs`, `uses.rs` | a walk through the tokens; `use` items |
//! | `scope.rs` | the modules, functions and `impl`s around a tree |
//! | `normal.rs`, `problem.rs` | a text as rustc reads it; why it cannot be taken |

pub mod blocks;
pub mod draw;
pub mod modules;
pub mod normal;
pub mod problem;
pub mod scan;
pub mod scope;
pub mod uses;
