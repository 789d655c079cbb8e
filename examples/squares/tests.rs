use std::time::Duration;

use bt::{Status, bt};
use bt_examples::outputs::assert_printed;
use bt_examples::replay::Replay;
use glam::{DVec2, dvec2};
use rand::RngExt;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

use crate::gun::{Bullet, IsFacing, IsInRange, IsTouching, Letters, Scene, Strike, Thing};
use crate::sprite::{Enemy, MoveTo, Shot, Sprite, Square};
use crate::tell;
use crate::world::World;

const SECOND: Duration = Duration::from_secs(1);
const BLINK: Duration = Duration::from_millis(250);

/// A sprite after this time, in frames of these lengths; the last frame is shortened to fit.
fn after(time: Duration, i: usize, mut frames: impl Iterator<Item = Duration>) -> Sprite {
    let (mut sprite, mut enemy) = World::new().enemies.swap_remove(i);
    let mut left = time;
    while !left.is_zero() {
        let dt = frames.next().expect("there is always another frame").min(left);
        assert_eq!(enemy.tick_for(dt, &mut sprite), Status::Running);
        left -= dt;
    }
    sprite
}

fn random_frames(seed: u64) -> impl Iterator<Item = Duration> {
    let mut chance = Pcg32::seed_from_u64(seed);
    std::iter::repeat_with(move || Duration::from_nanos(chance.random_range(0..100_000_000)))
}

#[test]
fn after_each_lap_the_place_is_exact_at_every_frame_rate() {
    const LAPS: u32 = 12;
    let leg = Duration::from_secs_f64(200.0 / 150.0);
    for i in 0..10 {
        let way_to_the_path = Duration::from_secs_f64((i as f64 + 1.0) * 50.0 / 150.0);
        for laps in [1, LAPS] {
            let time = way_to_the_path + leg * (4 * laps - 1);
            let mut sprites: Vec<Sprite> =
                [1, 7, 60, 1000].map(|rate| after(time, i, std::iter::repeat(SECOND / rate))).into();
            sprites.extend((0..5).map(|seed| after(time, i, random_frames(seed))));
            sprites.push(after(time, i, std::iter::repeat(time)));
            let looks = (time.as_nanos() / BLINK.as_nanos()) as u32;
            for sprite in sprites {
                assert_eq!(sprite, Sprite { at: dvec2(100.0, -100.0), looks, destroyed: false });
            }
        }
    }
}

#[test]
fn between_corners_the_frame_rate_does_not_matter_either() {
    let time = Duration::from_secs_f64(47.11);
    let expected = after(time, 3, std::iter::repeat(time));
    assert!(expected.at.abs().min_element() < 100.0, "{} is a corner", expected.at);
    for rate in [1, 7, 60, 1000] {
        let sprite = after(time, 3, std::iter::repeat(SECOND / rate));
        assert!(sprite.at.distance(expected.at) < 1e-6, "{:?} and {:?}", sprite.at, expected.at);
        assert_eq!(sprite.looks, expected.looks);
    }
}

#[test]
fn a_bare_square_goes_round_and_round() {
    for rate in [1, 5, 7, 10, 60, 240] {
        let (mut square, mut sprite) = (Square::new(), Sprite { at: dvec2(100.0, -100.0), ..Sprite::default() });
        let corners = [(100.0, 100.0), (-100.0, 100.0), (-100.0, -100.0), (100.0, -100.0)];
        let leg = Duration::from_secs_f64(200.0 / 150.0);
        for (x, y) in corners.into_iter().cycle().take(40) {
            let mut left = leg;
            while !left.is_zero() {
                let dt = (SECOND / rate).min(left);
                assert_eq!(square.tick_for(dt, &mut sprite), Status::Running);
                left -= dt;
            }
            assert!(sprite.at.distance(dvec2(x, y)) < 1e-6, "{} is not ({x}, {y}), {rate} Hz", sprite.at);
        }
        assert_eq!(sprite.looks, 0);
    }
}

#[test]
fn a_sprite_blinks_four_times_a_second() {
    let nanosecond = Duration::from_nanos(1);
    for (time, looks) in [(BLINK - nanosecond, 0), (BLINK, 1), (3 * BLINK - nanosecond, 2), (3 * BLINK, 3)] {
        assert_eq!(after(time, 0, std::iter::repeat(SECOND)).looks, looks);
        assert_eq!(after(time, 0, std::iter::repeat(SECOND / 60)).looks, looks);
    }
}

/// How a goal ends in ten seconds, if it does.
fn end(mut tick: impl FnMut(Duration, &mut Sprite) -> Status) -> Status {
    let mut sprite = Sprite::default();
    let mut statuses = (0..100).map(|_| tick(SECOND / 10, &mut sprite));
    statuses.find(|status| !status.is_running()).unwrap_or(Status::Running)
}

macro_rules! end {
    ($($tree:tt)*) => {{
        let mut tree = bt!((Sprite) = $($tree)*);
        end(|dt, sprite| tree.tick_for(dt, sprite))
    }};
}

