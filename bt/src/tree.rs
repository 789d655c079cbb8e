//! `Tree`: any tree, regardless of its context.
//!
//! The traits of trees:
//!
//! | trait | implemented for | called by | public |
//! | --- | --- | --- | --- |
//! | `Tree` | each `GeneratedTree` | users | yes |
//! | [`TreeFor`](crate::TreeFor) | each `HasMachine` of the context | users: they tick through it | yes |
//! | `DynTree`, `LocalDynTree` | each `TreeFor`: the same for a `dyn` | users, in a box | yes |
//! | `ErasedNodes`, `ErasedTree`, `ErasedSend` | each tree: the methods of a `dyn DynTree` | the node `dynamic` | no |
//! | `GeneratedTree` | what `bt!` declares, enums of trees, live trees | the runtime: facts, active nodes | no |
//! | `HasMachine` | the same, for each context | `TreeFor` and trees around it: they `enter` it with a task | no |
//! | `Machine` | the states of trees | tasks: a tick, an abort, a message | no |
//! | `TreeState` | the states of trees | `Machine` and observers: the constants of the tree | no |

use crate::lend::lend;
use crate::outline::generated_tree::GeneratedTree;

/// Any tree, regardless of its context: one that `bt!` declares, an enum of trees that derives
/// [`Behavior`](derive@crate::Behavior), or a live tree of the crate `bt-live`. Your own types cannot implement it.
///
/// A function that ticks trees takes a [`TreeFor`](crate::TreeFor) instead, whose page
/// [compares](crate::TreeFor#which-trait-for-whom) the traits.
///
/// ```
/// use bt::{Tree, bt};
///
/// bt! { Idle(()) = running }
///
/// /// Holds one tree for each of two players.
/// struct Players<T: Tree>([T; 2]);
///
/// let players = Players([Idle::new(), Idle::new()]);
/// assert!(players.0.iter().all(|tree| !tree.is_running()));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tree",
    label = "not a tree",
    note = "`bt!` declares trees: `bt! {{ pub Bot(Room) = ... }}`"
)]
pub trait Tree: GeneratedTree {
    /// Takes the tree out of its owner, calls `work` with both, and puts the tree back. Returns what `work` returns.
    /// Use it for a tree that is a field of its own context: otherwise Rust would not let you borrow both.
    ///
    /// `get` returns the tree in its owner. It is called before and after `work`, and must return the same tree both
    /// times. In between, an idle tree with clones of the parameters takes its place; changes to that one are lost. If
    /// `work` panics, it remains in the owner.
    ///
    /// ```
    /// use bt::bt;
    ///
    /// #[derive(Default)]
    /// struct Npc {
    ///     steps: u32,
    ///     brain: Walker,
    /// }
    ///
    /// bt! { Walker(Npc) = forever < sequence < wait(0.5), action(|npc| npc.steps += 1) > > }
    ///
    /// let mut npc = Npc::default();
    /// let status = Walker::lend(&mut npc, |npc| &mut npc.brain, |brain, npc| brain.tick_for(1.0, npc));
    /// assert!(status.is_running());
    /// assert_eq!(npc.steps, 2);
    /// ```
    #[inline]
    fn lend<A: ?Sized, R>(
        owner: &mut A,
        get: impl FnMut(&mut A) -> &mut Self,
        work: impl FnOnce(&mut Self, &mut A) -> R,
    ) -> R
    where
        Self: Sized,
    {
        lend(owner, get, work)
    }
}

#[diagnostic::do_not_recommend]
impl<T: GeneratedTree + ?Sized> Tree for T {}
