//! Strangers at the port of a starting fleet: scanners, health checks, and other callers. Only on loopback.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use bt_fleet::{FleetError, Report};

use crate::proxy::free_port;
use crate::town::{Town, fleet, hashes};
use crate::within::within;

const PATIENCE: Duration = Duration::from_secs(12);

/// Connects to an address, again and again until it succeeds.
fn call(address: &str) -> TcpStream {
    let found = (0..2000).find_map(|_| {
        thread::sleep(Duration::from_millis(5));
        TcpStream::connect(address).ok()
    });
    found.expect("it listens in the end")
}

/// Runs process 0, lets strangers call it, and then process 1 join. Returns how both ended.
fn besieged(strangers: impl FnOnce(&str)) -> [Result<Report, FleetError>; 2] {
    let addresses = [free_port(), free_port()];
    let own = addresses.clone();
    let first = thread::spawn(move || fleet(Town).patience(PATIENCE).join(0, &own));
    strangers(&addresses[0]);
    let second = fleet(Town).patience(PATIENCE).join(1, &addresses);
    [first.join().expect("no panic"), second]
}

fn runs(ended: [Result<Report, FleetError>; 2]) {
    let [first, second] = ended;
    assert_eq!(first.expect("it runs").hashes, hashes());
    second.expect("it runs");
}

/// Random bytes from a generator by Marsaglia (xorshift).
fn noise(seed: u64) -> Vec<u8> {
    let mut chance = seed | 1;
    let mut next = || {
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        chance as u8
    };
    (0..300).map(|_| next()).collect()
}

#[test]
fn what_strangers_say_does_not_matter() {
    within(|| {
        let mut held = Vec::new();
        runs(besieged(|address| {
            let mut all: Vec<Vec<u8>> = (1..40).map(noise).collect();
            all.push(b"GET /health HTTP/1.1\r\nHost: fleet\r\n\r\n".to_vec());
            all.push(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec());
            all.push(Vec::new());
            // The right magic, and a length of a gigabyte.
            all.push([&b"btfl"[..], &(1u32 << 30).to_le_bytes()].concat());
            all.push([&b"btfl"[..], &[0xff; 400]].concat());
            for words in all {
                let mut stream = call(address);
                // The other side may hang up in the middle.
                let _ = stream.write_all(&words);
                held.push(stream);
            }
        }));
        drop(held);
    });
}

#[test]
fn the_silent_do_not_keep_others_waiting() {
    within(|| {
        let mut held = Vec::new();
        runs(besieged(|address| held.extend((0..100).map(|_| call(address)))));
        drop(held);
    });
}

#[test]
fn the_slow_do_not_keep_others_waiting_and_are_dropped() {
    within(|| {
        let over = Arc::new(AtomicBool::new(false));
        let mut slow = Vec::new();
        runs(besieged(|address| {
            for _ in 0..4 {
                let (mut stream, over) = (call(address), Arc::clone(&over));
                slow.push(thread::spawn(move || {
                    // Sends a handshake one byte at a time, with long pauses.
                    for byte in b"btfl".iter().chain(&[0; 1000]) {
                        if over.load(Ordering::SeqCst) || stream.write_all(&[*byte]).is_err() {
                            return;
                        }
                        thread::sleep(Duration::from_millis(50));
                    }
                }));
            }
        }));
        over.store(true, Ordering::SeqCst);
        slow.into_iter().for_each(|slow| slow.join().expect("no panic"));
    });
}

#[test]
fn a_silent_stranger_hears_the_end_long_before_the_fleet_gives_up() {
    within(|| {
        let own = [free_port(), free_port()];
        let address = own[0].clone();
        // Nobody connects, so the fleet would wait for longer than this test may last.
        thread::spawn(move || fleet(Town).patience(Duration::from_secs(3600)).join(0, &own));
        let mut stranger = call(&address);
        stranger.set_read_timeout(Some(Duration::from_secs(60))).expect("it can wait");
        let mut heard = Vec::new();
        stranger.read_to_end(&mut heard).expect("the other side ends it");
    });
}
