//! The viewers' threads.

use std::io::{self, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::Served;
use super::connections::Place;
use super::http::{self, Timed};
use crate::feed::asks::{self, FORBIDDEN, Request};
use crate::feed::ring::Cursor;
use crate::feed::sent;
use crate::feed::shared::News;
use crate::page::page;

/// The stack of a thread.
const STACK: usize = 128 * 1024;
/// How often to check that a silent viewer is still connected.
const SIGN_OF_LIFE: Duration = Duration::from_millis(500);
/// The pause between two messages: everything that happens in it is sent as one.
const PAUSE: Duration = Duration::from_millis(15);

/// Waits for connections until the program ends.
pub fn accept(listener: &TcpListener, served: &Arc<Served>) {
    for stream in listener.incoming() {
        if served.shared.is_closed() {
            return;
        }
        match stream {
            Ok(stream) => take(stream, served),
            // For example, if too many files are open.
            Err(_) => thread::sleep(PAUSE),
        }
    }
}

/// Starts a thread for a connection, unless there are too many.
fn take(mut stream: TcpStream, served: &Arc<Served>) {
    if !served.connections.begin() {
        return;
    }
    let connection = Connection { served: Arc::clone(served) };
    let _ = stream.set_nodelay(true);
    let thread = thread::Builder::new().name("bt-view viewer".to_owned()).stack_size(STACK);
    let _ = thread.spawn(move || {
        let _ = connection.serve(&mut stream);
    });
}

/// A connection with its thread.
struct Connection {
    served: Arc<Served>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.served.connections.end();
    }
}

impl Connection {
    fn serve(&self, stream: &mut TcpStream) -> io::Result<()> {
        let mut place = self.served.connections.request(stream)?;
        let answered = self.answer(stream, &mut place);
        // Until it hangs up, the client keeps its place among the connections, so that it can still be dropped to make
        // room.
        http::hang_up(stream);
        drop(place);
        answered
    }

    fn answer(&self, stream: &mut TcpStream, place: &mut Place<'_>) -> io::Result<()> {
        let http::Request { method, path, query, mut body } = match http::read(stream, &self.served.hosts) {
            Ok(request) => request,
            Err(refusal) => return http::refuse(stream, refusal),
        };
        if self.served.token.as_ref().is_some_and(|token| !http::has_token(&query, token)) {
            return http::refuse(stream, FORBIDDEN);
        }
        match (&*method, &*path) {
            ("GET", "/") => return http::answer(stream, "200 OK", "text/html", &page("")),
            ("GET", "/events") if place.become_viewer() => return self.tell(stream),
            ("GET", "/events") => return http::refuse(stream, http::BUSY),
            _ => {}
        }
        let asked = Request { method: &method, path: &path, query: &query };
        match asks::answer(&self.served.shared, asked, &mut || body.read(stream)) {
            Ok(answer) => http::answer(stream, answer.status, answer.kind, &answer.body),
            Err(refusal) => http::refuse(stream, refusal),
        }
    }

    /// Sends a viewer what happens, until it leaves or the program ends.
    fn tell(&self, stream: &mut TcpStream) -> io::Result<()> {
        http::begin(stream, "text/event-stream")?;
        stream.set_read_timeout(Some(Duration::from_millis(1)))?;
        let (_looking, mut cursor, mut told) = (self.served.shared.looking(), Cursor::default(), None);
        #[cfg(feature = "edit")]
        let mut edits = super::edits::Viewer::new(&self.served.shared, stream)?;
        loop {
            let news = self.served.shared.next(&mut cursor, &mut told, SIGN_OF_LIFE);
            let mut stream = Timed { stream: &mut *stream, until: Instant::now() + self.served.patience };
            match news {
                News::Part(part, orders) => {
                    let text =
                        sent::part(&self.served.shared.run, &part, orders.as_ref(), self.served.shared.control.allowed);
                    stream.write_all(format!("data: {text}\n\n").as_bytes())?;
                }
                News::Nothing if has_left(stream.stream) => return Ok(()),
                News::Nothing => stream.write_all(b": nothing new\n\n")?,
                News::End => return stream.write_all(b"event: end\ndata: \n\n"),
            }
            #[cfg(feature = "edit")]
            edits.tell(&mut stream)?;
            thread::sleep(PAUSE);
        }
    }
}

/// Whether the other side has hung up.
fn has_left(stream: &TcpStream) -> bool {
    matches!(stream.peek(&mut [0]), Ok(0))
}
