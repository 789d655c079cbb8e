//! The supervisor: it starts the processes, receives their messages, and restarts all when one is lost.

use std::ffi::OsString;
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::child::ENV;
use super::control::{Down, Listens, Up, receive, send};
use crate::error::FleetError;
use crate::net::{Key, Side, Transport, Wire, answer, answer_all};
use crate::report::{Epoch, Report};

/// What the supervisor starts, and how often.
pub(crate) struct Program<'p> {
    pub(crate) args: Vec<OsString>,
    pub(crate) processes: usize,
    pub(crate) restarts: u32,
    pub(crate) patience: Duration,
    pub(crate) started: &'p dyn Fn(&[u32]),
    pub(crate) tell: &'p dyn Fn(&Epoch),
}

const PAUSE: Duration = Duration::from_millis(5);
/// How long other processes may take to report why they ended, after one has failed.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Runs the program in several processes until all have ended normally.
pub(crate) fn supervise(program: &Program<'_>) -> Result<Report, FleetError> {
    let mut report = Report::default();
    loop {
        let mut children = Children(Vec::new());
        let error = match run(program, &mut children, &mut report) {
            Ok(()) => return Ok(report),
            Err(error @ (FleetError::Diverged { .. } | FleetError::Io { .. })) => return Err(error),
            Err(error) => error,
        };
        if report.restarts == program.restarts {
            let (restarts, last) = (report.restarts, Box::new(error));
            return Err(if restarts == 0 { *last } else { FleetError::GaveUp { restarts, last } });
        }
        report.restarts += 1;
    }
}

/// Processes that are killed when this is dropped.
struct Children(Vec<Child>);

impl Children {
    fn kill(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        self.kill();
    }
}

fn run(program: &Program<'_>, children: &mut Children, report: &mut Report) -> Result<(), FleetError> {
    let failed = || FleetError::io("starting the processes");
    let control = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed())?;
    let address = control.local_addr().map_err(failed())?;
    let secret = secret().map_err(failed())?;
    let executable = std::env::current_exe().map_err(failed())?;
    for process in 0..program.processes {
        let mut command = Command::new(&executable);
        command.args(&program.args).env(ENV, format!("{process} {address} {secret}")).stdin(Stdio::null());
        children.0.push(command.spawn().map_err(failed())?);
    }
    let pids: Vec<u32> = children.0.iter().map(Child::id).collect();
    (program.started)(&pids);
    let streams = introduce(program, &control, &Key::new(secret), children)?;
    // Bounded, so that a slow supervisor slows down the fleet.
    let (sender, heard) = sync_channel(64);
    for (process, stream) in streams.iter().enumerate() {
        let stream = stream.try_clone().map_err(failed())?;
        let sender = sender.clone();
        thread::spawn(move || listen(process, &stream, &sender));
    }
    drop(sender);
    let ended = hear(program, report, &heard);
    if ended.is_err() {
        // Messages from before still count.
        children.kill();
        for (_, message) in heard {
            if let Some(Up::Epoch(epoch)) = message {
                tell(program, report, &epoch)?;
            }
        }
    }
    ended
}

fn tell(program: &Program<'_>, report: &mut Report, epoch: &Epoch) -> Result<(), FleetError> {
    if !report.add(epoch) {
        return Err(FleetError::Diverged { epoch: epoch.number });
    }
    (program.tell)(epoch);
    Ok(())
}

