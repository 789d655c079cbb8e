//! Messages reach the agent of an entity, of whatever kind it is. Events reach agents as messages.

use std::sync::{Mutex, PoisonError};

use bevy_app::{App, Update};
use bevy_bt_trees::{BtAgent, BtPlugin, BtReceive, BtSend, BtSystems};
use bevy_ecs::prelude::*;
use bt::{Behavior, Status, bt};

use crate::world::{Log, app, heir, log};

struct Crumb(&'static str);

struct Bird<'a> {
    entity: Entity,
    log: Mut<'a, Log>,
    commands: Commands<'a, 'a>,
}

/// Waits for crumbs. A whole loaf makes it send itself another message, and a stone ends it.
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

bt! {
    #[derive(Component)]
    Duck(Bird<'_>) on Crumb = forever < sequence < Wait, action(|duck| duck.log.0.push("quack".into())) > >
}
bt! {
    #[derive(Component)]
    Swan(Bird<'_>) on Crumb = forever < Wait >
}

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
fn messages_reach_their_agents_in_the_order_of_writing() {
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
fn messages_are_delivered_before_the_tick() {
    let (mut app, duck, _) = pond();
    throw(&mut app, duck, "stone");
    app.update();
    assert_eq!(log(&app, duck), ["stone", "quack"]);
}

#[test]
fn a_message_from_a_receive_is_delivered_in_the_next_frame() {
    let (mut app, _, swan) = pond();
    throw(&mut app, swan, "whole loaf");
    app.update();
    assert_eq!(log(&app, swan), ["whole loaf"]);
    app.update();
    assert_eq!(log(&app, swan), ["whole loaf", "what is left"]);
}

#[test]
fn a_message_to_an_entity_that_was_despawned_does_not_reach_another_one() {
    let (mut app, duck, swan) = pond();
    throw(&mut app, duck, "rye");
    let heir = heir(&mut app, duck, (Duck::new(), Log::default()));
    app.update();
    assert!(log(&app, heir).is_empty());
    assert!(log(&app, swan).is_empty());
}

/// A duck that waits, in an app whose plugin has no `with_messages`.
fn deaf_pond() -> (App, Entity) {
    let mut app = app();
    app.add_plugins(BtPlugin::<Duck>::new(Update));
    let duck = app.world_mut().spawn((Duck::new(), Log::default())).id();
    app.update();
    (app, duck)
}

#[test]
#[should_panic(expected = "app.add_message")]
fn without_with_messages_a_command_that_writes_a_message_panics() {
    let (mut app, to) = deaf_pond();
    app.world_mut().commands().write_message(BtSend { to, message: Crumb("rye") });
    app.world_mut().flush();
}

#[test]
#[should_panic(expected = "Message not initialized")]
fn without_with_messages_a_system_that_writes_a_message_panics() {
    let (mut app, to) = deaf_pond();
    app.add_systems(Update, move |mut crumbs: MessageWriter<BtSend<Crumb>>| {
        crumbs.write(BtSend { to, message: Crumb("rye") });
    });
    app.update();
}

#[test]
fn without_with_messages_a_message_of_a_known_type_is_not_delivered() {
    let (mut app, duck) = deaf_pond();
    app.add_plugins(BtPlugin::<Swan>::new(Update).with_messages());
    throw(&mut app, duck, "rye");
    app.update();
    app.update();
    assert!(log(&app, duck).is_empty());
}

/// A message that no other test uses, so its name finds its warnings.
struct Rumour;

bt! {
    #[derive(Component)]
    Coot(Mut<'_, Log>) on Rumour = running
}
bt! {
    #[derive(Component)]
    Goose(Mut<'_, Log>) on Rumour = running
}

macro_rules! gossips {
    ($($tree:ty),*) => {$(
        impl BtAgent for $tree {
            type Param = ();
            type Data = &'static mut Log;
            type Filter = ();
            type Context<'a> = Mut<'a, Log>;
            type Answer = Status;

            fn context<'a>(_: Entity, _: &'a (), log: Mut<'a, Log>, _: Commands<'a, 'a>) -> Mut<'a, Log> {
                log
            }
        }

        impl BtReceive for $tree {
            type Message = Rumour;

            fn receive(&mut self, log: &mut Mut<'_, Log>, rumour: &Rumour) {
                log.0.push("hears".to_owned());
                self.send(log, rumour);
            }
        }
    )*};
}

gossips!(Coot, Goose);

/// Keeps the warnings of all tests in this program.
struct Warnings(Mutex<Vec<String>>);

static WARNINGS: Warnings = Warnings(Mutex::new(Vec::new()));

impl log::Log for Warnings {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() == log::Level::Warn
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(record.args().to_string());
        }
    }

    fn flush(&self) {}
}

#[test]
fn a_message_to_an_entity_that_is_gone_is_lost_with_one_warning() {
    log::set_logger(&WARNINGS).expect("the only logger");
    log::set_max_level(log::LevelFilter::Warn);
    let mut app = app();
    app.add_plugins((BtPlugin::<Coot>::new(Update).with_messages(), BtPlugin::<Goose>::new(Update).with_messages()));
    let coot = app.world_mut().spawn((Coot::new(), Log::default())).id();
    let without_a_tree = app.world_mut().spawn_empty().id();
    let gone = app.world_mut().spawn((Goose::new(), Log::default())).id();
    for to in [coot, without_a_tree, gone] {
        app.world_mut().write_message(BtSend { to, message: Rumour });
    }
    app.world_mut().despawn(gone);
    app.update();
    app.update();
    assert_eq!(log(&app, coot), ["hears"]);
    let warnings = WARNINGS.0.lock().unwrap_or_else(PoisonError::into_inner);
    let rumours: Vec<&String> = warnings.iter().filter(|warning| warning.contains("Rumour")).collect();
    let [warning] = rumours[..] else { panic!("one warning, not {rumours:?}") };
    assert!(warning.contains(&format!("the entity {gone} does not exist")), "{warning}");
}

/// An event for one agent.
#[derive(EntityEvent)]
struct Fed {
    entity: Entity,
}

/// A message of Bevy for all agents.
#[derive(Message)]
struct NightFell;

/// What a heron waits for.
#[derive(PartialEq)]
enum News {
    Fed,
    NightFell,
}

/// Waits for news.
#[derive(Behavior)]
#[behavior(context = Mut<'_, Log>, message = News)]
struct WaitFor {
    news: News,
}

impl WaitFor {
    fn new(news: News) -> Self {
        WaitFor { news }
    }

    fn run(&self, _: &mut Mut<'_, Log>) -> Status {
        Status::Running
    }

    fn receive(&self, _: &mut Mut<'_, Log>, news: &News) -> Status {
        if *news == self.news { Status::Success } else { Status::Running }
    }
}

bt! {
    #[derive(Component)]
    Heron(Mut<'_, Log>) on News = sequence <
        WaitFor(News::Fed),
        action(|log| log.0.push("eats".into())),
        WaitFor(News::NightFell),
        action(|log| log.0.push("sleeps".into())),
        running,
    >
}

impl BtAgent for Heron {
    type Param = ();
    type Data = &'static mut Log;
    type Filter = ();
    type Context<'a> = Mut<'a, Log>;
    type Answer = Status;

    fn context<'a>(_: Entity, _: &'a (), log: Mut<'a, Log>, _: Commands<'a, 'a>) -> Mut<'a, Log> {
        log
    }
}

impl BtReceive for Heron {
    type Message = News;

    fn receive(&mut self, log: &mut Mut<'_, Log>, news: &News) {
        self.send(log, news);
    }
}

fn tell_of_food(fed: On<Fed>, mut news: MessageWriter<BtSend<News>>) {
    news.write(BtSend { to: fed.entity, message: News::Fed });
}

fn tell_of_night(
    mut nights: MessageReader<NightFell>,
    herons: Query<Entity, With<Heron>>,
    mut news: MessageWriter<BtSend<News>>,
) {
    for NightFell in nights.read() {
        news.write_batch(herons.iter().map(|to| BtSend { to, message: News::NightFell }));
    }
}

#[test]
fn an_event_and_a_message_of_bevy_end_the_leaf_that_waits_for_them() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Heron>::new(Update).with_messages());
    app.add_message::<NightFell>().add_observer(tell_of_food);
    app.add_systems(Update, tell_of_night.before(BtSystems::Receive));
    let [fed, hungry] = [(); 2].map(|()| app.world_mut().spawn((Heron::new(), Log::default())).id());
    app.update();
    app.world_mut().trigger(Fed { entity: fed });
    app.update();
    assert_eq!(log(&app, fed), ["eats"], "in the frame of the event");
    assert!(log(&app, hungry).is_empty());

    app.world_mut().write_message(NightFell);
    app.update();
    assert_eq!(log(&app, fed), ["eats", "sleeps"]);
    assert!(log(&app, hungry).is_empty(), "it waits for something else");
}
