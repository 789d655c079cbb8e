//! Messages to agents: `BtReceive`, `BtSend`.

use bevy_ecs::prelude::*;
use bt::TreeObserver;

use crate::agent::BtAgent;

/// An agent whose tree takes messages: one that has `on` in its header.
///
/// [`BtPlugin::with_messages`](crate::BtPlugin::with_messages) delivers messages that are written as [`BtSend`].
/// **Without it, they are not delivered**: Bevy panics when the first message is written, or, if the type is registered
/// elsewhere, messages are silently lost.
pub trait BtReceive: BtAgent {
    /// The type of the messages: the one after `on` in the header.
    type Message: Send + Sync + 'static;

    /// Sends a message to the tree: `self.send(context, message)`.
    fn receive(&mut self, context: &mut Self::Context<'_>, message: &Self::Message);

    /// Sends a message to the tree, and reports events to an observer: `self.send_with(context, message, observer)`.
    ///
    /// Implement it for agents that are shown on a live page. Otherwise, the page only shows that there was a message,
    /// and the active nodes after it.
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
/// Write it in a system with a [`MessageWriter`], or in a leaf with [`Commands::write_message`]. It is delivered when
/// [`BtSystems::Receive`](crate::BtSystems::Receive) runs next, in the order of writing. Several kinds of agents may
/// take the same type of message, so the sender need not know the kind of the receiver.
///
/// A message to an entity that does not exist is lost, with a warning in the log. A message to an entity without such
/// an agent is ignored.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BtSend<M: Send + Sync + 'static> {
    /// The entity of the receiver.
    pub to: Entity,
    /// The message.
    pub message: M,
}
