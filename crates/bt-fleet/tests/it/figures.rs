//! The figures of each worker and epoch: through a function, and over HTTP.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use bt_fleet::{Chance, Figures, Fleet, Turn, World};

use crate::proxy::free_port;
use crate::town::{EPOCHS, Life, News, PEOPLE, Person, Town, fleet, hashes};
use crate::within::within;

/// The town, in which one of the people is slow.
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
        if turn.id() == 42 {
            thread::sleep(Duration::from_millis(20));
        }
        Town.tick(life, person, turn);
    }
}

#[test]
fn each_worker_says_what_an_epoch_was() {
    within(|| {
        let seen = Arc::new(Mutex::new(Vec::<Figures>::new()));
        let told = Arc::clone(&seen);
        let fleet: Fleet<Slow> = fleet(Slow).threads(3);
        let report = fleet.figures(move |figures| told.lock().expect("no panic").push(figures.clone())).run();
        assert_eq!(report.expect("it runs").hashes, hashes());
        let seen = seen.lock().expect("no panic");
        for epoch in 1..=EPOCHS {
            let all: Vec<&Figures> = seen.iter().filter(|figures| figures.epoch == epoch).collect();
            assert_eq!(all.len(), 3);
            assert_eq!(all.iter().map(|figures| figures.agents).sum::<u64>(), PEOPLE);
            // The agent that sleeps in its turn is the slowest of its worker, and the worker works at least as long.
            let slow = all.iter().find(|figures| figures.slowest[0].0 == 42).expect("it is somewhere");
            assert!(slow.busy >= slow.slowest[0].1 && slow.slowest[0].1 >= Duration::from_millis(20), "{slow:?}");
            assert!(all.iter().all(|figures| figures.slowest.len() <= 4));
        }
        assert!(seen.iter().map(|figures| figures.queue).sum::<u64>() > 1000);
    });
}

/// Asks an endpoint until it answers.
fn ask(address: &str, request: &str) -> String {
    let answer = (0..2000).find_map(|_| {
        thread::sleep(Duration::from_millis(5));
        let mut stream = TcpStream::connect(address).ok()?;
        stream.write_all(request.as_bytes()).ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).ok()?;
        // At first, not all workers have reported something.
        let is_full = ["0", "1"].iter().all(|worker| text.contains(&format!("worker=\"{worker}\"")));
        (!text.contains(" 200 ") || is_full).then_some(text)
    });
    answer.expect("it answers in the end")
}

#[test]
fn figures_are_served() {
    within(|| {
        let address = free_port();
        let own = address.clone();
        let running = thread::spawn(move || fleet(Slow).threads(2).endpoint(own).run());
        // Nobody waits for a client that sends nothing.
        let silent = TcpStream::connect(&address);
        let text = ask(&address, "GET /metrics HTTP/1.1\r\nHost: fleet\r\n\r\n");
        assert!(text.starts_with("HTTP/1.1 200 OK\r\n"), "{text}");
        for line in ["bt_fleet_agents{worker=\"0\"} ", "bt_fleet_busy_seconds{worker=\"1\"} ", "agent=\"42\"} "] {
            assert!(text.contains(line), "{text}");
        }
        assert!(ask(&address, "GET /secrets HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404 "));
        assert!(ask(&address, "POST /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405 "));
        assert!(ask(&address, "\x01\x02\x03\r\n\r\n").starts_with("HTTP/1.1 400 "));
        drop(silent);
        assert_eq!(running.join().expect("no panic").expect("it runs").hashes, hashes());
        assert!(TcpStream::connect(&address).is_err(), "it is over");
    });
}
