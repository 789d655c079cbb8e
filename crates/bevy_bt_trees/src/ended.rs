//! `BtEnded`: a message that the tree of an agent has ended.

use std::fmt;

use bevy_ecs::prelude::*;

use crate::agent::BtAgent;

/// The tree of an agent has ended. It restarts in the next tick, unless you remove it.
///
/// This is a message of Bevy. A [`MessageReader`] gets those of each frame in the order of the entities.
///
/// ```
/// # use bevy_bt_trees::{BtAgent, BtEnded};
/// # use bevy_ecs::prelude::*;
/// # use bt::{Status, bt};
/// # bt! { #[derive(Component)] Doze(()) = wait(1.0) }
/// # impl BtAgent for Doze {
/// #     type Param = ();
/// #     type Data = ();
/// #     type Context<'a> = ();
/// #     type Answer = Status;
/// #     fn context<'a>(_: Entity, _: &'a (), _: (), _: Commands<'a, 'a>) {}
/// # }
/// /// Takes the tree away from whoever is done with it.
/// fn rest(mut ended: MessageReader<BtEnded<Doze>>, mut commands: Commands) {
///     for doze in ended.read() {
///         assert_eq!(doze.answer, Status::Success);
///         commands.entity(doze.entity).remove::<Doze>();
///     }
/// }
/// ```
pub struct BtEnded<T: BtAgent> {
    /// The entity of the agent.
    pub entity: Entity,
    /// How the tree has ended.
    pub answer: <T as BtAgent>::Answer,
}

impl<T: BtAgent> Message for BtEnded<T> {}

impl<T: BtAgent> fmt::Debug for BtEnded<T>
where
    <T as BtAgent>::Answer: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BtEnded").field("entity", &self.entity).field("answer", &self.answer).finish()
    }
}
