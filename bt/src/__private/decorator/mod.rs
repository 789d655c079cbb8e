//! What the derive and trees ask of a decorator.

pub(crate) mod asked;
pub(crate) mod before_signature;
