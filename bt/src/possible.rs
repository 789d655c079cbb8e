//! What nodes can return, where only types tell: rustc evaluates it.

/// Whether all of these are possible.
pub const fn all(parts: &[bool]) -> bool {
    at_least(parts.len(), parts)
}

/// Whether any of these is possible.
pub const fn any(parts: &[bool]) -> bool {
    at_least(1, parts)
}

/// Whether so many of these are possible.
pub const fn at_least(count: usize, parts: &[bool]) -> bool {
    let (mut found, mut part) = (0, 0);
    while part < parts.len() {
        found += parts[part] as usize;
        part += 1;
    }
    found >= count
}

/// Stops the compiler with a message where something that must be possible is not.
#[track_caller]
pub const fn need(possible: bool, message: &str) {
    assert!(possible, "{}", message);
}
