//! Messages reach the agent of an entity, whatever its kind.

use bevy_app::{App, Update};
use bevy_bt_trees::{BtAgent, BtPlugin, BtReceive, BtSend};
use bevy_ecs::prelude::*;
use bt::{Behavior, Status, bt};

use crate::world::{Log, app, heir, log};

struct Crumb(&'static str);

struct Bird<'a> {
    entity: Entity,
    log: Mut<'a, Log>,
    commands: Commands<'a, 'a>,
}

/// Waits for crumbs, and gives one back for each.
#[derive(Behavior, Default)]
#[behavior(context = Bird<'_>, message = Crumb)]
struct Wait;

impl Wait {
    fn run(&mut self, _: &mut Bird<'_>) -> Status {
        Status::Running
    }

    fn receive(&mut self, bird: &mut Bird<'_>, crumb: &Crumb) -> Status {
        bird.log.0.push(crumb.0.to_owned());
        if crumb.0 == "whole loaf" {
            bird.commands.write_message(BtSend { to: bird.entity, message: Crumb("what is left") });
        }
        if crumb.0 == "stone" { Status::Success } else { Status::Running }
    }
}

bt! { #[derive(Component)] Duck(Bird<'_>) on Crumb = forever < sequence < Wait, action(|duck| duck.log.0.push("quack".into())) > > }
bt! { #[derive(Component)] Swan(Bird<'_>) on Crumb = forever < Wait > }

macro_rules! birds {
    ($($tree:ty),*) => {$(
        impl BtAgent for $tree {
            type Param = ();
            type Data = &'static mut Log;
            type Filter = ();
            type Context<'a> = Bird<'a>;
            type Answer = Status;

            fn context<'a>(entity: Entity, _: &'a (), log: Mut<'a, Log>, commands: Commands<'a, 'a>) -> Bird<'a> {
                Bird { entity, log, commands }
            }
        }

        impl BtReceive for $tree {
            type Message = Crumb;

            fn receive(&mut self, bird: &mut Bird<'_>, crumb: &Crumb) {
                self.send(bird, crumb);
            }
        }
    )*};
}

birds!(Duck, Swan);

/// An app with a duck and a swan that wait.
fn pond() -> (App, Entity, Entity) {
    let mut app = app();
    app.add_plugins((BtPlugin::<Duck>::new(Update).with_messages(), BtPlugin::<Swan>::new(Update).with_messages()));
    let duck = app.world_mut().spawn((Duck::new(), Log::default())).id();
    let swan = app.world_mut().spawn((Swan::new(), Log::default())).id();
    app.update();
    (app, duck, swan)
}

fn throw(app: &mut App, to: Entity, crumb: &'static str) {
    app.world_mut().write_message(BtSend { to, message: Crumb(crumb) });
}

#[test]
fn messages_reach_whom_they_are_for_in_the_order_in_which_they_were_written() {
    let (mut app, duck, swan) = pond();
    for (bird, crumb) in [(swan, "rye"), (duck, "wheat"), (swan, "oats")] {
        throw(&mut app, bird, crumb);
    }
    app.update();
    app.update();
    assert_eq!(log(&app, duck), ["wheat"]);
    assert_eq!(log(&app, swan), ["rye", "oats"]);
}

#[test]
fn messages_come_before_the_tick() {
    let (mut app, duck, _) = pond();
    throw(&mut app, duck, "stone");
    app.update();
    assert_eq!(log(&app, duck), ["stone", "quack"]);
}

#[test]
fn an_answer_to_a_message_comes_in_the_next_frame() {
    let (mut app, _, swan) = pond();
    throw(&mut app, swan, "whole loaf");
    app.update();
    assert_eq!(log(&app, swan), ["whole loaf"]);
    app.update();
    assert_eq!(log(&app, swan), ["whole loaf", "what is left"]);
}

#[test]
fn a_message_to_nobody_is_lost() {
    let (mut app, duck, swan) = pond();
    throw(&mut app, duck, "rye");
    let heir = heir(&mut app, duck, (Duck::new(), Log::default()));
    app.update();
    assert!(log(&app, heir).is_empty());
    assert!(log(&app, swan).is_empty());
}

/// A duck that waits, in an app whose plugin is not told of messages.
fn deaf_pond() -> (App, Entity) {
    let mut app = app();
    app.add_plugins(BtPlugin::<Duck>::new(Update));
    let duck = app.world_mut().spawn((Duck::new(), Log::default())).id();
    app.update();
    (app, duck)
}

#[test]
#[should_panic(expected = "app.add_message")]
fn without_with_messages_a_command_to_write_one_panics() {
    let (mut app, to) = deaf_pond();
    app.world_mut().commands().write_message(BtSend { to, message: Crumb("rye") });
    app.world_mut().flush();
}

#[test]
#[should_panic(expected = "Message not initialized")]
fn without_with_messages_a_system_that_writes_one_panics() {
    let (mut app, to) = deaf_pond();
    app.add_systems(Update, move |mut crumbs: MessageWriter<BtSend<Crumb>>| {
        crumbs.write(BtSend { to, message: Crumb("rye") });
    });
    app.update();
}

#[test]
fn without_with_messages_they_are_lost_where_their_type_is_known() {
    let (mut app, duck) = deaf_pond();
    app.add_plugins(BtPlugin::<Swan>::new(Update).with_messages());
    throw(&mut app, duck, "rye");
    app.update();
    app.update();
    assert!(log(&app, duck).is_empty());
}
