//! What can happen between two ticks: names, fairness, and any number of moves.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bt_check::{Agent, Check};

/// Whether a lamp is lit, and how often a tick has seen it so, up to two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Lamp {
    lit: bool,
    seen: u8,
}

const DARK: Lamp = Lamp { lit: false, seen: 0 };

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Watch(Lamp) = forever < sequence < condition(|lamp| lamp.lit), action(|lamp| lamp.seen = (lamp.seen + 1).min(2)) > >
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Count(Lamp) = action(|lamp| lamp.seen = (lamp.seen + 1).min(2))
}

fn count() -> Check<'static, Lamp, Agent<Count>> {
    Check::new(DARK, Count::new()).tick(|lamp, tree| tree.tick(lamp))
}

/// Moves alone do not continue forever: time passes.
#[test]
fn ticks_are_not_put_off_by_many_moves() {
    let toggled = || count().moves(|lamp, next| next.may("a switch", Lamp { lit: !lamp.lit, ..*lamp })).many_moves();
    toggled().eventually("two ticks", |now| now.world.seen == 2).holds();
    let story = toggled().eventually("light", |now| now.world.lit && now.world.seen == 2).run().to_string();
    assert!(story.contains("from here on, this repeats forever:") && story.contains("nothing happens"), "{story}");
}

/// A goal that only holds between two moves does not count: it has to hold after a tick.
#[test]
fn a_goal_is_reached_by_a_tick() {
    let check = || {
        Check::new(DARK, Count::new())
            .tick(|lamp, tree| {
                lamp.lit = false;
                tree.tick(lamp);
            })
            .moves(|lamp, next| next.at_some_time("a switch", Lamp { lit: true, ..*lamp }))
            .eventually("light", |now| now.world.lit)
    };
    assert!(check().run().counterexample().is_some());
    assert!(check().many_moves().run().counterexample().is_some());
}

/// What holds before the first tick is no goal either; but it can be what a goal has to follow.
#[test]
fn the_start_is_no_goal() {
    let check = || count().tick(|lamp, tree| tree.tick(lamp)).eventually("not seen", |now| now.world.seen == 0);
    let report = check().run();
    let story = report.counterexample().expect("each tick sees it");
    let moves: Vec<_> = story.moves().collect();
    let failed = catch_unwind(AssertUnwindSafe(|| check().replay(&moves, Some(moves.len() - 1))));
    assert!(failed.is_err(), "{story}");
    let leads = |to: u8| count().leads_to("it is seen", |now| now.world.seen == 0, move |now| now.world.seen == to);
    assert!(leads(0).run().counterexample().is_some());
    leads(2).holds();
}

#[test]
#[should_panic(expected = "`many_moves` allows any number of them")]
fn something_happens_is_for_one_move() {
    let moves = |lamp: &Lamp, next: &mut bt_check::Next<Lamp>| {
        next.may("a switch", Lamp { lit: true, ..*lamp });
        next.something_happens();
    };
    count().moves(moves).many_moves().run();
}

/// The second move leads to the fault: a replay by names alone takes the first one.
#[test]
fn moves_with_the_same_name_are_told_apart() {
    let check = || {
        Check::new(DARK, Watch::new())
            .tick(|lamp, tree| tree.tick(lamp))
            .moves(|lamp, next| {
                next.may("a switch", Lamp { lit: false, ..*lamp });
                next.may("a switch", Lamp { lit: true, ..*lamp });
            })
            .never("seen", |now| now.world.seen == 1)
    };
    let report = check().run();
    let moves: Vec<_> = report.counterexample().expect("the lamp is lit").moves().collect();
    assert_eq!(moves, ["a switch (2)"]);
    let failed = catch_unwind(AssertUnwindSafe(|| check().replay(&moves, None))).expect_err("it still fails");
    assert!(failed.downcast_ref::<String>().is_some_and(|story| story.contains("fails: seen")));
}
