//! The endpoint: serves the latest figures of the workers of this process over HTTP.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use crate::error::FleetError;
use crate::figures::Latest;
use crate::net::{Side, Stranger, Transport, Wire, answer_all};

/// The longest head of a request.
const LONGEST: usize = 1 << 13;

/// Serves figures until it is dropped.
pub(crate) struct Endpoint {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Endpoint {
    pub(crate) fn begin(address: &str, latest: Arc<Latest>) -> Result<Self, FleetError> {
        let listener = TcpListener::bind(address).map_err(FleetError::io(format!("serving figures at {address}")))?;
        let over = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&over);
        let thread = thread::spawn(move || {
            let meet = |stream, until| serve(stream, until, &latest).map_err(Stranger::Broken);
            if let Err(error) = answer_all(&listener, &ended, meet, |()| {}) {
                tracing::error!(%error, "figures are no longer served");
            }
        });
        Ok(Endpoint { over, thread: Some(thread) })
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        self.thread.take().into_iter().for_each(|thread| drop(thread.join()));
    }
}

/// Answers one request.
fn serve(stream: TcpStream, until: Instant, latest: &Latest) -> io::Result<()> {
    let mut wire = Wire::begin(stream, Side::Listener, &Transport::default(), until)?;
    let mut head = Vec::new();
    let (status, text) = loop {
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(&head) {
            Ok(httparse::Status::Complete(_)) => match (request.method, request.path) {
                (Some("GET"), Some("/metrics" | "/")) => break ("200 OK", latest.text()),
                (Some("GET"), _) => break ("404 Not Found", "figures are at /metrics\n".to_owned()),
                _ => break ("405 Method Not Allowed", "figures can only be read\n".to_owned()),
            },
            Ok(httparse::Status::Partial) if head.len() < LONGEST => {}
            _ => break ("400 Bad Request", "this is not a request\n".to_owned()),
        }
        let mut part = [0; 1024];
        match wire.read(&mut part)? {
            0 => return Ok(()),
            length => head.extend_from_slice(&part[..length]),
        }
    };
    let length = text.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n"
    );
    wire.write_all(head.as_bytes())?;
    wire.write_all(text.as_bytes())
}
