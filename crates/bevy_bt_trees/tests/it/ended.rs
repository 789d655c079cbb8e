//! The end of a tree is a message and an event.

use bevy_app::Update;
use bevy_bt_trees::{BtAgent, BtEnded, BtPlugin, BtSystems};
use bevy_ecs::prelude::*;
use bt::{Status, bt, leaf};

use crate::world::app;

#[derive(Component)]
struct Fuel(u32);

#[derive(Debug, PartialEq)]
struct Empty;

bt! {
    #[derive(Component)]
    Rocket(Mut<'_, Fuel>) -> Result<Empty> = sequence < wait(0.3), burn >
}

#[leaf]
fn burn(fuel: &mut Mut<'_, Fuel>) -> Result<(), Empty> {
    fuel.0 = fuel.0.checked_sub(1).ok_or(Empty)?;
    Ok(())
}

impl BtAgent for Rocket {
    type Param = ();
    type Data = &'static mut Fuel;
    type Filter = ();
    type Context<'a> = Mut<'a, Fuel>;
    type Answer = Result<Status, Empty>;

    fn context<'a>(_: Entity, _: &'a (), fuel: Mut<'a, Fuel>, _: Commands<'a, 'a>) -> Mut<'a, Fuel> {
        fuel
    }
}

#[derive(Resource, Default)]
struct Heard(Vec<(Entity, String)>);

fn hear(mut ended: MessageReader<BtEnded<Rocket>>, mut heard: ResMut<Heard>) {
    heard.0.extend(ended.read().map(|rocket| (rocket.entity, format!("{:?}", rocket.answer))));
}

#[test]
fn the_end_of_a_tree_is_a_message_with_its_answer_which_may_be_an_error() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Rocket>::new(Update)).init_resource::<Heard>();
    app.add_systems(Update, hear.after(BtSystems::Tick));
    let [full, empty] = [1, 0].map(|fuel| app.world_mut().spawn((Rocket::new(), Fuel(fuel))).id());

    app.update();
    assert!(app.world().resource::<Heard>().0.is_empty(), "a tree that runs has not ended");

    app.update();
    let ended = [(full, "Ok(Success)".to_owned()), (empty, "Err(Empty)".to_owned())];
    assert_eq!(app.world().resource::<Heard>().0, ended);

    app.update();
    app.update();
    let again = [(full, "Err(Empty)".to_owned()), (empty, "Err(Empty)".to_owned())];
    assert_eq!(app.world().resource::<Heard>().0[2..], again, "the trees have restarted and ended again");
}

fn observe(ended: On<BtEnded<Rocket>>, mut heard: ResMut<Heard>) {
    heard.0.push((ended.entity, format!("{:?}", ended.answer)));
}

#[test]
fn the_end_of_a_tree_is_an_event_for_observers_of_all_agents_in_the_order_of_entities() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Rocket>::new(Update)).init_resource::<Heard>().add_observer(observe);
    let [full, empty] = [1, 0].map(|fuel| app.world_mut().spawn((Rocket::new(), Fuel(fuel))).id());
    app.update();
    assert!(app.world().resource::<Heard>().0.is_empty(), "a tree that runs has not ended");
    app.update();
    let ended = [(full, "Ok(Success)".to_owned()), (empty, "Err(Empty)".to_owned())];
    assert_eq!(app.world().resource::<Heard>().0, ended);
}

#[test]
fn an_observer_of_an_entity_gets_its_ends_alone() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Rocket>::new(Update)).init_resource::<Heard>();
    let [_, observed] = [1, 0].map(|fuel| app.world_mut().spawn((Rocket::new(), Fuel(fuel))).id());
    app.world_mut().entity_mut(observed).observe(observe);
    app.update();
    app.update();
    assert_eq!(app.world().resource::<Heard>().0, [(observed, "Err(Empty)".to_owned())]);
}

#[test]
fn an_observer_can_remove_the_tree_before_the_next_system() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Rocket>::new(Update)).init_resource::<Heard>();
    app.add_observer(|ended: On<BtEnded<Rocket>>, mut commands: Commands| {
        commands.entity(ended.entity).remove::<Rocket>();
    });
    let launched = |rockets: Query<&Rocket>, mut heard: ResMut<Heard>| {
        heard.0.extend(rockets.iter().map(|_| (Entity::PLACEHOLDER, "there".to_owned())));
    };
    app.add_systems(Update, launched.after(BtSystems::Tick));
    app.world_mut().spawn((Rocket::new(), Fuel(1)));
    app.update();
    app.update();
    app.update();
    assert_eq!(
        app.world().resource::<Heard>().0.len(),
        1,
        "the tree is there after the first frame, and not after the second"
    );
}

struct Leaver<'a> {
    entity: Entity,
    commands: Commands<'a, 'a>,
}

bt! {
    #[derive(Component)]
    Leave(Leaver<'_>) = action(|leaver| leaver.commands.entity(leaver.entity).despawn())
}

impl BtAgent for Leave {
    type Param = ();
    type Data = ();
    type Filter = ();
    type Context<'a> = Leaver<'a>;
    type Answer = Status;

    fn context<'a>(entity: Entity, _: &'a (), _: (), commands: Commands<'a, 'a>) -> Leaver<'a> {
        Leaver { entity, commands }
    }
}

#[test]
fn the_commands_of_an_agent_come_before_the_event_of_its_end() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Leave>::new(Update)).init_resource::<Heard>();
    app.add_observer(|ended: On<BtEnded<Leave>>, agents: Query<&Leave>, mut heard: ResMut<Heard>| {
        heard.0.push((ended.entity, agents.contains(ended.entity).to_string()));
    });
    let entity = app.world_mut().spawn(Leave::new()).id();
    app.update();
    assert_eq!(app.world().resource::<Heard>().0, [(entity, "false".to_owned())]);
}
