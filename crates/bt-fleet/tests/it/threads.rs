//! Any number of threads.

use std::sync::{Arc, Mutex};

use bt_fleet::Epoch;

use crate::town::{EPOCHS, PEOPLE, Settled, Town, fleet, hashes};
use crate::within::within;

#[test]
fn any_number_of_workers_gives_the_same() {
    within(|| {
        let expected = hashes();
        assert_eq!(expected.len() as u64, EPOCHS);
        for threads in [2, 4, 7] {
            assert_eq!(fleet(Town).threads(threads).run().expect("it runs").hashes, expected, "{threads} threads");
        }
    });
}

#[test]
fn agents_that_do_not_move_live_the_same_lives() {
    within(|| {
        let expected = hashes();
        for threads in [1, 2, 4, 7] {
            assert_eq!(fleet(Settled).threads(threads).run().expect("it runs").hashes, expected, "{threads} threads");
        }
    });
}

#[test]
fn another_seed_is_another_story() {
    within(|| {
        let other = fleet(Town).seed(6).run().expect("it runs").hashes;
        assert!(other.iter().zip(&hashes()).all(|(other, expected)| other != expected));
    });
}

#[test]
fn epochs_come_in_order_with_what_happened() {
    within(|| {
        let epochs = Arc::new(Mutex::new(Vec::<Epoch>::new()));
        let seen = Arc::clone(&epochs);
        let fleet =
            fleet(Town).threads(4).hash_every(10).watch(move |epoch| seen.lock().expect("no panic").push(*epoch));
        let report = fleet.run().expect("it runs");
        let epochs = epochs.lock().expect("no panic");
        assert!(epochs.iter().map(|epoch| epoch.number).eq(1..=EPOCHS));
        assert!(epochs.iter().all(|epoch| epoch.agents == PEOPLE && epoch.wire == 0));
        let sum = |of: fn(&Epoch) -> u64| epochs.iter().map(of).sum::<u64>();
        // Of 303 receivers, 3 do not exist.
        assert!(sum(|epoch| epoch.letters) > 1000 && sum(|epoch| epoch.moved) > 500, "{epochs:?}");
        assert!((1..100).contains(&sum(|epoch| epoch.lost)), "{epochs:?}");
        assert!(report.hashes.iter().map(|(epoch, _)| *epoch).eq([10, 20, 30, 40]));
        assert_eq!(report.last.as_ref(), epochs.last());
    });
}
