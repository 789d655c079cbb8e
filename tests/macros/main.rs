//! Tests that look inside the macros: the code that trees expand to.

mod broken;
mod check;
#[path = "../../fuzz/edit.rs"]
mod edit;
mod editor;
mod expansion;
mod fuzz;
mod half_typed;
