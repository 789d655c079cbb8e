//! `BtClock`: how much time a tick takes.

use std::time::Duration;

use bevy_ecs::prelude::*;
use bevy_ecs::system::{ReadOnlySystemParam, SystemParamItem};
use bevy_time::{Fixed, Real, Time, Virtual};

/// The clock that says how much time a tick takes, and when agents are paused.
///
/// By default, agents use the [`Time`] of their schedule: a frame in `Update`, a step in `FixedUpdate`. They are not
/// ticked while [`Time<Virtual>`] is paused. [`BtPlugin::with_clock`](crate::BtPlugin::with_clock) chooses another
/// clock: [`Real`], [`Virtual`], [`Fixed`], or your own.
///
/// A kind of agent in slow motion:
///
/// ```
/// use std::time::Duration;
///
/// use bevy_bt_trees::BtClock;
/// use bevy_ecs::prelude::*;
/// use bevy_time::{Time, Virtual};
///
/// /// How fast the time of enemies passes.
/// #[derive(Resource)]
/// struct Slowness(f32);
///
/// enum SlowMotion {}
///
/// impl BtClock for SlowMotion {
///     type Param = (Res<'static, Time<Virtual>>, Res<'static, Slowness>);
///
///     fn span((time, slowness): (Res<Time<Virtual>>, Res<Slowness>)) -> Option<Duration> {
///         (!time.was_paused()).then(|| time.delta().mul_f32(slowness.0))
///     }
/// }
/// ```
///
/// Then the plugin is `BtPlugin::<Enemy>::new(Update).with_clock::<SlowMotion>()`.
pub trait BtClock: 'static {
    /// What the clock reads: resources and queries.
    type Param: ReadOnlySystemParam + 'static;

    /// The time of the next tick. `None` if the clock is paused: then agents are not ticked.
    fn span(param: SystemParamItem<'_, '_, Self::Param>) -> Option<Duration>;
}

/// The clock of the schedule: `Time`, paused with `Time<Virtual>`.
#[derive(Debug)]
pub enum OfSchedule {}

impl BtClock for OfSchedule {
    type Param = (Option<Res<'static, Time>>, Option<Res<'static, Time<Virtual>>>);

    fn span((time, game): SystemParamItem<'_, '_, Self::Param>) -> Option<Duration> {
        let span = present(time).delta();
        let is_paused = game.is_some_and(|game| game.was_paused());
        (!is_paused).then_some(span)
    }
}

/// The time of the game, which can be paused and can run faster or slower. A speed of 0 is a pause.
impl BtClock for Virtual {
    type Param = Option<Res<'static, Time<Virtual>>>;

    fn span(time: Option<Res<Time<Virtual>>>) -> Option<Duration> {
        let time = present(time);
        (!time.was_paused()).then(|| time.delta())
    }
}

/// The time of the player, which continues while the game is paused: for menus and cameras.
///
/// It does not suit `FixedUpdate`, where several steps may belong to one frame, and each would take the whole frame.
impl BtClock for Real {
    type Param = Option<Res<'static, Time<Real>>>;

    fn span(time: Option<Res<Time<Real>>>) -> Option<Duration> {
        Some(present(time).delta())
    }
}

/// The length of a fixed step. This is the default in `FixedUpdate`. In a schedule that runs once a frame, a tick would
/// take one step, whatever the length of the frame.
impl BtClock for Fixed {
    type Param = Option<Res<'static, Time<Fixed>>>;

    fn span(time: Option<Res<Time<Fixed>>>) -> Option<Duration> {
        Some(present(time).delta())
    }
}

/// Panics with a clear message if there is no such clock.
fn present<C: Default + Send + Sync + 'static>(time: Option<Res<Time<C>>>) -> Res<Time<C>> {
    time.expect("`BtPlugin` needs the clocks of Bevy: add `TimePlugin` (`DefaultPlugins` and `MinimalPlugins` have it)")
}
