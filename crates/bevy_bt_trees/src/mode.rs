//! `Mode`: how agents are ticked, one after the other or on all threads.

use bevy_app::App;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::SystemParamItem;

use crate::agent::BtAgent;
use crate::audience::Audience;
use crate::clock::BtClock;
use crate::systems::BtTick;
use crate::tick_all;

/// How agents with the tree `T` are ticked.
///
/// A type, so that only the system in use contains the code that ticks the tree, and the compiler inlines it there.
pub trait Mode<T: BtAgent>: Send + Sync + 'static {
    /// Adds the system that ticks.
    fn add<A: Audience<T>, C: BtClock>(app: &mut App, schedule: Interned<dyn ScheduleLabel>);
}

/// One after the other.
#[derive(Debug)]
pub enum OneByOne {}

/// On all threads.
#[derive(Debug)]
pub enum Parallel {}

impl<T: BtAgent> Mode<T> for OneByOne {
    fn add<A: Audience<T>, C: BtClock>(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
        app.add_systems(schedule, tick_all::tick::<T, A, C>.in_set(BtTick::<T>::new()));
    }
}

impl<T: BtAgent> Mode<T> for Parallel
where
    for<'w, 's> SystemParamItem<'w, 's, T::Param>: Sync,
{
    fn add<A: Audience<T>, C: BtClock>(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
        app.add_systems(schedule, tick_all::par_tick::<T, A, C>.in_set(BtTick::<T>::new()));
    }
}
