//! The systems that tick all agents of a kind.

use bevy_ecs::prelude::*;
use bevy_ecs::system::{StaticSystemParam, SystemParamItem};
use bevy_utils::Parallel;

use crate::agent::BtAgent;
use crate::agents::Agents;
use crate::audience::Audience;
use crate::clock::BtClock;
use crate::effects::Effects;
use crate::past::Past;
use crate::rate::{HasPace, Paces};
use crate::tick::Tick;

/// Ticks one agent after the other.
pub fn tick<T: BtAgent, A: Audience<T>, C: BtClock>(
    clock: StaticSystemParam<C::Param>,
    agents: Agents<T, (A::Others, T::Filter), HasPace<T>>,
    paces: Paces<T>,
    shown: StaticSystemParam<A::Agents>,
    mut effects: Local<Effects<T>>,
    mut past: Local<Past>,
    mut commands: Commands,
) {
    let Some(span) = C::span(clock.into_inner()) else { return };
    let Agents { mut query, param, allocator, entities } = agents;
    let tick = Tick::<T> { span, past: *past, param: &param, paces: &paces, allocator, entities };
    for (entity, mut tree, data, has_pace) in query.iter_mut() {
        if let Some(span) = tick.due(entity, has_pace, &mut effects) {
            tick.agent(entity, &mut tree, data, span, &mut effects);
        }
    }
    A::tick(&tick, shown.into_inner(), &mut effects);
    *past = past.after(span);
    effects.hand_over(&mut commands);
}

/// Ticks agents on all threads of Bevy.
#[expect(clippy::too_many_arguments, reason = "each is a parameter of a system")]
pub fn par_tick<T: BtAgent, A: Audience<T>, C: BtClock>(
    clock: StaticSystemParam<C::Param>,
    agents: Agents<T, (A::Others, T::Filter), HasPace<T>>,
    paces: Paces<T>,
    shown: StaticSystemParam<A::Agents>,
    mut parts: Local<Parallel<Effects<T>>>,
    mut effects: Local<Effects<T>>,
    mut past: Local<Past>,
    mut commands: Commands,
) where
    for<'w, 's> SystemParamItem<'w, 's, T::Param>: Sync,
{
    let Some(span) = C::span(clock.into_inner()) else { return };
    let Agents { mut query, param, allocator, entities } = agents;
    let tick = Tick::<T> { span, past: *past, param: &param, paces: &paces, allocator, entities };
    query.par_iter_mut().for_each_init(
        || parts.borrow_local_mut(),
        |part, (entity, mut tree, data, has_pace)| {
            if let Some(span) = tick.due(entity, has_pace, part) {
                tick.agent(entity, &mut tree, data, span, part);
            }
        },
    );
    parts.iter_mut().for_each(|part| effects.append(part));
    A::tick(&tick, shown.into_inner(), &mut effects);
    *past = past.after(span);
    effects.hand_over(&mut commands);
}
