//! The observer that aborts a tree before it is gone.

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::lifecycle::Discard;
use bevy_ecs::prelude::*;

use crate::BtAgent;
use crate::agents::Agents;

/// Aborts a tree before it is removed or replaced, or its entity despawned. At that moment, all components are still there.
pub fn abort<T: BtAgent>(discard: On<Discard<T>>, mut agents: Agents<T, Allow<Disabled>>, mut commands: Commands) {
    agents.with(discard.entity, &mut commands, |tree, context| tree.abort(context));
}
