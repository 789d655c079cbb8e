//! The barnyard in Bevy: trees, bodies and places are components.

use bevy_app::{App, TaskPoolPlugin, Update};
use bevy_bt_trees::{BtAgent, BtEnded, BtPlugin, BtReceive, BtSend, BtSystems, BtView, BtViewPlugin};
use bevy_ecs::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bt::Status;

use crate::creature::{self, Bite, FRAME, Histories, struck};
use crate::trees::{Chick, Dog, Hen, Sheep, Wolf};

#[derive(Component)]
pub struct Body(creature::Body);

#[derive(Component, Clone)]
pub struct Place(f32);

/// The entities of all creatures, also of those that are gone, by number.
#[derive(Resource, Default)]
pub struct Register(Vec<Entity>);

/// The histories of the creatures that have been despawned.
#[derive(Resource, Default)]
struct Gone(Histories);

/// The number of frames so far, and the number of creatures at the beginning.
#[derive(Resource)]
struct Day {
    frame: u32,
    creatures: u32,
}

/// The context, borrowed from the world.
pub struct Creature<'a> {
    entity: Entity,
    body: Mut<'a, Body>,
    place: Mut<'a, Place>,
    register: &'a Register,
    places: &'a BtView<Place>,
    commands: Commands<'a, 'a>,
}

impl creature::Creature for Creature<'_> {
    fn body(&mut self) -> &mut creature::Body {
        &mut self.body.0
    }

    fn place(&mut self) -> &mut f32 {
        &mut self.place.0
    }

    fn distance(&self) -> Option<f32> {
        let mark = self.register.0.get(self.body.0.mark as usize)?;
        self.places.get(*mark).map(|mark| (mark.0 - self.place.0).abs())
    }

    fn bite(&mut self) {
        if let Some(&to) = self.register.0.get(self.body.0.mark as usize) {
            self.commands.write_message(BtSend { to, message: Bite });
        }
    }

    fn hatch(&mut self) {
        let place = self.place.0;
        self.commands.queue(move |world: &mut World| be_born(world, place, Chick::new()));
    }

    fn die(&mut self) {
        self.commands.entity(self.entity).despawn();
    }
}

macro_rules! agents {
    ($($tree:ty),*) => {$(
        impl BtAgent for $tree {
            type Param = (Res<'static, Register>, Res<'static, BtView<Place>>);
            type Data = (&'static mut Body, &'static mut Place);
            type Filter = ();
            type Context<'a> = Creature<'a>;
            type Answer = Status;

            fn context<'a>(
                entity: Entity,
                (register, places): &'a (Res<Register>, Res<BtView<Place>>),
                (body, place): (Mut<'a, Body>, Mut<'a, Place>),
                commands: Commands<'a, 'a>,
            ) -> Creature<'a> {
                Creature { entity, body, place, register, places, commands }
            }
        }
    )*};
}

agents!(Sheep, Wolf, Dog, Hen, Chick);

impl BtReceive for Sheep {
    type Message = Bite;

    fn receive(&mut self, sheep: &mut Creature<'_>, bite: &Bite) {
        self.send(sheep, bite);
    }
}

fn be_born<T: BtAgent>(world: &mut World, place: f32, tree: T) {
    let number = world.resource::<Register>().0.len() as u32;
    let entity = world.spawn((tree, Body(creature::Body::new(number)), Place(place))).id();
    world.resource_mut::<Register>().0.push(entity);
}

/// In each frame, lightning removes a creature.
fn thunder(mut day: ResMut<Day>, register: Res<Register>, bodies: Query<&Body>, mut commands: Commands) {
    let entity = register.0[struck(day.frame, day.creatures) as usize];
    if bodies.contains(entity) {
        commands.entity(entity).despawn();
    }
    day.frame += 1;
}

/// Chicks that are grown up leave the barnyard.
fn leave(mut grown_up: MessageReader<BtEnded<Chick>>, mut commands: Commands) {
    for chick in grown_up.read() {
        commands.entity(chick.entity).despawn();
    }
}

/// Keeps the history of a creature that is removed.
fn bury(gone: On<Remove<Body>>, mut bodies: Query<&mut Body>, mut histories: ResMut<Gone>) {
    if let Ok(mut body) = bodies.get_mut(gone.entity) {
        histories.0.insert(body.0.number, std::mem::take(&mut body.0.history));
    }
}

/// An app with this number of creatures. If it is `parallel`, agents are ticked on all threads.
pub fn barnyard(creatures: u32, parallel: bool) -> App {
    fn add<T: BtAgent<Param = (Res<'static, Register>, Res<'static, BtView<Place>>)>>(
        app: &mut App,
        plugin: BtPlugin<T>,
        parallel: bool,
    ) {
        if parallel {
            app.add_plugins(plugin.parallel())
        } else {
            app.add_plugins(plugin)
        };
    }
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, BtViewPlugin::<Place>::new(Update)))
        .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
        .insert_resource(Day { frame: 0, creatures })
        .init_resource::<Register>()
        .init_resource::<Gone>()
        .add_observer(bury)
        .add_systems(Update, (thunder.before(BtSystems::View), leave.after(BtSystems::Tick)));
    add(&mut app, BtPlugin::<Wolf>::new(Update), parallel);
    add(&mut app, BtPlugin::<Dog>::new(Update), parallel);
    add(&mut app, BtPlugin::<Hen>::new(Update), parallel);
    add(&mut app, BtPlugin::<Sheep>::new(Update).with_messages(), parallel);
    add(&mut app, BtPlugin::<Chick>::new(Update), parallel);
    for number in 0..creatures {
        let world = app.world_mut();
        let place = number as f32;
        match number % 5 {
            0 => be_born(world, place, Wolf::new()),
            1 => be_born(world, place, Sheep::new()),
            2 => be_born(world, place, Dog::new()),
            3 => be_born(world, place, Hen::new()),
            _ => be_born(world, place, Chick::new()),
        }
    }
    app
}

/// The histories of this number of creatures, after this number of frames.
pub fn run(creatures: u32, frames: u32, parallel: bool) -> Histories {
    let mut app = barnyard(creatures, parallel);
    // The first update of the clock has a delta of zero, so it does not count as a frame.
    app.world_mut().run_schedule(bevy_app::First);
    for _ in 0..frames {
        app.update();
    }
    let mut histories = std::mem::take(&mut app.world_mut().resource_mut::<Gone>().0);
    let mut bodies = app.world_mut().query::<&Body>();
    histories.extend(bodies.iter(app.world()).map(|body| (body.0.number, body.0.history.clone())));
    histories
}
