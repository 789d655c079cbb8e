//! Data between leaves: which types have a value that a tree can bind.

/// A leaf that has a value when it succeeds: a tree binds it with `leaf -> name`.
///
/// The derive implements it for a leaf with `value = T` in its attribute, `#[leaf]` for a function that returns an
/// `Option<T>` or a `Poll<T>`, and `bt!` for a tree with a value, `-> Option<T>`. For a leaf without the derive,
/// implement it in addition to `Behavior`, with an `Option<T>` or a `Poll<Option<T>>` as the answer.
///
/// ```
/// use bt::{Behavior, Produces, bt};
///
/// struct Pick { from: usize }
///
/// impl Pick {
///     fn new(from: usize) -> Self {
///         Pick { from }
///     }
/// }
///
/// impl Produces for Pick {
///     type Value = char;
/// }
///
/// impl Behavior<String> for Pick {
///     type Answer = Option<char>;
///
///     fn run(&mut self, letters: &mut String) -> Option<char> {
///         letters[self.from..].chars().next()
///     }
/// }
///
/// bt! { Double(String) = sequence < pick(0) -> letter, action(|letters| letters.push(letter)) > }
///
/// let mut letters = "ab".to_owned();
/// assert!(Double::new().tick(&mut letters).is_success());
/// assert_eq!(letters, "aba");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no value",
    label = "a value is needed here, but this leaf has none",
    note = "for a value, a leaf returns an `Option` or a `Poll` of it, and has `value = ...` in its attribute; a tree \
            has `-> Option<...>` in its header"
)]
pub trait Produces {
    /// The type of the value. It owns its data: it does not borrow from the context.
    type Value;
}

/// A marker for a decorator that has the value of its child, or a composite that has the value of the child that ended
/// last. Such a node must succeed only when that child does.
///
/// Without the marker, no value can be bound above the node. If a node with the marker succeeds although that child has
/// not, a tree that uses the value panics.
///
/// ```
/// use bt::{Decorator, PassesValue, bt};
///
/// #[derive(Default)]
/// struct Noted;
///
/// impl Decorator<Vec<u32>> for Noted {}
///
/// impl PassesValue for Noted {}
///
/// #[bt::leaf]
/// fn last(numbers: &mut Vec<u32>) -> Option<u32> {
///     numbers.last().copied()
/// }
///
/// bt! { Next(Vec<u32>) = sequence < noted < last > -> number, action(|numbers| numbers.push(number + 1)) > }
///
/// let mut numbers = vec![3];
/// assert!(Next::new().tick(&mut numbers).is_success());
/// assert_eq!(numbers, [3, 4]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not pass on the value of its child",
    label = "the value of this node is used",
    note = "if it succeeds only when its child does, write `impl PassesValue for {Self} {{}}`"
)]
pub trait PassesValue {}
