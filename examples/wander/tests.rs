use std::time::Duration;

use bt::{Outcome, Status, bt};
use bt_examples::outputs::assert_printed;
use bt_examples::replay::Replay;
use glam::{Vec2, vec2};

use crate::level::{GARDEN, Map, is_wall};
use crate::npc::{Blackboard, Npc};
use crate::picture::log;
use crate::tree::{FindWanderPoint, MoveToPoint, NEAR, Roam, Wander};
use crate::{SEED, live, story};

/// Nothing is in the way.
const MEADOW: Map = &[
    "########################",
    "#                      #",
    "#                      #",
    "#                      #",
    "#                      #",
    "#                      #",
    "#                      #",
    "#                      #",
    "#                      #",
    "#                      #",
    "########################",
];

/// No way out, and no space to walk.
const CELL_IN_THE_CELLAR: Map = &["####", "#  #", "####"];

/// A tree that goes to points far away from the cellar.
fn homesick() -> Wander {
    Wander::new(vec2(500.0, 0.0), 20.0)
}

/// Frames a second. All have a frame that ends at 4 seconds.
const RATES: [u32; 6] = [1, 2, 5, 10, 50, 200];

/// Ticks a tree to its end, ten times a second: the status, and how many ticks it took.
fn finish(wander: &mut Wander, npc: &mut Npc) -> (Status, u32) {
    let frame = Duration::from_millis(100);
    for tick in 1..1000 {
        let status = wander.tick_for(frame, npc);
        if !status.is_running() {
            return (status, tick);
        }
        npc.advance(frame);
    }
    panic!("it continues for ever: {:?}", npc.blackboard);
}

fn assert_tidy(npc: &Npc) {
    assert_eq!((npc.arrive_at, npc.blackboard.target), (None, None));
}

#[test]
fn a_walk_begins_with_a_clean_blackboard() {
    let (mut wander, mut npc) = (Wander::new(vec2(5.0, 2.0), 35.0), Npc::new(MEADOW, 1));
    npc.blackboard.stuck = true;
    assert_eq!(finish(&mut wander, &mut npc).0, Status::Success);
}

#[test]
fn in_the_open_it_comes_to_its_point() {
    for seed in 0..50 {
        let (mut wander, mut npc) = (Wander::new(vec2(5.0, 2.0), 35.0), Npc::new(MEADOW, seed));
        let (status, ticks) = finish(&mut wander, &mut npc);
        let [walk] = &npc.walks[..] else { panic!("one walk is not {:?}", npc.walks) };
        assert_eq!((status, walk.outcome), (Status::Success, Outcome::Success), "seed {seed}");
        assert!(walk.target.distance(vec2(5.0, 2.0)) < 35.0, "{walk:?}");
        assert!(walk.target.distance(npc.position) < NEAR && ticks < 40, "{ticks} ticks, {walk:?}");
        assert_tidy(&npc);
    }
}

#[test]
fn walled_in_it_gives_up_after_four_seconds() {
    let (mut wander, mut npc) = (homesick(), Npc::new(CELL_IN_THE_CELLAR, 1));
    wander.tick_for(0.0, &mut npc);
    assert!(npc.arrive_at.is_some() && npc.arrive_at == npc.blackboard.target);
    // The watch is due at the end of the fortieth tick, and the move sees its result in the next one.
    assert_eq!(finish(&mut wander, &mut npc), (Status::Failure, 41));
    assert_eq!(npc.walks[0].outcome, Outcome::Failure);
    assert_tidy(&npc);
}

#[test]
fn each_run_has_a_new_blackboard_and_a_new_point() {
    let (mut wander, mut npc) = (homesick(), Npc::new(CELL_IN_THE_CELLAR, 1));
    for _ in 0..3 {
        assert_eq!(finish(&mut wander, &mut npc), (Status::Failure, 41));
        assert!(!npc.blackboard.stuck, "a move leaves nothing behind");
    }
    assert!(npc.walks.windows(2).all(|pair| pair[0].target != pair[1].target), "{:?}", npc.walks);

    wander.tick_for(0.0, &mut npc);
    let target = npc.blackboard.target;
    assert!(target.is_some());
    assert_eq!(npc.blackboard, Blackboard { target, seen_at: npc.position, stuck: false });
}

#[test]
fn a_second_move_in_a_row_has_all_of_its_time() {
    bt! {
        Twice(Npc) = sequence <
            find_wander_point(vec2(500.0, 0.0), 20.0),
            every(4.0, Npc::check_progress) < force_success < move_to_point > >,
            find_wander_point(vec2(500.0, 0.0), 20.0),
            every(4.0, Npc::check_progress) < move_to_point >,
        >
    }
    let (mut twice, mut npc) = (Twice::new(), Npc::new(CELL_IN_THE_CELLAR, 1));
    let frame = Duration::from_millis(100);
    while twice.tick_for(frame, &mut npc).is_running() {
        npc.advance(frame);
    }
    let seconds: Vec<_> = npc.walks.iter().map(|walk| walk.time.map(|time| time.as_secs_f64())).collect();
    assert_eq!(seconds, [[0.0, 4.0], [4.0, 8.0]]);
}

