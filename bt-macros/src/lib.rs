//! The macros of the crate `bt`, which documents and re-exports them.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

use proc_macro::TokenStream;
use proc_macro2::TokenTree;

mod derive;
mod error;
mod tree;

/// Declares a behavior tree. Users call the macro of the same name in `bt`, which says where `bt` itself is.
#[proc_macro]
pub fn bt(input: TokenStream) -> TokenStream {
    let mut tokens = proc_macro2::TokenStream::from(input).into_iter();
    let runtime = match tokens.next() {
        Some(TokenTree::Group(runtime)) => runtime.stream(),
        _ => quote::quote!(::bt::private),
    };
    tree::compile(runtime, tokens.collect()).into()
}

/// Makes a behavior of a struct with hooks of its own, or of an enum of behaviors.
///
/// ```ignore
/// #[derive(Behavior, Default)]
/// #[behavior(context = Room)]
/// struct Walk {
///     steps: u32,
/// }
///
/// impl Walk {
///     fn start(&mut self, room: &mut Room) {
///         self.steps = room.steps_to_the_door();
///     }
///
///     fn run(&mut self, room: &mut Room) -> Status {
///         room.step();
///         self.steps -= 1;
///         if self.steps == 0 { Status::Success } else { Status::Running }
///     }
///
///     fn finish(&mut self, room: &mut Room, outcome: Outcome) {
///         room.stand_still();
///     }
/// }
/// ```
///
/// # The hooks of a struct
///
/// They are methods of the struct itself, not of the trait; `start` and `finish` may be left out.
///
/// | hook | when it is called | what it returns |
/// | --- | --- | --- |
/// | `start(&mut self, context)` | once, before the first `run` | nothing |
/// | `run(&mut self, context)` | once in each tick, until it succeeds or fails | see below |
/// | `finish(&mut self, context, Outcome)` | once, after the last `run` | nothing |
///
/// Each may take `&self` instead, and `self` if the struct is `Copy`; the context comes as `&mut Room` or `&Room`.
///
/// `run` returns `Status`, `bool` (`true` is success), or `()` (success); or a `Result` of one of them, whose error the
/// attribute names. A leaf whose `run` returns `bool` or `()` is never running, and takes no room in the state of a
/// tree.
///
/// # The attribute
///
/// `#[behavior(context = TYPE, error = TYPE, crate = PATH)]`, in one attribute or in several.
///
/// - `context` is the type that the hooks work on, and has to be given.
///   - `context = Room` is a leaf for the trees of this context.
///   - `context = World<'_>` is a context that borrows: each tick may bring another one.
///   - `context = impl Senses + Send` is any context with these traits; the hooks take `&mut impl Senses`.
/// - `error` is the error that `run` returns, as in `Result<Status, DoorError>`. Such a leaf can stand in a tree that
///   names an error type into which this one converts by `From`.
/// - `crate` is where the crate `bt` is found, if not at `::bt`.
///
/// # An enum
///
/// ```ignore
/// #[derive(Behavior)]
/// #[behavior(context = Room)]
/// enum BotAction {
///     Walk(Walk),
///     OpenDoor(OpenDoor),
/// }
/// ```
///
/// Each variant holds one behavior for the context, and nothing else: a leaf, a tree, or an enum of those. The hooks of
/// the active variant are the hooks of the enum. Errors of the variants convert by `From` into the `error` of the enum.
#[proc_macro_derive(Behavior, attributes(behavior))]
pub fn derive_behavior(input: TokenStream) -> TokenStream {
    derive::derive(syn::parse_macro_input!(input as syn::DeriveInput)).into()
}
