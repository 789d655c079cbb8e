//! What is served, seen through plain sockets.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use bt::{Status, bt, leaf};
use bt_view::serve::{Live, Options, Turn};

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

/// Where a page is, and the token that it needs, if it does.
#[derive(Clone)]
struct Site {
    address: SocketAddr,
    token: Option<String>,
}

impl Site {
    fn of(live: &Live) -> Self {
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

fn get(live: &Live, path: &str) -> String {
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

    /// Parts up to one of which something holds.
    fn until(&mut self, holds: impl Fn(&serde_json::Value) -> bool) -> serde_json::Value {
        loop {
            let part = self.part().expect("the program goes on");
            if holds(&part) {
                return part;
            }
        }
    }
}

/// Waits until there are this many viewers.
fn wait_for(live: &Live, viewers: usize) {
    let began = Instant::now();
    while live.viewers() != viewers {
        assert!(began.elapsed() < PATIENCE, "{} look, not {viewers}", live.viewers());
        thread::sleep(Duration::from_millis(1));
    }
}

fn numbers(value: &serde_json::Value) -> Vec<u64> {
    value.as_array().expect("a list").iter().map(|number| number.as_u64().expect("a number")).collect()
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

#[test]
fn one_who_is_late_sees_first_what_is_active() {
    let mut live = Options::new().start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    for _ in 0..6 {
        guard.tick_for_with(0.5, &mut steps, &mut live.tick_for(key, 0.5, || guard.active()));
    }
    let mut viewer = Viewer::new(&Site::of(&live));
    wait_for(&live, 1);
    let first = viewer.part().expect("a part");
    assert_eq!(first["trees"][0].as_array().map(Vec::len), Some(4));
    assert_eq!(first["agents"][0][0], "guard");
    assert_eq!(first["orders"]["mayPause"], false);
    guard.tick_for_with(0.5, &mut steps, &mut live.tick_for(key, 0.5, || guard.active()));
    let part = viewer.until(|part| part["steps"] != serde_json::json!([]));
    // Six ticks of half a second without a viewer; then `forever`, `sequence` and `patrol` are active. Then one tick.
    assert_eq!(numbers(&part["steps"]), [0, 4, 3_000_000_000, 3, 6, 0, 0, 500_000_000, 1]);
    assert_eq!(numbers(&part["events"])[..12], [0, 0, 0, 1, 0, 0, 2, 0, 0, 2, 3, 500_000_000]);

    // A second one sees what the first one has seen.
    let mut second = Viewer::new(&Site::of(&live));
    let again = second.part().expect("a part");
    assert_eq!((&again["steps"], &again["events"]), (&part["steps"], &part["events"]));
    drop(live);
    assert!(second.part().is_none() && viewer.part().is_none());
}

#[test]
fn ticks_that_were_made_elsewhere_are_a_gap_after_which_is_seen_what_is_active() {
    let mut live = Options::new().always(true).start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    guard.tick(&mut steps);
    live.unseen(key, 2, Duration::from_secs(3));
    guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
    let first = Viewer::new(&Site::of(&live)).part().expect("a part");
    assert_eq!(numbers(&first["steps"]), [0, 4, 3_000_000_000, 3, 2, 0, 0, 0, 1]);
    assert_eq!(numbers(&first["events"]), [0, 0, 0, 1, 0, 0, 2, 0, 0, 2, 3, 0]);
}

#[test]
fn the_world_is_drawn_for_those_who_look() {
    let mut live = Options::new().start().expect("a port");
    live.world(|| panic!("nobody looks"));
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    let mut viewer = Viewer::new(&Site::of(&live));
    wait_for(&live, 1);
    let began = Instant::now();
    loop {
        guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
        live.world(|| format!("<svg>{steps}</svg>"));
        let part = viewer.part().expect("the program goes on");
        if part["worlds"] != serde_json::json!([]) {
            assert!(part["worlds"][0][1].as_str().is_some_and(|svg| svg.starts_with("<svg>")));
            return;
        }
        assert!(began.elapsed() < PATIENCE, "no world is seen");
    }
}

#[test]
fn ticks_are_kept_for_those_to_come() {
    let mut live = Options::new().always(true).start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    for _ in 0..4 {
        guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
    }
    guard.abort_with(&mut steps, &mut live.abort(key, || guard.active()));
    live.reset(key);
    let first = Viewer::new(&Site::of(&live)).part().expect("a part");
    let sorts: Vec<u64> = numbers(&first["steps"]).chunks(4).map(|step| step[1]).collect();
    assert_eq!(sorts, [0, 0, 0, 0, 1, 3]);
}

bt! { Part(u32) = sequence < condition(|_| true), condition(|_| true), condition(|_| true), condition(|_| true) > }
bt! { Large(u32) = sequence < part, part, part, part, part, part, part, part, part, part > }

#[test]
fn one_who_is_slow_is_told_what_it_lost_and_nobody_waits() {
    const TICKS: u64 = 40_000;
    let mut live = Options::new().start().expect("a port");
    let (key, mut large) = (live.agent::<Large>("large"), Large::new());
    let mut slow = Viewer::new(&Site::of(&live));
    wait_for(&live, 1);
    for _ in 0..TICKS {
        large.tick_with(&mut 0, &mut live.tick(key, || large.active()));
    }
    live.flush();
    let (mut seen, mut lost) = (0, 0);
    while seen + lost < TICKS {
        let part = slow.part().expect("the program goes on");
        for row in part["lost"].as_array().expect("a list") {
            assert_eq!((row[0].as_u64(), row[1].as_u64()), (Some(0), Some(seen + lost)), "from where it was");
            lost += row[2].as_u64().expect("a number") - row[1].as_u64().expect("a number");
            assert_eq!(row[4].as_array().map(Vec::len), Some(51), "a mark for each node");
        }
        let steps = numbers(&part["steps"]);
        let mut rest = &steps[..];
        while let [_, sort, _, _, others @ ..] = rest {
            let (count, others) = if *sort == 4 { (others[0], &others[1..]) } else { (1, others) };
            (seen, rest) = (seen + count, others);
        }
    }
    println!("{seen} ticks seen, {lost} lost");
    assert!(lost > 0 && seen > 0, "{seen} seen, {lost} lost");
}

#[test]
fn others_are_refused() {
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
                "POST {pause} HTTP/1.1\nHost: {address}\nOrigin: http://{address}\nContent-Length: 0\nContent-Length: 0\n\n"
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

#[test]
fn control_is_off_unless_the_program_lets_them() {
    let mut live = Options::new().start().expect("a port");
    let key = live.agent::<Guard>("guard");
    for path in [
        "/pause",
        "/step",
        "/until?agent=0&node=0",
        "/abort?agent=0",
        "/reset?agent=0",
        "/mock?agent=0&node=2&answer=own",
    ] {
        assert_eq!(status(&post(&Site::of(&live), path)), "403", "{path}");
    }
    assert_eq!(live.gate(), Turn::Go);
    assert!(live.tick(key, || []).is_none());
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
fn slow_clients_keep_nobody_from_the_page() {
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

#[test]
fn an_abort_that_nobody_saw_ends_what_was_active() {
    let mut live = Options::new().start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    let mut viewer = Viewer::new(&Site::of(&live));
    wait_for(&live, 1);
    guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
    live.flush();
    viewer.until(|part| sorts(part) == [0]);
    drop(viewer);
    wait_for(&live, 0);
    guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
    for _ in 0..3 {
        guard.abort_with(&mut steps, &mut live.abort(key, || guard.active()));
    }
    live.flush();
    let mut viewer = Viewer::new(&Site::of(&live));
    let part = viewer.until(|part| part["steps"] != serde_json::json!([]));
    // The tick with a viewer; then a tick and an abort without one, after which nothing is active.
    assert_eq!(numbers(&part["steps"])[4..], [0, 4, 0, 0, 2]);
}

#[test]
fn values_are_sent_to_those_who_look() {
    let mut live = Options::new().always(true).start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    for _ in 0..3 {
        guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
        live.flush();
        live.value("steps", steps);
    }
    live.value("nothing", f64::NAN);
    let part = Viewer::new(&Site::of(&live)).until(|part| part["values"] != serde_json::json!([]));
    assert_eq!(part["names"], serde_json::json!(["steps", "nothing"]));
    assert_eq!(part["values"], serde_json::json!([[0, 1, 0, 1.0], [0, 2, 0, 2.0], [0, 3, 0, 3.0], [0, 3, 1, null]]));
}

/// A program that asks at the gate before each tick, until its viewers have left.
fn run(mut live: Live) -> (u32, u32) {
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    let (mut aborts, mut resets) = (0, 0);
    wait_for(&live, 1);
    while live.viewers() > 0 {
        match live.gate() {
            Turn::Abort(agent) => {
                assert_eq!(agent, key);
                guard.abort_with(&mut steps, &mut live.abort(key, || guard.active()));
                aborts += 1;
            }
            Turn::Reset(_) => {
                guard.reset();
                live.reset(key);
                resets += 1;
            }
            _ => {
                guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
            }
        }
        thread::sleep(Duration::from_millis(2));
    }
    (aborts, resets)
}

/// The sorts of the steps of a part.
fn sorts(part: &serde_json::Value) -> Vec<u64> {
    numbers(&part["steps"]).chunks(4).map(|step| step[1]).collect()
}

#[test]
fn viewers_pause_and_step_and_run_to_a_node() {
    let live = Options::new().control(true).aborts(true).start().expect("a port");
    let site = Site::of(&live);
    let program = thread::spawn(move || run(live));
    let mut viewer = Viewer::new(&site);
    viewer.until(|part| sorts(part).contains(&0));

    assert_eq!(status(&post(&site, "/pause")), "204");
    viewer.until(|part| part["orders"]["paused"] == true);
    thread::sleep(Duration::from_millis(50));
    assert_eq!(status(&post(&site, "/step")), "204");
    // All that was ticked before, and the orders of the step.
    let mut ticks = 0;
    viewer.until(|part| {
        assert!(part["orders"].is_null() || part["orders"]["paused"] == true);
        !part["orders"].is_null()
    });
    for _ in 0..3 {
        post(&site, "/step");
    }
    let began = Instant::now();
    while ticks < 3 {
        ticks += viewer.until(|part| !sorts(part).is_empty()).get("steps").map_or(0, |steps| numbers(steps).len() / 4);
        assert!(began.elapsed() < PATIENCE);
    }

    // To the node `bark`, which is number 3.
    assert_eq!(status(&post(&site, "/until?agent=0&node=3")), "204");
    let mut last = Vec::new();
    loop {
        let part = viewer.part().expect("the program goes on");
        if !sorts(&part).is_empty() {
            last = numbers(&part["events"]);
        }
        if part["orders"]["hit"] == serde_json::json!([0, 3]) {
            assert_eq!(part["orders"]["paused"], true);
            break;
        }
    }
    assert!(last.chunks(3).any(|event| event[0] == 3), "the node is in the last tick: {last:?}");

    assert_eq!(status(&post(&site, "/abort?agent=0")), "204");
    viewer.until(|part| sorts(part).contains(&1));
    assert_eq!(status(&post(&site, "/reset?agent=0")), "204");
    viewer.until(|part| sorts(part).contains(&3));
    // It is paused still; when the last one leaves it goes on, and ends.
    drop(viewer);
    assert_eq!(program.join().expect("no panic"), (1, 1));
}

#[test]
fn a_paused_program_that_draws_does_not_wait() {
    let mut live = Options::new().control(true).aborts(true).start().expect("a port");
    let _viewer = Viewer::new(&Site::of(&live));
    wait_for(&live, 1);
    assert_eq!(live.try_gate(), Some(Turn::Go));
    post(&Site::of(&live), "/pause");
    assert_eq!((live.try_gate(), live.try_gate()), (None, None));
    post(&Site::of(&live), "/step");
    assert_eq!((live.try_gate(), live.try_gate()), (Some(Turn::Go), None));
    post(&Site::of(&live), "/resume");
    assert_eq!((live.try_gate(), live.try_gate()), (Some(Turn::Go), Some(Turn::Go)));
}

#[test]
fn viewers_answer_in_place_of_leaves() {
    let mut live = Options::new().mocks(true).start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    let viewer = Viewer::new(&Site::of(&live));
    wait_for(&live, 1);
    let site = Site::of(&live);
    assert_eq!(status(&post(&site, "/pause")), "403");
    assert_eq!(status(&post(&site, "/mock?agent=0&node=2&answer=maybe")), "400");
    assert_eq!(status(&post(&site, "/mock?agent=0&node=2&answer=failure")), "204");
    let mut tick = |live: &mut Live| {
        assert_eq!(live.gate(), Turn::Go);
        guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
        steps
    };
    // `patrol` fails without a run, and with it the loop.
    assert_eq!((tick(&mut live), tick(&mut live)), (0, 0));
    post(&site, "/mock?agent=0&node=2&answer=own");
    assert_eq!((tick(&mut live), tick(&mut live)), (1, 2));
    post(&site, "/mock?agent=0&node=2&answer=running");
    assert_eq!(tick(&mut live), 2);
    drop(viewer);
    wait_for(&live, 0);
    assert_eq!(tick(&mut live), 3);
}
