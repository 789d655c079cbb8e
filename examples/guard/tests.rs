use std::collections::BTreeSet;

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use bt::bt;
use bt_examples::outputs::assert_printed;
use bt_examples::replay::Replay;

use crate::body::{Body, CORRIDOR, LOST, POSTS, Scene};
use crate::chart::decisions;
use crate::game::{FRAME, Moment, Script, label, play, play_at};
use crate::story;
use crate::trees::{Escape, InEachTick, OnEvents, Pursue, Round};

/// How many frames a game has.
const FRAMES: u32 = 32 * 50;

/// A player who moves at random, and strikes every second.
fn by_chance(seed: u64) -> Script {
    let mut chance = Pcg32::seed_from_u64(seed);
    let mut draw = |end: u32| (chance.next_u32() % end) as f32;
    let mut way = vec![(0.0, 30.0)];
    while way[way.len() - 1].0 < 32.0 {
        let (time, _) = way[way.len() - 1];
        way.push((time + 0.5 + draw(300) / 100.0, draw(401) / 10.0));
    }
    Script { way, strikes: (0..32).map(|second| second as f32 + 0.5).collect() }
}

fn scripts() -> impl Iterator<Item = (u64, Script)> {
    (0..30).map(|seed| (seed, if seed == 0 { Script::visit() } else { by_chance(seed) }))
}

/// The number of checks in each frame.
fn asked(moments: &[Moment]) -> Vec<u32> {
    let mut before = 0;
    let asked = moments.iter().map(|moment| moment.counts.asked - std::mem::replace(&mut before, moment.counts.asked));
    asked.collect()
}

#[test]
fn it_patrols_chases_and_flees() {
    let expected = [
        (0.0, "patrol"),
        (5.8, "chase"),
        (7.0, "flee"),
        (10.0, "patrol"),
        (11.3, "chase"),
        (14.4, "patrol"),
        (22.9, "chase"),
        (24.5, "flee"),
        (27.5, "patrol"),
        (29.3, "chase"),
        (31.2, "patrol"),
    ];
    let decisions = decisions(&play::<InEachTick>(&Script::visit(), &mut Replay::off()));
    let rounded: Vec<_> = decisions.iter().map(|(time, act)| ((time * 10.0).round() / 10.0, *act)).collect();
    assert_eq!(rounded, expected);
}

#[test]
fn it_does_what_the_exercise_says() {
    for (seed, script) in scripts() {
        for pair in play::<InEachTick>(&script, &mut Replay::off()).windows(2) {
            let [before, now] = [pair[0], pair[1]];
            let [far, farther] = [before, now].map(|moment| (moment.player - moment.guard).abs());
            let place = format!("seed {seed}: {before:?}, then {now:?}");
            assert_eq!(now.senses.hurt, now.act == "flee", "it flees as long as it is hurt, {place}");
            if now.act == "patrol" {
                assert!(!now.senses.player_near, "{place}");
            }
            if now.act == "chase" {
                assert!(far < LOST + 1.0, "{place}");
                assert!(before.act == "chase" || now.senses.player_near, "{place}");
            }
            if now.act == "flee" && now.guard > 0.0 && now.guard < CORRIDOR && now.player == before.player {
                assert!(farther > far, "{place}");
            }
        }
    }
}

#[test]
fn it_flees_for_three_seconds() {
    let mut flights = 0;
    for (seed, script) in scripts() {
        for pair in decisions(&play::<InEachTick>(&script, &mut Replay::off())).windows(2) {
            if pair[0].1 == "flee" {
                // The last frame of a flight is the first of the next action.
                let time = pair[1].0 - pair[0].0 + FRAME.as_secs_f64();
                assert!((time - 3.0).abs() < 1e-6, "seed {seed}: {time} s");
                flights += 1;
            }
        }
    }
    assert!(flights > 50, "{flights}");
}

