//! The engine: what a tree that `bt!` generates, and the types around it, agree on.
//!
//! It is for generated code, and for crates that drive trees in a way of their own, as `bt-crowd` does. It may change in any
//! release. Users write [`Behavior`](crate::Behavior) and [`Decorator`](crate::Decorator), and call
//! [`TreeFor`](crate::TreeFor); none of these has a method of the engine.
//!
//! # The contract
//!
//! - `bt!` generates a state for each tree: an enum with a variant for each place where the tree can wait. It implements
//!   [`Machine`](machine::Machine): `tick_machine` goes on from the active place, `visit_machine` walks the active places for an abort or a
//!   message.
//! - The tree is a struct around its state, its kept cells and its parameters. It implements
//!   [`HasMachine`](machine::HasMachine), which lends all three to a [`Task`](machine::Task). All that can be done with a
//!   tree is a task, written once: a tick or an abort of the whole tree, and the same at a node of another tree. So every
//!   such tree is a [`TreeFor`](crate::TreeFor).
//! - What is in a leaf's place is a [`Node`](node::Node): a leaf, a subtree, or an enum of behaviors. Every `Behavior` is
//!   one. How a tree calls its hooks follows from the type of its answer: see [`Way`](way::Way).
//! - [`TickInputs`](tick::tick_inputs::TickInputs) goes from node to node in a tick: the time that is left, the kept cells,
//!   the passes that loops may still make, and who watches.
//! - [`Watch`](observe::watch::Watch) is who watches. For `()`, nobody, all reports are compiled away.
//! - [`Facts`](crate::outline::facts::Facts) is what is known of a tree when it is compiled.
//!
//! # Where to find what
//!
//! | module | what it holds |
//! | --- | --- |
//! | `node`, `way`, `hearing` | what is in a leaf's place, and how messages reach it |
//! | `machine`, `visit` | what a tree generates, and what is done with it |
//! | `tick` | what a tick hands from node to node; kept cells; slots; the fields of frames |
//! | `nodes` | functions that built-in nodes call: conditions, actions, draws |
//! | `observe` | how the events of inner nodes follow from those of leaves; reasons |
//! | `leaf` | what trees ask of the types of their leaves |
//! | `hooks` | what the derives ask of a type's own methods |

pub(crate) mod claims;
pub(crate) mod hearing;
pub(crate) mod hooks;
pub(crate) mod leaf;
pub(crate) mod machine;
pub(crate) mod node;
pub(crate) mod nodes;
pub(crate) mod observe;
pub(crate) mod tick;
pub(crate) mod tree_state;
pub(crate) mod visit;
pub(crate) mod way;
