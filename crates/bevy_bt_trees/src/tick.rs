//! The systems that tick all agents of a kind.

use std::fmt;
use std::time::Duration;

use bevy_ecs::entity::{Entities, EntityAllocator};
use bevy_ecs::prelude::*;
use bevy_ecs::query::{QueryData, QueryItem};
use bevy_ecs::system::{StaticSystemParam, SystemParamItem};
use bevy_time::Time;
use bevy_utils::Parallel;

use crate::agents::Agents;
use crate::audience::Audience;
use crate::effects::Effects;
use crate::{BtAgent, BtEnded};

/// What the ticks of all agents have in common.
pub struct Tick<'a, 'w, 's, T: BtAgent> {
    pub span: Duration,
    param: &'a SystemParamItem<'w, 's, T::Param>,
    allocator: &'a EntityAllocator,
    entities: &'a Entities,
}

impl<T: BtAgent> fmt::Debug for Tick<'_, '_, '_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tick").field("span", &self.span).finish_non_exhaustive()
    }
}

impl<T: BtAgent> Tick<'_, '_, '_, T> {
    /// Ticks an agent that nobody watches.
    #[inline(always)]
    fn agent(&self, entity: Entity, tree: &mut T, data: QueryItem<'_, '_, T::Data>, effects: &mut Effects<T>) {
        self.agent_by(entity, tree, data, effects, |tree, context| tree.tick_for(self.span, context));
    }

    /// Ticks an agent by a function.
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

/// Ticks one agent after the other.
pub fn tick<T: BtAgent, A: Audience<T>>(
    time: Res<Time>,
    agents: Agents<T, A::Others>,
    shown: StaticSystemParam<A::Agents>,
    mut effects: Local<Effects<T>>,
    mut commands: Commands,
    mut ended: MessageWriter<BtEnded<T>>,
) {
    let Agents { mut query, param, allocator, entities } = agents;
    let tick = Tick::<T> { span: time.delta(), param: &param, allocator, entities };
    for (entity, mut tree, data) in query.iter_mut() {
        tick.agent(entity, &mut tree, data, &mut effects);
    }
    A::tick(&tick, shown.into_inner(), &mut effects);
    effects.hand_over(&mut commands, &mut ended);
}

/// Ticks agents on all threads of Bevy.
pub fn par_tick<T: BtAgent, A: Audience<T>>(
    time: Res<Time>,
    agents: Agents<T, A::Others>,
    shown: StaticSystemParam<A::Agents>,
    mut parts: Local<Parallel<Effects<T>>>,
    mut effects: Local<Effects<T>>,
    mut commands: Commands,
    mut ended: MessageWriter<BtEnded<T>>,
) where
    for<'w, 's> SystemParamItem<'w, 's, T::Param>: Sync,
{
    let Agents { mut query, param, allocator, entities } = agents;
    let tick = Tick::<T> { span: time.delta(), param: &param, allocator, entities };
    query.par_iter_mut().for_each_init(
        || parts.borrow_local_mut(),
        |part, (entity, mut tree, data)| tick.agent(entity, &mut tree, data, part),
    );
    parts.iter_mut().for_each(|part| effects.append(part));
    A::tick(&tick, shown.into_inner(), &mut effects);
    effects.hand_over(&mut commands, &mut ended);
}
