//! The time of ticks is that of the schedule.

use bevy_app::{FixedUpdate, Update};
use bevy_bt_trees::{BtAgent, BtPlugin};
use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Time};
use bt::{Status, bt};

use crate::world::{Log, app, log};

bt! {
    #[derive(Component)]
    Beat(Mut<'_, Log>) = forever < sequence < wait(0.1), action(|log| log.0.push("beat".into())) > >
}

impl BtAgent for Beat {
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
fn a_tick_lasts_as_long_as_the_frame() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Beat>::new(Update));
    let entity = app.world_mut().spawn((Beat::new(), Log::default())).id();
    for _ in 0..4 {
        app.update();
    }
    assert_eq!(log(&app, entity).len(), 10);
}

#[test]
fn in_a_fixed_schedule_a_tick_lasts_one_step() {
    let mut app = app();
    app.insert_resource(Time::<Fixed>::from_seconds(0.125)).add_plugins(BtPlugin::<Beat>::new(FixedUpdate));
    let entity = app.world_mut().spawn((Beat::new(), Log::default())).id();
    for _ in 0..4 {
        app.update();
    }
    assert_eq!(log(&app, entity).len(), 10);
}

#[test]
fn an_agent_is_not_ticked_until_it_has_all_its_components() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Beat>::new(Update));
    let entity = app.world_mut().spawn(Beat::new()).id();
    app.update();
    app.world_mut().entity_mut(entity).insert(Log::default());
    app.update();
    assert_eq!(log(&app, entity).len(), 2);
}

#[test]
fn a_tree_as_a_component_takes_one_byte() {
    bt! {
        #[derive(Component)]
        Round(()) = sequence < wait_until(|()| true), wait_until(|()| false) >
    }
    assert_eq!(size_of::<Round>(), 1);
}