#[test]
fn it_stays_a_second_at_each_post() {
    let nobody = Script { way: vec![(0.0, 1000.0)], strikes: vec![] };
    let places: Vec<f32> = play::<InEachTick>(&nobody, &mut Replay::off()).iter().map(|moment| moment.guard).collect();
    let rests: Vec<&[f32]> = places.chunk_by(|one, next| one == next).filter(|same| same.len() > 1).collect();
    // The last rest may be incomplete.
    for rest in &rests[..rests.len() - 1] {
        assert!(POSTS.iter().any(|post| (post - rest[0]).abs() < 0.1), "it rests at {}", rest[0]);
        assert_eq!(rest.len(), 50, "at {}", rest[0]);
    }
    assert!(rests.len() > 3, "{} rests", rests.len());
}

#[test]
fn both_minds_decide_the_same() {
    let mut acts = BTreeSet::new();
    for (seed, script) in scripts() {
        // All but the number of checks: places, actions, senses, and how often the running leaf ran.
        let seen = |mut moments: Vec<Moment>| {
            moments.iter_mut().for_each(|moment| moment.counts.asked = 0);
            moments
        };
        let (each_tick, on_events) = (
            seen(play::<InEachTick>(&script, &mut Replay::off())),
            seen(play::<OnEvents>(&script, &mut Replay::off())),
        );
        for (number, (one, other)) in each_tick.iter().zip(&on_events).enumerate() {
            assert_eq!(one, other, "seed {seed}, frame {number}");
        }
        acts.extend(each_tick.windows(2).map(|pair| (pair[0].act, pair[1].act)));
    }
    assert_eq!(acts.len(), 8, "chance has not led from each act to all that can follow: {acts:?}");
}

#[test]
fn without_an_event_nothing_is_asked() {
    for (seed, script) in scripts() {
        let moments = play::<OnEvents>(&script, &mut Replay::off());
        let asked = asked(&moments);
        let mut events = 1;
        for number in 1..moments.len() {
            // Changes of the senses: hurt or not, near or not.
            let event = moments[number].senses != moments[number - 1].senses;
            events += u32::from(event);
            assert!(event || asked[number] == 0, "seed {seed}, frame {number}: {:?}", moments[number]);
        }
        let total: u32 = asked.iter().sum();
        assert!(total <= 2 * events && total * 10 < FRAMES, "seed {seed}: {total} for {events} events");
    }
}

#[test]
fn in_each_tick_all_that_is_more_urgent_is_asked() {
    let moments = play::<InEachTick>(&Script::visit(), &mut Replay::off());
    for (pair, asked) in moments.windows(2).zip(&asked(&moments)[1..]) {
        let expected = match pair[0].act {
            act if act != pair[1].act => continue,
            "flee" => 0,
            "chase" => 1,
            _ => 2,
        };
        assert_eq!(*asked, expected, "{pair:?}");
    }
}

#[test]
fn what_is_not_in_the_key_is_not_noticed_until_somebody_looks() {
    bt! {
        Numb(Scene<'_>) = observe(|scene| -> bool { scene.body.senses.player_near }) <
            reactive_selector < flee: escape, chase: pursue, patrol: round >
        >
    }
    let (mut numb, mut body) = (Numb::new(), Body::default());
    let mut act = |body: &mut Body, look: bool| {
        if look {
            numb.look();
        }
        numb.tick_for(FRAME, &mut Scene { body, player: 30.0 });
        label(numb.active())
    };
    assert_eq!(act(&mut body, false), "patrol");
    body.senses.hurt = true;
    assert_eq!(act(&mut body, false), "patrol");
    assert_eq!(act(&mut body, true), "flee");
}

#[test]
fn the_story_of_the_program() {
    assert_printed("guard", &story(&mut Replay::off()));
}

#[test]
fn the_story_of_the_program_is_the_same_at_every_frame_rate() {
    let acts = |moments: Vec<Moment>| {
        let mut acts: Vec<&str> = moments.into_iter().map(|moment| moment.act).collect();
        acts.dedup();
        acts
    };
    let script = Script::visit();
    let expected = acts(play::<InEachTick>(&script, &mut Replay::off()));
    assert!(expected.len() > 5, "{expected:?}");
    for rate in [5, 7, 10, 24, 30, 60, 144, 240] {
        assert_eq!(acts(play_at::<InEachTick>(rate, &script, &mut Replay::off())), expected, "{rate} frames a second");
        assert_eq!(acts(play_at::<OnEvents>(rate, &script, &mut Replay::off())), expected, "{rate} frames a second");
    }
}
