//! `BtActive`: the titles of active leaves and branches, with the plugin option `with_titles`.

use bevy_app::{App, Update};
use bevy_bt_trees::{BtActive, BtAgent, BtPlugin, BtSystems};
use bevy_ecs::prelude::*;
use bt::{Status, bt};

use crate::world::{Log, app, log};

bt! {
    #[derive(Component)]
    Cook(Mut<'_, Log>) = sequence <
        wait(0.5),
        wait(0.5),
        parallel < stir: wait(1.0), taste: action(|log| log.0.push("tastes".into())), watch: wait(0.3) >,
    >
}

impl BtAgent for Cook {
    type Param = ();
    type Data = &'static mut Log;
    type Filter = ();
    type Context<'a> = Mut<'a, Log>;
    type Answer = Status;

    fn context<'a>(_: Entity, _: &'a (), log: Mut<'a, Log>, _: Commands<'a, 'a>) -> Mut<'a, Log> {
        log
    }
}

/// The titles that have changed, as a system has read them.
#[derive(Resource, Default)]
struct Changes(Vec<String>);

fn look(changed: Query<&BtActive<Cook>, Changed<BtActive<Cook>>>, mut changes: ResMut<Changes>) {
    changes.0.extend(changed.iter().map(BtActive::to_string));
}

fn kitchen(plugin: BtPlugin<Cook>) -> App {
    let mut app = app();
    app.add_plugins(plugin).init_resource::<Changes>().add_systems(Update, look.after(BtSystems::Titles));
    app
}

fn changes(app: &mut App) -> Vec<String> {
    std::mem::take(&mut app.world_mut().resource_mut::<Changes>().0)
}

#[test]
fn titles_change_when_other_leaves_are_active_and_only_then() {
    let mut app = kitchen(BtPlugin::new(Update).with_titles());
    app.world_mut().spawn((Cook::new(), Log::default()));
    let frame = |_| {
        app.update();
        changes(&mut app)
    };
    let frames: Vec<Vec<String>> = (0..8).map(frame).collect();
    // The first two `wait` are different leaves. After two seconds the tree ends, and nothing is active.
    let expected: [&[&str]; 8] = [&["wait"], &["wait"], &[], &["stir, watch"], &[], &["stir"], &[], &[""]];
    assert_eq!(frames, expected);
}

#[test]
fn titles_are_removed_with_the_tree() {
    let mut app = kitchen(BtPlugin::new(Update).with_titles());
    let cook = app.world_mut().spawn((Cook::new(), Log::default())).id();
    app.update();
    assert_eq!(app.world().get::<BtActive<Cook>>(cook).map(BtActive::titles), Some(["wait"].as_slice()));

    app.world_mut().entity_mut(cook).insert(Cook::new());
    app.world_mut().flush();
    assert!(app.world().get::<BtActive<Cook>>(cook).is_some(), "a tree that replaces another one has titles, too");

    app.world_mut().entity_mut(cook).remove::<Cook>();
    app.world_mut().flush();
    assert!(app.world().get::<BtActive<Cook>>(cook).is_none());
}

#[test]
fn an_agent_that_is_despawned_in_its_first_tick_has_no_titles() {
    let mut app = kitchen(BtPlugin::new(Update).with_titles());
    let cook = app.world_mut().spawn((Cook::new(), Log::default())).id();
    app.add_systems(Update, move |mut commands: Commands| commands.entity(cook).despawn());
    app.update();
    assert!(app.world().get_entity(cook).is_err());
}

#[test]
fn without_with_titles_agents_have_no_titles() {
    let mut app = kitchen(BtPlugin::new(Update));
    let cook = app.world_mut().spawn((Cook::new(), Log::default())).id();
    for _ in 0..5 {
        app.update();
    }
    assert_eq!(log(&app, cook), ["tastes"]);
    assert!(app.world().get::<BtActive<Cook>>(cook).is_none());
    assert!(changes(&mut app).is_empty());
}

bt! { Pack(Mut<'_, Log>) = sequence < delay(0.5) < wait(0.25) >, wait(0.25) > }

bt! {
    #[derive(Component)]
    Day(Mut<'_, Log>) = day: sequence <
        breakfast: selector < fail, sequence < eat: wait(0.25), drink: wait(0.25) > >,
        pack,
        pause: delay(0.5) < wait(0.25) >,
        parallel < hike: sequence < wait(0.25) >, sing: sequence < wait(0.5) > >,
    >
}

impl BtAgent for Day {
    type Param = ();
    type Data = &'static mut Log;
    type Filter = ();
    type Context<'a> = Mut<'a, Log>;
    type Answer = Status;

    fn context<'a>(_: Entity, _: &'a (), log: Mut<'a, Log>, _: Commands<'a, 'a>) -> Mut<'a, Log> {
        log
    }
}

/// Keeps branches and leaves that have changed.
fn look_at_branches(changed: Query<&BtActive<Day>, Changed<BtActive<Day>>>, mut changes: ResMut<Changes>) {
    changes.0.extend(changed.iter().map(|day| format!("{}: {}", day.branches().join(" > "), day)));
}

#[test]
fn branches_have_labels_and_subtrees_have_names() {
    let mut app = app();
    app.add_plugins(BtPlugin::<Day>::new(Update).with_titles());
    app.init_resource::<Changes>().add_systems(Update, look_at_branches.after(BtSystems::Titles));
    let day = app.world_mut().spawn((Day::new(), Log::default())).id();
    let mut frames = Vec::new();
    for _ in 0..12 {
        app.update();
        frames.push(changes(&mut app).pop().unwrap_or_default());
        let active = app.world().get::<BtActive<Day>>(day).expect("it has been ticked");
        let is_at_table = active.branches().contains(&"breakfast");
        assert_eq!(active.is_active("breakfast"), is_at_table);
        assert_eq!(active.is_active("eat"), active.titles().contains(&"eat"));
        assert!(!active.is_active("selector"), "a branch without a label has no name");
    }
    let expected = [
        "day > breakfast: drink",
        "day > pack: ",
        "",
        "day > pack: wait",
        // The second `wait` of `Pack`.
        "day > pack: wait",
        "day > pause: ",
        "",
        "day > pause: wait",
        "day > hike > sing: wait, wait",
        "day > sing: wait",
        ": ",
        "day > breakfast: drink",
    ];
    assert_eq!(frames, expected);
}

#[cfg(feature = "reflect")]
#[test]
fn titles_are_reflected() {
    use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};

    let mut app = kitchen(BtPlugin::new(Update).with_titles());
    let cook = app.world_mut().spawn((Cook::new(), Log::default())).id();
    app.update();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let registration = registry.get_with_short_type_path("BtActive<Cook>").expect("it is registered");
    let component = registration.data::<ReflectComponent>().expect("it is a component");
    let active = component.reflect(app.world().entity(cook)).expect("it is there");
    let fields = active.reflect_ref().as_struct().expect("it has fields");
    assert_eq!(fields.field_len(), 2);
    assert_eq!(format!("{:?}", fields.field("titles").expect("the titles")), r#"["wait"]"#);
    assert_eq!(format!("{:?}", fields.field("branches").expect("the branches")), r#"[]"#);
}
