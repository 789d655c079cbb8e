//! What the derives ask of the methods of a leaf or a decorator. They do not see the `impl`: types tell what is in it.

pub(crate) mod decides;
pub(crate) mod declared;
pub(crate) mod error;
pub(crate) mod forms;
pub(crate) mod own;
pub(crate) mod ran;
pub(crate) mod returns;
pub(crate) mod signature;
