//! What the macros generate in addition to what they always do.

/// The features of `bt` that change what is generated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The items that let a tree change at run time.
    pub live: bool,
    /// Reports on the parts of conditions.
    pub parts: bool,
}
