//! The iterators over a crowd: all of them visit the same agents in the same order.

use std::fmt::Debug;

use bt::bt;
use bt_crowd::{AgentId, Crowd};

bt! {
    #[derive(Clone, Debug, PartialEq)]
    Count(u64) = forever < action(|number| *number += 1) >
}

/// This number of agents, numbered from 0; every third one was removed, and then three were added.
fn crowd(agents: u64) -> (Crowd<Count, u64>, Vec<(AgentId, u64)>) {
    let mut crowd = Crowd::new();
    let ids: Vec<AgentId> = (0..agents).map(|number| crowd.insert(Count::new(), number)).collect();
    let mut expected: Vec<(AgentId, u64)> = ids.iter().copied().zip(0..).collect();
    for id in ids.iter().skip(1).step_by(3) {
        assert!(crowd.remove(*id).is_some());
    }
    let mut index = 0..;
    expected.retain(|_| index.next().is_some_and(|index| index % 3 != 1));
    for number in 0..3 {
        expected.push((crowd.insert(Count::new(), 100_000 + number), 100_000 + number));
    }
    (crowd, expected)
}

fn sorted<T: Ord + Debug>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items
}

#[test]
fn all_go_through_the_same_agents() {
    // The last one has more agents than a block has seats.
    for agents in [0, 1, 2, 10, 1000, 40_000] {
        let (mut crowd, expected) = crowd(agents);
        crowd.tick(|tree, number| {
            tree.tick(number);
        });
        let expected = sorted(expected.into_iter().map(|(id, number)| (id, number + 1)));
        let order: Vec<AgentId> = crowd.iter().map(|(id, ..)| id).collect();
        assert_eq!(sorted((&crowd).into_iter().map(|(id, _, number)| (id, *number))), expected);
        assert_eq!(sorted((&mut crowd).into_iter().map(|(id, _, number)| (id, *number))), expected);
        assert!(crowd.iter_mut().map(|(id, ..)| id).eq(order.iter().copied()));
        let owned: Vec<(AgentId, Count, u64)> = crowd.into_iter().collect();
        assert!(owned.iter().map(|(id, ..)| *id).eq(order));
        assert!(owned.iter().all(|(_, tree, _)| tree.is_running()));
        assert_eq!(sorted(owned.into_iter().map(|(id, _, number)| (id, number))), expected);
    }
}

#[test]
fn they_know_how_many_are_left() {
    let (mut crowd, expected) = crowd(100);
    let mut left = expected.len();
    assert_eq!(crowd.len(), left);
    assert_eq!((crowd.iter().len(), crowd.iter_mut().len(), crowd.clone().into_iter().len()), (left, left, left));
    let mut iter = crowd.into_iter();
    while iter.next().is_some() {
        left -= 1;
        assert_eq!(iter.size_hint(), (left, Some(left)));
    }
    assert_eq!(left, 0);
    assert!(iter.next().is_none());
}

#[test]
fn what_is_changed_stays_changed() {
    let (mut crowd, expected) = crowd(100);
    for (_, tree, number) in &mut crowd {
        *number += 1;
        tree.tick(number);
    }
    for (id, number) in expected {
        let (tree, context) = crowd.get(id).expect("it has not been removed");
        assert_eq!((tree.is_running(), *context), (true, number + 2));
    }
}

#[test]
fn a_crowd_is_made_of_pairs() {
    let mut crowd: Crowd<Count, u64> = (0..10).map(|number| (Count::new(), number)).collect();
    crowd.extend((10..20).map(|number| (Count::new(), number)));
    assert_eq!(crowd.len(), 20);
    assert!(crowd.iter().map(|(_, _, number)| *number).eq(0..20));
}
