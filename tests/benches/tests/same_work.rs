//! All systems do the same: the same statuses, tick by tick, and the same context in the end.

use bt_benches::crowd;
use bt_benches::subject::{NOTHING, Subject, subjects};

#[test]
fn all_systems_do_the_same_work() {
    let mut subjects = subjects();
    subjects.retain(|subject| subject.system != NOTHING);
    // New subjects are at the end of the list, so that the others keep their numbers.
    subjects.sort_by_key(|subject| subject.workload);
    for same in subjects.chunk_by(|one, two| one.workload == two.workload) {
        let (first, others) = same.split_first().expect("a chunk is not empty");
        let (statuses, context) = trace(first);
        assert!(statuses.iter().any(|status| status.is_running()) && statuses.iter().any(|status| status.is_success()));
        for other in others {
            let (other_statuses, other_context) = trace(other);
            let tick = statuses.iter().zip(&other_statuses).position(|(one, two)| one != two);
            assert_eq!(tick, None, "{}: {} and {} differ", first.workload, first.system, other.system);
            assert_eq!(context, other_context, "{}: {} and {}", first.workload, first.system, other.system);
        }
    }
}

fn trace(subject: &Subject) -> (Vec<bt::Status>, String) {
    (subject.trace)(50_000)
}

#[test]
fn all_crowds_do_the_same_work() {
    let subjects = crowd::subjects();
    for same in subjects.chunk_by(|one, two| one.workload == two.workload) {
        let traces: Vec<_> = same.iter().map(|subject| (subject.trace)(700, 150)).collect();
        for (subject, trace) in same.iter().zip(&traces) {
            assert!(trace == &traces[0], "{}: {} and {} differ", subject.workload, same[0].system, subject.system);
        }
    }
}
