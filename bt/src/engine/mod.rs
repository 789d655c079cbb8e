//! The engine: the contract between the code that `bt!` generates and the library.
//!
//! It is for generated code, and for crates that drive trees in their own way, as `bt-crowd` does. It may change in any
//! release. Users never call it: they implement [`Behavior`](crate::Behavior), [`Decorator`](crate::Decorator) and
//! [`Composite`](crate::Composite), and call [`TreeFor`](crate::TreeFor). Generated code reaches it through
//! `__private`, a page of re-exports.
//!
//! # The contract
//!
//! **A tree is a state machine.** For each tree, `bt!` generates a state: an enum with one variant per place where the
//! tree can wait, and `Idle`. A place can be a frame, with fields and a state of its own inside. The state implements
//! [`Machine`](machine::Machine), which has two required methods:
//!
//! - `tick_machine` resumes at the active place, and follows the flow until a leaf keeps running or the tree ends.
//! - `visit_machine` walks the active places. A [`Visit`](visit::Visit) says what happens there: an abort, or a message
//!   to leaves of subtrees whose header names no message type.
//!
//! **The tree itself is a struct** of its state, its kept cells and its parameters. It implements
//! [`HasMachine`](machine::HasMachine), whose method `enter` lends all three to a [`Task`](machine::Task). Ticks and
//! aborts are tasks, written once in the library. There is one of each for a whole tree, and one for a subtree at a
//! node of another tree. So every type with a `HasMachine` is a [`TreeFor`](crate::TreeFor). An enum of trees is one,
//! too: its `enter` goes to the active variant.
//!
//! **In a leaf's place is a [`Node`](node::Node)**: a leaf, a subtree, or an enum of behaviors. Every `Behavior` is
//! one, through a blanket implementation. The type of its [`Answer`](crate::Answer) selects how the tree calls its
//! hooks: see [`Way`](way::Way).
//!
//! **What passes from node to node in a tick** is [`TickInputs`](tick::tick_inputs::TickInputs): the remaining time,
//! the kept cells, the number of loop passes that are left, and the watch. The context is passed next to it.
//!
//! **Observers cost nothing when there are none.** Every function is generic over [`Watch`](observe::watch::Watch).
//! With `()`, which observes nothing, all reports are compiled out.
//!
//! **Constants describe the tree.** [`Facts`](crate::outline::facts::Facts) holds what is known of a tree at compile
//! time: its nodes, its subtrees, how many cells it keeps, whether a tick needs a duration. A tree computes its own
//! from those of its leaves.
//!
//! # A tick, step by step
//!
//! 1. `tick_for` of the tree calls [`machine::tick_for`], which enters the tree with the task of a tick.
//! 2. The task builds the `TickInputs`, and calls [`tick_machine`](machine::Machine::tick_machine) of the state.
//! 3. The generated code matches on the state, and calls [`Node::resume`](node::Node::resume) for the leaf in its
//!    [`Slot`](tick::slot::Slot). For a leaf that starts, it calls [`Node::begin`](node::Node::begin).
//! 4. `Node` calls the hooks: `start` for a new leaf, `run_for`, and `finish` as soon as the leaf has ended. The result
//!    is a [`Step`](tick::step::Step): success, failure, running or an error. The generated code follows its exit to
//!    the next leaf.
//! 5. When the tree has ended, its state is `Idle` again. A panic on the way resets the tree.
//!
//! # Asking whether a type has something
//!
//! Generated code names types that only rustc knows, and cannot ask whether they have a trait or a method. But rustc
//! prefers an item of the type itself to one of a trait in scope. So the question is a type with a method for the types
//! that have the trait, and the fallback is a trait that has the same method for all:
//!
//! ```text
//! impl<T: Debug> Probe<T> { fn shows(self) -> bool { true } }
//!
//! trait Unprobed: Sized { fn shows(self) -> bool { false } }
//! impl<T> Unprobed for Probe<T> {}
//! ```
//!
//! `Probe::<Door>::NEW.shows()` is the first method if `Door: Debug`, and otherwise the second. This works where the
//! type is known, never for a type parameter. Modules that ask: `hooks::own` (a type's own hooks), `leaf::deliver`
//! (three traits in turn, by value and by reference), `observe::look`, `tick::constant`, `nodes::context_functions`,
//! `crate::outline::not_a_tree`, `crate::live::asked` and `crate::live::probed`.
//!
//! # Where to find what
//!
//! | module | what it holds |
//! | --- | --- |
//! | `machine` | `Machine`, `HasMachine`, and the tasks |
//! | `node`, `run`, `way` | how a tree calls leaves, subtrees and enums |
//! | `visit` | aborts, and messages that no header names |
//! | `hearing` | messages whose type the header names |
//! | `tree_state`, `outline` | the constants of a state type, and these as values |
//! | `tick` | the inputs of a tick; kept cells; slots; timers; parallel branches; the results of a tick |
//! | `nodes` | functions that nodes call: conditions, actions, memory, draws, the turns of a composite |
//! | `region` | what the states of all regions do alike |
//! | `observe` | events of inner nodes, derived from those of leaves; reasons |
//! | `leaf` | what trees require of the types of their leaves |
//! | `hooks` | what the derives require of a type's own methods |
//! | `claims` | what nodes can return, computed at compile time |
//! | `explored` | what a search through all states of a tree needs |

pub(crate) mod claims;
pub(crate) mod explored;
pub(crate) mod hearing;
pub(crate) mod hooks;
pub(crate) mod leaf;
pub(crate) mod machine;
pub(crate) mod nested;
pub(crate) mod node;
pub(crate) mod nodes;
pub(crate) mod observe;
pub(crate) mod outline;
pub(crate) mod region;
pub(crate) mod run;
pub(crate) mod tick;
pub(crate) mod tree_state;
pub(crate) mod visit;
pub(crate) mod way;
