//! Two guards who meet at a door, and are polite.

use std::time::Duration;

use bt::TreeFor;
use bt_check::{Agent, Check, Checkable, span};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Spot {
    Away,
    Door,
    Through,
}

use Spot::{Away, Door, Through};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Hall {
    called: [bool; 2],
    at: [Spot; 2],
}

/// Takes a tick.
#[derive(bt::Behavior, Clone, Default, PartialEq, Eq, Hash)]
#[behavior(context = Hall)]
struct LookUp {
    again: bool,
}

impl LookUp {
    fn run(&mut self, _: &mut Hall) -> bt::Status {
        if std::mem::replace(&mut self.again, true) { bt::Status::Success } else { bt::Status::Running }
    }
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Polite(Hall) { me: usize } = sequence <
        wait_until(|hall| hall.called[me]),
        action(|hall| hall.at[me] = Door),
        look_up,
        after_you: wait_until(|hall| hall.at[1 - me] != Door),
        action(|hall| hall.at[me] = Through),
        running,
    >
}

/// Patient guards, each with what it repeats: to wait at the door, and to step back.
macro_rules! patient {
    ($me:ident, $patience:ident; $($guard:ident = $again:ident [$($wait:tt)*] [$($back:tt)*];)*) => {$(
        bt::bt! {
            #[derive(Clone, PartialEq, Eq, Hash)]
            $guard(Hall) { $me: usize, $patience: Duration } = sequence <
                wait_until(|hall| hall.called[$me]),
                $again < selector <
                    sequence <
                        action(|hall| hall.at[$me] = Door),
                        wait(1.0),
                        $($wait)*,
                        action(|hall| hall.at[$me] = Through),
                    >,
                    inverter < sequence < $($back)*, wait(3.0) > >,
                > >,
                running,
            >
        }
    )*};
}

patient! {
    me, patience;
    Patient = repeat_until_success
        [timeout(patience) < after_you: wait_until(|hall| hall.at[1 - me] != Door) >]
        [action(|hall| hall.at[me] = Away)];
    // Nothing ends the wait.
    Endless = repeat_until_success
        [after_you: wait_until(|hall| hall.at[1 - me] != Door)]
        [action(|hall| hall.at[me] = Away)];
    // It waits for itself.
    Confused = repeat_until_success
        [timeout(patience) < after_you: wait_until(|hall| hall.at[me] != Door) >]
        [action(|hall| hall.at[me] = Away)];
    // It stays at the door, or comes only once.
    Stubborn = repeat_until_success
        [timeout(patience) < after_you: wait_until(|hall| hall.at[1 - me] != Door) >]
        [action(|hall| hall.at[me] = Door)];
    Offended = force_success
        [timeout(patience) < after_you: wait_until(|hall| hall.at[1 - me] != Door) >]
        [action(|hall| hall.at[me] = Away)];
}

const HALL: Hall = Hall { called: [false; 2], at: [Away; 2] };

fn calls(hall: &Hall, next: &mut bt_check::Next<Hall>) {
    for guard in 0..2 {
        if !hall.called[guard] {
            let mut called = hall.called;
            called[guard] = true;
            next.at_some_time(format_args!("guard {guard} is called"), Hall { called, ..*hall });
        }
    }
}

fn polite() -> Check<'static, Hall, [Agent<Polite>; 2]> {
    Check::several(HALL, [Polite::new(0), Polite::new(1)])
        .tick(|hall, [one, other]| {
            one.tick(hall);
            other.tick(hall);
        })
        .moves(calls)
        .many_moves()
        .eventually("both go through", |now| now.world.at == [Through; 2])
}

fn meeting<T: TreeFor<Hall> + Checkable>(guards: [T; 2]) -> Check<'static, Hall, [Agent<T>; 2]> {
    Check::several(HALL, guards)
        .tick(|hall, [one, other]| {
            let time = span(0.5, [one.sleep(), other.sleep()]);
            one.tick_for(time, hall);
            other.tick_for(time, hall);
        })
        .moves(calls)
        .many_moves()
        .eventually("both go through", |now| now.world.at == [Through; 2])
}

fn patient(patience: [u64; 2]) -> Check<'static, Hall, [Agent<Patient>; 2]> {
    let patience = patience.map(Duration::from_secs);
    meeting([Patient::new(0, patience[0]), Patient::new(1, patience[1])])
}

#[test]
fn mutants_are_found() {
    let through = "both go through";
    let patience = Duration::from_secs(2);
    crate::assert_found! {
        meeting([Endless::new(0, patience), Endless::new(1, patience)]) => through, in 3;
        meeting([Confused::new(0, patience), Confused::new(1, patience)]) => through, in 10;
        meeting([Stubborn::new(0, patience), Stubborn::new(1, patience)]) => through, in 8;
        meeting([Offended::new(0, patience), Offended::new(1, patience)]) => through, in 8;
    }
}

#[test]
fn polite_guards_wait_for_each_other_forever() {
    let report = polite().run();
    let story = report.counterexample().expect("they wait for each other").to_string();
    assert!(story.contains("from here on, this repeats forever:"), "{story}");
    assert!(story.contains("`after_you` continues"), "{story}");
}

#[test]
fn patient_guards_go_through() {
    for patience in [[2, 3], [3, 2], [2, 2]] {
        let report = patient(patience).holds();
        assert!(report.states() > 20, "{report}");
    }
}

/// If one of them has no patience, the other one steps back again and again, and comes at the wrong moment.
#[test]
fn a_guard_whose_patience_never_ends_waits_for_the_other_one() {
    assert!(patient([2, 1_000_000]).run().holds());
    let report = patient([1_000_000, 1_000_000]).states(2_000).run();
    assert!(!report.holds(), "{report}");
}

#[test]
fn the_test_of_an_endless_way_fails_as_long_as_it_is_endless() {
    let report = polite().run();
    let story = report.counterexample().expect("they wait for each other");
    let moves: Vec<_> = story.moves().collect();
    let test = story.to_test("polite()");
    assert!(test.contains("fn both_go_through()") && test.contains("Some("), "{test}");
    let from = moves.len() - 1;
    let failed = std::panic::catch_unwind(|| polite().replay(&moves, Some(from))).expect_err("it is still endless");
    assert!(failed.downcast_ref::<String>().is_some_and(|text| text.contains("fails: both go through")));
    patient([2, 3]).replay(&moves, Some(from));
}

#[test]
fn what_only_may_happen_can_be_put_off_forever() {
    let check = || {
        Check::new(HALL, Polite::new(0))
            .tick(|hall, guard| guard.tick(hall))
            .eventually("guard 0 goes through", |now| now.world.at[0] == Through)
    };
    let may = check().moves(|hall, next| next.may("guard 0 is called", Hall { called: [true, false], ..*hall }));
    let story = may.run().counterexample().expect("nobody calls it").to_string();
    assert!(story.contains("from here on, this repeats forever:\n  2. nothing happens"), "{story}");
    check().moves(calls).holds();
    // If something happens in any case, it does not wait either.
    let must = check().moves(|hall, next| {
        next.may("guard 0 is called", Hall { called: [true, false], ..*hall });
        next.something_happens();
    });
    must.holds();
}
