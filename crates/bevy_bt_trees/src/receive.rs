//! Messages to agents: `BtReceive`, `BtSend`.

use bevy_ecs::prelude::*;
use bt::TreeObserver;

use crate::agent::BtAgent;

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
