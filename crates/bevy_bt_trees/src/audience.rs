//! `Audience`: who is told what agents do.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryFilter;
use bevy_ecs::system::{SystemParam, SystemParamItem};

use crate::agent::BtAgent;
use crate::effects::Effects;
use crate::receive::BtReceive;
use crate::tick::Tick;

/// Who is told what the agents with the tree `T` do.
pub trait Audience<T: BtAgent>: Send + Sync + 'static {
    /// Whether there can be somebody.
    #[cfg(feature = "live")]
    const IS_LIVE: bool;

    /// The agents of which it is told nothing.
    type Others: QueryFilter + 'static;

    /// The agents that are ticked for it.
    type Agents: SystemParam + 'static;

    /// The parameter by which aborts and messages are told to the audience.
    type Listeners: SystemParam + 'static;

    /// Ticks the agents that are not among the others.
    fn tick(tick: &Tick<'_, '_, '_, T>, agents: SystemParamItem<Self::Agents>, effects: &mut Effects<T>);

    /// Aborts a tree.
    fn abort(
        listeners: &mut SystemParamItem<Self::Listeners>,
        entity: Entity,
        tree: &mut T,
        context: &mut T::Context<'_>,
    );

    /// A tree is gone without an abort.
    fn forget(listeners: &mut SystemParamItem<Self::Listeners>, entity: Entity);

    /// Hands a message to a tree.
    fn receive(
        listeners: &mut SystemParamItem<Self::Listeners>,
        entity: Entity,
        tree: &mut T,
        context: &mut T::Context<'_>,
        message: &T::Message,
    ) where
        T: BtReceive;
}

/// Nobody is told anything.
#[derive(Debug)]
pub enum Nobody {}

impl<T: BtAgent> Audience<T> for Nobody {
    #[cfg(feature = "live")]
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
