//! What the tests share: a log that leaves write to, and an app with frames of a quarter of a second.

use std::time::Duration;

use bevy_app::{App, TaskPoolPlugin};
use bevy_ecs::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};

/// The component that most trees of the tests write to.
#[derive(Component, Default)]
pub struct Log(pub Vec<String>);

/// The logs of the agents that have been despawned.
#[derive(Resource, Default)]
pub struct Gone(pub Vec<Vec<String>>);

pub fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(250)))
        .init_resource::<Gone>()
        .add_observer(|gone: On<Remove<Log>>, logs: Query<&Log>, mut all: ResMut<Gone>| {
            all.0.extend(logs.get(gone.entity).map(|log| log.0.clone()));
        });
    // The first run of this schedule has a delta of zero.
    app.world_mut().run_schedule(bevy_app::First);
    app
}

pub fn log(app: &App, entity: Entity) -> Vec<String> {
    app.world().get::<Log>(entity).expect("it has a log").0.clone()
}

/// Despawns an entity, and spawns another one in its place: with the same index, and the next generation.
pub fn heir(app: &mut App, old: Entity, bundle: impl Bundle) -> Entity {
    let heir = app.world_mut().despawn_no_free(old).expect("it is there");
    assert_eq!(heir.index(), old.index());
    app.world_mut().spawn_at(heir, bundle).expect("the place is free").id()
}
