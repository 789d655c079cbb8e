//! `Tick`: how one agent is ticked.

use std::fmt;
use std::time::Duration;

use bevy_ecs::entity::{Entities, EntityAllocator};
use bevy_ecs::prelude::*;
use bevy_ecs::query::{QueryData, QueryItem};
use bevy_ecs::system::SystemParamItem;

use crate::agent::BtAgent;
use crate::effects::Effects;

/// What the ticks of all agents have in common.
pub struct Tick<'a, 'w, 's, T: BtAgent> {
    pub span: Duration,
    pub param: &'a SystemParamItem<'w, 's, T::Param>,
    pub allocator: &'a EntityAllocator,
    pub entities: &'a Entities,
}

impl<T: BtAgent> fmt::Debug for Tick<'_, '_, '_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tick").field("span", &self.span).finish_non_exhaustive()
    }
}

impl<T: BtAgent> Tick<'_, '_, '_, T> {
    /// Ticks an agent without an observer.
    #[inline(always)]
    pub fn agent(&self, entity: Entity, tree: &mut T, data: QueryItem<'_, '_, T::Data>, effects: &mut Effects<T>) {
        self.agent_by(entity, tree, data, effects, |tree, context| tree.tick_for(self.span, context));
    }

    /// Ticks an agent with a function.
    #[inline(always)]
    pub fn agent_by(
        &self,
        entity: Entity,
        tree: &mut T,
        data: QueryItem<'_, '_, T::Data>,
        effects: &mut Effects<T>,
        tick: impl FnOnce(&mut T, &mut T::Context<'_>) -> <T as BtAgent>::Answer,
    ) {
        let commands = Commands::new_from_entities(&mut effects.queue, self.allocator, self.entities);
        let answer = tick(tree, &mut T::context(entity, self.param, T::Data::shrink(data), commands));
        effects.push(entity, (!tree.is_running()).then_some(answer));
    }
}
