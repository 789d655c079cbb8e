//! `BtEnded`: an event and a message that the tree of an agent has ended.

use std::fmt;

use bevy_ecs::event::EntityTrigger;
use bevy_ecs::prelude::*;

use crate::agent::BtAgent;

/// The tree of an agent has ended. It restarts in the next tick, unless you remove it.
///
/// It is an event for observers, of all agents or of one entity, and also a message for systems. Both come when the
/// commands of the ticks are applied, after those of the agents themselves, in the order of the entities.
///
/// ```
/// # use bevy_bt_trees::{BtAgent, BtEnded, BtSystems};
/// # use bevy_ecs::prelude::*;
/// # use bt::{Status, bt};
/// # bt! { #[derive(Component)] Doze(()) = wait(1.0) }
/// # impl BtAgent for Doze {
/// #     type Param = ();
/// #     type Data = ();
/// #     type Filter = ();
/// #     type Context<'a> = ();
/// #     type Answer = Status;
/// #     fn context<'a>(_: Entity, _: &'a (), _: (), _: Commands<'a, 'a>) {}
/// # }
/// # use bevy_app::{App, Update};
/// #[derive(Resource, Default)]
/// struct Rested(u32);
///
/// /// An observer: an agent that has slept gets up.
/// fn get_up(doze: On<BtEnded<Doze>>, mut commands: Commands) {
///     assert_eq!(doze.answer, Status::Success);
///     commands.entity(doze.entity).remove::<Doze>();
/// }
///
/// /// A system that reads the messages of a frame.
/// fn count(mut ended: MessageReader<BtEnded<Doze>>, mut rested: ResMut<Rested>) {
///     rested.0 += ended.read().count() as u32;
/// }
///
/// # let mut app = App::new();
/// app.add_observer(get_up).add_systems(Update, count.after(BtSystems::Tick));
/// ```
pub struct BtEnded<T: BtAgent> {
    /// The entity of the agent.
    pub entity: Entity,
    /// How the tree has ended.
    pub answer: <T as BtAgent>::Answer,
}

impl<T: BtAgent> Message for BtEnded<T> {}

impl<T: BtAgent> Event for BtEnded<T> {
    type Trigger<'a> = EntityTrigger;
}

impl<T: BtAgent> EntityEvent for BtEnded<T> {
    fn event_target(&self) -> Entity {
        self.entity
    }
}

impl<T: BtAgent> BtEnded<T> {
    /// Triggers the observers, and writes the message.
    pub(crate) fn report(mut self, world: &mut World) {
        world.trigger_ref(&mut self);
        world.write_message(self);
    }
}

impl<T: BtAgent> fmt::Debug for BtEnded<T>
where
    <T as BtAgent>::Answer: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BtEnded").field("entity", &self.entity).field("answer", &self.answer).finish()
    }
}
