//! The order of two kinds of agents that read each other's data.

use bevy_app::{App, Update};
use bevy_bt_trees::{BtAgent, BtPlugin, BtSystems, BtTick};
use bevy_ecs::prelude::*;
use bt::{Status, bt};

use crate::world::app;

#[derive(Component)]
struct HoundAt(u32);

#[derive(Component)]
struct HareAt(u32);

/// How many agents have been ticked. Their commands count them.
#[derive(Resource, Default)]
struct Ticked(u32);

/// One of two animals that follow each other.
struct Animal<'a> {
    at: &'a mut u32,
    other: u32,
    /// How many agents had been ticked before.
    ticked: u32,
    commands: Commands<'a, 'a>,
}

impl Animal<'_> {
    /// Goes one step beyond the other one, if the commands of all agents that were ticked before have been applied.
    fn overtake(&mut self) {
        if self.other == self.ticked {
            *self.at = self.other + 1;
        }
        self.commands.queue(|world: &mut World| world.resource_mut::<Ticked>().0 += 1);
    }
}

bt! {
    #[derive(Component)]
    Hound(Animal<'_>) = action(|hound| hound.overtake())
}
bt! {
    #[derive(Component)]
    Hare(Animal<'_>) = action(|hare| hare.overtake())
}

macro_rules! agents {
    ($($tree:ty, $own:ident, $other:ident;)*) => {$(
        impl BtAgent for $tree {
            type Param = (Single<'static, 'static, &'static $other>, Res<'static, Ticked>);
            type Data = &'static mut $own;
            type Filter = ();
            type Context<'a> = Animal<'a>;
            type Answer = Status;

            fn context<'a>(
                _: Entity,
                (other, ticked): &'a (Single<&$other>, Res<Ticked>),
                at: Mut<'a, $own>,
                commands: Commands<'a, 'a>,
            ) -> Animal<'a> {
                Animal { at: &mut at.into_inner().0, other: other.0, ticked: ticked.0, commands }
            }
        }
    )*};
}

agents! { Hound, HoundAt, HareAt; Hare, HareAt, HoundAt; }

/// Where the hound and the hare are after a frame.
fn chase(add: impl FnOnce(&mut App)) -> (u32, u32) {
    let mut app = app();
    app.init_resource::<Ticked>();
    add(&mut app);
    let hound = app.world_mut().spawn((Hound::new(), HoundAt(0))).id();
    let hare = app.world_mut().spawn((Hare::new(), HareAt(0))).id();
    app.update();
    let world = app.world();
    (world.get(hound).map_or(0, |at: &HoundAt| at.0), world.get(hare).map_or(0, |at: &HareAt| at.0))
}

#[test]
fn a_kind_that_comes_later_sees_what_the_other_kind_has_done() {
    let plugins = || (BtPlugin::<Hound>::new(Update), BtPlugin::<Hare>::new(Update));
    let (hound, hare) = (BtTick::<Hound>::new(), BtTick::<Hare>::new());
    let hound_first = |app: &mut App| _ = app.configure_sets(Update, hound.before(hare));
    let hare_first = |app: &mut App| _ = app.configure_sets(Update, hound.after(hare));

    for is_hare_added_first in [false, true] {
        let add = |app: &mut App| {
            let (hound, hare) = plugins();
            if is_hare_added_first {
                app.add_plugins((hare, hound))
            } else {
                app.add_plugins((hound, hare))
            };
        };
        assert_eq!(chase(|app| (add(app), hound_first(app)).0), (1, 2));
        assert_eq!(chase(|app| (hare_first(app), add(app)).0), (2, 1));
    }
}

#[test]
fn the_set_of_a_kind_is_a_part_of_the_set_of_all_kinds() {
    let (hound, hare) = (BtTick::<Hound>::new(), BtTick::<Hare>::new());
    let plugins = (BtPlugin::<Hound>::new(Update), BtPlugin::<Hare>::new(Update));
    let places = chase(|app| {
        app.add_plugins(plugins).configure_sets(Update, (hound, hare).chain());
        app.configure_sets(Update, hare.run_if(|| false));
        let step_aside = |mut hares: Query<&mut HareAt>| hares.iter_mut().for_each(|mut hare| hare.0 += 5);
        app.add_systems(Update, step_aside.after(BtSystems::Tick));
    });
    assert_eq!(places, (1, 5), "the hare is not ticked; it steps aside after the hound has seen it");
}

#[test]
fn sets_of_kinds_differ() {
    let (hound, hare) = (BtTick::<Hound>::new(), BtTick::<Hare>::new());
    assert_eq!(hound.intern(), BtTick::<Hound>::default().intern());
    assert_ne!(hound.intern(), hare.intern());
    assert!(format!("{hound:?}").ends_with("Hound>"), "{hound:?}");
}
