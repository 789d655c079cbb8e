//! A tree that ends says so.

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
fn the_answer_of_a_tree_that_has_ended_is_a_message_also_an_error() {
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
    assert_eq!(app.world().resource::<Heard>().0[2..], again, "it has started afresh");
}
