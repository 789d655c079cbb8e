//! Both sides of Groot2's protocol against each other, and against peers that break it.

mod steered;

use std::io::Write as _;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use bt::{Status, bt, leaf};
use bt_view::groot2::{News, Publisher, Watch};
use bt_view::serve::Options;
use bt_view::{Drawing, Recorder, Recording};

const PATIENCE: Duration = Duration::from_secs(30);

#[leaf]
fn patrol(steps: &mut u32) -> Status {
    *steps += 1;
    if steps.is_multiple_of(4) { Status::Success } else { Status::Running }
}

bt! { Guard(u32) = forever < sequence < walk: patrol, bark: action(|steps| *steps += 1) > > }
bt! { Nap(u32) = selector < fail, dream: patrol > }
bt! { Worker(u32) = forever < task: dynamic(|_| Box::new(Nap::new())) > }

fn watch() -> Watch {
    Watch::new(Options::new().always(true).start().expect("a port")).record(Recorder::new())
}

fn recording(watch: &Watch) -> &Recording {
    watch.recorder().expect("it records").recording()
}

/// Watches while something else happens, until the recording has what is looked for.
fn until(watch: &mut Watch, mut meanwhile: impl FnMut(), holds: impl Fn(&Recording) -> bool) {
    let began = Instant::now();
    while !holds(recording(watch)) {
        assert!(began.elapsed() < PATIENCE, "{} events", recording(watch).events());
        meanwhile();
        watch.next(Duration::from_millis(5));
    }
}

/// Watches until there is news.
fn news(watch: &mut Watch) -> News {
    watch.next(PATIENCE).expect("news")
}

/// Why a program is lost.
fn why(news: News) -> String {
    match news {
        News::Lost { why, .. } => why,
        other => panic!("{other}"),
    }
}

fn agents(watch: &Watch) -> Vec<String> {
    recording(watch).agents().map(str::to_owned).collect()
}

#[test]
fn a_tree_of_this_program_is_seen() {
    let mut publisher = Publisher::on_port::<Guard>(0, "guard").expect("ports");
    let (address, mut watch) = (publisher.address().to_string(), watch());
    watch.add(&format!("tcp://{address}")).expect("threads");
    assert_eq!(news(&mut watch), News::Began { address: address.clone(), tree: "guard".to_owned(), nodes: 4 });
    let (mut guard, mut steps) = (Guard::new(), 0);
    let tick = || {
        guard.tick_with(&mut steps, &mut publisher.tick());
        publisher.entry("steps", steps);
        publisher.entry("mood", "good");
    };
    until(&mut watch, tick, |recording| recording.events() > 30);
    let tree = recording(&watch).tree(&address).expect("its tree");
    let text = "forever: Decorator_forever
└── sequence: Sequence
    ├── walk: patrol: Action_patrol
    └── bark: action(|steps| *steps += 1): Action_action
";
    assert_eq!(Drawing::new(tree).text(), text);
}

#[test]
fn a_program_that_is_started_again_is_another_agent() {
    let publisher = Publisher::on_port::<Guard>(0, "guard").expect("ports");
    let (address, mut watch) = (publisher.address(), watch());
    watch.add(&address.to_string()).expect("threads");
    assert!(matches!(news(&mut watch), News::Began { nodes: 4, .. }));
    drop(publisher);
    assert_eq!(why(news(&mut watch)), "the program has closed the connection");
    let mut publisher = Publisher::on_port::<Nap>(address.port(), "nap").expect("the ports are free again");
    assert_eq!(news(&mut watch), News::Began { address: address.to_string(), tree: "nap".to_owned(), nodes: 3 });
    assert_eq!(agents(&watch), [address.to_string(), format!("{address}, run 2")]);
    let (mut nap, mut steps) = (Nap::new(), 0);
    until(&mut watch, || _ = nap.tick_with(&mut steps, &mut publisher.tick()), |recording| recording.events() > 30);
    let run = recording(&watch).tree(&format!("{address}, run 2")).expect("its tree");
    assert_eq!(run.nodes().len(), 3);
}

