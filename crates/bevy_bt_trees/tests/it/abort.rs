//! A tree that is removed while it runs is aborted first, and its leaves still reach the context.

use bevy_app::{App, Update};
use bevy_bt_trees::{BtAgent, BtPlugin};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bt::{Behavior, Outcome, Status, bt};

use crate::world::{Gone, Log, app, log};

#[derive(Resource)]
struct Tune(&'static str);

#[derive(Component)]
struct Echo;

struct Singer<'a> {
    tune: &'a str,
    log: Mut<'a, Log>,
    commands: Commands<'a, 'a>,
}

#[derive(Behavior, Default)]
#[behavior(context = Singer<'_>)]
struct Sing;

impl Sing {
    fn run(&mut self, _: &mut Singer<'_>) -> Status {
        Status::Running
    }

    fn finish(&mut self, singer: &mut Singer<'_>, outcome: Outcome) {
        singer.log.0.push(format!("{} {outcome:?}", singer.tune));
        singer.commands.spawn(Echo);
    }
}

bt! {
    #[derive(Component)]
    Bird(Singer<'_>) = forever < sing >
}

impl BtAgent for Bird {
    type Param = Res<'static, Tune>;
    type Data = &'static mut Log;
    type Filter = ();
    type Context<'a> = Singer<'a>;
    type Answer = Status;

    fn context<'a>(_: Entity, tune: &'a Res<Tune>, log: Mut<'a, Log>, commands: Commands<'a, 'a>) -> Singer<'a> {
        Singer { tune: tune.0, log, commands }
    }
}

/// An app with a bird whose tree is running.
fn singing() -> (App, Entity) {
    let mut app = app();
    app.add_plugins(BtPlugin::<Bird>::new(Update)).insert_resource(Tune("tweet"));
    let bird = app.world_mut().spawn((Bird::new(), Log::default())).id();
    app.update();
    assert!(log(&app, bird).is_empty());
    (app, bird)
}

fn echoes(app: &mut App) -> usize {
    app.world_mut().query::<&Echo>().iter(app.world()).count()
}

#[test]
fn a_despawn_aborts() {
    let (mut app, bird) = singing();
    app.world_mut().despawn(bird);
    assert_eq!(app.world().resource::<Gone>().0, [["tweet Aborted"]]);
    app.world_mut().flush();
    assert_eq!(echoes(&mut app), 1, "the commands of a leaf that is aborted are applied");
}

#[test]
fn a_removal_aborts_once() {
    let (mut app, bird) = singing();
    app.world_mut().entity_mut(bird).remove::<Bird>();
    app.world_mut().despawn(bird);
    assert_eq!(app.world().resource::<Gone>().0, [["tweet Aborted"]]);
}

#[test]
fn a_removal_together_with_the_data_aborts() {
    let (mut app, bird) = singing();
    app.world_mut().entity_mut(bird).remove::<(Log, Bird)>();
    assert_eq!(app.world().resource::<Gone>().0, [["tweet Aborted"]]);
}

#[test]
fn a_tree_that_is_replaced_is_aborted() {
    let (mut app, bird) = singing();
    app.world_mut().entity_mut(bird).insert(Bird::new());
    assert_eq!(log(&app, bird), ["tweet Aborted"]);
}

#[test]
fn a_tree_that_is_not_running_is_not_aborted() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Bird>::new(Update)).insert_resource(Tune("tweet"));
    let bird = app.world_mut().spawn((Bird::new(), Log::default())).id();
    app.world_mut().despawn(bird);
    assert_eq!(app.world().resource::<Gone>().0, [[""; 0]]);
}

#[test]
fn a_disabled_agent_is_not_ticked_and_is_aborted_when_its_tree_is_removed() {
    let (mut app, bird) = singing();
    app.world_mut().entity_mut(bird).insert(Disabled);
    app.update();
    app.world_mut().entity_mut(bird).remove::<Bird>();
    assert_eq!(log(&app, bird), ["tweet Aborted"]);
}

#[test]
fn a_tree_whose_data_was_removed_before_is_not_aborted() {
    let (mut app, bird) = singing();
    app.world_mut().entity_mut(bird).remove::<Log>();
    app.world_mut().despawn(bird);
    app.world_mut().flush();
    assert_eq!(echoes(&mut app), 0);
}