#[test]
fn a_composite_completes_and_fails_as_in_the_table() {
    use Status::{Failure, Running, Success};
    assert_eq!(end!(sequence < move_to(10.0, 0.0, 50.0), wait(0.1) >), Success);
    assert_eq!(end!(sequence < move_to(10.0, 0.0, 50.0), force_failure < wait(0.1) > >), Failure);
    assert_eq!(end!(selector < force_failure < wait(0.1) >, move_to(10.0, 0.0, 50.0) >), Success);
    assert_eq!(end!(selector < force_failure < wait(0.1) >, fail >), Failure);
    assert_eq!(end!(parallel < move_to(10.0, 0.0, 50.0), wait(0.1) >), Success);
    assert_eq!(end!(parallel < move_to(10.0, 0.0, 50.0), force_failure < wait(0.1) > >), Failure);

    assert_eq!(end!(forever < sequence < move_to(10.0, 0.0, 50.0), move_to(0.0, 0.0, 50.0) > >), Running);
    assert_eq!(end!(forever < sequence < move_to(10.0, 0.0, 50.0), force_failure < wait(0.1) > > >), Failure);
    assert_eq!(end!(forever < selector < force_failure < wait(0.1) >, wait(0.1) > >), Running);
    assert_eq!(end!(forever < selector < force_failure < wait(0.1) >, fail > >), Failure);
    assert_eq!(end!(forever < parallel < move_to(10.0, 0.0, 50.0), wait(0.1) > >), Running);
    assert_eq!(end!(forever < parallel < running, force_failure < wait(0.1) > > >), Failure);
}

#[test]
fn a_loop_of_goals_that_need_no_time_goes_round_once_in_a_tick() {
    bt! { Spin(Sprite) = forever < sequence < move_to(0.0, 0.0, 50.0), action(Sprite::change_looks), succeed > > }
    let (mut spin, mut sprite) = (Spin::new(), Sprite::default());
    for _ in 0..3 {
        assert_eq!(spin.tick_for(SECOND, &mut sprite), Status::Running);
    }
    assert_eq!(sprite.looks, 3);
}

