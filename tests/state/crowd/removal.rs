//! `retain` and `clear`: which agents remain, and that ids of removed ones are never reused.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use bt_crowd::{AgentId, Crowd};

use super::{Sentry, Walker};

fn crowd(agents: u64) -> (Crowd<Sentry, Walker>, Vec<AgentId>) {
    let mut crowd = Crowd::new();
    let ids = (0..agents).map(|number| crowd.insert(Sentry::new(), Walker::new(number))).collect();
    (crowd, ids)
}

#[test]
fn retain_asks_of_each_once_and_in_order() {
    // The last one has more agents than a block has seats.
    for agents in [0, 1, 7, 1000, 40_000] {
        let (mut crowd, ids) = crowd(agents);
        let mut asked = Vec::new();
        crowd.retain(|id, _, walker| {
            asked.push(id);
            walker.record = 1;
            walker.chance.is_multiple_of(3)
        });
        assert_eq!(asked, ids);
        for (number, id) in (0..agents).zip(&ids) {
            let walker = Walker { record: 1, ..Walker::new(number) };
            let stays = walker.chance.is_multiple_of(3);
            assert_eq!(crowd.get(*id).map(|(_, walker)| walker), stays.then_some(&walker));
        }
        assert_eq!(crowd.iter().count(), crowd.len());
        assert!(crowd.iter().all(|(_, _, walker)| walker.chance.is_multiple_of(3)));
    }
}

#[test]
fn after_a_panic_in_retain_all_are_still_there() {
    let (mut crowd, ids) = crowd(100);
    let mut asked = 0;
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        crowd.retain(|_, _, _| {
            asked += 1;
            assert!(asked < 50, "on purpose");
            false
        });
    }));
    assert!(panicked.is_err());
    assert_eq!(crowd.len(), 100);
    assert!(ids.iter().all(|id| crowd.get(*id).is_some()));
}

#[test]
fn no_id_is_given_again() {
    let (mut crowd, ids) = crowd(100);
    let mut known: HashSet<AgentId> = ids.into_iter().collect();
    for round in 0..10 {
        match round % 2 {
            0 => crowd.clear(),
            _ => crowd.retain(|_, _, walker| walker.chance.is_multiple_of(2)),
        }
        assert_eq!(crowd.is_empty(), round % 2 == 0);
        for number in 0..50 {
            assert!(known.insert(crowd.insert(Sentry::new(), Walker::new(number))));
        }
        let there = known.iter().filter(|id| crowd.get(**id).is_some()).count();
        assert_eq!(there, crowd.len());
    }
}

#[test]
fn a_cleared_crowd_can_be_used_again() {
    let (mut crowd, _) = crowd(100);
    crowd.clear();
    assert_eq!((crowd.len(), crowd.iter().next().is_none(), crowd.iter_mut().next().is_none()), (0, true, true));
    let id = crowd.insert(Sentry::new(), Walker::new(7));
    crowd.tick(|tree, walker| {
        walker.look();
        walker.answer = Ok(tree.tick(walker));
    });
    assert_eq!(crowd.get(id).map(|(_, walker)| walker.ticks), Some(1));
}
