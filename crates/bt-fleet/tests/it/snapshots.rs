//! Snapshots: a fleet continues from the last complete one, and refuses those that do not fit.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bt_fleet::{Chance, Epoch, FleetError, Turn, World};

use crate::town::{EPOCHS, Life, News, Person, Town, fleet, hashes};
use crate::within::{folder, within};

/// The snapshots in a folder.
fn snapshots(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("it is a folder").map(|entry| entry.expect("it can be read").file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().expect("it is text")).collect();
    names.sort();
    names
}

/// Runs the first half, with a snapshot after 5 epochs each.
fn half(name: &str, threads: usize) -> PathBuf {
    let folder = folder(name);
    fleet(Town).epochs(EPOCHS / 2).threads(threads).snapshots(&folder, 5).run().expect("it runs");
    folder
}

#[test]
fn a_fleet_goes_on_with_another_number_of_workers() {
    within(|| {
        let expected = hashes();
        for (before, after) in [(1, 7), (7, 1), (2, 4), (4, 2)] {
            let folder = half("half", before);
            let report = fleet(Town).threads(after).snapshots(&folder, 5).run().expect("it continues");
            assert_eq!(report.hashes, expected[20..], "{before} to {after}");
            // A finished run has nothing more to do.
            assert_eq!(fleet(Town).snapshots(&folder, 5).run().expect("it continues").hashes, []);
        }
    });
}

#[test]
fn the_last_two_stay() {
    within(|| {
        let folder = half("two", 3);
        assert_eq!(snapshots(&folder), ["epoch-000000000015-of-0003", "epoch-000000000020-of-0003"]);
    });
}

#[test]
fn one_that_is_not_complete_does_not_count() {
    within(|| {
        let folder = half("incomplete", 3);
        let last = folder.join("epoch-000000000020-of-0003");
        fs::rename(last.join("worker-0001"), last.join("worker-0001.unfinished")).expect("it is there");
        let report = fleet(Town).threads(2).snapshots(&folder, 5).run().expect("it continues");
        assert_eq!(report.hashes, hashes()[15..]);
    });
}

#[test]
fn an_epoch_is_told_before_its_snapshot_is_complete() {
    within(|| {
        let folder = folder("told");
        let seen = folder.clone();
        let told = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&told);
        let watch = move |epoch: &Epoch| {
            let snapshot = seen.join(format!("epoch-{:012}-of-0003", epoch.number));
            // The worker that reports the epoch writes its file afterwards.
            counted.fetch_add(usize::from(!snapshot.join("worker-0000").exists()), Ordering::SeqCst);
        };
        // Without messages, the next epoch begins soonest.
        fleet(Quiet).threads(3).snapshots(&folder, 1).watch(watch).run().expect("it runs");
        assert_eq!(told.load(Ordering::SeqCst) as u64, EPOCHS);
    });
}

/// Changes a file.
fn change(file: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(file).expect("it is there");
    change(&mut bytes);
    fs::write(file, bytes).expect("it can be written");
}

/// Changes a file of the only snapshot, and returns the fleet's error.
fn error_of(name: &str, how: impl FnOnce(&mut Vec<u8>)) -> FleetError {
    let folder = half(name, 2);
    fs::remove_dir_all(folder.join("epoch-000000000015-of-0002")).expect("it is there");
    change(&folder.join("epoch-000000000020-of-0002/worker-0001"), how);
    fleet(Town).threads(3).snapshots(&folder, 5).run().expect_err("it does not fit")
}

#[test]
fn one_that_is_cut_off_is_a_clear_error() {
    within(|| {
        for (name, length) in [("cut0", 3), ("cut1", 20), ("cut2", 2_000)] {
            let error = error_of(name, |bytes| bytes.truncate(length));
            let FleetError::CutOff { what, found, expected } = &error else { panic!("{error}") };
            assert!(
                what.contains("epoch-000000000020-of-0002") && *found == length as u64 && expected > found,
                "{error}"
            );
        }
        let error = error_of("cut3", |bytes| bytes.truncate(bytes.len() - 1));
        assert!(matches!(error, FleetError::CutOff { .. }), "{error}");
    });
}

#[test]
fn one_that_is_damaged_or_of_another_version_is_a_clear_error() {
    within(|| {
        let error = error_of("damaged", |bytes| *bytes.last_mut().expect("it is not empty") ^= 1);
        assert!(matches!(&error, FleetError::Damaged { what } if what.contains("worker-0001")), "{error}");
        // A length that is 64 KiB too large.
        let error = error_of("length", |bytes| bytes[2] = 1);
        assert!(matches!(error, FleetError::Damaged { .. }), "{error}");
        // The version follows the length of the head, the magic and the kind.
        let error = error_of("version", |bytes| bytes[8 + 5] = 9).to_string();
        assert!(error.starts_with("the version of the snapshot ") && error.ends_with("found 9, expected 2"), "{error}");
        let error = error_of("foreign", |bytes| bytes[8..12].copy_from_slice(b"PNG!"));
        assert!(matches!(error, FleetError::Foreign { .. }), "{error}");
    });
}

