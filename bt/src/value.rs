//! Data between leaves: which types have a value that a tree can bind.

/// A leaf that has a value when it succeeds: the tree binds it by `leaf -> name`.
///
/// The derive implements it for a leaf whose attribute says `value = T`, and `#[leaf]` for a function that returns an
/// `Option<T>` or a `Poll<T>`. So does `bt!` for a tree with a value, `-> Option<T>`. A leaf by hand implements it beside
/// `Behavior`, whose answer is an `Option<T>` or a `Poll<Option<T>>` then.
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
    label = "its value is asked for, but this leaf has none",
    note = "a leaf that finds something returns an `Option` or a `Poll` of it, and its attribute says `value = ...`; a tree with a value says so in its header: `-> Option<...>`"
)]
pub trait Produces {
    /// The value. It owns what it holds: it does not borrow from the context.
    type Value;
}

/// A decorator that succeeds only when its child does, and has the value of its child.
///
/// Without it, the value of the child cannot be bound above the decorator. If such a decorator succeeds without its child's
/// success, the tree panics.
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
    message = "the decorator `{Self}` does not pass on the value of its child",
    label = "the value of this node is asked for",
    note = "if it succeeds only when its child does, write `impl PassesValue for {Self} {{}}`"
)]
pub trait PassesValue {}
