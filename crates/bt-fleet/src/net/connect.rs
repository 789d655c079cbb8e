//! How processes connect: each answers processes with higher numbers, and calls those with lower ones.

use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::answer::{GREETING, answer_all};
use super::greeting::{Refusal, Stranger, answer, greet};
use super::hello::Hello;
use super::key::Key;
use super::raw::Side;
use super::wire::{Transport, Wire, is_gone};
use crate::error::FleetError;

/// The pause between two calls.
const PAUSE: Duration = Duration::from_millis(10);
/// How long an address may take to answer a call.
const RING: Duration = Duration::from_secs(1);

/// The processes, the transport, and how long to wait.
pub(crate) struct Peers<'p> {
    pub(crate) listener: TcpListener,
    pub(crate) addresses: &'p [String],
    pub(crate) patience: Duration,
    pub(crate) key: Key,
    pub(crate) transport: Transport,
}

/// What this process knows about another one.
pub(crate) struct Peer {
    pub(crate) wire: Wire,
    pub(crate) hello: Hello,
}

type Met = Result<(usize, Peer), FleetError>;

/// Connects this process with all others: a peer for each, none for itself.
pub(crate) fn connect(peers: &Peers<'_>, hello: &Hello) -> Result<Vec<Option<Peer>>, FleetError> {
    let (me, over, waiting) = (hello.process as usize, AtomicBool::new(false), Waiting::new(peers.addresses.len()));
    let deadline = Instant::now() + peers.patience;
    let (send, met) = channel();
    thread::scope(|scope| {
        let (over, waiting) = (&over, &waiting);
        let tell = send.clone();
        scope.spawn(move || {
            let failed = FleetError::io("listening for other processes");
            let meet = |stream, until| meet_caller(stream, until, peers, hello, waiting);
            let met = |found| {
                let _ = tell.send(found);
            };
            if let Err(error) = answer_all(&peers.listener, over, meet, met) {
                let _ = tell.send(Err(failed(error)));
            }
        });
        for process in 0..me {
            let tell = send.clone();
            scope.spawn(move || {
                if let Some(found) = call(process, peers, hello, deadline, over, waiting) {
                    let _ = tell.send(found);
                }
            });
        }
        drop(send);
        let found = gather(peers, me, &met, deadline, waiting);
        over.store(true, Ordering::SeqCst);
        found
    })
}

/// Waits until all are connected, or one fails.
fn gather(
    peers: &Peers<'_>,
    me: usize,
    met: &Receiver<Met>,
    deadline: Instant,
    waiting: &Waiting,
) -> Result<Vec<Option<Peer>>, FleetError> {
    let mut found: Vec<Option<Peer>> = peers.addresses.iter().map(|_| None).collect();
    while let Some(missing) = (0..found.len()).find(|process| *process != me && found[*process].is_none()) {
        match met.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(peer) => {
                let (process, peer) = peer?;
                found[process] = Some(peer);
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                return Err(FleetError::Unreachable {
                    process: missing,
                    address: peers.addresses[missing].clone(),
                    waited: peers.patience,
                    last: waiting.last(missing),
                });
            }
        }
    }
    for peer in found.iter_mut().flatten() {
        peer.wire.keep().map_err(FleetError::io("connecting the processes"))?;
    }
    Ok(found)
}

/// What is known about processes that are not connected yet.
struct Waiting {
    /// The last error for each process that is called.
    last: Mutex<Vec<Option<String>>>,
    /// For each process that has called: its run, its address, and the connection.
    callers: Mutex<Vec<Option<(u64, String, TcpStream)>>>,
}

impl Waiting {
    fn new(processes: usize) -> Self {
        let callers = (0..processes).map(|_| None).collect();
        Waiting { last: Mutex::new(vec![None; processes]), callers: Mutex::new(callers) }
    }

