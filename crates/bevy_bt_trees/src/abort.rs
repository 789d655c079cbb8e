//! The observer that aborts a tree before it is removed.

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::lifecycle::Discard;
use bevy_ecs::prelude::*;
use bevy_ecs::system::StaticSystemParam;

use crate::agent::BtAgent;
use crate::agents::Agents;
use crate::audience::Audience;
use crate::rate::Owed;

/// Aborts a tree before it is removed or replaced, or its entity despawned. At that moment, the entity still has all
/// its components.
pub fn abort<T: BtAgent, A: Audience<T>>(
    discard: On<Discard<T>>,
    mut agents: Agents<T, Allow<Disabled>>,
    owed: Query<&Owed<T>, Allow<Disabled>>,
    mut listeners: StaticSystemParam<A::Listeners>,
    mut commands: Commands,
) {
    let entity = discard.entity;
    // The time that this tree is owed must not go to a tree that replaces it.
    if let Ok(owed) = owed.get(entity) {
        owed.pay();
    }
    let found = agents.with(entity, &mut commands, |tree, context| A::abort(&mut listeners, entity, tree, context));
    if !found {
        A::forget(&mut listeners, entity);
    }
}
