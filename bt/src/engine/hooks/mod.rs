//! What the derives require of the methods of a leaf or a decorator. A derive does not see the `impl`, so types find
//! out what is in it.

pub(crate) mod composite;
pub(crate) mod decides;
pub(crate) mod declared;
pub(crate) mod error;
pub(crate) mod forms;
pub(crate) mod own;
pub(crate) mod ran;
pub(crate) mod results;
pub(crate) mod returns;
pub(crate) mod signature;
