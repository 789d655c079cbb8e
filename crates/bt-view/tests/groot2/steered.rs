//! What viewers request of a watched program: answers, a node to run to, pauses and steps.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bt_view::groot2::{News, Publisher, Watch};
use bt_view::serve::Options;

use crate::{Guard, PATIENCE};

/// A program that ticks until it is dropped, and counts its ticks.
struct Program {
    ticks: Arc<AtomicU32>,
    ended: Arc<AtomicBool>,
    address: SocketAddr,
}

impl Program {
    fn new(mut publisher: Publisher) -> Self {
        let program = Program { ticks: Arc::default(), ended: Arc::default(), address: publisher.address() };
        let (ticks, ended) = (Arc::clone(&program.ticks), Arc::clone(&program.ended));
        thread::spawn(move || {
            let (mut guard, mut steps) = (Guard::new(), 0);
            while !ended.load(Ordering::Relaxed) {
                guard.tick_with(&mut steps, &mut publisher.tick());
                ticks.fetch_add(1, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(1));
            }
        });
        program
    }

    /// Waits until it has made another tick.
    fn goes_on(&self) {
        let (before, began) = (self.ticks.load(Ordering::Relaxed), Instant::now());
        while self.ticks.load(Ordering::Relaxed) < before + 2 {
            assert!(began.elapsed() < PATIENCE, "the program stands still");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

/// A page that viewers control, which is served until this is dropped.
struct Page {
    address: SocketAddr,
    token: String,
    ended: Arc<AtomicBool>,
}

impl Page {
    fn of(program: &Program) -> Self {
        let live = Options::new().always(true).control(true).mocks(true).start().expect("a port");
        let (address, url) = (live.address(), live.url());
        let token = url.split_once("token=").expect("it has one").1.to_owned();
        let mut watch = Watch::new(live);
        watch.add(&program.address.to_string()).expect("threads");
        assert!(matches!(watch.next(PATIENCE), Some(News::Began { .. })));
        let page = Page { address, token, ended: Arc::default() };
        let ended = Arc::clone(&page.ended);
        thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                watch.next(Duration::from_millis(10));
            }
        });
        page
    }

    fn ask(&self, path: &str) {
        let Page { address, token, .. } = self;
        let mut stream = TcpStream::connect(address).expect("it listens");
        let join = if path.contains('?') { '&' } else { '?' };
        let head = format!(
            "POST {path}{join}token={token} HTTP/1.1\r\nHost: {address}\r\nOrigin: \
             http://{address}\r\nContent-Length: 0\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
    }

    /// A viewer, which receives what happens.
    fn viewer(&self) -> impl Iterator<Item = serde_json::Value> + use<> {
        let Page { address, token, .. } = self;
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        write!(stream, "GET /events?token={token} HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("it reads");
        let began = Instant::now();
        let lines = BufReader::new(stream).lines().map(move |line| {
            assert!(began.elapsed() < PATIENCE, "what is looked for does not come");
            line.expect("a line in time")
        });
        lines.filter_map(|line| serde_json::from_str(line.strip_prefix("data: ")?).ok())
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

/// The events of a part: node and what happened.
fn events(part: &serde_json::Value) -> Vec<(u64, u64)> {
    let numbers = part["events"].as_array().map_or(&[][..], Vec::as_slice);
    numbers.chunks(3).map(|event| (event[0].as_u64().unwrap_or(9), event[1].as_u64().unwrap_or(9))).collect()
}

const FAILURE: u64 = 5;

#[test]
fn a_program_stops_where_viewers_want_it_to() {
    let publisher = Publisher::on_port::<Guard>(0, "guard").expect("ports").hooks(true);
    let program = Program::new(publisher);
    let page = Page::of(&program);
    let mut viewer = page.viewer();
    page.ask("/mock?agent=0&node=3&answer=failure");
    assert!(viewer.any(|part| events(&part).contains(&(3, FAILURE))), "the program has ended");
    page.ask("/mock?agent=0&node=3&answer=own");
    page.ask("/until?agent=0&node=3");
    assert!(viewer.any(|part| part["orders"]["hit"] == serde_json::json!([0, 3])), "the program has ended");
    let stands = program.ticks.load(Ordering::Relaxed);
    page.ask("/step");
    // The program ends its tick, and waits in the next one.
    let began = Instant::now();
    while program.ticks.load(Ordering::Relaxed) == stands {
        assert!(began.elapsed() < PATIENCE, "it makes no step");
        thread::sleep(Duration::from_millis(1));
    }
    page.ask("/resume");
    program.goes_on();
    page.ask("/pause");
    drop(viewer);
    program.goes_on();
}

#[test]
fn a_program_goes_on_without_the_page() {
    let publisher = Publisher::on_port::<Guard>(0, "guard").expect("ports").hooks(true);
    let program = Program::new(publisher);
    let page = Page::of(&program);
    let mut viewer = page.viewer();
    page.ask("/until?agent=0&node=2");
    assert!(viewer.any(|part| part["orders"]["hit"] == serde_json::json!([0, 2])), "the program has ended");
    drop((viewer, page));
    program.goes_on();
}

#[test]
fn a_program_that_allows_no_hooks_does_not_stop() {
    let program = Program::new(Publisher::on_port::<Guard>(0, "guard").expect("ports"));
    let page = Page::of(&program);
    let mut viewer = page.viewer();
    page.ask("/until?agent=0&node=2");
    assert!(viewer.any(|part| part["orders"]["until"] == serde_json::json!([0, 2])), "the program has ended");
    program.goes_on();
}
