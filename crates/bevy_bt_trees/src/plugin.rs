//! `BtPlugin`, which adds the systems of a kind of agent.

use std::any::type_name;
use std::fmt;
use std::marker::PhantomData;

use bevy_app::{App, Plugin};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::{RunSystemOnce, StaticSystemParam, SystemParamItem};

use crate::agent::BtAgent;
use crate::audience::{Audience, Nobody};
use crate::clock::{BtClock, OfSchedule};
use crate::ended::BtEnded;
use crate::mode::{Mode, OneByOne, Parallel};
#[cfg(feature = "page")]
use crate::page::Viewers;
use crate::receive::BtReceive;
use crate::receivers::{Add, Receivers};
use crate::systems::{BtSystems, BtTick};
use crate::{abort, active};

/// Ticks all agents with the tree `T` in each run of a schedule, for the delta of [`Time`](bevy_time::Time).
///
/// It needs the `TimePlugin` of Bevy, which `DefaultPlugins` and `MinimalPlugins` contain. While
/// [`Time<Virtual>`](bevy_time::Virtual) is paused, agents are not ticked.
///
/// Each type of tree has its own plugin, and a set of systems, [`BtTick`]. When a tree ends, there is an event and a
/// message [`BtEnded`]. A tree that is removed or replaced while it runs, or whose entity is despawned, is aborted
/// first.
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
///     type Filter = ();
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
///
/// [`parallel`](BtPlugin::parallel) sets `M`, `with_page` sets `A`, and [`with_clock`](BtPlugin::with_clock) sets `C`;
/// you need not name them.
pub struct BtPlugin<T, M = OneByOne, A = Nobody, C = OfSchedule> {
    schedule: Interned<dyn ScheduleLabel>,
    receive: Option<Receivers>,
    titles: Option<Add>,
    /// Reads the files of live trees.
    poll: Option<Add>,
    kind: PhantomData<Kind<T, M, A, C>>,
}

/// What only the type of a plugin holds.
type Kind<T, M, A, C> = fn() -> (T, M, A, C);

impl<T: BtAgent> BtPlugin<T> {
    /// Ticks the agents in this schedule, one after the other.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        BtPlugin { schedule: schedule.intern(), receive: None, titles: None, poll: None, kind: PhantomData }
    }
}

impl<T: BtAgent, M, A, C> BtPlugin<T, M, A, C> {
    /// Ticks agents on all threads of Bevy, in batches.
    ///
    /// The results are the same. It pays off for thousands of agents with expensive leaves, and needs the feature
    /// `multi_threaded` of Bevy.
    #[must_use]
    pub fn parallel(self) -> BtPlugin<T, Parallel, A, C>
    where
        for<'w, 's> SystemParamItem<'w, 's, T::Param>: Sync,
    {
        self.turn_into()
    }

    /// Delivers messages that are sent with [`BtSend`](crate::BtSend), before the agents are ticked.
    #[must_use]
    pub fn with_messages(self) -> Self
    where
        T: BtReceive,
    {
        BtPlugin { receive: Some(Receivers::of::<T>()), ..self }
    }

    /// Gives the agents a [`BtActive`](crate::BtActive) with the titles of their active leaves. Without it, titles cost
    /// nothing.
    #[must_use]
    pub fn with_titles(self) -> Self {
        BtPlugin { titles: Some(active::add_titles::<T>), ..self }
    }

    /// Shows agents that have a [`BtWatched`](crate::BtWatched) on the page of [`BtPage`](crate::BtPage). All others
    /// are ticked without an observer.
    ///
    /// Watched agents are ticked one after the other, even with [`parallel`](BtPlugin::parallel). Kinds that can be
    /// watched are not ticked at the same time, since all of them write to the same page.
    #[cfg(feature = "page")]
    #[must_use]
    pub fn with_page(self) -> BtPlugin<T, M, Viewers, C> {
        self.turn_into()
    }

