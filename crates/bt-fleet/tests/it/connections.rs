//! Processes that join by their addresses: delays, losses, and disagreements.

use std::thread;
use std::time::Duration;

use bt_fleet::{Chance, Fleet, FleetError, Report, Turn, World};

use crate::proxy::{Fault, free_port, proxy};
use crate::town::{EPOCHS, Life, News, Person, Town, fleet, hashes};
use crate::within::within;

type Ended = Result<Report, FleetError>;

/// Runs two processes of a fleet in threads of this one; the second calls the first through a proxy.
fn two(first: Fleet<Town>, second: Fleet<Town>, fault: Fault) -> (Ended, Ended) {
    let addresses = [free_port(), free_port()];
    let seen_by_second = [proxy(&addresses[0], fault), addresses[1].clone()];
    let second = thread::spawn(move || second.join(1, &seen_by_second));
    let first = first.join(0, &addresses);
    (first, second.join().expect("no panic"))
}

const NEVER: Fault = Fault::Cut { bytes: usize::MAX };

#[test]
fn delays_change_nothing() {
    within(|| {
        let fault = Fault::Stall { bytes: 40_000, time: Duration::from_millis(30) };
        let (first, second) = two(fleet(Town).threads(2), fleet(Town).threads(2), fault);
        assert_eq!(first.expect("it runs").hashes, hashes());
        // Only the first process knows the result.
        assert_eq!(second.expect("it runs"), Report::default());
    });
}

#[test]
fn bytes_on_the_wire_are_counted() {
    within(|| {
        let (first, _) = two(fleet(Town), fleet(Town), NEVER);
        let last = first.expect("it runs").last.expect("there are epochs");
        assert!(last.wire > 1000, "{last:?}");
    });
}

#[test]
fn a_lost_connection_is_an_error_on_both_sides() {
    within(|| {
        for bytes in [3_000, 30_000, 100_000] {
            let (first, second) = two(fleet(Town), fleet(Town).threads(1), Fault::Cut { bytes });
            let (first, second) = (first.expect_err("it is lost"), second.expect_err("it is lost"));
            assert!(matches!(first, FleetError::PeerGone { process: 1 }), "{first}");
            assert!(matches!(second, FleetError::PeerGone { process: 0 }), "{second}");
        }
    });
}

#[test]
fn nobody_there_is_an_error() {
    within(|| {
        let addresses = [free_port(), free_port()];
        for (process, other) in [(0, 1), (1, 0)] {
            let patience = Duration::from_millis(200);
            let error = fleet(Town).patience(patience).join(process, &addresses).expect_err("nobody is there");
            let text = error.to_string();
            let address = &addresses[other];
            let expected = format!("process {other} could not be reached within 200ms: no answer at {address}");
            assert!(text.starts_with(&expected), "{text}");
        }
    });
}

#[test]
fn a_peer_that_stalls_for_too_long_is_an_error() {
    within(|| {
        let patience = Duration::from_millis(400);
        let fault = Fault::Stall { bytes: 20_000, time: Duration::from_secs(3) };
        let (first, second) = two(fleet(Town).patience(patience), fleet(Town).patience(patience), fault);
        let is_clear = |error: &FleetError| matches!(error, FleetError::Stalled { .. } | FleetError::PeerGone { .. });
        let (first, second) = (first.expect_err("it stalls"), second.expect_err("it stalls"));
        assert!(is_clear(&first) && is_clear(&second), "{first}, {second}");
    });
}

#[test]
fn sides_that_differ_are_errors_that_say_in_what() {
    within(|| {
        let (first, second) = two(fleet(Town), fleet(Town).seed(6), NEVER);
        assert_eq!(first.expect_err("they differ").to_string(), "the seed of process 1: found 6, expected 5");
        assert_eq!(second.expect_err("they differ").to_string(), "the seed of process 0: found 5, expected 6");
        let (first, _) = two(fleet(Town), fleet(Town).threads(2), NEVER);
        let text = "the number of threads of process 1: found 2, expected 1";
        assert_eq!(first.expect_err("they differ").to_string(), text);
        let (first, _) = two(fleet(Town), fleet(Town).epochs(EPOCHS + 1), NEVER);
        assert_eq!(first.expect_err("they differ").to_string(), "the last epoch of process 1: found 41, expected 40");
    });
}

/// The same people, with a new version of their behavior.
struct Newer<const VERSION: u32>;

impl<const V: u32> World for Newer<V> {
    type Tree = Life;
    type Context = Person;
    type Message = News;

    const VERSION: u32 = V;

    fn population(&self) -> u64 {
        Town.population()
    }

