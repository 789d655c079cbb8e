//! `BtPlugin` and the sets of its systems.

use std::fmt;

use bevy_app::{App, Plugin};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::SystemParamItem;

use crate::{BtAgent, BtEnded, BtReceive, BtSend, BtSystems, abort, receive, tick};

/// Ticks all agents with the tree `T` in each run of a schedule, for the time that [`Time`](bevy_time::Time) says.
///
/// Each kind of tree has its own plugin. When a tree ends, there is a message [`BtEnded`]. A tree that is removed or
/// replaced while it runs, or whose entity is despawned, is aborted first.
///
/// ```
/// use std::time::Duration;
///
/// use bevy_app::{App, Update};
/// use bevy_bt_trees::{BtAgent, BtPlugin};
/// use bevy_ecs::prelude::*;
/// use bevy_time::{TimePlugin, TimeUpdateStrategy};
/// use bt::{Status, bt};
///
/// #[derive(Component, Default)]
/// struct Sheep {
///     grass: u32,
/// }
///
/// bt! {
///     #[derive(Component)]
///     Graze(Mut<'_, Sheep>) = forever < sequence < wait(1.0), action(|sheep| sheep.grass += 1) > >
/// }
///
/// impl BtAgent for Graze {
///     type Param = ();
///     type Data = &'static mut Sheep;
///     type Context<'a> = Mut<'a, Sheep>;
///     type Answer = Status;
///
///     fn context<'a>(_: Entity, _: &'a (), sheep: Mut<'a, Sheep>, _: Commands<'a, 'a>) -> Mut<'a, Sheep> {
///         sheep
///     }
/// }
///
/// let mut app = App::new();
/// app.add_plugins((TimePlugin, BtPlugin::<Graze>::new(Update)));
/// // For the example: a frame every quarter of a second, from the second one on.
/// app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(250)));
/// let sheep = app.world_mut().spawn((Graze::new(), Sheep::default())).id();
/// for _ in 0..=40 {
///     app.update();
/// }
/// assert_eq!(app.world().get::<Sheep>(sheep).map(|sheep| sheep.grass), Some(10));
/// ```
pub struct BtPlugin<T> {
    schedule: Interned<dyn ScheduleLabel>,
    /// Adds the system that ticks.
    tick: AddSystem,
    /// Adds the system that hands messages over.
    receive: Option<AddSystem>,
    tree: std::marker::PhantomData<fn() -> T>,
}

/// Adds a system to a schedule. A function pointer keeps what its type must be able to do out of the type of the plugin.
type AddSystem = fn(&mut App, Interned<dyn ScheduleLabel>);

impl<T: BtAgent> BtPlugin<T> {
    /// Ticks the agents in this schedule, one after the other.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        BtPlugin {
            schedule: schedule.intern(),
            tick: |app, schedule| {
                app.add_systems(schedule, tick::tick::<T>.in_set(BtSystems::Tick));
            },
            receive: None,
            tree: std::marker::PhantomData,
        }
    }

    /// Ticks agents on all threads that Bevy has, some at a time on each.
    ///
    /// What becomes of an agent is the same. It pays for thousands of agents whose leaves have much to do, and needs the
    /// feature `multi_threaded` of Bevy.
    #[must_use]
    pub fn parallel(self) -> Self
    where
        for<'w, 's> SystemParamItem<'w, 's, T::Param>: Sync,
    {
        let tick = |app: &mut App, schedule| {
            app.add_systems(schedule, tick::par_tick::<T>.in_set(BtSystems::Tick));
        };
        BtPlugin { tick, ..self }
    }

    /// Hands the agents what is sent to them with [`BtSend`], before they are ticked.
    #[must_use]
    pub fn with_messages(self) -> Self
    where
        T: BtReceive,
    {
        let receive = |app: &mut App, schedule| {
            app.add_message::<BtSend<T::Message>>();
            app.add_systems(schedule, receive::receive::<T>.in_set(BtSystems::Receive));
        };
        BtPlugin { receive: Some(receive), ..self }
    }
}

impl<T: BtAgent> Plugin for BtPlugin<T> {
    fn build(&self, app: &mut App) {
        BtSystems::configure(app, self.schedule);
        app.add_message::<BtEnded<T>>().add_observer(abort::abort::<T>);
        (self.tick)(app, self.schedule);
        if let Some(receive) = self.receive {
            receive(app, self.schedule);
        }
    }
}

impl<T> fmt::Debug for BtPlugin<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { schedule, receive, .. } = self;
        f.debug_struct("BtPlugin").field("schedule", schedule).field("with_messages", &receive.is_some()).finish()
    }
}