#[test]
fn where_the_last_is_damaged_the_one_before_is_taken_and_that_is_said() {
    within(|| {
        let expected = hashes();
        type Harm = fn(&mut Vec<u8>);
        let how: [(&str, Harm); 4] = [
            ("fallback0", |bytes| *bytes.last_mut().expect("it is not empty") ^= 1),
            ("fallback1", |bytes| bytes.truncate(2_000)),
            ("fallback2", |bytes| bytes.clear()),
            ("fallback3", |bytes| bytes[500] ^= 4),
        ];
        for (name, how) in how {
            let folder = half(name, 2);
            change(&folder.join("epoch-000000000020-of-0002/worker-0001"), how);
            let report = fleet(Town).threads(3).snapshots(&folder, 5).run().expect("it continues");
            assert_eq!(report.hashes, expected[15..]);
            let [said] = &report.damaged[..] else { panic!("{:?}", report.damaged) };
            assert!(said.starts_with("the snapshot of epoch 20 is skipped: the snapshot "), "{said}");
            assert!(snapshots(&folder).contains(&"damaged-0-epoch-000000000020-of-0002".to_owned()));
            // The damaged folder is not tried again.
            let again = fleet(Town).snapshots(&folder, 5).run().expect("it continues");
            assert_eq!((again.hashes, again.damaged), (vec![], vec![]));
        }
    });
}

#[test]
fn names_of_folders_are_not_believed() {
    within(|| {
        let folder = half("names", 2);
        for name in
            ["epoch-21-of-18446744073709551615", "epoch-22-of-0", "epoch-23-of-99999999999", "epoch--of-", "other"]
        {
            fs::create_dir(folder.join(name)).expect("it is new");
        }
        let report = fleet(Town).snapshots(&folder, 5).run().expect("it continues");
        assert_eq!(report.hashes, hashes()[20..]);
        // A copy under another name is not a snapshot of that epoch.
        let folder = half("copied", 1);
        fs::rename(folder.join("epoch-000000000020-of-0001"), folder.join("epoch-000000000025-of-0001"))
            .expect("it is there");
        let error = fleet(Town).snapshots(&folder, 5).run().expect_err("it is a copy").to_string();
        assert!(error.ends_with("found file 0 of 1 of epoch 20, expected file 0 of 1 of epoch 25"), "{error}");
    });
}

#[test]
fn one_of_another_version_of_the_world_is_a_clear_error() {
    within(|| {
        let folder = half("newer", 2);
        let error = fleet(Newer).snapshots(&folder, 5).run().expect_err("another version").to_string();
        assert!(error.starts_with("the version of the world of the snapshot "), "{error}");
        assert!(error.ends_with("found 0, expected 1"), "{error}");
    });
}

struct Newer;

impl World for Newer {
    type Tree = Life;
    type Context = Person;
    type Message = News;

    const VERSION: u32 = 1;

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

#[test]
fn one_of_another_fleet_is_a_clear_error() {
    within(|| {
        let folder = half("other", 2);
        let error = fleet(Town).seed(9).snapshots(&folder, 5).run().expect_err("another seed").to_string();
        assert!(error.starts_with("the seed of the snapshot ") && error.ends_with("found 5, expected 9"), "{error}");
        let error = fleet(Larger).snapshots(&folder, 5).run().expect_err("another world").to_string();
        assert!(error.ends_with("found 300, expected 301"), "{error}");
        let error = fleet(Town).epochs(10).snapshots(&folder, 5).run().expect_err("it is further").to_string();
        assert_eq!(error, "the epoch of the last snapshot: found 20, expected at most 10");
    });
}

struct Larger;

impl World for Larger {
    type Tree = Life;
    type Context = Person;
    type Message = News;

    fn population(&self) -> u64 {
        Town.population() + 1
    }

    fn spawn(&self, id: u64, chance: &mut Chance) -> (Life, Person) {
        Town.spawn(id, chance)
    }

    fn tick(&self, life: &mut Life, person: &mut Person, turn: Turn<'_, News>) {
        Town.tick(life, person, turn);
    }
}

struct Quiet;

impl World for Quiet {
    type Tree = Life;
    type Context = Person;
    type Message = News;

    const MOVES: bool = false;

    fn population(&self) -> u64 {
        Town.population()
    }

    fn spawn(&self, id: u64, chance: &mut Chance) -> (Life, Person) {
        Town.spawn(id, chance)
    }

    fn tick(&self, _: &mut Life, _: &mut Person, _: Turn<'_, News>) {}
}
