//! No name of ours is one of Bevy's.

/// With two globs that hold the same name, its use is an error.
#[test]
fn no_name_of_ours_stands_in_the_preludes_of_bevy() {
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
    fn _traits<T: BtAgent + BtReceive>(_: BtPlugin<T>, _: BtEnded<T>, _: BtActive<T>) {}
    #[cfg(feature = "live")]
    let _ = (BtWatched, |live: BtLive| live.url());
}

/// A tree has one plugin, whatever it is told to do.
#[test]
#[should_panic(expected = "already added")]
fn a_tree_that_has_two_plugins_is_noticed() {
    use bevy_bt_trees::{BtAgent, BtPlugin};
    use bevy_ecs::prelude::*;

    bt::bt! { #[derive(Component)] Idle(()) = running }

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

/// Nothing in `bevy::prelude` begins with these two letters (as of Bevy 0.20), so what all of our names begin with keeps them apart.
#[test]
fn all_our_names_begin_with_the_same_two_letters() {
    let exported: Vec<&str> = include_str!("../../src/lib.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("pub use ")?.split_once("::"))
        .flat_map(|(_, names)| names.trim_matches(['{', '}', ';']).split(", "))
        .collect();
    assert!(exported.len() > 5);
    assert!(exported.iter().all(|name| name.starts_with("Bt")), "{exported:?}");
}
