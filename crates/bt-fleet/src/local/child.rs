//! The side of a process that the supervisor has started.

use std::env;
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::exit;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::control::{Down, Listens, Up, receive, send};
use crate::error::FleetError;
use crate::net::{GREETING, Key, Side, Stranger, Transport, Wire, greet};
use crate::report::Epoch;

/// The number of the process, the address of the supervisor, and the key of this run.
pub(super) const ENV: &str = "BT_FLEET_PROCESS";

/// What a process learns from its supervisor.
pub(crate) struct Child {
    pub(crate) process: usize,
    pub(crate) addresses: Vec<String>,
    pub(crate) listener: TcpListener,
    /// Only the processes of this run know it.
    pub(crate) key: Key,
    control: Arc<Mutex<TcpStream>>,
}

/// What this process learns from the supervisor that started it; `None` without a supervisor. Exits if the supervisor
/// is gone: when one process is lost, it restarts all of them, including those that have not begun.
pub(crate) fn child() -> Option<Child> {
    let value = env::var(ENV).ok()?;
    let [process, address, key] = value.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let child = begin(process.parse().ok()?, address, Key::new(key));
    Some(child.unwrap_or_else(|error| {
        tracing::warn!(%error, "this process has ended before it began");
        exit(1)
    }))
}

fn begin(process: usize, address: &str, key: Key) -> Result<Child, FleetError> {
    let failed = || FleetError::io("talking to the supervisor");
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(FleetError::io("listening"))?;
    let port = listener.local_addr().map_err(failed())?.port();
    let control = TcpStream::connect(address).map_err(failed())?;
    introduce(&control, &key, &Listens { process, port }).map_err(failed())?;
    let Down { addresses } = receive(&control).map_err(failed())?;
    watch(control.try_clone().map_err(failed())?);
    Ok(Child { process, addresses, listener, key, control: Arc::new(Mutex::new(control)) })
}

fn introduce(control: &TcpStream, key: &Key, listens: &Listens) -> io::Result<()> {
    let until = Instant::now() + GREETING;
    let mut wire = Wire::begin(control.try_clone()?, Side::Caller, &Transport::default(), until)?;
    let words = postcard::to_stdvec(listens).map_err(io::Error::other)?;
    match greet(&mut wire, key, &words) {
        Ok(_) => wire.keep(),
        Err(Stranger::Broken(error)) => Err(error),
        Err(stranger) => Err(io::Error::other(format!("{stranger:?}"))),
    }
}

/// Ends this process when the supervisor is gone.
fn watch(control: TcpStream) {
    thread::spawn(move || {
        let ended = receive::<Down>(&control).is_err();
        exit(if ended { 0 } else { 1 });
    });
}

impl Child {
    /// Sends each epoch to the supervisor.
    pub(crate) fn tell(&self) -> impl Fn(&Epoch) + Send + Sync + 'static {
        let control = Arc::clone(&self.control);
        move |epoch| {
            let control = control.lock().unwrap_or_else(PoisonError::into_inner);
            // If the supervisor is gone, this process ends anyway.
            let _ = send(&control, &Up::Epoch(*epoch));
        }
    }

    /// Reports how this process ended, and exits when the supervisor has received it.
    pub(crate) fn end(self, ended: Result<Vec<String>, FleetError>) -> ! {
        let message = match &ended {
            Ok(damaged) => Up::Done { damaged: damaged.clone() },
            Err(error) => {
                Up::Failed { is_peer_gone: matches!(error, FleetError::PeerGone { .. }), text: error.to_string() }
            }
        };
        let control = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = send(&control, &message);
        exit(if ended.is_ok() { 0 } else { 1 })
    }
}
