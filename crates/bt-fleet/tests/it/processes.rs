//! Several processes on this machine: the test starts itself again.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bt_fleet::{Chance, Fleet, FleetError, Turn, World};

use crate::proxy::free_port;
use crate::town::{Life, News, Person, Town, fleet, hashes};
use crate::within::{folder, is_child, within};

/// A fleet in processes that run only the test with this name.
fn processes(test: &str, processes: usize, threads: usize) -> Fleet<Town> {
    of(fleet(Town), test, processes, threads)
}

fn of<W: World>(fleet: Fleet<W>, test: &str, processes: usize, threads: usize) -> Fleet<W> {
    let name = format!("processes::{test}");
    fleet.processes(processes).threads(threads).args(["--exact", &name, "--nocapture"])
}

#[test]
fn two_processes() {
    within(|| assert_eq!(processes("two_processes", 2, 1).run().expect("it runs").hashes, hashes()));
}

#[test]
fn three_processes_with_two_threads() {
    let run = || processes("three_processes_with_two_threads", 3, 2).run().expect("it runs").hashes;
    within(move || assert_eq!(run(), hashes()));
}

#[test]
fn two_processes_with_seven_workers_in_all_but_one() {
    let run = || processes("two_processes_with_seven_workers_in_all_but_one", 2, 4).run().expect("it runs").hashes;
    within(move || assert_eq!(run(), hashes()));
}

fn kill(pid: u32) {
    let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
}

/// A world with longer epochs, so that there is time to kill a process.
struct Slow;

impl World for Slow {
    type Tree = Life;
    type Context = Person;
    type Message = News;

    fn population(&self) -> u64 {
        Town.population()
    }

    fn spawn(&self, id: u64, chance: &mut Chance) -> (Life, Person) {
        Town.spawn(id, chance)
    }

    fn cell(&self, id: u64, person: &Person) -> u64 {
        Town.cell(id, person)
    }

    fn tick(&self, life: &mut Life, person: &mut Person, turn: Turn<'_, News>) {
        if turn.id() == 0 {
            thread::sleep(Duration::from_millis(8));
        }
        Town.tick(life, person, turn);
    }
}

fn slow(test: &str, folder_name: &str) -> Fleet<Slow> {
    of(fleet(Slow), test, 3, 1).snapshots(folder(folder_name), 5)
}

#[test]
fn a_process_is_killed_at_a_random_moment() {
    within(|| {
        let expected = if is_child() { Vec::new() } else { hashes() };
        let mut killed = 0;
        for round in 0..if is_child() { 1 } else { 6 } {
            let moment = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later").subsec_nanos();
            let (wait, victim) = (u64::from(moment / 1000 % 400), moment as usize / 7 % 3);
            if !is_child() {
                println!("round {round}: process {victim} is killed after {wait} ms");
            }
            let first = AtomicBool::new(true);
            let fleet = slow("a_process_is_killed_at_a_random_moment", "killed").restarts(3).started(move |pids| {
                if first.swap(false, Ordering::SeqCst) {
                    let pid = pids[victim];
                    thread::spawn(move || {
                        thread::sleep(Duration::from_millis(wait));
                        kill(pid);
                    });
                }
            });
            let report = fleet.run().expect("it continues");
            killed += report.restarts;
            assert_eq!(report.hashes, expected);
        }
        assert!(killed > 0, "no process was killed in time");
    });
}

#[test]
fn without_restarts_a_killed_process_is_an_error() {
    within(|| {
        let fleet = slow("without_restarts_a_killed_process_is_an_error", "gone").started(|pids| {
            let pid = pids[1];
            thread::spawn(move || {
                thread::sleep(Duration::from_millis(100));
                kill(pid);
            });
        });
        let error = fleet.run().expect_err("one is gone");
        assert!(matches!(error, FleetError::PeerGone { process: 1 }), "{error}");
    });
}

#[test]
fn all_are_killed_and_another_number_goes_on() {
    within(|| {
        let test = "all_are_killed_and_another_number_goes_on";
        let folder_name = "all";
        if !is_child() {
            // When epoch 13 is over, all workers have written their state at the end of epoch 10.
            let pids = Arc::new(Mutex::new(Vec::new()));
            let victims = Arc::clone(&pids);
            let fleet = slow(test, folder_name)
                .started(move |started| *pids.lock().expect("no panic") = started.to_vec())
                .watch(move |epoch| {
                    if epoch.number == 13 {
                        victims.lock().expect("no panic").drain(..).for_each(kill);
                    }
                });
            fleet.run().expect_err("all are gone");
            // Continues from the last snapshot, in threads of this process.
            let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder_name);
            let report = fleet_in(&folder).run().expect("it continues");
            let expected = hashes();
            assert!(report.hashes.len() < expected.len(), "there was a snapshot");
            assert_eq!(report.hashes, expected[expected.len() - report.hashes.len()..]);
        } else {
            let _ = slow(test, folder_name).run();
        }
    });
}

