//! `BtSystems`: when the systems of this crate run.

use bevy_app::App;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;

/// The sets of systems of the plugins, in the order in which they run in their schedule.
///
/// ```
/// use bevy_app::{App, Update};
/// use bevy_bt_trees::BtSystems;
/// use bevy_ecs::prelude::*;
///
/// fn sense() {}
///
/// fn move_bodies() {}
///
/// let mut app = App::new();
/// app.add_systems(Update, (sense.before(BtSystems::View), move_bodies.after(BtSystems::Tick)));
/// ```
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BtSystems {
    /// The copies for [`BtView`](crate::BtView) are made.
    View,
    /// Messages are delivered.
    Receive,
    /// The agents are ticked.
    Tick,
    /// Each [`BtActive`](crate::BtActive) is updated.
    Titles,
}

impl BtSystems {
    /// Puts the sets of a schedule in order.
    pub(crate) fn configure(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
        app.configure_sets(schedule, (BtSystems::View, BtSystems::Receive, BtSystems::Tick, BtSystems::Titles).chain());
    }
}
