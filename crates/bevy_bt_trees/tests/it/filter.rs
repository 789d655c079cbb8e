//! `Filter` says which agents are ticked. Agents that are not ticked still get messages.

use bevy_app::{App, Update};
use bevy_bt_trees::{BtAgent, BtPlugin, BtReceive, BtSend};
use bevy_ecs::prelude::*;
use bevy_time::{Time, Virtual};
use bt::{Behavior, Outcome, Span, Status, bt};

use crate::world::{Gone, Log, app, log};

#[derive(Component)]
struct Frozen;

struct Shout;

/// Notes the seconds of each tick, messages, and its end.
#[derive(Behavior, Default)]
#[behavior(context = Mut<'_, Log>, message = Shout)]
struct Swim;

impl Swim {
    fn run(&mut self, log: &mut Mut<'_, Log>, span: &mut Span) -> Status {
        log.0.push(span.seconds().to_string());
        Status::Running
    }

    fn receive(&mut self, log: &mut Mut<'_, Log>, _: &Shout) {
        log.0.push("hears".to_owned());
    }

    fn finish(&mut self, log: &mut Mut<'_, Log>, outcome: Outcome) {
        log.0.push(format!("{outcome:?}"));
    }
}

bt! {
    #[derive(Component)]
    Fish(Mut<'_, Log>) on Shout = swim
}

impl BtAgent for Fish {
    type Param = ();
    type Data = &'static mut Log;
    type Filter = Without<Frozen>;
    type Context<'a> = Mut<'a, Log>;
    type Answer = Status;

    fn context<'a>(_: Entity, _: &'a (), log: Mut<'a, Log>, _: Commands<'a, 'a>) -> Mut<'a, Log> {
        log
    }
}

impl BtReceive for Fish {
    type Message = Shout;

    fn receive(&mut self, log: &mut Mut<'_, Log>, shout: &Shout) {
        self.send(log, shout);
    }
}

/// An app with a fish that swims and a frozen one, which has swum for a frame.
fn lake(plugin: impl bevy_app::Plugin) -> (App, [Entity; 2]) {
    let mut app = app();
    app.add_plugins(plugin);
    let fish = [(); 2].map(|()| app.world_mut().spawn((Fish::new(), Log::default())).id());
    app.update();
    app.world_mut().entity_mut(fish[1]).insert(Frozen);
    (app, fish)
}

#[test]
fn an_agent_that_the_filter_excludes_is_not_ticked() {
    for parallel in [false, true] {
        let plugin = BtPlugin::<Fish>::new(Update);
        let (mut app, [free, frozen]) = if parallel { lake(plugin.parallel()) } else { lake(plugin) };
        app.update();
        app.update();
        assert_eq!(log(&app, free), ["0.25", "0.25", "0.25"], "in parallel: {parallel}");
        assert_eq!(log(&app, frozen), ["0.25"], "in parallel: {parallel}");
        app.world_mut().entity_mut(frozen).remove::<Frozen>();
        app.update();
        assert_eq!(log(&app, frozen), ["0.25", "0.25"], "it continues, without the time in which it was frozen");
    }
}

#[test]
fn an_agent_that_the_filter_excludes_gets_messages_and_is_aborted_when_it_is_removed() {
    let (mut app, [_, frozen]) = lake(BtPlugin::<Fish>::new(Update).with_messages());
    app.world_mut().write_message(BtSend { to: frozen, message: Shout });
    app.update();
    app.world_mut().despawn(frozen);
    assert_eq!(app.world().resource::<Gone>().0, [["0.25", "hears", "Aborted"]]);
}

#[test]
fn messages_are_delivered_while_the_game_is_paused() {
    let (mut app, [fish, _]) = lake(BtPlugin::<Fish>::new(Update).with_messages());
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    app.world_mut().write_message(BtSend { to: fish, message: Shout });
    app.update();
    assert_eq!(log(&app, fish), ["0.25", "hears"]);
}
