//! Messages to agents: `BtReceive`, `BtSend`.

use bevy_app::App;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::StaticSystemParam;
use bt::TreeObserver;

use crate::agents::Agents;
use crate::audience::{Audience, Nobody};
use crate::{BtAgent, BtSystems};

/// An agent whose tree takes messages: one that has `on` in its header.
///
/// [`BtPlugin::with_messages`](crate::BtPlugin::with_messages) hands over what is written as [`BtSend`]. **Without it, nobody does**:
/// Bevy panics where the first message is written, or, if it knows the type from elsewhere, messages are lost without a word.
pub trait BtReceive: BtAgent {
    /// The type of the messages: what stands after `on`.
    type Message: Send + Sync + 'static;

    /// Hands a message to the tree: `self.send(context, message)`.
    fn receive(&mut self, context: &mut Self::Context<'_>, message: &Self::Message);

    /// Hands a message to the tree, and reports to an observer what happens: `self.send_with(context, message, observer)`.
    ///
    /// Write it for agents that are shown on a live page. Without it, the page says only that there was a message, and what
    /// is active after it.
    fn receive_with(
        &mut self,
        context: &mut Self::Context<'_>,
        message: &Self::Message,
        observer: &mut impl TreeObserver,
    ) {
        let _ = observer;
        self.receive(context, message);
    }
}

/// A message to the agent of an entity.
///
/// Write it in a system with a [`MessageWriter`], or in a leaf with [`Commands::write_message`]. It is handed over when
/// [`BtSystems::Receive`](crate::BtSystems::Receive) runs next; the first that was written is the first to arrive. If there
/// is no such agent, nothing happens. Several kinds of agents may take the same type of message: the sender need not know
/// of which kind the receiver is.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BtSend<M: Send + Sync + 'static> {
    /// The entity of the receiver.
    pub to: Entity,
    /// What it is told.
    pub message: M,
}

/// Adds something to a schedule. A function pointer keeps what its type must be able to do out of the type of the plugin.
pub type Add = fn(&mut App, Interned<dyn ScheduleLabel>);

/// What adds the system that hands messages over, for each audience.
#[derive(Clone, Copy)]
pub struct Receivers {
    silent: Add,
    #[cfg(feature = "live")]
    live: Add,
}

impl Receivers {
    pub fn of<T: BtReceive>() -> Self {
        Receivers {
            silent: add_receive::<T, Nobody>,
            #[cfg(feature = "live")]
            live: add_receive::<T, crate::live::Viewers>,
        }
    }

    pub fn add_for<T: BtAgent, A: Audience<T>>(self) -> Add {
        #[cfg(feature = "live")]
        if A::IS_LIVE {
            return self.live;
        }
        self.silent
    }
}

fn add_receive<T: BtReceive, A: Audience<T>>(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    app.add_message::<BtSend<T::Message>>();
    app.add_systems(schedule, receive::<T, A>.in_set(BtSystems::Receive));
}

/// Hands over all messages that have been written since it ran last.
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