#[test]
fn a_tree_that_is_replaced_is_another_agent() {
    let mut publisher = Publisher::on_port::<Guard>(0, "guard").expect("ports");
    let (address, mut watch) = (publisher.address().to_string(), watch());
    watch.add(&address).expect("threads");
    assert!(matches!(news(&mut watch), News::Began { nodes: 4, .. }));
    let (mut nap, mut steps) = (Nap::new(), 0);
    nap.tick_with(&mut steps, &mut publisher.tick());
    assert_eq!(why(news(&mut watch)), "the program was started again");
    assert!(matches!(news(&mut watch), News::Began { nodes: 3, .. }));
    until(&mut watch, || _ = nap.tick_with(&mut steps, &mut publisher.tick()), |recording| recording.events() > 30);
}

#[test]
fn a_tree_in_a_dynamic_node_is_seen() {
    let mut publisher = Publisher::on_port::<Worker>(0, "worker").expect("ports");
    let (address, mut watch) = (publisher.address().to_string(), watch());
    let (mut worker, mut world) = (Worker::new(), 0);
    worker.tick_for_with(0.1, &mut world, &mut publisher.tick());
    watch.add(&address).expect("threads");
    assert!(matches!(news(&mut watch), News::Began { nodes: 5, .. }));
    let tick = || _ = worker.tick_for_with(0.1, &mut world, &mut publisher.tick());
    until(&mut watch, tick, |recording| recording.events() > 30);
    let tree = recording(&watch).tree(&address).expect("its tree");
    assert!(tree.nodes().iter().any(|node| node.title() == "dream: patrol" && node.depth == 3), "{tree:?}");
}

#[test]
fn two_programs_are_on_one_page() {
    let mut one = Publisher::on_port::<Guard>(0, "guard").expect("ports");
    let mut other = Publisher::on_port::<Nap>(0, "nap").expect("ports");
    let mut watch = watch();
    watch.add(&one.address().to_string()).expect("threads");
    watch.add(&other.address().to_string()).expect("threads");
    let (mut guard, mut nap, mut steps) = (Guard::new(), Nap::new(), 0);
    let tick = || {
        guard.tick_with(&mut steps, &mut one.tick());
        nap.tick_with(&mut steps, &mut other.tick());
    };
    until(&mut watch, tick, |recording| recording.agents().count() == 2 && recording.events() > 60);
    let bytes = recording(&watch).to_bytes();
    assert_eq!(Recording::from_bytes(&bytes).as_ref(), Ok(recording(&watch)));
    let page = recording(&watch).to_html();
    assert!(page.contains("<!DOCTYPE html>"));
}

/// Passes bytes on between clients and a program. The connections can be cut.
struct Between {
    address: SocketAddr,
    streams: std::sync::Arc<std::sync::Mutex<Vec<TcpStream>>>,
}

impl Between {
    fn new(program: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let between = Between { address: listener.local_addr().expect("it has one"), streams: Default::default() };
        let streams = between.streams.clone();
        thread::spawn(move || {
            for client in listener.incoming() {
                let (client, server) = (client.expect("a client"), TcpStream::connect(program).expect("the program"));
                for (mut from, mut to) in [(&client, &server), (&server, &client)].map(|(a, b)| (clone(a), clone(b))) {
                    thread::spawn(move || std::io::copy(&mut from, &mut to));
                }
                streams.lock().expect("nobody panics").extend([client, server]);
            }
        });
        between
    }

    fn cut(&self) {
        for stream in self.streams.lock().expect("nobody panics").drain(..) {
            stream.shutdown(Shutdown::Both).expect("it is open");
        }
    }
}

fn clone(stream: &TcpStream) -> TcpStream {
    stream.try_clone().expect("it is open")
}

#[test]
fn a_connection_that_was_cut_goes_on() {
    let mut publisher = Publisher::on_port::<Guard>(0, "guard").expect("ports");
    let (between, mut watch) = (Between::new(publisher.address()), watch());
    watch.add(&between.address.to_string()).expect("threads");
    let (mut guard, mut steps) = (Guard::new(), 0);
    let mut tick = || _ = guard.tick_with(&mut steps, &mut publisher.tick());
    until(&mut watch, &mut tick, |recording| recording.events() > 30);
    between.cut();
    assert!(!why(news(&mut watch)).is_empty());
    let (before, seen) = (recording(&watch).steps(), recording(&watch).events());
    until(&mut watch, &mut tick, |recording| recording.events() > seen + 30);
    assert!(recording(&watch).steps() > before);
    assert_eq!(agents(&watch), [between.address.to_string()], "the same run is the same agent");
}

