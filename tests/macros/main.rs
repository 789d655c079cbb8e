//! Tests that look inside the macros: the code that trees expand to.

#[path = "../../bt-macros/src/error.rs"]
#[allow(dead_code)]
mod error;
#[path = "../../bt-macros/src/tree/mod.rs"]
mod tree;

mod broken;
mod check;
#[path = "../../fuzz/edit.rs"]
mod edit;
mod expansion;
mod fuzz;
