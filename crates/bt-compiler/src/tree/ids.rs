//! The ids of nodes, regions, places and so on: numbers, each kind with its own type so that they cannot be mixed up.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub usize);
    )*};
}

ids! {
    /// A node. The nodes of a tree are numbered in pre-order; the root is 0.
    NodeId
    /// A piece of the user's code.
    CodeId
    /// A value that a node binds.
    ValueId
    /// A region of a machine.
    RegionId
    /// A part of a region.
    PartId
    /// A place of a region.
    PlaceId
    /// A kept cell of a tree.
    CellId
    /// A step of a flow.
    StepId
}
