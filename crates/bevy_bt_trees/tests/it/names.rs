//! The names of this crate do not collide with those of Bevy.

/// If two glob imports have the same name, its use is an error.
#[test]
fn no_name_of_this_crate_is_in_the_preludes_of_bevy() {
    #[allow(unused_imports)]
    use bevy_app::prelude::*;
    #[allow(unused_imports)]
    use bevy_bt_trees::*;
    #[allow(unused_imports)]
    use bevy_ecs::prelude::*;
    #[allow(unused_imports)]
    use bevy_time::prelude::*;

    #[derive(Component, Clone)]
    struct Place;

    let _ = (BtViewPlugin::<Place>::new(Update), BtView::<Place>::default(), BtSystems::Tick);
    let _ = BtSend { to: Entity::PLACEHOLDER, message: () };
    let _ = BtRate::every_ticks(1);
    fn _traits<T: BtAgent + BtReceive>(_: BtPlugin<T>, _: BtEnded<T>, _: BtActive<T>, _: BtTick<T>) {}
    fn _clock<C: BtClock>() {}
    #[cfg(feature = "page")]
    let _ = (BtWatched, |live: BtPage| live.url());
}

/// A tree has one plugin, whatever its options.
#[test]
#[should_panic(expected = "already added")]
fn a_second_plugin_for_the_same_tree_panics() {
    use bevy_bt_trees::{BtAgent, BtPlugin};
    use bevy_ecs::prelude::*;

    bt::bt! {
        #[derive(Component)]
        Idle(()) = running
    }

    impl BtAgent for Idle {
        type Param = ();
        type Data = ();
        type Filter = ();
        type Context<'a> = ();
        type Answer = bt::Status;

        fn context<'a>(_: Entity, _: &'a (), _: (), _: Commands<'a, 'a>) {}
    }

    let plugin = || BtPlugin::<Idle>::new(bevy_app::Update);
    bevy_app::App::new().add_plugins(plugin()).add_plugins(plugin().parallel());
}

/// As of Bevy 0.20, no name in `bevy::prelude` begins with `Bt`.
#[test]
fn all_names_of_this_crate_begin_with_bt() {
    let exported: Vec<&str> = include_str!("../../src/lib.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("pub use ")?.split_once("::"))
        .flat_map(|(_, names)| names.trim_matches(['{', '}', ';']).split(", "))
        .collect();
    assert!(exported.len() > 5);
    assert!(exported.iter().all(|name| name.starts_with("Bt")), "{exported:?}");
}
