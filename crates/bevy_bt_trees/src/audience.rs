//! `Audience`: who observes agents.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryFilter;
use bevy_ecs::system::{SystemParam, SystemParamItem};

use crate::agent::BtAgent;
use crate::effects::Effects;
use crate::receive::BtReceive;
use crate::tick::Tick;

/// The observers of the agents with the tree `T`.
pub trait Audience<T: BtAgent>: Send + Sync + 'static {
    /// Whether there can be any observer.
    #[cfg(feature = "page")]
    const IS_LIVE: bool;

    /// The agents that are not observed.
    type Others: QueryFilter + 'static;

    /// The agents that are observed.
    type Agents: SystemParam + 'static;

    /// The system parameter through which aborts and messages are reported to the audience.
    type Listeners: SystemParam + 'static;

    /// Ticks the observed agents.
    fn tick(tick: &Tick<'_, '_, '_, T>, agents: SystemParamItem<Self::Agents>, effects: &mut Effects<T>);

    /// Aborts a tree.
    fn abort(
        listeners: &mut SystemParamItem<Self::Listeners>,
        entity: Entity,
        tree: &mut T,
        context: &mut T::Context<'_>,
    );

    /// Notes that a tree was removed without an abort.
    fn forget(listeners: &mut SystemParamItem<Self::Listeners>, entity: Entity);

    /// Sends a message to a tree.
    fn receive(
        listeners: &mut SystemParamItem<Self::Listeners>,
        entity: Entity,
        tree: &mut T,
        context: &mut T::Context<'_>,
        message: &T::Message,
    ) where
        T: BtReceive;
}

/// No observers.
#[derive(Debug)]
pub enum Nobody {}

impl<T: BtAgent> Audience<T> for Nobody {
    #[cfg(feature = "page")]
    const IS_LIVE: bool = false;

    type Others = ();
    type Agents = ();
    type Listeners = ();

    #[inline(always)]
    fn tick(_: &Tick<'_, '_, '_, T>, _: (), _: &mut Effects<T>) {}

    fn abort(_: &mut (), _: Entity, tree: &mut T, context: &mut T::Context<'_>) {
        tree.abort(context);
    }

    fn forget(_: &mut (), _: Entity) {}

    fn receive(_: &mut (), _: Entity, tree: &mut T, context: &mut T::Context<'_>, message: &T::Message)
    where
        T: BtReceive,
    {
        tree.receive(context, message);
    }
}
