//! Tests that BehaviorTree.CPP itself still answers as in the traces. `BLESS=1` records them again.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{Line, lines, masked};
use crate::groot2::client::LIMITS;
use crate::groot2::watch::{News, Watch};
use crate::groot2::zmtp::Message;
use crate::groot2::zmtp::client::Requester;
use crate::recording::Recorder;
use crate::serve::Options;

#[path = "../../../../../tests/btcpp/build.rs"]
mod btcpp;

/// A program that is killed at the end.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        // It may already have exited.
        let _ = self.0.kill().and_then(|()| self.0.wait());
    }
}

fn start(program: &Path, port: u16) -> Program {
    let command = Command::new(program).arg(port.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    Program(command.expect("it was just built"))
}

/// A free port, such that the next one is probably free, too.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("it has one").port()
}

fn connect(port: u16) -> Requester {
    let began = Instant::now();
    loop {
        match Requester::connect(&format!("127.0.0.1:{port}"), LIMITS) {
            Ok(requester) => return requester,
            Err(error) if began.elapsed() > Duration::from_secs(20) => panic!("{error}"),
            Err(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

fn digits(message: &Message) -> String {
    let part = |part: &Vec<u8>| match part.is_empty() {
        true => "-".to_owned(),
        false => part.iter().map(|byte| format!("{byte:02x}")).collect(),
    };
    message.iter().map(part).collect::<Vec<_>>().join(" ")
}

#[test]
#[ignore = "it needs BehaviorTree.CPP, built with its interface for Groot2, in the folder BTCPP"]
fn behaviortree_cpp_answers_as_recorded() {
    let program = btcpp::build("publish.cpp", &std::env::temp_dir().join("bt-groot2"), &["-lzmq"]);
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/groot2/traces");
    for file in std::fs::read_dir(&folder).expect("it is there") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let port = free_port();
        let mut program = start(&program, port);
        let (mut to, from) = (program.0.stdin.take().expect("a pipe"), program.0.stdout.take().expect("a pipe"));
        let mut done = BufReader::new(from).lines();
        let mut order = |word: &str, answers: bool| {
            writeln!(to, "{word}").expect("it reads");
            answers.then(|| done.next().expect("an answer").expect("text"));
        };
        let (mut client, mut asked, mut new) = (None, Message::new(), String::new());
        for (number, line) in (1..).zip(lines(&text)) {
            match line {
                Line::Is(what) => {
                    order(what, false);
                    writeln!(new, "{what}").expect("memory");
                }
                Line::Did(word) => {
                    order(word, true);
                    writeln!(new, "{word}").expect("memory");
                }
                Line::Asked(parts) => {
                    writeln!(new, "> {}", digits(&parts)).expect("memory");
                    asked = parts;
                }
                Line::Replied(expected) => {
                    let client = client.get_or_insert_with(|| {
                        order("begin", true);
                        connect(port)
                    });
                    let parts: Vec<&[u8]> = asked.iter().map(Vec::as_slice).collect();
                    let reply = client.ask(&parts).expect("a reply");
                    writeln!(new, "< {}", digits(&reply)).expect("memory");
                    if std::env::var_os("BLESS").is_none() {
                        let place = format!("{}, line {number}", path.display());
                        assert_eq!(masked(&asked, reply), masked(&asked, expected), "{place}");
                    }
                }
            }
        }
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, new).expect("it can be written");
        }
    }
}

/// A tree of 2,121 nodes; some hundred of them change in each tick.
fn large() -> String {
    let loud = "<Inverter><a/></Inverter><Inverter><b/></Inverter><Inverter><c/></Inverter>";
    let part = |inside: &str| format!("<Fallback><Inverter><ok/></Inverter><Sequence>{inside}</Sequence></Fallback>");
    let branch = [part(loud).repeat(3), part("<ok/>").repeat(4)].concat();
    let branch = format!("<Repeat num_cycles=\"-1\"><Sequence>{branch}<w/></Sequence></Repeat>").repeat(40);
    let tree = format!("<Parallel success_count=\"40\" failure_count=\"1\">{branch}</Parallel>");
    format!("xml <root BTCPP_format=\"4\"><BehaviorTree ID=\"Large\">{tree}</BehaviorTree></root>")
}

/// The processor time of the process so far, in hundredths of a second.
fn processor_time() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("it is Linux");
    let (_, numbers) = stat.rsplit_once(") ").expect("a name");
    numbers.split(' ').skip(11).take(2).map(|number| number.parse::<u64>().expect("a number")).sum()
}

#[test]
#[ignore = "it needs BehaviorTree.CPP, built with its interface for Groot2, in the folder BTCPP"]
fn a_large_program_is_watched() {
    let program = btcpp::build("publish.cpp", &std::env::temp_dir().join("bt-groot2"), &["-lzmq"]);
    let port = free_port();
    let mut program = start(&program, port);
    let mut to = program.0.stdin.take().expect("a pipe");
    writeln!(to, "{}\nleaf ok S\nleaf w RRRRRS\nleaf a RF\nleaf b RF\nleaf c RF\nrun 25", large()).expect("it reads");
    connect(port);
    let live = Options::new().always(true).start().expect("a port");
    let mut watch = Watch::new(live).record(Recorder::new());
    watch.add(&format!("127.0.0.1:{port}")).expect("threads");
    assert!(matches!(watch.next(Duration::from_secs(20)), Some(News::Began { nodes: 2121, .. })));
    let (began, before) = (Instant::now(), processor_time());
    while began.elapsed() < Duration::from_secs(20) {
        watch.next(Duration::from_secs(1));
    }
    let (time, taken) = (began.elapsed().as_secs_f64(), processor_time() - before);
    let recording = watch.recorder().expect("it records").recording();
    println!("{:.2} % of a core, {:.0} events a second", taken as f64 / time, recording.events() as f64 / time);
    assert!(recording.events() > 10_000);
}
