//! What nodes can return, computed at compile time from the types of their leaves.

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
