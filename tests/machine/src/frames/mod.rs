//! Runs what places hold.

mod begin;
mod choice;
mod composed;
mod ends;
mod repeated;
mod several;
mod tick;

use bt_reference::interpreter::Span;

/// Destructures the content of a place, which must be of the kind of its frame.
macro_rules! holds {
    ($held:expr, $pattern:pat) => {
        let $pattern = $held else { unreachable!("a place holds what it is for") };
    };
}

use holds;

/// The later of two moments in the same span.
fn later(one: Span, other: Span) -> Span {
    if one.left < other.left { one } else { other }
}
