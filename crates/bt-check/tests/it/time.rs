//! Time: a wait costs one state, and kept moments are relative to now.

use bt_check::{Check, span};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Gate {
    pressed: bool,
    rings: u8,
}

const GATE: Gate = Gate { pressed: false, rings: 0 };

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Bell(Gate) = forever < sequence <
        wait_until(|gate| gate.pressed),
        action(|gate| gate.pressed = false),
        ring: selector < cooldown(4.0) < action(|gate| gate.rings = (gate.rings + 1) % 4) >, succeed >,
    > >
}

fn bell() -> Check<'static, Gate, bt_check::Agent<Bell>> {
    Check::new(GATE, Bell::new())
        .tick(|gate, bell| bell.tick_for(1.0, gate))
        .moves(|gate, next| next.may("somebody presses the button", Gate { pressed: true, ..*gate }))
}

/// The cooldown ends, so its moment is dropped: with an absolute clock, no state would be seen twice.
#[test]
fn moments_that_nothing_looks_at_are_dropped() {
    let report = bell().holds();
    // For each number of rings, while it waits and after it has yielded: no moment, or one that is 1 to 3 seconds ago.
    // Plus the new tree.
    assert_eq!(report.states(), 4 * 2 * 4 + 1, "{report}");
    // If moments are kept forever, each second is a new state.
    let endless = bell().longest_time(1e9).states(10_000).run();
    assert!(!endless.holds());
}

#[test]
fn a_cooldown_is_as_long_as_it_says() {
    let first = bell().never("it rings once", |now| now.world.rings == 1).run();
    assert_eq!(first.counterexample().map(bt_check::Counterexample::ticks), Some(1));
    let second = bell().never("it rings twice", |now| now.world.rings == 2).run();
    let story = second.counterexample().expect("it rings again after a while");
    assert!((5..=6).contains(&story.ticks()), "{story}");
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Other(Gate) = sequence <
        wait_until(|gate| gate.pressed),
        action(|gate| gate.pressed = false),
        cooldown(pause()) < running >,
    >
}

fn pause() -> f64 {
    2.0
}

#[test]
fn a_time_that_is_no_literal_has_to_be_said() {
    let other = || {
        Check::new(GATE, Other::new())
            .tick(|gate, other| {
                other.tick_for(1.0, gate);
                other.abort(gate);
            })
            .moves(|gate, next| next.may("somebody presses the button", Gate { pressed: true, ..*gate }))
    };
    let report = other().states(1_000).run();
    assert!(report.to_string().contains("`cooldown(pause())` are not literals"), "{report}");
    assert!(other().longest_time(2.0).states(1_000).holds().states() < 10);
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Patrol(Gate) = forever < sequence <
        wait(3600.0),
        action(|gate| gate.rings = 1),
        wait(0.001),
        action(|gate| gate.rings = 0),
    > >
}

#[test]
fn a_long_sleep_is_one_state() {
    let report = Check::new(GATE, Patrol::new())
        .tick(|gate, patrol| patrol.tick_for(span(0.5, [patrol.sleep()]), gate))
        .eventually("it rings", |now| now.world.rings == 1)
        .holds();
    assert!(report.states() < 5, "{report}");
}

/// While a tree sleeps, the world moves on, any number of times.
#[test]
fn many_moves_fit_into_a_long_sleep() {
    let check = || {
        Check::new(GATE, Patrol::new())
            .tick(|gate, patrol| patrol.tick_for(span(0.5, [patrol.sleep()]), gate))
            .moves(|gate, next| next.may("a ring", Gate { rings: (gate.rings + 1).min(3), ..*gate }))
            .never("three rings", |now| now.world.rings == 3)
    };
    let many = check().many_moves().run();
    assert_eq!(many.counterexample().map(|story| (story.ticks(), story.moves().count())), Some((0, 3)));
    assert!(check().run().holds());
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Busy(Gate) = timeout(2.0) < forever < sequence < rest: wait(0.5), action(|gate| gate.rings ^= 1) > > >
}

/// An enum of trees has the clock of its variant.
#[derive(bt::Behavior, Clone, PartialEq, Eq, Hash)]
#[behavior(context = Gate)]
enum Kind {
    Bell(Bell),
    Busy(Busy),
}

#[test]
fn agents_of_several_kinds_have_a_clock_each() {
    let report = Check::several(GATE, [Kind::Bell(Bell::new()), Kind::Busy(Busy::new())])
        .tick(|gate, [bell, busy]| {
            bell.tick_for(1.0, gate);
            busy.tick_for(1.0, gate);
        })
        .moves(|gate, next| next.may("somebody presses the button", Gate { pressed: true, ..*gate }))
        .always("the second one is busy", |now| now.agent(1).is_active("rest") || !now.agent(1).is_running())
        .holds();
    assert!(report.states() < 500, "{report}");
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Deaf(Gate) = forever < sequence < wait_until(|gate| gate.pressed), action(|gate| gate.pressed = false) > >
}

/// The button is released before the end of the tick: only a look at the world after the move sees it pressed.
#[test]
fn what_a_move_begins_is_seen_before_the_tick_ends_it() {
    let report = Check::new(GATE, Deaf::new())
        .tick(|gate, deaf| deaf.tick(gate))
        .moves(|gate, next| next.may("somebody presses the button", Gate { pressed: true, ..*gate }))
        .leads_to("a press is heard", |now| now.world.pressed, |now| now.world.rings > 0)
        .run();
    let story = report.counterexample().expect("it does not ring");
    assert_eq!(story.moves().next(), Some("somebody presses the button"), "{story}");
}
