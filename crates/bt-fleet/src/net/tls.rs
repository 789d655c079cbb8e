//! `Tls`: the certificates of a fleet, and a TLS connection.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::server::WebPkiClientVerifier;
use rustls::{ClientConfig, ClientConnection, Connection, RootCertStore, ServerConfig, ServerConnection};

use super::raw::{Raw, Side};
use crate::error::FleetError;

/// TLS between the processes of a fleet: each presents a certificate, and accepts only those that the fleet's authority
/// has signed. Needs the feature `tls`.
///
/// ```no_run
/// use bt_fleet::{FleetError, Tls};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let read = std::fs::read;
/// // One certificate for the name `fleet` does for all processes.
/// let tls = Tls::from_pem(&read("fleet.pem")?, &read("fleet.key")?, &read("authority.pem")?, "fleet")?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Tls {
    caller: Arc<ClientConfig>,
    listener: Arc<ServerConfig>,
    name: ServerName<'static>,
}

impl Tls {
    /// Reads the certificates of this process, its private key, and the certificates of the authority, all as PEM.
    /// `name` is the name in the certificates of all processes.
    ///
    /// # Errors
    ///
    /// If one of them cannot be read, or they do not match.
    pub fn from_pem(certificates: &[u8], key: &[u8], authority: &[u8], name: &str) -> Result<Self, FleetError> {
        let wrong = |what: &str, text: String| FleetError::Settings(format!("TLS: {what}: {text}"));
        let read = |what: &str, pem: &[u8]| -> Result<Vec<CertificateDer<'static>>, FleetError> {
            let found = CertificateDer::pem_slice_iter(pem).collect::<Result<Vec<_>, _>>();
            match found.map_err(|error| wrong(what, error.to_string()))? {
                found if found.is_empty() => Err(wrong(what, "there is none".into())),
                found => Ok(found),
            }
        };
        let certificates = read("the certificate", certificates)?;
        // The text of the error does not reveal the key.
        let key = || PrivateKeyDer::from_pem_slice(key).map_err(|error| wrong("the private key", error.to_string()));
        let mut roots = RootCertStore::empty();
        for root in read("the authority", authority)? {
            roots.add(root).map_err(|error| wrong("the authority", error.to_string()))?;
        }
        let (roots, provider) = (Arc::new(roots), Arc::new(rustls::crypto::ring::default_provider()));
        let verifier = WebPkiClientVerifier::builder_with_provider(Arc::clone(&roots), Arc::clone(&provider))
            .build()
            .map_err(|error| wrong("the authority", error.to_string()))?;
        let failed = |error: rustls::Error| wrong("the certificate", error.to_string());
        let caller = ClientConfig::builder_with_provider(Arc::clone(&provider))
            .with_protocol_versions(&[&rustls::version::TLS13])
            .map_err(failed)?
            .with_root_certificates(roots)
            .with_client_auth_cert(certificates.clone(), key()?)
            .map_err(failed)?;
        let listener = ServerConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&rustls::version::TLS13])
            .map_err(failed)?
            .with_client_cert_verifier(verifier)
            .with_single_cert(certificates, key()?)
            .map_err(failed)?;
        let name = ServerName::try_from(name.to_owned()).map_err(|error| wrong("the name", error.to_string()))?;
        Ok(Tls { caller: Arc::new(caller), listener: Arc::new(listener), name })
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Tls").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A TLS connection. One thread reads while another writes; neither locks the state while it waits for the network.
#[derive(Debug)]
pub(crate) struct Session {
    raw: Raw,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// Held while encrypted bytes are written, so that they go out in order.
    out: Mutex<()>,
}

#[derive(Debug)]
struct State {
    tls: Connection,
    /// Received bytes that are not decrypted yet.
    inbound: Vec<u8>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    /// Completes the handshake before the deadline of the connection.
    pub(super) fn begin(mut raw: Raw, side: Side, tls: &Tls) -> io::Result<Self> {
        let mut connection: Connection = match side {
            Side::Caller => {
                ClientConnection::new(Arc::clone(&tls.caller), tls.name.clone()).map_err(io::Error::other)?.into()
            }
            Side::Listener => ServerConnection::new(Arc::clone(&tls.listener)).map_err(io::Error::other)?.into(),
        };
        while connection.is_handshaking() {
            connection.complete_io(&mut raw)?;
        }
        let state = Mutex::new(State { tls: connection, inbound: Vec::new() });
        Ok(Session { raw, shared: Arc::new(Shared { state, out: Mutex::new(()) }) })
    }

    pub(super) const fn raw(&self) -> &Raw {
        &self.raw
    }

    pub(super) fn keep(&mut self) -> io::Result<()> {
        self.raw.keep()
    }

    pub(super) fn try_clone(&self) -> io::Result<Self> {
        Ok(Session { raw: self.raw.try_clone()?, shared: Arc::clone(&self.shared) })
    }

    /// Ends the writing side.
    pub(super) fn say_goodbye(&self) -> io::Result<()> {
        self.send(|tls| {
            tls.send_close_notify();
            Ok(0)
        })
        .map(|_| ())
    }

    fn send(&self, write: impl FnOnce(&mut Connection) -> io::Result<usize>) -> io::Result<usize> {
        let _in_order = self.shared.out.lock().unwrap_or_else(PoisonError::into_inner);
        let (written, mut outbound) = (write(&mut self.shared.state().tls)?, Vec::new());
        while self.shared.state().tls.wants_write() {
            self.shared.state().tls.write_tls(&mut outbound)?;
        }
        (&self.raw).write_all(&outbound)?;
        Ok(written)
    }
}

impl Read for Session {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut arrived = [0; 1 << 14];
        loop {
            {
                let State { tls, inbound } = &mut *self.shared.state();
                match tls.reader().read(buffer) {
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                    found => return found,
                }
                if !inbound.is_empty() {
                    let taken = tls.read_tls(&mut inbound.as_slice())?;
                    inbound.drain(..taken);
                    tls.process_new_packets().map_err(io::Error::other)?;
                    continue;
                }
            }
            match self.raw.read(&mut arrived)? {
                // The connection ended without a close message: the other side is gone.
                0 => return Err(ErrorKind::UnexpectedEof.into()),
                length => self.shared.state().inbound.extend(&arrived[..length]),
            }
        }
    }
}

impl Write for Session {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.send(|tls| tls.writer().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