    fn note(&self, process: usize, text: String) {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)[process] = Some(text);
    }

    fn last(&self, process: usize) -> Option<String> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)[process].clone()
    }

    /// Registers a caller as a process, unless another caller with that number is still connected.
    fn take_place(&self, their: &Hello, from: String, handle: TcpStream) -> Result<(), Refusal> {
        let mut callers = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(place) = callers.get_mut(their.process as usize) else { return Ok(()) };
        if let Some((run, first, stream)) = place
            && *run != their.run
            && !is_gone(stream)
        {
            return Err(Refusal { first: first.clone(), second: from });
        }
        *place = Some((their.run, from, handle));
        Ok(())
    }
}

fn twice(process: u64, Refusal { first, second }: Refusal) -> FleetError {
    FleetError::Twice { process: process as usize, first, second }
}

/// Greets a caller, and judges its greeting.
fn meet_caller(
    stream: TcpStream,
    until: Instant,
    peers: &Peers<'_>,
    hello: &Hello,
    waiting: &Waiting,
) -> Result<Met, Stranger> {
    let mut wire = Wire::begin(stream, Side::Listener, &peers.transport, until)?;
    let (from, handle) = (wire.peer()?.to_string(), wire.handle()?);
    let mut number = hello.process;
    let answered = answer(&mut wire, &peers.key, |words| {
        let their = Hello::from_bytes(words);
        if let Some(their) = &their {
            number = their.process;
            waiting.take_place(their, from.clone(), handle)?;
        }
        Ok((their, hello.to_bytes()))
    });
    let their = match answered {
        Ok(their) => their,
        Err(Stranger::Refused(refusal)) => return Ok(Err(twice(number, refusal))),
        Err(stranger) => return Err(stranger),
    };
    Ok(agree(hello, their, &from).and_then(|their| {
        let process = their.process;
        if process <= hello.process || process >= hello.processes {
            let expected = format!("{} to {}", hello.process + 1, hello.processes.saturating_sub(1));
            return Err(FleetError::differs(format!("the number of the process at {from}"), expected, process));
        }
        Ok((process as usize, Peer { wire, hello: their }))
    }))
}

fn agree(hello: &Hello, their: Option<Hello>, from: &str) -> Result<Hello, FleetError> {
    let their = their.ok_or_else(|| FleetError::Foreign { what: format!("what the process at {from} says") })?;
    hello.agree(&their)?;
    Ok(their)
}

/// Calls a process until it answers; `None` if it never does.
fn call(
    process: usize,
    peers: &Peers<'_>,
    hello: &Hello,
    deadline: Instant,
    over: &AtomicBool,
    waiting: &Waiting,
) -> Option<Met> {
    let address = &peers.addresses[process];
    while Instant::now() < deadline && !over.load(Ordering::SeqCst) {
        match call_once(address, peers, hello, deadline) {
            Ok((wire, words)) => {
                let checked = agree(hello, Hello::from_bytes(&words), address).and_then(|their| {
                    if their.process as usize != process {
                        let what = format!("the number of the process at {address}");
                        return Err(FleetError::differs(what, process, their.process));
                    }
                    Ok((process, Peer { wire, hello: their }))
                });
                return Some(checked);
            }
            Err(Stranger::WrongKey) => return Some(Err(FleetError::Key { process, address: address.clone() })),
            Err(Stranger::Refused(refusal)) => return Some(Err(twice(hello.process, refusal))),
            Err(Stranger::Broken(error)) => waiting.note(process, error.to_string()),
        }
        thread::sleep(PAUSE);
    }
    None
}

fn call_once(address: &str, peers: &Peers<'_>, hello: &Hello, deadline: Instant) -> Result<(Wire, Vec<u8>), Stranger> {
    let left = deadline.saturating_duration_since(Instant::now()).clamp(PAUSE, RING);
    let mut last = std::io::Error::other("the address has no machine");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, left) {
            Ok(stream) => {
                let until = deadline.min(Instant::now() + GREETING);
                let mut wire = Wire::begin(stream, Side::Caller, &peers.transport, until)?;
                let words = greet(&mut wire, &peers.key, &hello.to_bytes())?;
                return Ok((wire, words));
            }
            Err(error) => last = error,
        }
    }
    Err(last.into())
}
