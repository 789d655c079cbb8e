//! The commands and the messages of agents come in the order of their entities, on one thread and on several.

use bevy_app::{App, Plugin, Update};
use bevy_bt_trees::{BtAgent, BtEnded, BtPlugin, BtSystems};
use bevy_ecs::prelude::*;
use bt::{Status, bt};

use crate::world::app;

/// The index of each agent, in the order in which the commands are applied.
#[derive(Resource, Default)]
struct Calls(Vec<u32>);

/// The index of each agent, in the order of the messages.
#[derive(Resource, Default)]
struct Ends(Vec<u32>);

struct Caller<'a> {
    index: u32,
    commands: Commands<'a, 'a>,
}

bt! {
    #[derive(Component)]
    Call(Caller<'_>) = action(|caller| {
        let index = caller.index;
        caller.commands.queue(move |world: &mut World| world.resource_mut::<Calls>().0.push(index));
    })
}

impl BtAgent for Call {
    type Param = ();
    type Data = ();
    type Filter = ();
    type Context<'a> = Caller<'a>;
    type Answer = Status;

    fn context<'a>(entity: Entity, _: &'a (), _: (), commands: Commands<'a, 'a>) -> Caller<'a> {
        Caller { index: entity.index_u32(), commands }
    }
}

/// Moves an entity to another table.
#[derive(Component)]
struct Odd;

fn odd(agent: &mut EntityWorldMut) {
    agent.insert(Odd);
}

fn calls(plugin: impl Plugin, mark: fn(&mut EntityWorldMut)) -> App {
    let mut app = app();
    app.add_plugins(plugin).init_resource::<Calls>().init_resource::<Ends>();
    let hear = |mut ended: MessageReader<BtEnded<Call>>, mut ends: ResMut<Ends>| {
        ends.0.extend(ended.read().map(|call| call.entity.index_u32()));
    };
    app.add_systems(Update, hear.after(BtSystems::Tick));
    let agents: Vec<Entity> = (0..2000).map(|_| app.world_mut().spawn(Call::new()).id()).collect();
    // Now Bevy iterates over two tables, and no longer in the order of entities.
    for agent in agents.iter().step_by(3) {
        mark(&mut app.world_mut().entity_mut(*agent));
    }
    app.update();
    app
}

fn in_order(app: &App) {
    let Calls(calls) = app.world().resource();
    assert_eq!(calls.len(), 2000);
    assert!(calls.is_sorted(), "commands in the order of entities");
    let Ends(ends) = app.world().resource();
    assert_eq!(ends, calls, "messages in the order of entities");
}

#[test]
fn on_one_thread() {
    in_order(&calls(BtPlugin::<Call>::new(Update), odd));
}

#[test]
fn on_all_threads() {
    in_order(&calls(BtPlugin::<Call>::new(Update).parallel(), odd));
}

#[cfg(feature = "page")]
#[test]
fn with_some_agents_that_are_watched() {
    use bevy_bt_trees::BtWatched;

    let watch = |agent: &mut EntityWorldMut| _ = agent.insert(BtWatched);
    in_order(&calls(BtPlugin::<Call>::new(Update).with_page(), watch));
    in_order(&calls(BtPlugin::<Call>::new(Update).parallel().with_page(), watch));
}

#[test]
fn entities_that_were_spawned_in_order_have_rising_indices() {
    let mut world = World::new();
    let indices: Vec<u32> = (0..100).map(|_| world.spawn_empty().id().index_u32()).collect();
    assert!(indices.is_sorted());
}
