//! Agents are paused with their clock, and can have another clock than that of their schedule.

use std::time::Duration;

use bevy_app::{App, FixedUpdate, TaskPoolPlugin, Update};
use bevy_bt_trees::{BtAgent, BtClock, BtPlugin, BtSystems};
use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Real, Time, Virtual};
use bt::{Span, Status, bt, leaf};

use crate::world::{Log, app, log};

/// Notes the seconds of each tick.
#[leaf]
fn note(log: &mut Mut<'_, Log>, span: &mut Span) -> Status {
    log.0.push(span.seconds().to_string());
    Status::Running
}

bt! {
    #[derive(Component)]
    Diary(Mut<'_, Log>) = note
}

impl BtAgent for Diary {
    type Param = ();
    type Data = &'static mut Log;
    type Filter = ();
    type Context<'a> = Mut<'a, Log>;
    type Answer = Status;

    fn context<'a>(_: Entity, _: &'a (), log: Mut<'a, Log>, _: Commands<'a, 'a>) -> Mut<'a, Log> {
        log
    }
}

#[test]
fn while_the_virtual_time_is_paused_agents_are_not_ticked() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Diary>::new(Update));
    let entity = app.world_mut().spawn((Diary::new(), Log::default())).id();
    app.update();
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    for _ in 0..3 {
        app.update();
    }
    assert_eq!(log(&app, entity), ["0.25"], "not even with a delta of zero");
    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    app.update();
    assert_eq!(log(&app, entity), ["0.25", "0.25"], "the time of the pause is lost");
}

#[test]
fn a_speed_of_zero_is_a_pause() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Diary>::new(Update));
    let entity = app.world_mut().spawn((Diary::new(), Log::default())).id();
    app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(0.0);
    app.update();
    assert!(log(&app, entity).is_empty());
    app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(0.5);
    app.update();
    assert_eq!(log(&app, entity), ["0.125"]);
}

#[test]
fn a_pause_within_a_frame_begins_with_the_next_one() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Diary>::new(Update));
    let toggle = |mut time: ResMut<Time<Virtual>>| time.toggle();
    app.add_systems(Update, toggle.before(BtSystems::Tick));
    let entity = app.world_mut().spawn((Diary::new(), Log::default())).id();
    for _ in 0..4 {
        app.update();
    }
    assert_eq!(log(&app, entity), ["0.25", "0.25"], "in the first and in the third frame, with the whole delta");
}

#[test]
fn agents_in_a_fixed_schedule_are_paused_too() {
    let mut app = app();
    app.insert_resource(Time::<Fixed>::from_seconds(0.125)).add_plugins(BtPlugin::<Diary>::new(FixedUpdate));
    let entity = app.world_mut().spawn((Diary::new(), Log::default())).id();
    app.update();
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    app.update();
    assert_eq!(log(&app, entity), ["0.125", "0.125"]);
}

/// An app whose virtual time is paused, with an agent that keeps a diary.
fn paused<C: BtClock>() -> (App, Entity) {
    let mut app = app();
    app.add_plugins(BtPlugin::<Diary>::new(Update).with_clock::<C>());
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    let entity = app.world_mut().spawn((Diary::new(), Log::default())).id();
    (app, entity)
}

#[test]
fn with_the_real_clock_agents_are_ticked_while_the_game_is_paused() {
    let (mut app, entity) = paused::<Real>();
    app.update();
    app.update();
    assert_eq!(log(&app, entity), ["0.25", "0.25"]);
}

#[test]
fn the_virtual_clock_is_paused_with_the_game() {
    let (mut app, entity) = paused::<Virtual>();
    app.update();
    assert!(log(&app, entity).is_empty());
    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    app.update();
    assert_eq!(log(&app, entity), ["0.25"]);
}

#[test]
fn the_fixed_clock_takes_one_step() {
    let (mut app, entity) = paused::<Fixed>();
    app.insert_resource(Time::<Fixed>::from_seconds(0.125));
    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    app.update();
    assert_eq!(log(&app, entity), ["0.125"]);
}

/// Counts down, and is paused at 0.
#[derive(Resource)]
struct Battery(u64);

enum Clockwork {}

impl BtClock for Clockwork {
    type Param = Res<'static, Battery>;

    fn span(battery: Res<Battery>) -> Option<Duration> {
        (battery.0 > 0).then(|| Duration::from_secs(battery.0))
    }
}

#[test]
fn a_custom_clock_sets_the_length_of_ticks_and_pauses_agents() {
    for parallel in [false, true] {
        let mut app = app();
        let plugin = BtPlugin::<Diary>::new(Update).with_clock::<Clockwork>();
        if parallel {
            app.add_plugins(plugin.parallel())
        } else {
            app.add_plugins(plugin)
        };
        app.insert_resource(Battery(3));
        let drain = |mut battery: ResMut<Battery>| battery.0 = battery.0.saturating_sub(1);
        app.add_systems(Update, drain.after(BtSystems::Tick));
        let entity = app.world_mut().spawn((Diary::new(), Log::default())).id();
        for _ in 0..5 {
            app.update();
        }
        assert_eq!(log(&app, entity), ["3", "2", "1"], "in parallel: {parallel}");
    }
}

/// An app that has no clocks.
fn without_time() -> App {
    let mut app = App::new();
    app.add_plugins(TaskPoolPlugin::default());
    app
}

#[test]
#[should_panic(expected = "add `TimePlugin`")]
fn without_the_time_plugin_the_first_tick_says_what_is_missing() {
    without_time().add_plugins(BtPlugin::<Diary>::new(Update)).update();
}

/// Without the plugin, Bevy never runs `FixedUpdate`.
#[test]
#[should_panic(expected = "add `TimePlugin`")]
fn without_the_time_plugin_an_app_with_agents_in_a_fixed_schedule_does_not_start() {
    without_time().add_plugins(BtPlugin::<Diary>::new(FixedUpdate)).finish();
}

#[test]
fn the_time_plugin_can_be_added_later_and_a_custom_clock_does_not_need_it() {
    let mut app = without_time();
    app.add_plugins((BtPlugin::<Diary>::new(Update), bevy_time::TimePlugin)).finish();
    app.update();

    let mut app = without_time();
    app.add_plugins(BtPlugin::<Diary>::new(Update).with_clock::<Clockwork>());
    app.add_systems(bevy_app::PreStartup, |mut commands: Commands| commands.insert_resource(Battery(1)));
    app.finish();
    let entity = app.world_mut().spawn((Diary::new(), Log::default())).id();
    app.world_mut().run_schedule(bevy_app::PreStartup);
    app.update();
    assert_eq!(log(&app, entity), ["1"]);
}
