//! What nodes can return, and which of them take time, as constant expressions.

use crate::can::Can;

/// What is known about the node in a leaf's place. A tree has a table of it, with each type once.
#[derive(Clone, Copy)]
pub struct Known {
    /// What it can return.
    pub can: Can,
    /// Whether it takes time.
    pub timed: bool,
    /// Whether it gets messages only if headers name their type.
    pub must_hear: bool,
}

impl Known {
    /// Which slot it needs: see [`Can::slot`].
    pub const fn slot(&self) -> u8 {
        self.can.slot()
    }
}

/// Whether all of these results are possible.
pub const fn all(parts: &[bool]) -> bool {
    at_least(parts.len(), parts)
}

/// Whether any of these results is possible.
pub const fn any(parts: &[bool]) -> bool {
    at_least(1, parts)
}

/// Whether at least `count` of these results are possible.
pub const fn at_least(count: usize, parts: &[bool]) -> bool {
    let (mut found, mut part) = (0, 0);
    while part < parts.len() {
        found += parts[part] as usize;
        part += 1;
    }
    found >= count
}

macro_rules! any_of {
    ($($(#[$doc:meta])* $name:ident: $leaf:ident => $holds:expr;)*) => {$(
        $(#[$doc])*
        pub const fn $name(known: &[Known], leaves: &[usize]) -> bool {
            let mut index = 0;
            while index < leaves.len() {
                let $leaf = &known[leaves[index]];
                if $holds {
                    return true;
                }
                index += 1;
            }
            false
        }
    )*};
}

any_of! {
    /// Whether one of these leaves can succeed.
    can_succeed: leaf => leaf.can.succeed;
    /// Whether one of these leaves can fail.
    can_fail: leaf => leaf.can.fail;
    /// Whether one of these leaves can be running.
    can_wait: leaf => leaf.can.run;
}

/// Whether one of all leaves takes time.
pub const fn timed(known: &[Known]) -> bool {
    let mut index = 0;
    while index < known.len() {
        if known[index].timed {
            return true;
        }
        index += 1;
    }
    false
}
