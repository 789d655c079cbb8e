//! `BtSystems`, `BtTick`: when the systems of this crate run.

use std::any::type_name;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

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
    /// The agents are ticked, those of each kind in their [`BtTick`].
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

/// The set of the system that ticks the agents with the tree `T`. It is a part of [`BtSystems::Tick`].
///
/// Bevy runs the kinds of agents in any order, which can differ from run to run of the program. If one kind reads what
/// another one writes, put them in order, or let both read a [`BtView`](crate::BtView):
///
/// ```
/// # use bevy_app::{App, Update};
/// # use bevy_bt_trees::{BtAgent, BtPlugin};
/// use bevy_bt_trees::BtTick;
/// # use bevy_ecs::prelude::*;
/// # use bevy_time::TimePlugin;
/// # use bt::{Status, bt};
/// #
/// # bt! { #[derive(Component)] Wolf(()) = running }
/// # bt! { #[derive(Component)] Sheep(()) = running }
/// # macro_rules! agents { ($($tree:ty),*) => {$(
/// #     impl BtAgent for $tree {
/// #         type Param = ();
/// #         type Data = ();
/// #         type Filter = ();
/// #         type Context<'a> = ();
/// #         type Answer = Status;
/// #         fn context<'a>(_: Entity, _: &'a (), _: (), _: Commands<'a, 'a>) {}
/// #     }
/// # )*} }
/// # agents!(Wolf, Sheep);
///
/// let mut app = App::new();
/// app.add_plugins((TimePlugin, BtPlugin::<Wolf>::new(Update), BtPlugin::<Sheep>::new(Update)));
/// app.configure_sets(Update, BtTick::<Sheep>::new().after(BtTick::<Wolf>::new()));
/// # app.update();
/// ```
///
/// Then the commands of the first kind are applied before the second kind is ticked.
#[derive(SystemSet)]
pub struct BtTick<T: 'static>(PhantomData<fn() -> T>);

impl<T> BtTick<T> {
    /// The set of the agents with the tree `T`.
    pub const fn new() -> Self {
        BtTick(PhantomData)
    }
}

impl<T> Default for BtTick<T> {
    fn default() -> Self {
        BtTick::new()
    }
}

// Derives would require these traits of the tree, too.

impl<T> Clone for BtTick<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for BtTick<T> {}

impl<T> PartialEq for BtTick<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for BtTick<T> {}

impl<T> Hash for BtTick<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<T> fmt::Debug for BtTick<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BtTick<{}>", type_name::<T>())
    }
}
