//! Runs what places hold.

mod begin;
mod choice;
mod ends;
mod repeated;
mod several;
mod tick;

use bt_reference::interpreter::Span;

/// The later of two moments in the same span.
fn later(one: Span, other: Span) -> Span {
    if one.left < other.left { one } else { other }
}
