//! The memory of an agent: [`Memory`], and the traits by which the nodes [`remember`](crate::nodes::remember),
//! [`recalls`](crate::nodes::recalls) and [`forget`](crate::nodes::forget) use it.

mod agent_memory;
mod iter;
mod recollection;
mod remembers;
#[cfg(feature = "serde")]
mod saved;
mod store;

pub use agent_memory::Memory;
pub use iter::Iter;
pub use recollection::Recollection;
pub use remembers::Remembers;
pub use store::{Store, StoreAt};