/// Receives messages of processes until all have ended normally.
fn hear(program: &Program<'_>, report: &mut Report, heard: &Receiver<Heard>) -> Result<(), FleetError> {
    let (mut done, mut last, mut first_error) = (0, Instant::now(), None::<(Instant, FleetError)>);
    while done < program.processes {
        match heard.recv_timeout(PAUSE) {
            Ok((_, Some(Up::Epoch(epoch)))) => {
                tell(program, report, &epoch)?;
                last = Instant::now();
            }
            Ok((process, Some(Up::Done { damaged }))) => {
                done += 1;
                if process == 0 {
                    report.damaged = damaged;
                }
            }
            Ok((process, Some(Up::Failed { is_peer_gone, text }))) => {
                let error = FleetError::Failed { process, text };
                // A lost peer is only a consequence of that peer's own error.
                if !is_peer_gone {
                    return Err(error);
                }
                first_error.get_or_insert((Instant::now(), error));
            }
            // It ended without a message: it was killed, or the program has ended it.
            Ok((process, None)) => return Err(FleetError::PeerGone { process }),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        if let Some((_, error)) = first_error.take_if(|(since, _)| since.elapsed() > LAST_WORDS) {
            return Err(error);
        }
        if last.elapsed() > program.patience {
            let epoch = report.last.map_or(0, |epoch| epoch.number);
            return Err(FleetError::Stalled { epoch: epoch + 1, waited: program.patience });
        }
    }
    Ok(())
}

type Heard = (usize, Option<Up>);

/// Forwards the messages of a process; `None` at the end.
fn listen(process: usize, stream: &TcpStream, to: &SyncSender<Heard>) {
    loop {
        let message = receive::<Up>(stream).ok();
        let is_over = matches!(message, None | Some(Up::Done { .. } | Up::Failed { .. }));
        if to.send((process, message)).is_err() || is_over {
            return;
        }
    }
}

/// The key of one run, which processes get through their environment.
fn secret() -> io::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Receives the addresses of all processes, and sends the list to all of them.
fn introduce(
    program: &Program<'_>,
    control: &TcpListener,
    key: &Key,
    children: &mut Children,
) -> Result<Vec<TcpStream>, FleetError> {
    let (over, (send_found, found)) = (AtomicBool::new(false), channel());
    let found = thread::scope(|scope| {
        let over = &over;
        scope.spawn(move || {
            let meet = |stream, until| {
                let mut wire = Wire::begin(stream, Side::Listener, &Transport::default(), until)?;
                let listens =
                    answer(&mut wire, key, |words| Ok((postcard::from_bytes::<Listens>(words).ok(), Vec::new())))?;
                wire.keep()?;
                Ok((listens, wire.handle()?))
            };
            let met = |(listens, stream): (Option<Listens>, TcpStream)| {
                if let Some(listens) = listens {
                    let _ = send_found.send((listens, stream));
                }
            };
            if let Err(error) = answer_all(control, over, meet, met) {
                tracing::error!(%error, "the supervisor cannot listen");
            }
        });
        let found = hear_all(program, children, &found);
        over.store(true, Ordering::SeqCst);
        found
    })?;
    let addresses: Vec<String> = found.iter().map(|(listens, _)| format!("127.0.0.1:{}", listens.port)).collect();
    for (process, (_, stream)) in found.iter().enumerate() {
        // A process that was killed meanwhile is lost.
        send(stream, &Down { addresses: addresses.clone() }).map_err(|_| FleetError::PeerGone { process })?;
    }
    Ok(found.into_iter().map(|(_, stream)| stream).collect())
}

/// Waits until all processes have sent their addresses. Returns them in order.
fn hear_all(
    program: &Program<'_>,
    children: &mut Children,
    heard: &Receiver<(Listens, TcpStream)>,
) -> Result<Vec<(Listens, TcpStream)>, FleetError> {
    let (deadline, mut found) = (Instant::now() + program.patience, Vec::<(Listens, TcpStream)>::new());
    while found.len() < program.processes {
        found.extend(heard.recv_timeout(PAUSE).ok());
        let ended = children.0.iter_mut().position(|child| matches!(child.try_wait(), Ok(Some(_))));
        if let Some(process) = ended {
            return Err(FleetError::PeerGone { process });
        }
        if Instant::now() > deadline {
            let missing =
                (0..program.processes).find(|process| found.iter().all(|(other, _)| other.process != *process));
            let process = missing.unwrap_or(0);
            let address = format!("process id {}", children.0[process].id());
            return Err(FleetError::Unreachable { process, address, waited: program.patience, last: None });
        }
    }
    found.sort_unstable_by_key(|(listens, _)| listens.process);
    Ok(found)
}
