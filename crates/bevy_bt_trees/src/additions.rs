//! `Additions`: what a plugin adds to an app, by whom is told what agents do.

use bevy_app::App;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::SystemParamItem;

use crate::audience::Audience;
use crate::{BtAgent, BtReceive, BtSend, BtSystems, abort, receive, tick};

/// What is added to an app.
#[derive(Clone, Copy)]
pub struct Additions {
    /// The system that ticks.
    tick: Add,
    /// The observer that aborts.
    abort: Add,
    /// The system that hands messages over.
    receive: Option<Add>,
}

/// Adds something to a schedule. A function pointer keeps what its type must be able to do out of the type of the plugin.
pub type Add = fn(&mut App, Interned<dyn ScheduleLabel>);

impl Additions {
    pub fn new<T: BtAgent, A: Audience<T>>() -> Self {
        Additions {
            tick: |app, schedule| {
                app.add_systems(schedule, tick::tick::<T, A>.in_set(BtSystems::Tick));
            },
            abort: |app, _| {
                app.add_observer(abort::abort::<T, A>);
            },
            receive: None,
        }
    }

    pub fn parallel<T: BtAgent, A: Audience<T>>(&mut self)
    where
        for<'w, 's> SystemParamItem<'w, 's, T::Param>: Sync,
    {
        self.tick = |app, schedule| {
            app.add_systems(schedule, tick::par_tick::<T, A>.in_set(BtSystems::Tick));
        };
    }

    pub fn with_messages<T: BtReceive, A: Audience<T>>(&mut self) {
        self.receive = Some(|app, schedule| {
            app.add_message::<BtSend<T::Message>>();
            app.add_systems(schedule, receive::receive::<T, A>.in_set(BtSystems::Receive));
        });
    }

    pub fn has_messages(&self) -> bool {
        self.receive.is_some()
    }

    pub fn add(&self, app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
        for add in [Some(self.tick), Some(self.abort), self.receive].into_iter().flatten() {
            add(app, schedule);
        }
    }
}