#[test]
fn an_abort_tidies_up_too() {
    let (mut wander, mut npc) = (homesick(), Npc::new(CELL_IN_THE_CELLAR, 1));
    wander.tick_for(1.0, &mut npc);
    wander.abort(&mut npc);
    assert_eq!(npc.walks[0].outcome, Outcome::Aborted);
    assert_tidy(&npc);
    assert_eq!(finish(&mut wander, &mut npc), (Status::Failure, 41), "the next run has all of its time");
}

#[test]
fn without_a_point_there_is_no_way() {
    let mut npc = Npc::new(MEADOW, 1);
    assert_eq!(bt!(move_to_point).tick(&mut npc), Status::Failure);
    assert_eq!(npc.walks, []);
}

#[test]
fn the_watch_is_on_time_at_every_frame_rate() {
    bt! { Again(Npc) = forever < force_success < wander(vec2(500.0, 0.0), 20.0) > > }
    let life = |rate| {
        let (mut again, mut npc) = (Again::new(), Npc::new(CELL_IN_THE_CELLAR, 3));
        let frame = Duration::from_secs(1) / rate;
        for _ in 0..=20 * rate {
            again.tick_for(frame, &mut npc);
            npc.advance(frame);
        }
        npc.walks
    };
    let walks = life(1);
    let times: Vec<_> = walks.iter().map(|walk| walk.time.map(|time| time.as_secs_f64())).collect();
    assert_eq!(times, [[0.0, 4.0], [4.0, 8.0], [8.0, 12.0], [12.0, 16.0], [16.0, 20.0]]);
    for rate in RATES {
        assert_eq!(life(rate), walks, "at {rate} Hz");
    }
}

#[test]
fn who_is_slow_is_not_stuck_and_who_creeps_is() {
    for rate in RATES {
        for (top_speed, stuck) in [(2.0, false), (1.0, true)] {
            let mut npc = Npc::new(MEADOW, 1);
            npc.top_speed = top_speed;
            let mut wander = Wander::new(vec2(40.0, 0.0), 0.0);
            let frame = Duration::from_secs(1) / rate;
            for _ in 0..4 * rate {
                assert!(!npc.blackboard.stuck, "too early, at {rate} Hz");
                assert_eq!(wander.tick_for(frame, &mut npc), Status::Running);
                npc.advance(frame);
            }
            assert_eq!(npc.blackboard.stuck, stuck, "{top_speed} units a second, at {rate} Hz");
        }
    }
}

#[test]
fn in_the_garden_all_frame_rates_lead_to_the_same() {
    let mut stuck = 0;
    for seed in 1..=5 {
        let outcomes = |rate| {
            let mut npc = Npc::new(GARDEN, seed);
            live(&mut npc, 60, rate, &mut Replay::off());
            npc.walks.into_iter().map(|walk| (walk.target, walk.outcome)).collect::<Vec<_>>()
        };
        let expected = outcomes(60);
        stuck += expected.iter().filter(|(_, outcome)| *outcome == Outcome::Failure).count();
        for rate in [5, 7, 10, 20, 50, 144, 240] {
            let outcomes = outcomes(rate);
            // Which of the last walks is still under way may differ by a frame.
            let same = outcomes.iter().zip(&expected).take_while(|(one, other)| one == other).count();
            assert!(same + 2 >= expected.len(), "seed {seed} at {rate} Hz: {outcomes:?}, not {expected:?}");
        }
    }
    assert!(stuck > 5, "nobody was stuck: {stuck}");
}

#[test]
fn walls_hold() {
    for seed in 1..=20 {
        let (mut roam, mut npc) = (Roam::new(Vec2::ZERO, 100.0), Npc::new(GARDEN, seed));
        let frame = Duration::from_millis(50);
        for _ in 0..1200 {
            roam.tick_for(frame, &mut npc);
            npc.advance(frame);
            assert!(!is_wall(GARDEN, npc.position), "seed {seed}: {}", npc.position);
        }
    }
}

#[test]
fn the_same_seed_is_the_same_life() {
    let life = |seed| {
        let mut npc = Npc::new(GARDEN, seed);
        (live(&mut npc, 60, 60, &mut Replay::off()).text(), log(&npc.walks))
    };
    assert_eq!(life(7), life(7));
    assert_ne!(life(7), life(8));
}

#[test]
fn the_map_and_the_log_of_the_program() {
    let mut npc = Npc::new(GARDEN, 1);
    let picture = live(&mut npc, 75, 60, &mut Replay::off());
    let log = log(&npc.walks);
    assert_eq!(log[0], "a    0.0 s  to (  15,   47)   1.2 s  there");
    assert_eq!(log[7], "h   11.6 s  to (  18,  -58)   8.0 s  stuck at (   0,   48)");
    assert_eq!(log[24], "y   73.1 s  to (  78,   34)   1.9 s  still on its way");
    let rows = picture.text();
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows[20], "#                 h        # ww                      #");
    assert_eq!(rows[5], "#        ########xyyy          ?            #        #");
}

#[test]
fn the_story_of_the_program() {
    assert_printed("wander", &story(SEED, &mut Replay::off()));
}
