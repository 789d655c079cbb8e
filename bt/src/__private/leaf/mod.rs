//! What the derive and trees ask of a leaf.

pub(crate) mod bare;
pub(crate) mod declared;
pub(crate) mod derived_run;
pub(crate) mod forward;
pub(crate) mod hook_forms;
pub(crate) mod is_tree;
pub(crate) mod leaf_context;
pub(crate) mod own_hook;
pub(crate) mod raise;
pub(crate) mod ran;
pub(crate) mod run_signature;
pub(crate) mod taken;
pub(crate) mod tell;
