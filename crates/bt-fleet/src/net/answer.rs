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

/// Answers callers until `over` is set. `meet` greets one of them before a deadline; callers that are no process of the
/// fleet are logged and dropped.
pub(crate) fn answer_all(
    listener: &TcpListener,
    over: &AtomicBool,
    meet: impl Fn(TcpStream, Instant) -> Result<(), Stranger> + Sync,
) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let (open, meet) = (Mutex::new(VecDeque::<(u64, TcpStream)>::new()), &meet);
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
                if let Err(stranger) = meet(stream, Instant::now() + GREETING) {
                    log(address, &stranger);
                }
                open.lock().unwrap_or_else(PoisonError::into_inner).retain(|(number, _)| *number != mine);
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
        Stranger::Silent(error) => tracing::warn!(%address, %error, "dropped a stranger"),
        Stranger::Key => tracing::warn!(%address, "dropped a caller that knows another key"),
        Stranger::Unwelcome(_) => tracing::warn!(%address, "two processes say that they have the same number"),
    }
}