fn fleet_in(folder: &std::path::Path) -> Fleet<Town> {
    fleet(Town).threads(4).snapshots(folder, 5)
}

/// A world whose program ends, as if all were well.
struct Quitting;

impl World for Quitting {
    type Tree = Life;
    type Context = Person;
    type Message = News;

    fn population(&self) -> u64 {
        Town.population()
    }

    fn spawn(&self, id: u64, chance: &mut Chance) -> (Life, Person) {
        Town.spawn(id, chance)
    }

    fn cell(&self, id: u64, person: &Person) -> u64 {
        Town.cell(id, person)
    }

    fn tick(&self, _: &mut Life, _: &mut Person, _: Turn<'_, News>) {
        assert!(is_child(), "the test itself goes on");
        std::process::exit(0);
    }
}

#[test]
fn a_process_that_has_ended_before_the_fleet_is_an_error() {
    within(|| {
        let test = "a_process_that_has_ended_before_the_fleet_is_an_error";
        let error = of(fleet(Quitting), test, 2, 1).run().expect_err("it is gone");
        assert!(matches!(error, FleetError::PeerGone { .. }), "{error}");
    });
}

/// A world with a bug in process 1.
struct Buggy;

impl World for Buggy {
    type Tree = Life;
    type Context = Person;
    type Message = News;

    fn population(&self) -> u64 {
        Town.population()
    }

    fn spawn(&self, id: u64, chance: &mut Chance) -> (Life, Person) {
        Town.spawn(id, chance)
    }

    fn cell(&self, id: u64, person: &Person) -> u64 {
        Town.cell(id, person)
    }

    fn tick(&self, life: &mut Life, person: &mut Person, turn: Turn<'_, News>) {
        assert!(turn.id() != 7 || turn.epoch() < 9, "the seventh has a bug");
        Town.tick(life, person, turn);
    }
}

#[test]
#[ignore = "a helper of the test below, which starts it"]
fn buggy() {
    let error = of(fleet(Buggy), "buggy", 2, 2).args(["--exact", "processes::buggy", "--ignored", "--nocapture"]).run();
    println!("the error: {}", error.expect_err("there is a bug"));
}

#[test]
fn a_panic_is_told_once_and_without_words_of_the_engine() {
    within(|| {
        let program = std::env::current_exe().expect("it runs");
        let args = ["--exact", "processes::buggy", "--ignored", "--nocapture"];
        let output = Command::new(program).args(args).output().expect("it starts");
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(text.contains("failed: a worker has panicked: the seventh has a bug"), "{text}");
        assert!(!text.contains("poisoned"), "{text}");
        assert_eq!(text.matches("panicked at").count(), 1, "{text}");
    });
}

#[test]
#[ignore = "a helper of the test below, which starts it"]
fn orphan() {
    println!("before run");
    let ended = of(fleet(Town), "orphan", 2, 1).run();
    println!("after run: {ended:?}");
}

#[test]
fn a_process_that_the_supervisor_has_given_up_ends_inside_run() {
    within(|| {
        let program = std::env::current_exe().expect("it runs");
        let args = ["--exact", "processes::orphan", "--ignored", "--nocapture"];
        let process = format!("1 {} a-key", free_port());
        let output = Command::new(program).args(args).env("BT_FLEET_PROCESS", process).output().expect("it starts");
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(text.contains("before run") && !text.contains("after run"), "{text}");
        assert_eq!(output.status.code(), Some(1), "{text}");
    });
}

/// The address of process 0, for the test below.
const ADDRESS: &str = "FLEET_TEST_ADDRESS";

#[test]
#[ignore = "a helper of the test below, which starts it"]
fn keyed() {
    let Ok(first) = std::env::var(ADDRESS) else { return };
    match fleet(Town).join(1, &[first, free_port()]) {
        Ok(_) => println!("it ran"),
        Err(error) => println!("the error: {error}"),
    }
}

#[test]
fn the_key_comes_from_the_environment_and_is_not_printed() {
    within(|| {
        let addresses = [free_port(), free_port()];
        let own = addresses.clone();
        let first = thread::spawn(move || fleet(Town).key("from outside").join(0, &own));
        let join = |key: &str| {
            let program = std::env::current_exe().expect("it runs");
            let args = ["--exact", "processes::keyed", "--ignored", "--nocapture"];
            let mut command = Command::new(program);
            let output = command.args(args).env("FLEET_KEY", key).env(ADDRESS, &addresses[0]).output();
            let output = output.expect("it starts");
            let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            assert!(!text.contains(key), "{text}");
            text
        };
        let text = join("from elsewhere");
        assert!(text.contains("has a different key"), "{text}");
        let text = join("from outside");
        assert!(text.contains("it ran"), "{text}");
        assert_eq!(first.join().expect("no panic").expect("it runs").hashes, hashes());
    });
}
