//! `Tick`: how one agent is ticked.

use std::fmt;
use std::time::Duration;

use bevy_ecs::entity::{Entities, EntityAllocator};
use bevy_ecs::prelude::*;
use bevy_ecs::query::{QueryData, QueryItem};
use bevy_ecs::system::SystemParamItem;

use crate::agent::BtAgent;
use crate::effects::Effects;
use crate::past::Past;
use crate::rate::{HasPace, Owed, Paces};

/// What the ticks of all agents have in common.
pub struct Tick<'a, 'w, 's, T: BtAgent> {
    pub span: Duration,
    /// The ticks before this one.
    pub past: Past,
    pub param: &'a SystemParamItem<'w, 's, T::Param>,
    pub paces: &'a Paces<'a, 'a, T>,
    pub allocator: &'a EntityAllocator,
    pub entities: &'a Entities,
}

impl<T: BtAgent> fmt::Debug for Tick<'_, '_, '_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tick").field("span", &self.span).finish_non_exhaustive()
    }
}

impl<T: BtAgent> Tick<'_, '_, '_, T> {
    /// The time that an agent's tick covers. `None` if it is not ticked this time.
    #[inline(always)]
    pub fn due(
        &self,
        entity: Entity,
        has_pace: QueryItem<'_, '_, HasPace<T>>,
        effects: &mut Effects<T>,
    ) -> Option<Duration> {
        match has_pace {
            (false, false) => Some(self.span),
            _ => self.due_at_pace(entity, effects),
        }
    }

    /// The time that a tick covers, for an agent that may have a rate. `None` if it is not ticked this time.
    #[inline(never)]
    pub fn due_at_pace(&self, entity: Entity, effects: &mut Effects<T>) -> Option<Duration> {
        let (rate, owed) = self.paces.get(entity).unwrap_or_default();
        if rate.is_none_or(|rate| rate.is_due(entity, self.past, self.span)) {
            return Some(self.span + owed.map_or(Duration::ZERO, Owed::pay));
        }
        match owed {
            Some(owed) => owed.add(self.span),
            None => {
                let mut commands = self.commands(effects);
                commands.entity(entity).try_insert(Owed::<T>::new(self.span));
                effects.push(entity, None);
            }
        }
        None
    }

    fn commands<'e>(&'e self, effects: &'e mut Effects<T>) -> Commands<'e, 'e> {
        Commands::new_from_entities(&mut effects.queue, self.allocator, self.entities)
    }

    /// Ticks an agent without an observer.
    #[inline(always)]
    pub fn agent(
        &self,
        entity: Entity,
        tree: &mut T,
        data: QueryItem<'_, '_, T::Data>,
        span: Duration,
        effects: &mut Effects<T>,
    ) {
        self.agent_by(entity, tree, data, effects, |tree, context| tree.tick_for(span, context));
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
        let commands = self.commands(effects);
        let answer = tick(tree, &mut T::context(entity, self.param, T::Data::shrink(data), commands));
        effects.push(entity, (!tree.is_running()).then_some(answer));
    }
}
