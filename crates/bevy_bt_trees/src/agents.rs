//! `Agents`: what a system needs to reach agents and to make their contexts.

use bevy_ecs::entity::{Entities, EntityAllocator};
use bevy_ecs::prelude::*;
use bevy_ecs::query::{QueryData, QueryFilter};
use bevy_ecs::system::{StaticSystemParam, SystemParam};

use crate::agent::BtAgent;

/// The agents with the tree `T`, and what they share. `P` is read in addition.
#[derive(SystemParam)]
pub struct Agents<'w, 's, T: BtAgent, F: QueryFilter + 'static = (), P: QueryData + 'static = ()> {
    pub query: Query<'w, 's, (Entity, &'static mut T, <T as BtAgent>::Data, P), F>,
    pub param: StaticSystemParam<'w, 's, <T as BtAgent>::Param>,
    pub allocator: &'w EntityAllocator,
    pub entities: &'w Entities,
}

impl<T: BtAgent, F: QueryFilter, P: QueryData> Agents<'_, '_, T, F, P> {
    /// Calls a function with the tree and the context of one agent. Returns `false` if there is no such agent.
    pub fn with(
        &mut self,
        entity: Entity,
        commands: &mut Commands,
        call: impl FnOnce(&mut T, &mut T::Context<'_>),
    ) -> bool {
        let Ok((entity, mut tree, data, _)) = self.query.get_mut(entity) else { return false };
        let mut context = T::context(entity, &self.param, data, commands.reborrow());
        call(&mut tree, &mut context);
        true
    }
}
