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
use crate::rate::{BtRate, Owed};
use crate::tick::{Pace, Tick};

/// The agents that are ticked each time. A filter, so that rates cost nothing where there are none.
type Steady<T, A> = Agents<'static, 'static, T, (<A as Audience<T>>::Others, <T as BtAgent>::Filter, IsSteady<T>)>;

type IsSteady<T> = (Without<BtRate>, Without<Owed<T>>);

/// The agents with a rate, and those that still have to be paid for the time in which they had one.
type Rated<'w, 's, T, A> = Query<
    'w,
    's,
    (Entity, &'static mut T, <T as BtAgent>::Data, Pace<T>),
    (<A as Audience<T>>::Others, <T as BtAgent>::Filter, Or<(With<BtRate>, With<Owed<T>>)>),
>;

/// Ticks one agent after the other.
pub fn tick<T: BtAgent, A: Audience<T>, C: BtClock>(
    clock: StaticSystemParam<C::Param>,
    agents: StaticSystemParam<Steady<T, A>>,
    mut rated: Rated<T, A>,
    shown: StaticSystemParam<A::Agents>,
    mut effects: Local<Effects<T>>,
    mut past: Local<Past>,
    mut commands: Commands,
) {
    let Some(span) = C::span(clock.into_inner()) else { return };
    let Agents { mut query, param, allocator, entities } = agents.into_inner();
    let tick = Tick::<T> { span, past: *past, param: &param, allocator, entities };
    let steady = query.iter_mut().map(|(entity, tree, data)| (entity, tree, data, None));
    let rated = rated.iter_mut().map(|(entity, tree, data, pace)| (entity, tree, data, Some(pace)));
    // One loop, since a tree that is ticked in one place alone is inlined there.
    for (entity, mut tree, data, pace) in steady.chain(rated) {
        if let Some(span) = tick.due(entity, pace, &mut effects) {
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
    agents: StaticSystemParam<Steady<T, A>>,
    mut rated: Rated<T, A>,
    shown: StaticSystemParam<A::Agents>,
    mut parts: Local<Parallel<Effects<T>>>,
    mut effects: Local<Effects<T>>,
    mut past: Local<Past>,
    mut commands: Commands,
) where
    for<'w, 's> SystemParamItem<'w, 's, T::Param>: Sync,
{
    let Some(span) = C::span(clock.into_inner()) else { return };
    let Agents { mut query, param, allocator, entities } = agents.into_inner();
    let tick = Tick::<T> { span, past: *past, param: &param, allocator, entities };
    query.par_iter_mut().for_each_init(
        || parts.borrow_local_mut(),
        |part, (entity, mut tree, data)| tick.agent(entity, &mut tree, data, span, part),
    );
    rated.par_iter_mut().for_each_init(
        || parts.borrow_local_mut(),
        |part, (entity, mut tree, data, pace)| {
            if let Some(span) = tick.due(entity, Some(pace), part) {
                tick.agent(entity, &mut tree, data, span, part);
            }
        },
    );
    parts.iter_mut().for_each(|part| effects.append(part));
    A::tick(&tick, shown.into_inner(), &mut effects);
    *past = past.after(span);
    effects.hand_over(&mut commands);
}
