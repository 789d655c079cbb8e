//! `BtPlugin` and the sets of its systems.

use std::fmt;

use bevy_app::{App, Plugin};
use bevy_ecs::intern::Interned;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::SystemParamItem;

use crate::additions::{Add, Additions};
use crate::audience::Nobody;
#[cfg(feature = "live")]
use crate::live::Viewers;
use crate::{BtAgent, BtEnded, BtReceive, BtSystems, active};

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
    silent: Additions,
    /// In place of the others, if agents can be watched.
    #[cfg(feature = "live")]
    live: Additions,
    is_live: bool,
    titles: Option<Add>,
    tree: std::marker::PhantomData<fn() -> T>,
}

impl<T: BtAgent> BtPlugin<T> {
    /// Ticks the agents in this schedule, one after the other.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        BtPlugin {
            schedule: schedule.intern(),
            silent: Additions::new::<T, Nobody>(),
            #[cfg(feature = "live")]
            live: Additions::new::<T, Viewers>(),
            is_live: false,
            titles: None,
            tree: std::marker::PhantomData,
        }
    }

    /// Ticks agents on all threads that Bevy has, some at a time on each.
    ///
    /// What becomes of an agent is the same. It pays for thousands of agents whose leaves have much to do, and needs the
    /// feature `multi_threaded` of Bevy.
    #[must_use]
    pub fn parallel(mut self) -> Self
    where
        for<'w, 's> SystemParamItem<'w, 's, T::Param>: Sync,
    {
        self.silent.parallel::<T, Nobody>();
        #[cfg(feature = "live")]
        self.live.parallel::<T, Viewers>();
        self
    }

    /// Hands the agents what is sent to them with [`BtSend`](crate::BtSend), before they are ticked.
    #[must_use]
    pub fn with_messages(mut self) -> Self
    where
        T: BtReceive,
    {
        self.silent.with_messages::<T, Nobody>();
        #[cfg(feature = "live")]
        self.live.with_messages::<T, Viewers>();
        self
    }

    /// Gives the agents a [`BtActive`](crate::BtActive) with the titles of their active leaves. Without it, titles cost nothing.
    #[must_use]
    pub fn with_titles(mut self) -> Self {
        self.titles = Some(active::add_titles::<T>);
        self
    }

    /// Lets agents be watched on the page of [`BtLive`](crate::BtLive): those with a [`BtWatched`](crate::BtWatched). All
    /// others are ticked without an observer.
    ///
    /// Watched agents are ticked one after the other, also with [`parallel`](BtPlugin::parallel).
    #[cfg(feature = "live")]
    #[must_use]
    pub fn with_live(mut self) -> Self {
        self.is_live = true;
        self
    }

    fn additions(&self) -> &Additions {
        #[cfg(feature = "live")]
        if self.is_live {
            return &self.live;
        }
        &self.silent
    }
}

impl<T: BtAgent> Plugin for BtPlugin<T> {
    fn build(&self, app: &mut App) {
        BtSystems::configure(app, self.schedule);
        app.add_message::<BtEnded<T>>();
        self.additions().add(app, self.schedule);
        if let Some(add_titles) = self.titles {
            add_titles(app, self.schedule);
        }
    }
}

impl<T> fmt::Debug for BtPlugin<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BtPlugin")
            .field("schedule", &self.schedule)
            .field("with_messages", &self.silent.has_messages())
            .field("with_titles", &self.titles.is_some())
            .field("with_live", &self.is_live)
            .finish()
    }
}
