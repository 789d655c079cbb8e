//! `Tree`: a tree, for whatever context.

use crate::lend::lend;
use crate::outline::generated_tree::GeneratedTree;

/// A tree that `bt!` has declared, for whatever context, or an enum of such trees that derives
/// [`Behavior`](derive@crate::Behavior). No other types have this trait.
///
/// To tick any tree, a function asks for [`TreeFor`](crate::TreeFor), which
/// [says](crate::TreeFor#which-trait-for-whom) what each trait is for.
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
    /// Takes the tree out of what owns it, works on both, and puts it back. Returns what the work returns.
    ///
    /// `get` finds the tree in its owner. It is called before and after the work, and must name the same tree. Meanwhile an
    /// idle tree with clones of the parameters stands there: what is done to it is lost. If `work` panics, it stays there.
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
