//! Functions that the code of built-in nodes and of composites calls.

pub(crate) mod composed;
pub(crate) mod context_functions;
pub(crate) mod draw;
pub(crate) mod memory_functions;