/// A peer that sends this to each client, and nothing more.
fn peer(bytes: Vec<u8>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("it has one");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a client");
            // The client may have closed it.
            let _ = stream.write_all(&bytes).and_then(|()| stream.shutdown(Shutdown::Write));
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        }
    });
    address
}

/// The greeting of ZeroMQ, and what follows it.
fn greeting(then: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; 64];
    (bytes[0], bytes[9], bytes[10]) = (0xff, 0x7f, 3);
    bytes[12..16].copy_from_slice(b"NULL");
    bytes.extend(then);
    bytes
}

const REP: &[u8] = b"\x04\x19\x05READY\x0bSocket-Type\0\0\0\x03REP";

#[test]
fn peers_that_break_the_protocol_are_errors() {
    let after = |then: &[u8]| greeting(&[REP, then].concat());
    let reply = |payload: &[u8]| {
        let part = |more, bytes: &[u8]| [&[more, bytes.len() as u8], bytes].concat();
        after(&[part(1, b""), part(1, b"error"), part(0, payload)].concat())
    };
    for (bytes, expected) in [
        (
            b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".to_vec(),
            "does not speak ZeroMQ",
        ),
        (Vec::new(), "closed the connection"),
        (greeting(b""), "closed the connection"),
        (greeting(b"\x04\x19\x05READY\x0bSocket-Type\0\0\0\x03PUB"), "a ZeroMQ socket of the type PUB, not REP"),
        (greeting(b"\x04\x06\x05ERRO!"), "does not say that it is ready"),
        (after(b"\x02\xff\xff\xff\xff\xff\xff\xff\xff"), "longer than the 67108864 bytes"),
        (after(&b"\x01\x00".repeat(100)), "more than 64 parts"),
        (after(b"\x00\x01a"), "does not begin with an empty part"),
        (after(b"\x01\x00\x00\x04oops"), "not one to its request"),
        (reply(b"no tree here"), "the program refuses a request: no tree here"),
    ] {
        let mut watch = watch();
        watch.add(&peer(bytes.clone()).to_string()).expect("threads");
        let why = why(news(&mut watch));
        assert!(why.contains(expected), "{why}, not {expected}");
        assert!(agents(&watch).is_empty());
    }
    assert_eq!(watch().add("http://robot").unwrap_err().kind(), std::io::ErrorKind::InvalidInput);
}

#[test]
fn clients_that_break_the_protocol_do_not_disturb_others() {
    let mut publisher = Publisher::on_port::<Guard>(0, "guard").expect("ports");
    let req = greeting(b"\x04\x19\x05READY\x0bSocket-Type\0\0\0\x03REQ");
    let hostile = [
        b"GET / HTTP/1.1\r\n\r\n".to_vec(),
        greeting(b"\x04\x19\x05READY\x0bSocket-Type\0\0\0\x03SUB"),
        [&req[..], b"\x02\0\0\0\0\xff\xff\xff\xff"].concat(),
        [&req[..], b"\x01\0\x00\x03abc"].concat(),
        [&req[..], b"\x00\x03abc"].concat(),
        vec![0xff],
    ];
    let mut open = Vec::new();
    for bytes in &hostile {
        for address in [publisher.address(), publisher.reports_address()] {
            let mut stream = TcpStream::connect(address).expect("it listens");
            stream.write_all(bytes).expect("it reads");
            open.push(stream);
        }
    }
    let mut watch = watch();
    watch.add(&publisher.address().to_string()).expect("threads");
    let (mut guard, mut steps) = (Guard::new(), 0);
    until(&mut watch, || _ = guard.tick_with(&mut steps, &mut publisher.tick()), |recording| recording.events() > 30);
}
