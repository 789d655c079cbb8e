//! Requests that are refused, and clients that are slow.

use std::io::Write as _;
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use bt_view::serve::Options;

use super::{Guard, Site, Viewer, ask, get, post, status, wait_for};

#[test]
fn wrong_requests_are_refused() {
    let live = Options::new().control(true).aborts(true).start().expect("a port");
    let (address, site) = (live.address(), Site::of(&live));
    let (root, pause, away) = (site.path("/"), site.path("/pause"), site.path("/../../etc/passwd"));
    let long = "x".repeat(10_000);
    let many = "A: b\n".repeat(100);
    for (request, refusal) in [
        (format!("GET / HTTP/1.1\nHost: {address}\nOrigin: http://evil.example\n\n"), "403"),
        (format!("GET /events HTTP/1.1\nHost: {address}\nOrigin: null\n\n"), "403"),
        ("GET / HTTP/1.1\nHost: evil.example\n\n".to_owned(), "403"),
        (format!("POST {pause} HTTP/1.1\nHost: {address}\n\n"), "403"),
        // Without the token, and with another one.
        (format!("GET / HTTP/1.1\nHost: {address}\n\n"), "403"),
        (format!("GET /events HTTP/1.1\nHost: {address}\n\n"), "403"),
        (format!("POST /pause HTTP/1.1\nHost: {address}\nOrigin: http://{address}\n\n"), "403"),
        (format!("GET /?token=0123456789abcdef0123456789abcdef HTTP/1.1\nHost: {address}\n\n"), "403"),
        (
            format!("POST {pause} HTTP/1.1\nHost: {address}\nOrigin: http://{address}\nOrigin: http://{address}\n\n"),
            "400",
        ),
        (
            format!(
                "POST {pause} HTTP/1.1\nHost: {address}\nOrigin: http://{address}\nContent-Length: 0\nContent-Length: \
                 0\n\n"
            ),
            "400",
        ),
        (
            format!("POST /pause HTTP/1.1\nHost: {address}\nOrigin: http://{address}\nContent-Length: 9\n\nabcdefghi"),
            "413",
        ),
        (format!("GET /{long} HTTP/1.1\nHost: {address}\n\n"), "431"),
        (format!("GET / HTTP/1.1\nHost: {address}\n{many}\n"), "431"),
        (format!("GET / HTTP/1.1\nHost: {address}\n: x\n\n"), "400"),
        ("\u{16}\u{3}\u{1}\u{2}\n\n".to_owned(), "400"),
        ("GET / HTTP/1.1\n\n".to_owned(), "400"),
        (format!("PUT {root} HTTP/1.1\nHost: {address}\n\n"), "405"),
        (format!("GET {away} HTTP/1.1\nHost: {address}\n\n"), "404"),
    ] {
        let answer = ask(address, &request);
        assert_eq!(status(&answer), refusal, "{}", &request[..request.len().min(80)]);
    }
    for (path, refusal) in [
        ("/until?agent=0&node=0", "400"),
        ("/abort", "400"),
        ("/abort?agent=0", "400"),
        ("/reset?agent=99999999999999999999", "400"),
        ("/quit", "404"),
    ] {
        assert_eq!(status(&post(&site, path)), refusal, "{path}");
    }
    assert_eq!(live.viewers(), 0);
}

/// Clients that send a byte each now and then, until it is dropped.
struct Flood {
    ends: mpsc::Sender<()>,
    thread: thread::JoinHandle<()>,
}

impl Flood {
    fn begin(address: SocketAddr, clients: usize) -> Self {
        let (ends, ended) = mpsc::channel();
        let mut streams: Vec<TcpStream> =
            (0..clients).map(|_| TcpStream::connect(address).expect("a connection")).collect();
        let thread = thread::spawn(move || {
            while ended.recv_timeout(Duration::from_millis(5)) == Err(mpsc::RecvTimeoutError::Timeout) {
                for stream in &mut streams {
                    // A client that was dropped connects again.
                    if stream.write_all(b"G").is_err()
                        && let Ok(again) = TcpStream::connect(address)
                    {
                        *stream = again;
                    }
                }
            }
        });
        Flood { ends, thread }
    }

    fn end(self) {
        drop(self.ends);
        self.thread.join().expect("no panic");
    }
}

#[test]
fn slow_clients_do_not_block_the_page() {
    let mut live = Options::new().start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    let flood = Flood::begin(live.address(), 140);
    let loads = (0..20).filter(|_| status(&get(&live, "/")) == "200").count();
    for _ in 0..1000 {
        guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
    }
    flood.end();
    assert_eq!(loads, 20);
}

#[test]
fn too_many_viewers_are_refused_and_others_still_get_the_page() {
    let live = Options::new().start().expect("a port");
    let site = Site::of(&live);
    let viewers: Vec<Viewer> = (0..64).map(|_| Viewer::new(&site)).collect();
    wait_for(&live, 64);
    assert_eq!(status(&get(&live, "/events")), "503");
    assert_eq!(status(&get(&live, "/")), "200");
    drop(viewers);
    wait_for(&live, 0);
    let _viewer = Viewer::new(&site);
    wait_for(&live, 1);
}

#[test]
fn requests_that_nobody_takes_are_refused() {
    let mut live = Options::new().control(true).aborts(true).start().expect("a port");
    let _key = live.agent::<Guard>("guard");
    let answers: Vec<String> = (0..70).map(|_| post(&Site::of(&live), "/abort?agent=0")).collect();
    assert_eq!((status(&answers[0]), status(&answers[63]), status(&answers[64])), ("204", "204", "429"));
}

#[test]
fn a_page_on_which_viewers_only_look_needs_no_token() {
    let live = Options::new().start().expect("a port");
    assert_eq!(live.url(), format!("http://{}/", live.address()));
    let [one, other] = [(); 2].map(|()| Options::new().mocks(true).start().expect("a port").url());
    let token = |url: &str| url.split_once("?token=").map(|(_, token)| token.to_owned());
    assert_eq!(token(&one).map(|token| token.len()), Some(32));
    assert_ne!(token(&one), token(&other));
    let own = Options::new().mocks(true).token("my-own").start().expect("a port");
    assert_eq!(own.url(), format!("http://{}/?token=my-own", own.address()));
    for unfit in ["", "a b", "a&b", "é"] {
        assert!(Options::new().token(unfit).start().is_err(), "{unfit}");
    }
}
