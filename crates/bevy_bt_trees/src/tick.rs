//! The systems that tick all agents of a kind.

use std::time::Duration;

use bevy_ecs::entity::{Entities, EntityAllocator};
use bevy_ecs::prelude::*;
use bevy_ecs::query::{QueryData, QueryItem};
use bevy_ecs::system::SystemParamItem;
use bevy_time::Time;
use bevy_utils::Parallel;

use crate::agents::Agents;
use crate::effects::Effects;
use crate::{BtAgent, BtEnded};

/// What the ticks of all agents have in common.
struct Tick<'a, 'w, 's, T: BtAgent> {
    span: Duration,
    param: &'a SystemParamItem<'w, 's, T::Param>,
    allocator: &'a EntityAllocator,
    entities: &'a Entities,
}

impl<T: BtAgent> Tick<'_, '_, '_, T> {
    #[inline(always)]
    fn agent(&self, entity: Entity, tree: &mut T, data: QueryItem<'_, '_, T::Data>, effects: &mut Effects<T>) {
        let commands = Commands::new_from_entities(&mut effects.queue, self.allocator, self.entities);
        let data = T::Data::shrink(data);
        let answer = tree.tick_for(self.span, &mut T::context(entity, self.param, data, commands));
        effects.push(entity, (!tree.is_running()).then_some(answer));
    }
}

/// Ticks one agent after the other.
pub fn tick<T: BtAgent>(
    time: Res<Time>,
    agents: Agents<T>,
    mut effects: Local<Effects<T>>,
    mut commands: Commands,
    mut ended: MessageWriter<BtEnded<T>>,
) {
    let Agents { mut query, param, allocator, entities } = agents;
    let tick = Tick::<T> { span: time.delta(), param: &param, allocator, entities };
    for (entity, mut tree, data) in query.iter_mut() {
        tick.agent(entity, &mut tree, data, &mut effects);
    }
    effects.hand_over(&mut commands, &mut ended);
}

/// Ticks agents on all threads of Bevy.
pub fn par_tick<T: BtAgent>(
    time: Res<Time>,
    agents: Agents<T>,
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
    effects.hand_over(&mut commands, &mut ended);
}
