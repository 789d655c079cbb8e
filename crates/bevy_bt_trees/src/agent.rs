//! `BtAgent`: a tree that is a component, and how its context is made.

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{IterQueryData, QueryFilter, QueryItem};
use bevy_ecs::system::{ReadOnlySystemParam, SystemParamItem};
use bt::TreeFor;

/// A tree that is a component, and how the context of an agent is made from the world.
///
/// The context borrows for one call: from what all agents share, from the components of the agent's entity, and from
/// its own [`Commands`]. An entity that lacks one of the components is not ticked until it has all of them.
///
/// ```
/// use bevy_bt_trees::BtAgent;
/// use bevy_ecs::prelude::*;
/// use bt::{Status, bt, leaf};
///
/// #[derive(Component)]
/// struct Battery(f32);
///
/// #[derive(Resource)]
/// struct Sun(f32);
///
/// /// What the leaves work on.
/// struct Robot<'a> {
///     sun: f32,
///     battery: Mut<'a, Battery>,
/// }
///
/// #[leaf]
/// fn charge(robot: &mut Robot<'_>) -> Status {
///     robot.battery.0 += robot.sun;
///     if robot.battery.0 >= 1.0 { Status::Success } else { Status::Running }
/// }
///
/// bt! {
///     #[derive(Component)]
///     Charger(Robot<'_>) = sequence < wait_until(|robot| robot.sun > 0.0), charge >
/// }
///
/// impl BtAgent for Charger {
///     type Param = Res<'static, Sun>;
///     type Data = &'static mut Battery;
///     type Filter = ();
///     type Context<'a> = Robot<'a>;
///     type Answer = Status;
///
///     fn context<'a>(_: Entity, sun: &'a Res<Sun>, battery: Mut<'a, Battery>, _: Commands<'a, 'a>) -> Robot<'a> {
///         Robot { sun: sun.0, battery }
///     }
/// }
/// ```
pub trait BtAgent:
    Component<Mutability = Mutable> + for<'a> TreeFor<<Self as BtAgent>::Context<'a>, Answer = <Self as BtAgent>::Answer>
{
    /// What all agents with this tree read: resources and queries, `()` for nothing, a tuple for several.
    ///
    /// It is read-only, since agents may be ticked on several threads. To change a resource, a leaf queues a command,
    /// such as `commands.queue(|world: &mut World| world.resource_mut::<Score>().0 += 1)`, or writes a message to a
    /// system.
    ///
    /// It must not access components that [`Data`](BtAgent::Data) writes: Bevy panics when such a system first runs. A
    /// [`BtView`](crate::BtView) shows those of other agents.
    type Param: ReadOnlySystemParam + 'static;

    /// The components of the agent's entity: `()` for none, a tuple for several.
    type Data: IterQueryData + 'static;

    /// Which agents are ticked: `()` for all, or a filter such as `Without<Frozen>`.
    ///
    /// An agent that the filter excludes rests: its tree keeps its state, and its timers do not run. It still gets
    /// messages, and is aborted if it is removed.
    type Filter: QueryFilter + 'static;

    /// What the leaves of the tree work on. It is created for each tick.
    type Context<'a>;

    /// What a tick of the tree returns: [`Status`](bt::Status), or a `Result` of it if the tree names an error type.
    type Answer: Send + Sync + 'static;

    /// Creates the context of an agent.
    ///
    /// Queued `commands` are applied after all agents of this kind have been ticked, in the order of their entities:
    /// the lower [index](Entity::index_u32) first. But Bevy assigns the id of `commands.spawn` immediately, in the
    /// order in which agents happen to be ticked. If ids matter, defer the spawn with `commands.queue(|world: &mut
    /// World| { world.spawn(..); })`.
    fn context<'a>(
        entity: Entity,
        param: &'a SystemParamItem<'_, '_, Self::Param>,
        data: QueryItem<'a, '_, Self::Data>,
        commands: Commands<'a, 'a>,
    ) -> Self::Context<'a>;
}
