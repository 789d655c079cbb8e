//! Descriptions and drawings of trees and their nodes, as declared.
//!
//! [`Description`] has all nodes of a type of trees. The method `active` of a tree returns its active nodes, and
//! [`NodeEvent::node`](crate::NodeEvent::node) the node of an event. Other drawings, recordings and a page to replay
//! them are in the crate [`bt-view`](https://docs.rs/bt-view).

mod description;
pub(crate) mod drawing;

pub use crate::node_info::{NodeInfo, NodeKind};
pub use description::Description;
pub(crate) use drawing::draw_nodes;
pub use drawing::drawing;
