//! Numbers by which the parts of a tree name each other. Each has a type of its own, so that none is taken for another.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub usize);
    )*};
}

ids! {
    /// A node; a tree numbers its nodes in pre-order, from the root on.
    NodeId
    /// A piece of the user's code.
    CodeId
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