    fn spawn(&self, id: u64, chance: &mut Chance) -> (Life, Person) {
        Town.spawn(id, chance)
    }

    fn tick(&self, life: &mut Life, person: &mut Person, turn: Turn<'_, News>) {
        Town.tick(life, person, turn);
    }
}

/// A world with the same trees and people, and another type of messages.
struct Numbers;

impl World for Numbers {
    type Tree = Life;
    type Context = Person;
    type Message = u8;

    fn population(&self) -> u64 {
        Town.population()
    }

    fn spawn(&self, id: u64, chance: &mut Chance) -> (Life, Person) {
        Town.spawn(id, chance)
    }

    fn tick(&self, _: &mut Life, _: &mut Person, _: Turn<'_, u8>) {}
}

#[test]
fn worlds_of_two_versions_do_not_run_together() {
    within(|| {
        let addresses = [free_port(), free_port()];
        let own = addresses.clone();
        let second = thread::spawn(move || fleet(Newer::<2>).join(1, &own).expect_err("they differ").to_string());
        let first = fleet(Newer::<1>).join(0, &addresses).expect_err("they differ").to_string();
        assert_eq!(first, "the version of the world of process 1: found 2, expected 1");
        assert_eq!(second.join().expect("no panic"), "the version of the world of process 0: found 1, expected 2");
    });
}

#[test]
fn worlds_with_other_messages_do_not_run_together() {
    within(|| {
        let addresses = [free_port(), free_port()];
        let own = addresses.clone();
        let second = thread::spawn(move || fleet(Numbers).join(1, &own).expect_err("they differ").to_string());
        let first = fleet(Town).join(0, &addresses).expect_err("they differ").to_string();
        assert_eq!(first, "the type of the messages of process 1: found u8, expected it::town::News");
        second.join().expect("no panic");
    });
}

#[test]
fn a_number_that_is_there_twice_is_told_as_that() {
    within(|| {
        let ports: [String; 4] = std::array::from_fn(|_| free_port());
        // Both say that they are process 1 of 3.
        let ones = [1, 3].map(|own| {
            let addresses = [ports[0].clone(), ports[own].clone(), ports[2].clone()];
            thread::spawn(move || fleet(Town).join(1, &addresses).expect_err("it is there twice"))
        });
        let error = fleet(Town).join(0, &ports[..3]).expect_err("it is there twice");
        assert!(matches!(error, FleetError::Twice { process: 1, .. }), "{error}");
        assert!(error.to_string().starts_with("two processes have the number 1: at 127.0.0.1:"), "{error}");
        let errors = ones.map(|one| one.join().expect("no panic"));
        assert!(errors.iter().any(|error| matches!(error, FleetError::Twice { process: 1, .. })), "{errors:?}");
    });
}

#[test]
fn those_that_share_a_key_run_together() {
    within(|| {
        let (first, second) = two(fleet(Town).key("one for all"), fleet(Town).key("one for all"), NEVER);
        assert_eq!(first.expect("it runs").hashes, hashes());
        second.expect("it runs");
    });
}

#[test]
fn another_key_is_an_error_for_the_caller_and_a_stranger_for_the_listener() {
    within(|| {
        let addresses = [free_port(), free_port()];
        let own = addresses.clone();
        let first = thread::spawn(move || fleet(Town).key("the right one").join(0, &own));
        for wrong in ["", "the wrong one", "the right on"] {
            let error = fleet(Town).key(wrong).join(1, &addresses).expect_err("it is another key");
            let text =
                format!("process 0 at {} has a different key: `FLEET_KEY` must be the same for all", addresses[0]);
            assert_eq!(error.to_string(), text);
        }
        fleet(Town).key("the right one").join(1, &addresses).expect("it runs");
        assert_eq!(first.join().expect("no panic").expect("it runs").hashes, hashes());
    });
}

#[test]
fn the_key_is_not_printed() {
    let text = format!("{:?}", fleet(Town).key("hush-hush"));
    assert!(!text.contains("hush") && !text.contains("104"), "{text}");
}

#[test]
fn settings_that_make_no_sense_are_errors() {
    let text = |fleet: Fleet<Town>| fleet.run().expect_err("it makes no sense").to_string();
    assert!(text(fleet(Town).threads(0)).contains("`threads`"));
    assert!(text(fleet(Town).hash_every(0)).contains("`hash_every`"));
    assert!(text(fleet(Town).snapshots("nowhere", 0)).contains("1 epoch or more"));
    let error = fleet(Town).join(2, &[String::new()]).expect_err("it has no address");
    assert_eq!(error.to_string(), "process 2 has no address among 1");
}
