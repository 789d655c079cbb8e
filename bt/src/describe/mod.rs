//! Descriptions and drawings of trees and their nodes, as declared.
//!
//! [`Description`] has all nodes of a tree; its method `active` returns the active ones, and
//! [`NodeEvent::node`](crate::NodeEvent::node) the node of an event. Other drawings, recordings and a page to replay
//! them are in the crate `bt-view`.

mod description;
pub(crate) mod drawing;

pub use crate::node_info::{NodeInfo, NodeKind};
pub use description::Description;
pub(crate) use drawing::draw_nodes;
pub use drawing::drawing;
