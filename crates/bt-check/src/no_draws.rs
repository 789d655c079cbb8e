//! Without the feature `rand`, nothing is drawn.

pub(crate) fn begin(_: bool) {}

pub(crate) fn run() {}

pub(crate) fn taken() -> (Vec<u64>, bool) {
    (Vec::new(), false)
}

pub(crate) fn has_unseen() -> bool {
    false
}

pub(crate) fn advance() -> bool {
    false
}
