//! The live page, as clients with plain sockets see it.

mod control;
mod refused;
mod viewers;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use bt::{Status, bt, leaf};
use bt_view::serve::{LivePage, Options};

const PATIENCE: Duration = Duration::from_secs(20);

#[leaf]
fn patrol(steps: &mut u32) -> Status {
    *steps += 1;
    if steps.is_multiple_of(4) { Status::Success } else { Status::Running }
}

bt! { Guard(u32) = forever < sequence < patrol, bark: action(|steps| *steps += 1) > > }

/// Sends a request, and gives the whole answer.
fn ask(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("somebody listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    // A request that is too long is not read to its end.
    let _ = stream.write_all(request.replace('\n', "\r\n").as_bytes());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8(answer).expect("text")
}

fn status(answer: &str) -> &str {
    answer.get(9..12).unwrap_or(answer)
}

/// The address of a page, and its token, if it needs one.
#[derive(Clone)]
struct Site {
    address: SocketAddr,
    token: Option<String>,
}

impl Site {
    fn of(live: &LivePage) -> Self {
        let token = live.url().split_once("?token=").map(|(_, token)| token.to_owned());
        Site { address: live.address(), token }
    }

    /// A path with the token.
    fn path(&self, path: &str) -> String {
        match &self.token {
            None => path.to_owned(),
            Some(token) => format!("{path}{}token={token}", if path.contains('?') { '&' } else { '?' }),
        }
    }
}

fn get(live: &LivePage, path: &str) -> String {
    let site = Site::of(live);
    ask(site.address, &format!("GET {} HTTP/1.1\nHost: {}\n\n", site.path(path), site.address))
}

fn post(site: &Site, path: &str) -> String {
    let (path, address) = (site.path(path), site.address);
    ask(address, &format!("POST {path} HTTP/1.1\nHost: {address}\nOrigin: http://{address}\nContent-Length: 0\n\n"))
}

/// A viewer: a client that reads the stream of events.
struct Viewer(BufReader<TcpStream>);

impl Viewer {
    fn new(site: &Site) -> Self {
        let (path, address) = (site.path("/events"), site.address);
        let mut stream = TcpStream::connect(address).expect("somebody listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("a request");
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            assert!(reader.read_line(&mut line).expect("a head") > 0, "it was refused");
        }
        Viewer(reader)
    }

    /// The next part; `None` when the program has ended.
    fn part(&mut self) -> Option<serde_json::Value> {
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).expect("a line in time") == 0 {
                return None;
            }
            match line.strip_prefix("data: ").map(str::trim) {
                Some("") | None => {}
                Some(data) => return Some(serde_json::from_str(data).expect("JSON")),
            }
        }
    }

    /// The next part for which `holds` returns `true`.
    fn until(&mut self, holds: impl Fn(&serde_json::Value) -> bool) -> serde_json::Value {
        loop {
            let part = self.part().expect("the program continues");
            if holds(&part) {
                return part;
            }
        }
    }
}

/// Waits until there are this many viewers.
fn wait_for(live: &LivePage, viewers: usize) {
    let began = Instant::now();
    while live.viewers() != viewers {
        assert!(began.elapsed() < PATIENCE, "{} viewers, not {viewers}", live.viewers());
        thread::sleep(Duration::from_millis(1));
    }
}

fn numbers(value: &serde_json::Value) -> Vec<u64> {
    value.as_array().expect("a list").iter().map(|number| number.as_u64().expect("a number")).collect()
}

/// The kind of each step in a part: 0 is a tick.
fn sorts(part: &serde_json::Value) -> Vec<u64> {
    numbers(&part["steps"]).chunks(4).map(|step| step[1]).collect()
}

#[test]
fn the_page_is_served() {
    let live = Options::new().start().expect("a port");
    let page = get(&live, "/");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.contains("<!DOCTYPE html>"), "{page}");
    for header in ["Content-Security-Policy: default-src 'none'", "X-Frame-Options: DENY", "nosniff"] {
        assert!(page.contains(header), "{header}");
    }
    assert_eq!(page.matches("script-src 'sha256-").count(), 2, "in a header and in the page");
    assert_eq!(status(&get(&live, "/favicon.ico")), "404");
    let address = live.address();
    drop(live);
    assert!(TcpStream::connect(address).map_or(true, |mut stream| stream.read(&mut [0]).unwrap_or(0) == 0));
}