    /// Reads the files of live trees once in each run of the schedule, before the agents are ticked. Each change and
    /// each mistake is logged, and written as a message [`BtEdited`](crate::BtEdited). Agents change in place: the tree
    /// of an agent is a [`bt_live::Live`].
    ///
    /// ```
    /// # use bevy_app::{App, Update};
    /// # use bevy_bt_trees::{BtAgent, BtPlugin};
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_time::TimePlugin;
    /// # use bt::{Status, bt};
    /// use bt_live::Live;
    ///
    /// # bt! { #[derive(Component)] Graze(()) = wait(1.0) }
    /// # impl BtAgent for Graze {
    /// #     type Param = ();
    /// #     type Data = ();
    /// #     type Filter = ();
    /// #     type Context<'a> = ();
    /// #     type Answer = Status;
    /// #     fn context<'a>(_: Entity, _: &'a (), _: (), _: Commands<'a, 'a>) {}
    /// # }
    /// # #[cfg(all())]
    /// type Mind = Live<Graze>; // or `Graze`, in release
    /// # #[cfg(any())]
    /// type Mind = Graze;
    ///
    /// let mut app = App::new();
    /// app.add_plugins((TimePlugin, BtPlugin::<Mind>::new(Update).live()));
    /// app.world_mut().spawn(Mind::from(Graze::new()));
    /// app.update();
    /// ```
    #[cfg(feature = "live-trees")]
    #[must_use]
    pub fn live(self) -> Self {
        BtPlugin { poll: Some(crate::live_trees::poll_in), ..self }
    }

    /// Takes the time of ticks from another clock than the [`Time`](bevy_time::Time) of the schedule:
    /// [`Real`](bevy_time::Real), [`Virtual`](bevy_time::Virtual), [`Fixed`](bevy_time::Fixed), or [your own](BtClock).
    ///
    /// `BtPlugin::<Menu>::new(Update).with_clock::<Real>()` ticks menus while the game is paused.
    #[must_use]
    pub fn with_clock<D: BtClock>(self) -> BtPlugin<T, M, A, D> {
        self.turn_into()
    }

    fn turn_into<N, B, D>(self) -> BtPlugin<T, N, B, D> {
        let BtPlugin { schedule, receive, titles, poll, .. } = self;
        BtPlugin { schedule, receive, titles, poll, kind: PhantomData }
    }
}

impl<T: BtAgent, M: Mode<T>, A: Audience<T>, C: BtClock> Plugin for BtPlugin<T, M, A, C> {
    fn build(&self, app: &mut App) {
        BtSystems::configure(app, self.schedule);
        app.configure_sets(self.schedule, BtTick::<T>::new().in_set(BtSystems::Tick));
        app.add_message::<BtEnded<T>>().add_observer(abort::abort::<T, A>);
        #[cfg(feature = "reflect")]
        app.register_type::<crate::rate::BtRate>();
        M::add::<A, C>(app, self.schedule);
        let receive = self.receive.map(Receivers::add_for::<T, A>);
        for add in [receive, self.titles, self.poll].into_iter().flatten() {
            add(app, self.schedule);
        }
    }

    /// Reads the clock, so that a missing `TimePlugin` is noticed even in `FixedUpdate`, which never runs without it.
    fn finish(&self, app: &mut App) {
        let read = |clock: StaticSystemParam<C::Param>| _ = C::span(clock.into_inner());
        // What a custom clock reads may be inserted later, in `Startup`.
        _ = app.world_mut().run_system_once(read);
    }

    /// A tree has one plugin, however it is ticked.
    fn name(&self) -> &str {
        type_name::<BtPlugin<T>>()
    }
}

impl<T, M, A, C> fmt::Debug for BtPlugin<T, M, A, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { schedule, receive, titles, poll, .. } = self;
        f.debug_struct("BtPlugin")
            .field("schedule", schedule)
            .field("with_messages", &receive.is_some())
            .field("with_titles", &titles.is_some())
            .field("live", &poll.is_some())
            .finish()
    }
}
