//! Who looks on while a tree is ticked.

/// Who looks on while a tree is ticked: an observer, or nobody.
pub trait Watch {}

/// Nobody.
impl Watch for () {}
