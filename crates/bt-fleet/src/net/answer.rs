//! How a process answers callers: all concurrently, each with its own deadline.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::greeting::Stranger;

/// How long a caller may take for the handshake.
pub(crate) const GREETING: Duration = Duration::from_secs(5);

/// How many callers are answered at once. If there are more, the oldest one is dropped.
const AT_ONCE: usize = 256;

/// The pause between two polls of the port.
const PAUSE: Duration = Duration::from_millis(5);

/// Answers callers until `over` is set; whoever is still in the handshake then is cut off. `meet` greets a caller
/// before a deadline, and `met` takes what it returns. Callers that are not a process of the fleet are logged and
/// dropped.
pub(crate) fn answer_all<T>(
    listener: &TcpListener,
    over: &AtomicBool,
    meet: impl Fn(TcpStream, Instant) -> Result<T, Stranger> + Sync,
    met: impl Fn(T) + Sync,
) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let (open, meet, met) = (Mutex::new(VecDeque::<(u64, TcpStream)>::new()), &meet, &met);
    let open = &open;
    thread::scope(|scope| {
        let mut number = 0;
        let ended = loop {
            if over.load(Ordering::SeqCst) {
                break Ok(());
            }
            let (stream, address) = match listener.accept() {
                Ok(accepted) => accepted,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    thread::sleep(PAUSE);
                    continue;
                }
                // It hung up before it was answered.
                Err(error) if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) => {
                    continue;
                }
                Err(error) => break Err(error),
            };
            let Ok(handle) = stream.try_clone() else { continue };
            number += 1;
            let mine = number;
            let mut callers = open.lock().unwrap_or_else(PoisonError::into_inner);
            callers.push_back((mine, handle));
            if callers.len() > AT_ONCE
                && let Some((_, oldest)) = callers.pop_front()
            {
                let _ = oldest.shutdown(Shutdown::Both);
            }
            drop(callers);
            scope.spawn(move || {
                let answered = meet(stream, Instant::now() + GREETING);
                // Before `met`, which may set `over`: then all callers in this list are cut off.
                open.lock().unwrap_or_else(PoisonError::into_inner).retain(|(number, _)| *number != mine);
                match answered {
                    Ok(found) => met(found),
                    Err(stranger) => log(address, &stranger),
                }
            });
        };
        for (_, caller) in open.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = caller.shutdown(Shutdown::Both);
        }
        ended
    })
}

fn log(address: SocketAddr, stranger: &Stranger) {
    match stranger {
        Stranger::Broken(error) => {
            let text = "dropped a connection that broke, was too slow, or is not what was expected";
            tracing::warn!(%address, %error, "{text}")
        }
        Stranger::WrongKey => tracing::warn!(%address, "dropped a caller that knows another key"),
        // Whoever refuses a caller reports it as the error of the fleet.
        Stranger::Refused(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::wire::is_gone;

    /// Meeting the last process that a fleet waits for ends all handshakes, but must not cut off that process.
    #[test]
    fn the_end_of_the_handshakes_cuts_off_nobody_who_was_met() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let caller = TcpStream::connect(listener.local_addr().expect("it has an address")).expect("it listens");
        let over = AtomicBool::new(false);
        let was_cut_off = AtomicBool::new(false);
        let met = |stream: TcpStream| {
            over.store(true, Ordering::SeqCst);
            // Long enough for the port to be polled once more.
            let cut_off = (0..20).any(|_| {
                thread::sleep(PAUSE);
                is_gone(&stream)
            });
            was_cut_off.store(cut_off, Ordering::SeqCst);
        };
        answer_all(&listener, &over, |stream, _| Ok(stream), met).expect("it can listen");
        assert!(!was_cut_off.into_inner());
        drop(caller);
    }
}
