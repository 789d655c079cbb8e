//! All agents read the same view, from before the ticks.

use bevy_app::Update;
use bevy_bt_trees::{BtAgent, BtPlugin, BtView, BtViewPlugin};
use bevy_ecs::prelude::*;
use bt::{Status, bt};

use crate::world::{app, heir};

#[derive(Component, Clone, Debug, PartialEq)]
struct Place(i32);

/// The entity that the agent follows.
#[derive(Component)]
struct Mark(Entity);

struct Follower<'a> {
    place: Mut<'a, Place>,
    mark: Option<&'a Place>,
}

bt! {
    #[derive(Component)]
    Follow(Follower<'_>) = sequence <
        condition(|follower| follower.mark.is_some()),
        action(|follower| {
            if let Some(mark) = follower.mark {
                follower.place.0 = mark.0
            }
        }),
    >
}

impl BtAgent for Follow {
    type Param = Res<'static, BtView<Place>>;
    type Data = (&'static mut Place, &'static Mark);
    type Filter = ();
    type Context<'a> = Follower<'a>;
    type Answer = Status;

    fn context<'a>(
        _: Entity,
        places: &'a Res<BtView<Place>>,
        (place, mark): (Mut<'a, Place>, &'a Mark),
        _: Commands<'a, 'a>,
    ) -> Follower<'a> {
        Follower { place, mark: places.get(mark.0) }
    }
}

#[test]
fn agents_see_the_places_from_before_the_ticks_in_any_order_of_ticks() {
    for parallel in [false, true] {
        let plugin = BtPlugin::<Follow>::new(Update);
        let mut app = app();
        app.add_plugins(BtViewPlugin::<Place>::new(Update));
        if parallel {
            app.add_plugins(plugin.parallel())
        } else {
            app.add_plugins(plugin)
        };
        let leader = app.world_mut().spawn(Place(7)).id();
        let mut line = vec![leader];
        for place in 1..=3 {
            let mark = line[line.len() - 1];
            line.push(app.world_mut().spawn((Follow::new(), Place(place), Mark(mark))).id());
        }
        app.world_mut().entity_mut(line[1]).insert(Mark(line[3]));
        app.update();
        let places: Vec<i32> = line.iter().filter_map(|entity| Some(app.world().get::<Place>(*entity)?.0)).collect();
        assert_eq!(places, [7, 3, 1, 2], "in parallel: {parallel}");
    }
}

#[test]
fn a_view_leaves_out_entities_that_are_gone_and_tells_entities_with_the_same_index_apart() {
    let mut app = app();
    app.add_plugins(BtViewPlugin::<Place>::new(Update));
    let old = app.world_mut().spawn(Place(1)).id();
    app.update();
    assert_eq!(app.world().resource::<BtView<Place>>().get(old), Some(&Place(1)));

    let heir = heir(&mut app, old, Place(2));
    app.update();
    let view = app.world().resource::<BtView<Place>>();
    assert_eq!((view.get(old), view.get(heir)), (None, Some(&Place(2))));
    assert_eq!(view.iter().collect::<Vec<_>>(), [(heir, &Place(2))]);
}

#[test]
fn a_view_is_in_the_order_of_indices() {
    let mut app = app();
    app.add_plugins(BtViewPlugin::<Place>::new(Update));
    let entities: Vec<Entity> = (0..10).map(|place| app.world_mut().spawn(Place(place)).id()).collect();
    app.world_mut().entity_mut(entities[3]).insert(Mark(entities[0]));
    app.update();
    let view = app.world().resource::<BtView<Place>>();
    assert!(view.iter().map(|(_, place)| place.0).eq(0..10));
    assert!(entities.iter().all(|entity| view.get(*entity).is_some()));
}
