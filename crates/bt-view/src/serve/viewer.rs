//! The threads of the viewers.

use std::io::{self, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use bt::Status;

use super::connections::Place;
use super::control::{Allowed, Request as Ask, Turn};
use super::http::{self, Refusal, Request, Timed};
use super::lock::lock;
use super::ring::Cursor;
use super::sent;
use super::shared::{News, Shared};
use crate::recording::AgentKey;

/// The stack of a thread.
const STACK: usize = 128 * 1024;
/// How often a silent connection is checked, to notice that the viewer has left.
const SIGN_OF_LIFE: Duration = Duration::from_millis(500);
/// The pause between two messages: what happens meanwhile is sent as one.
const PAUSE: Duration = Duration::from_millis(15);

/// Waits for connections until the program ends.
pub fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.is_closed() {
            return;
        }
        match stream {
            Ok(stream) => take(stream, shared),
            // For example, too many files are open.
            Err(_) => thread::sleep(PAUSE),
        }
    }
}

/// Starts a thread for a connection, unless there are too many.
fn take(mut stream: TcpStream, shared: &Arc<Shared>) {
    if !shared.connections.begin() {
        return;
    }
    let connection = Connection { shared: Arc::clone(shared) };
    let _ = stream.set_nodelay(true);
    let thread = thread::Builder::new().name("bt-view viewer".to_owned()).stack_size(STACK);
    let _ = thread.spawn(move || {
        let _ = connection.serve(&mut stream);
    });
}

/// A connection that has a thread.
struct Connection {
    shared: Arc<Shared>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.shared.connections.end();
    }
}

impl Connection {
    fn serve(&self, stream: &mut TcpStream) -> io::Result<()> {
        let mut place = self.shared.connections.request(stream)?;
        let answered = self.answer(stream, &mut place);
        // A client that does not hang up has to give way, too, so its place is held up to here.
        http::hang_up(stream);
        drop(place);
        answered
    }

    fn answer(&self, stream: &mut TcpStream, place: &mut Place<'_>) -> io::Result<()> {
        let request = match http::read(stream, &self.shared.hosts) {
            Ok(request) => request,
            Err(refusal) => return http::refuse(stream, refusal),
        };
        #[cfg(feature = "edit")]
        let mut request = request;
        if self.shared.token.as_ref().is_some_and(|token| !http::has_token(&request.query, token)) {
            return http::refuse(stream, http::FORBIDDEN);
        }
        #[cfg(feature = "edit")]
        if request.path.starts_with(http::WITH_BODY) {
            return super::edits::answer(&self.shared, stream, &mut request);
        }
        match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/") => http::answer(stream, "200 OK", "text/html", &sent::viewed()),
            ("GET", "/events") if place.become_viewer() => self.tell(stream),
            ("GET", "/events") => http::refuse(stream, http::BUSY),
            ("GET", _) => http::refuse(stream, http::NOT_FOUND),
            ("POST", _) => match self.ask(&request) {
                Ok(()) => http::answer(stream, "204 No Content", "text/plain", ""),
                Err(refusal) => http::refuse(stream, refusal),
            },
            _ => http::refuse(stream, http::BAD_METHOD),
        }
    }

    /// Does what a viewer asks of the program.
    fn ask(&self, request: &Request) -> Result<(), Refusal> {
        let Allowed { control, aborts, mocks, .. } = self.shared.control.allowed;
        let is_allowed = match request.path.as_str() {
            "/mock" => mocks,
            "/abort" | "/reset" => aborts,
            _ => control,
        };
        if !is_allowed {
            return Err(http::FORBIDDEN);
        }
        let nodes = |agent: usize| lock(&self.shared.ring).nodes(agent);
        let agent = || http::number(&request.query, "agent").filter(|agent| nodes(*agent).is_some()).ok_or(http::BAD);
        let node = |agent| {
            let node = http::number(&request.query, "node");
            node.filter(|node| nodes(agent).is_some_and(|nodes| *node < nodes)).ok_or(http::BAD)
        };
        let ask = match request.path.as_str() {
            "/pause" => Ask::Pause,
            "/resume" => Ask::Resume,
            "/step" => Ask::Step,
            "/until" => Ask::Until((agent()?, node(agent()?)?)),
            "/abort" => Ask::Turn(Turn::Abort(AgentKey(agent()?))),
            "/reset" => Ask::Turn(Turn::Reset(AgentKey(agent()?))),
            "/mock" => {
                let answer = match http::value(&request.query, "answer") {
                    Some("success") => Some(Status::Success),
                    Some("failure") => Some(Status::Failure),
                    Some("running") => Some(Status::Running),
                    Some("own") => None,
                    _ => return Err(http::BAD),
                };
                Ask::Mock((agent()?, node(agent()?)?), answer)
            }
            _ => return Err(http::NOT_FOUND),
        };
        let taken = self.shared.control.ask(ask);
        self.shared.tell_orders();
        if taken { Ok(()) } else { Err(http::TOO_MANY) }
    }

    /// Tells a viewer what happens, until it leaves or the program ends.
    fn tell(&self, stream: &mut TcpStream) -> io::Result<()> {
        http::begin(stream, "text/event-stream")?;
        stream.set_read_timeout(Some(Duration::from_millis(1)))?;
        let (_looking, mut cursor, mut told) = (self.shared.looking(), Cursor::default(), None);
        #[cfg(feature = "edit")]
        let mut edits = super::edits::Viewer::new(&self.shared, stream)?;
        loop {
            let news = self.shared.next(&mut cursor, &mut told, SIGN_OF_LIFE);
            let mut stream = Timed { stream: &mut *stream, until: Instant::now() + self.shared.patience };
            match news {
                News::Part(part, orders) => {
                    let text = sent::part(&self.shared.run, &part, orders.as_ref(), self.shared.control.allowed);
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
