//! `Receivers`: the system that delivers messages to agents, for each audience.

use std::any::type_name;
use std::marker::PhantomData;

use bevy_app::App;
use bevy_ecs::entity::Entities;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::StaticSystemParam;

use crate::agent::BtAgent;
use crate::agents::Agents;
use crate::audience::{Audience, Nobody};
use crate::receive::{BtReceive, BtSend};
use crate::systems::BtSystems;

/// Adds systems to a schedule. A function pointer, which keeps bounds out of the type of the plugin.
pub type Add = fn(&mut App, Interned<dyn ScheduleLabel>);

/// Adds the system that delivers messages, for each audience.
#[derive(Clone, Copy)]
pub struct Receivers {
    silent: Add,
    #[cfg(feature = "page")]
    page: Add,
}

impl Receivers {
    pub fn of<T: BtReceive>() -> Self {
        Receivers {
            silent: add_receive::<T, Nobody>,
            #[cfg(feature = "page")]
            page: add_receive::<T, crate::page::Viewers>,
        }
    }

    pub fn add_for<T: BtAgent, A: Audience<T>>(self) -> Add {
        #[cfg(feature = "page")]
        if A::IS_LIVE {
            return self.page;
        }
        self.silent
    }
}

fn add_receive<T: BtReceive, A: Audience<T>>(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    app.add_message::<BtSend<T::Message>>();
    app.add_systems(schedule, receive::<T, A>.in_set(BtSystems::Receive));
    // One system for all kinds that take these messages, so that there is one warning.
    if !app.world().contains_resource::<WarnsOfLost<T::Message>>() {
        app.insert_resource(WarnsOfLost::<T::Message>(PhantomData));
        app.add_systems(schedule, warn_of_lost::<T::Message>.in_set(BtSystems::Receive));
    }
}

/// Marks that a system warns of lost messages of this type.
#[derive(Resource)]
struct WarnsOfLost<M: 'static>(PhantomData<fn() -> M>);

/// Warns of messages to entities that do not exist.
fn warn_of_lost<M: Send + Sync + 'static>(mut messages: MessageReader<BtSend<M>>, entities: &Entities) {
    for BtSend { to, .. } in messages.read() {
        if !entities.contains_spawned(*to) {
            log::warn!("a message `{}` is lost: the entity {to} does not exist", type_name::<M>());
        }
    }
}

/// Delivers all messages that were written since its last run.
fn receive<T: BtReceive, A: Audience<T>>(
    mut messages: MessageReader<BtSend<T::Message>>,
    mut agents: Agents<T>,
    mut listeners: StaticSystemParam<A::Listeners>,
    mut commands: Commands,
) {
    for BtSend { to, message } in messages.read() {
        agents.with(*to, &mut commands, |tree, context| A::receive(&mut listeners, *to, tree, context, message));
    }
}