/// The answer of a condition of the gun for a sprite at this place.
fn holds(at: DVec2, ask: fn(&mut Scene<'_>) -> bool) -> bool {
    let (mut gun, _) = World::new().gun;
    let enemies = [(Sprite { at, ..Sprite::default() }, Enemy::new())];
    ask(&mut Scene { me: &mut gun, enemies: &enemies, post: &mut Letters::new() })
}

#[test]
fn a_gun_without_an_enemy_goes_on_waiting_for_one() {
    let (mut me, mut gun) = World::new().gun;
    let mut scene = Scene { me: &mut me, enemies: &[], post: &mut Letters::new() };
    for _ in 0..3 {
        assert_eq!(gun.tick_for(SECOND, &mut scene), Status::Running);
    }
    assert!(me.fired.is_empty());
}

#[test]
fn a_bullet_flies_400_a_second() {
    let mut me = Thing::new(dvec2(0.0, -180.0), DVec2::Y);
    let mut scene = Scene { me: &mut me, enemies: &[], post: &mut Letters::new() };
    assert_eq!(Bullet::new().tick_for(SECOND / 4, &mut scene), Status::Running);
    assert_eq!(me.at, dvec2(0.0, -80.0));
}

#[test]
fn conditions_ask_for_the_place_of_the_nearest_sprite() {
    let in_range = |at| holds(at, |scene| bt!((Scene<'_>) = is_in_range(50.0)).tick(scene).is_success());
    assert!(in_range(dvec2(100.0, -130.0)) && in_range(dvec2(60.0, -210.0)) && !in_range(dvec2(100.0, -129.0)));
    let touching = |at| holds(at, |scene| bt!((Scene<'_>) = is_touching(5.0, 3.0)).tick(scene).is_success());
    assert!(touching(dvec2(107.0, -180.0)) && !touching(dvec2(108.0, -180.0)));
    let facing = |at| holds(at, |scene| bt!((Scene<'_>) = is_facing(4.0)).tick(scene).is_success());
    assert!(facing(dvec2(100.0, -100.0)) && facing(dvec2(104.0, 300.0)) && !facing(dvec2(105.0, 300.0)));
    assert!(!facing(dvec2(100.0, -190.0)), "it is behind the gun");
}

#[test]
fn the_gun_fires_at_what_is_within_200_and_not_4_beside_its_line() {
    for (at, fires) in [
        (dvec2(100.0, 20.0), true),
        (dvec2(100.0, 20.5), false),
        (dvec2(104.0, -100.0), true),
        (dvec2(96.0, -100.0), true),
        (dvec2(104.5, -100.0), false),
        (dvec2(95.5, -100.0), false),
    ] {
        let (mut me, mut gun) = World::new().gun;
        let enemies = [(Sprite { at, ..Sprite::default() }, Enemy::new())];
        let mut scene = Scene { me: &mut me, enemies: &enemies, post: &mut Letters::new() };
        assert_eq!(gun.tick_for(0.0, &mut scene), Status::Running);
        assert_eq!(!me.fired.is_empty(), fires, "at {at}");
    }
}

#[test]
fn a_shot_reaches_the_active_goal_of_one_sprite_and_no_dead_one() {
    let mut world = World::new();
    world.frame(SECOND);
    let before: Vec<Sprite> = world.enemies.iter().map(|(sprite, _)| sprite.clone()).collect();
    for id in [4, 4, 17] {
        assert!(world.post.post(id, Shot).is_ok());
    }
    world.deliver();
    world.frame(SECOND);
    assert!(world.post.post(4, Shot).is_ok());
    world.deliver();
    let told: Vec<&str> = world.events.iter().map(|(_, what)| what.as_str()).collect();
    let ignored = "sprite E is dead already, and does not react";
    assert_eq!(told, ["sprite E is destroyed", ignored, "there is no sprite 17", ignored]);
    for (id, (sprite, enemy)) in world.enemies.iter().enumerate() {
        assert_eq!((sprite.destroyed, sprite.at == before[id].at), (id == 4, id == 4), "{id}");
        let place = enemy.active().find_map(|node| node.label.filter(|label| ["alive", "dead"].contains(label)));
        assert_eq!(place, Some(if id == 4 { "dead" } else { "alive" }));
    }
}

#[test]
fn both_bullets_hit_the_same_sprite_at_every_frame_rate() {
    let events = |rate: u32| {
        let mut world = World::new();
        for _ in 0..6 * rate {
            world.frame(SECOND / rate);
        }
        world.events
    };
    let expected = events(200);
    let what: Vec<&str> = expected.iter().map(|(_, what)| what.as_str()).collect();
    let story = [
        "a bullet is fired",
        "a bullet is fired",
        "a bullet hits",
        "sprite A is destroyed",
        "a bullet hits",
        "sprite A is dead already, and does not react",
    ];
    assert_eq!(what, story);
    for rate in [5, 7, 10, 24, 30, 60, 100, 144, 240] {
        assert_eq!(events(rate), expected, "{rate} frames a second");
    }
}

#[test]
fn the_program_prints_two_screens() {
    let story = tell(60, &mut Replay::off());
    assert_printed("squares", &story);
    assert!(story.lines().count() <= 48, "{story}");
}

#[test]
fn each_bullet_is_in_the_replay() {
    let mut world = World::new();
    world.replay = Replay::to("unused.html");
    for _ in 0..60 {
        world.frame(SECOND / 10);
    }
    let recording = world.replay.recording().expect("it records");
    let names: Vec<&str> = recording.agents().collect();
    assert!(["gun", "sprite A", "bullet 1", "bullet 2"].iter().all(|name| names.contains(name)), "{names:?}");
}

#[test]
fn the_gun_fires_two_bullets_and_reloads_for_a_minute() {
    let mut world = World::new();
    while world.now < 125 * SECOND {
        world.frame(SECOND / 10);
    }
    let fired = world.events.iter().filter(|(_, what)| what == "a bullet is fired");
    let times: Vec<f64> = fired.map(|(time, _)| time.as_secs_f64()).collect();
    assert_eq!(times.len() % 2, 0);
    for shots in times.chunks_exact(2) {
        // A bullet is reported at the end of a step, and may be fired at its beginning.
        assert!((0.0449..0.0501).contains(&(shots[1] - shots[0])), "{times:?}");
    }
    for pair in times.chunks_exact(2).collect::<Vec<_>>().windows(2) {
        assert!(pair[1][0] - pair[0][1] >= 60.0 && pair[1][0] - pair[0][1] < 66.0, "{times:?}");
    }
    assert!(times.len() >= 4, "{times:?}");
}

#[test]
fn a_bullet_that_touches_nothing_is_lost() {
    let mut world = World::new();
    world.gun.0.at = dvec2(0.0, -690.0);
    world.bullets.push((Thing::new(dvec2(300.0, 0.0), dvec2(1.0, 0.0)), Bullet::new()));
    for _ in 0..120 {
        world.frame(SECOND / 60);
    }
    assert_eq!(world.events.iter().map(|(_, what)| what.as_str()).collect::<Vec<_>>(), ["a bullet is lost"]);
    assert!(world.bullets.is_empty() && world.post.is_empty());
}

#[test]
fn a_full_post_is_a_failed_strike() {
    let mut world = World::new();
    for _ in 0..world.post.capacity() {
        assert!(world.post.post(0, Shot).is_ok());
    }
    let (me, _) = &mut world.gun;
    let mut scene = Scene { me, enemies: &world.enemies, post: &mut world.post };
    assert!(!bt!((Scene<'_>) = strike).tick(&mut scene).is_success());
}
