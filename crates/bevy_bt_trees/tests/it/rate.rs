//! Agents with a `BtRate` are ticked less often, but lose no time.

use std::time::Duration;

use bevy_app::{App, Update};
use bevy_bt_trees::{BtAgent, BtPlugin, BtRate};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_time::{Time, Virtual};
use bt::{Span, Status, bt, leaf};

use crate::world::{app, heir};

/// The spans of the ticks of an agent, in quarters of a second.
#[derive(Component, Default)]
struct Spans(Vec<f64>);

#[leaf]
fn note(spans: &mut Mut<'_, Spans>, span: &mut Span) -> Status {
    spans.0.push(span.seconds() * 4.0);
    Status::Running
}

bt! {
    #[derive(Component)]
    Snail(Mut<'_, Spans>) = note
}
bt! {
    #[derive(Component)]
    Slug(Mut<'_, Spans>) = note
}
bt! {
    #[derive(Component)]
    Ghost(Mut<'_, Spans>) = note
}
bt! {
    #[derive(Component)]
    Bell(Mut<'_, Spans>) = forever < sequence < wait(0.3), action(|spans| spans.0.push(1.0)) > >
}

macro_rules! agents {
    ($($tree:ty, $filter:ty;)*) => {$(
        impl BtAgent for $tree {
            type Param = ();
            type Data = &'static mut Spans;
            type Filter = $filter;
            type Context<'a> = Mut<'a, Spans>;
            type Answer = Status;

            fn context<'a>(_: Entity, _: &'a (), spans: Mut<'a, Spans>, _: Commands<'a, 'a>) -> Mut<'a, Spans> {
                spans
            }
        }
    )*};
}

agents! { Snail, (); Slug, (); Bell, (); Ghost, Allow<Disabled>; }

fn garden() -> App {
    let mut app = app();
    app.add_plugins((
        BtPlugin::<Snail>::new(Update),
        BtPlugin::<Slug>::new(Update).parallel(),
        BtPlugin::<Bell>::new(Update),
        BtPlugin::<Ghost>::new(Update),
    ));
    app
}

fn frames(app: &mut App, count: u32) {
    (0..count).for_each(|_| app.update());
}

fn spans(app: &App, entity: Entity) -> &[f64] {
    &app.world().get::<Spans>(entity).expect("it has spans").0
}

/// The sum of the spans, in quarters of a second.
fn total(app: &App, entity: Entity) -> f64 {
    spans(app, entity).iter().sum()
}

#[test]
fn a_tick_gets_the_time_since_the_last_one() {
    let mut app = garden();
    let rate = BtRate::every_ticks(4);
    let snail = app.world_mut().spawn((Snail::new(), Spans::default(), rate)).id();
    let slug = app.world_mut().spawn((Slug::new(), Spans::default(), rate)).id();
    let quick = app.world_mut().spawn((Snail::new(), Spans::default(), BtRate::every_ticks(0))).id();
    frames(&mut app, 13);
    assert_eq!(spans(&app, quick), [1.0; 13]);
    for slow in [snail, slug] {
        let [first, others @ ..] = spans(&app, slow) else { panic!("it has been ticked") };
        assert!((1.0..=4.0).contains(first), "{first}");
        assert_eq!(others, [4.0, 4.0, 4.0].get(..others.len()).expect("at most three more ticks"));
        assert!(others.len() >= 2);
    }
}

#[test]
fn agents_with_the_same_rate_are_spread_over_the_frames() {
    let periods = [BtRate::every_ticks(4), BtRate::every(Duration::from_secs(1))];
    for rate in periods {
        let mut app = garden();
        let snails: Vec<Entity> =
            (0..32).map(|_| app.world_mut().spawn((Snail::new(), Spans::default(), rate)).id()).collect();
        let ticked = |app: &App| snails.iter().map(|snail| spans(app, *snail).len()).sum::<usize>();
        let mut before = 0;
        for frame in 0..12 {
            app.update();
            let now = ticked(&app);
            assert_eq!(now - before, 8, "a quarter of all in frame {frame}, with {rate:?}");
            before = now;
        }
    }
}

#[test]
fn a_period_is_kept_on_average() {
    let mut app = garden();
    let rate = BtRate::every(Duration::from_millis(400));
    let snail = app.world_mut().spawn((Snail::new(), Spans::default(), rate)).id();
    frames(&mut app, 80);
    assert_eq!(spans(&app, snail).len(), 50, "twenty seconds");
    assert!(spans(&app, snail).iter().all(|span| [1.0, 2.0].contains(span)), "{:?}", spans(&app, snail));
}

#[test]
fn a_period_that_is_shorter_than_a_frame_is_a_frame() {
    for period in [Duration::ZERO, Duration::from_millis(10)] {
        let mut app = garden();
        let snail = app.world_mut().spawn((Snail::new(), Spans::default(), BtRate::every(period))).id();
        frames(&mut app, 3);
        assert_eq!(spans(&app, snail), [1.0; 3], "{period:?}");
    }
}

#[test]
fn timers_lose_no_time() {
    let mut app = garden();
    let rate = BtRate::every_ticks(7);
    let bell = app.world_mut().spawn((Bell::new(), Spans::default(), rate)).id();
    frames(&mut app, 77);
    app.world_mut().entity_mut(bell).remove::<BtRate>();
    frames(&mut app, 1);
    assert_eq!(spans(&app, bell).len(), 65, "19.5 seconds, a bell each 0.3 seconds");
}

#[test]
fn with_the_rate_removed_the_next_frame_gets_the_time_that_is_owed() {
    let mut app = garden();
    let snail = app.world_mut().spawn((Snail::new(), Spans::default(), BtRate::every_ticks(1000))).id();
    frames(&mut app, 5);
    assert!(spans(&app, snail).is_empty());
    app.world_mut().entity_mut(snail).remove::<BtRate>();
    frames(&mut app, 2);
    assert_eq!(spans(&app, snail), [6.0, 1.0]);
}

#[test]
fn a_rate_that_is_inserted_in_every_frame_works_like_one_that_stays() {
    let mut app = garden();
    let snail = app.world_mut().spawn((Snail::new(), Spans::default())).id();
    let insert = move |mut commands: Commands| _ = commands.entity(snail).insert(BtRate::every_ticks(3));
    app.add_systems(bevy_app::PreUpdate, insert);
    frames(&mut app, 10);
    app.world_mut().entity_mut(snail).insert(BtRate::every_ticks(1));
    assert!((3..=4).contains(&spans(&app, snail).len()), "{:?}", spans(&app, snail));
}

#[test]
fn rates_change_often_and_no_time_is_lost() {
    let mut app = garden();
    let snails: Vec<Entity> = (0..16).map(|_| app.world_mut().spawn((Snail::new(), Spans::default())).id()).collect();
    for frame in 0..60 {
        for (number, snail) in snails.iter().enumerate() {
            let mut snail = app.world_mut().entity_mut(*snail);
            match (frame + number) % 5 {
                0 => snail.insert(BtRate::every_ticks(2)),
                1 => snail.insert(BtRate::every(Duration::from_millis(700))),
                2 => snail.remove::<BtRate>(),
                _ => &mut snail,
            };
        }
        app.update();
    }
    for snail in &snails {
        assert!(spans(&app, *snail).len() < 60);
        app.world_mut().entity_mut(*snail).remove::<BtRate>();
    }
    frames(&mut app, 1);
    assert!(snails.iter().all(|snail| total(&app, *snail) == 61.0));
}

#[test]
fn a_pause_is_not_owed() {
    let mut app = garden();
    let snail = app.world_mut().spawn((Snail::new(), Spans::default(), BtRate::every_ticks(1000))).id();
    frames(&mut app, 2);
    app.world_mut().resource_mut::<Time<Virtual>>().pause();
    frames(&mut app, 4);
    app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    app.world_mut().entity_mut(snail).remove::<BtRate>();
    frames(&mut app, 1);
    assert_eq!(spans(&app, snail), [3.0]);
}

#[test]
fn each_tree_of_an_entity_is_owed_its_own_time() {
    let mut app = garden();
    let rate = BtRate::every_ticks(1000);
    let both = app.world_mut().spawn((Snail::new(), Spans::default(), rate)).id();
    frames(&mut app, 2);
    app.world_mut().entity_mut(both).insert(Slug::new());
    frames(&mut app, 2);
    app.world_mut().entity_mut(both).remove::<BtRate>();
    frames(&mut app, 1);
    let mut spans = spans(&app, both).to_vec();
    spans.sort_unstable_by(f64::total_cmp);
    assert_eq!(spans, [3.0, 5.0]);
}

#[test]
fn a_disabled_agent_whose_filter_allows_it_has_a_rate_too() {
    let mut app = garden();
    let rate = BtRate::every_ticks(1000);
    let ghost = app.world_mut().spawn((Ghost::new(), Spans::default(), rate, Disabled)).id();
    frames(&mut app, 3);
    assert!(spans(&app, ghost).is_empty());
    app.world_mut().entity_mut(ghost).remove::<BtRate>();
    frames(&mut app, 1);
    assert_eq!(spans(&app, ghost), [4.0]);
}

#[test]
fn a_tree_in_the_place_of_another_is_not_owed_its_time() {
    let mut app = garden();
    let snail = app.world_mut().spawn((Snail::new(), Spans::default(), BtRate::every_ticks(1000))).id();
    frames(&mut app, 3);
    app.world_mut().entity_mut(snail).insert(Snail::new());
    frames(&mut app, 1);
    app.world_mut().entity_mut(snail).remove::<BtRate>();
    frames(&mut app, 1);
    assert_eq!(spans(&app, snail), [2.0]);
}

#[test]
fn an_agent_that_is_despawned_in_its_first_frame_leaves_nothing() {
    let mut app = garden();
    let snail = app.world_mut().spawn((Snail::new(), Spans::default(), BtRate::every_ticks(1000))).id();
    app.add_systems(Update, move |mut commands: Commands| commands.entity(snail).try_despawn());
    frames(&mut app, 1);
    let heir = app.world_mut().spawn((Snail::new(), Spans::default())).id();
    frames(&mut app, 1);
    assert_eq!(spans(&app, heir), [1.0]);
    let heir = self::heir(&mut app, heir, (Snail::new(), Spans::default()));
    frames(&mut app, 1);
    assert_eq!(spans(&app, heir), [1.0]);
}

#[cfg(feature = "reflect")]
#[test]
fn rates_are_reflected() {
    use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};

    let app = garden();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let registration = registry.get_with_short_type_path("BtRate").expect("it is registered");
    assert!(registration.data::<ReflectComponent>().is_some());
}
