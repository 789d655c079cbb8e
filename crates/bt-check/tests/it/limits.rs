//! A search that gives up says so, and never that something holds.

use std::time::Duration;

use bt_check::{Check, Limit, Verdict, WhyNot};

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
    assert!(
        states.to_string().contains("not known: 17: not everything was looked at, since there are more states than")
    );
    assert!(states.to_string().contains("not known: never \"u32::MAX\": not everything"), "{states}");
}

#[test]
#[should_panic(expected = "not everything was looked at")]
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
