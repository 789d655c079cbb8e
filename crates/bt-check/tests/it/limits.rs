//! A search that gives up says so, and never claims that something holds.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bt_check::{Check, Limit, Report, Verdict, WhyNot};

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Count(u32) = action(|count| *count = count.wrapping_add(1))
}

fn count() -> Check<'static, u32, bt_check::Agent<Count>> {
    Check::new(0, Count::new())
        .tick(|count, tree| tree.tick(count))
        .moves(|count, next| next.may("it doubles", count.wrapping_mul(2)))
        .never("u32::MAX", |now| *now.world == u32::MAX)
        .eventually("17", |now| *now.world == 17)
}

#[test]
fn a_limit_is_no_proof() {
    let states = count().states(5_000).run();
    let memory = count().memory(100_000).run();
    let time = count().time(Duration::from_millis(20)).run();
    for (report, limit) in [(&states, Limit::States), (&memory, Limit::Memory), (&time, Limit::Time)] {
        assert!(!report.holds());
        for (name, verdict) in report.verdicts() {
            assert!(
                matches!(verdict, Verdict::NotKnown(WhyNot::Limit(found)) if *found == limit),
                "{name}: {verdict:?}"
            );
        }
    }
    assert!(states.states() > 5_000 && states.states() < 100_000, "{states}");
    assert!(states.to_string().contains("not known: 17: the search is incomplete: there are more states than"));
    assert!(states.to_string().contains("not known: never \"u32::MAX\": the search is incomplete"), "{states}");
}

/// A ring of states, in which the goal is never reached.
fn ring(tick: impl Fn() + Send + Sync + 'static) -> Check<'static, u32, bt_check::Agent<Count>> {
    let check = Check::new(0, Count::new()).tick(move |count, tree| {
        tick();
        tree.tick(count);
        *count %= RING;
    });
    check.never("a number outside", |now| *now.world >= RING).eventually("a number outside", |now| *now.world >= RING)
}

const RING: u32 = 20_000;

/// The verdicts that no tick panics, and of the two properties of a ring.
fn verdicts(report: &Report) -> [&'static str; 3] {
    let verdicts: Vec<_> = report.verdicts().map(|(_, verdict)| verdict).collect();
    [0, 1, 2].map(|number| match verdicts[number] {
        Verdict::Holds => "holds",
        Verdict::Fails(_) => "fails",
        Verdict::NotKnown(WhyNot::Limit(Limit::Memory)) => "memory",
        Verdict::NotKnown(WhyNot::Limit(Limit::Time)) => "time",
        Verdict::NotKnown(_) => "not known",
    })
}

/// The steps between the states are found after the states, and the limits apply to them, too.
#[test]
fn limits_hold_while_cycles_are_searched() {
    let all = ring(|| ()).run();
    assert_eq!(verdicts(&all), ["holds", "holds", "fails"]);
    let memory = ring(|| ()).memory(all.bytes() - 1_000).run();
    assert_eq!(verdicts(&memory), ["holds", "holds", "memory"]);

    let (ticks, limit) = (AtomicU32::new(0), Duration::from_secs(1));
    let wait_after_the_search = move || {
        if ticks.fetch_add(1, Ordering::Relaxed) == RING + 5_000 {
            std::thread::sleep(limit);
        }
    };
    let time = ring(wait_after_the_search).time(limit).run();
    assert_eq!(verdicts(&time)[2], "time", "{time}");
}

/// Here a tick depends on how often it was called: most states are never found.
#[test]
fn ticks_that_depend_on_something_else_prove_nothing() {
    let calls = AtomicU32::new(0);
    let report = Check::new(0, Count::new())
        .tick(|count, _| *count = calls.fetch_add(1, Ordering::Relaxed) % 100)
        .never("50", |now| *now.world == 50)
        .run();
    assert!(
        report.verdicts().all(|(_, verdict)| matches!(verdict, Verdict::NotKnown(WhyNot::Unrepeatable))),
        "{report}"
    );
}

#[test]
#[should_panic(expected = "the search is incomplete")]
fn what_is_not_known_does_not_hold() {
    count().states(1_000).holds();
}

#[test]
fn what_fails_is_found_before_the_limit() {
    let report = count().states(5_000).never("10", |now| *now.world == 10).run();
    // 1, 2, 5, and 5 doubled.
    let story = report.counterexample().expect("it counts to 10");
    assert_eq!((story.ticks(), story.steps()), (3, 4), "{story}");
    let verdicts: Vec<_> = report.verdicts().collect();
    assert!(matches!(verdicts[1], ("u32::MAX", Verdict::NotKnown(WhyNot::Stopped))));
}

#[test]
fn the_first_state_is_looked_at_too() {
    let report =
        Check::new(5, Count::new()).tick(|count, tree| tree.tick(count)).never("5", |now| *now.world == 5).run();
    assert_eq!(report.counterexample().map(bt_check::Counterexample::ticks), Some(0));
}

#[test]
fn progress_is_told() {
    let mut levels = 0;
    let report = count().states(50_000).on_progress(|progress| levels = levels.max(progress.depth)).run();
    assert!(!report.holds());
    assert!(levels > 10, "{levels}");
}
