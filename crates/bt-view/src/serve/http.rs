//! Parses requests, and refuses bad ones. Each connection carries one request.

use std::io::{self, Read as _, Write};
use std::net::{IpAddr, Shutdown, TcpStream};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::feed::asks::{BAD, FORBIDDEN, Refusal, WITH_BODY, value};
use crate::page::PROGRAM;

/// The longest head of a request, and the most headers in it.
const LONGEST_HEAD: usize = 8192;
const MOST_HEADERS: usize = 64;
/// How long a client may take to send the head of its request.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a client may take to read an answer.
const ANSWER: Duration = Duration::from_secs(10);

/// The longest body of an edit: the text of a tree.
const LONGEST_BODY: usize = 256 << 10;

/// A request that may be answered.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub method: String,
    /// The path, without the query after the `?`.
    pub path: String,
    pub query: String,
    pub body: Body,
}

/// The body of a request.
#[derive(Debug, PartialEq, Eq)]
pub struct Body {
    length: usize,
    /// The part that came with the head.
    begun: Vec<u8>,
}

const TOO_LATE: Refusal = Refusal("408 Request Timeout");
const NO_BODY: Refusal = Refusal("413 Content Too Large");
const TOO_LONG: Refusal = Refusal("431 Request Header Fields Too Large");
pub const BUSY: Refusal = Refusal("503 Service Unavailable");

/// The headers that decide whether a request is refused.
const ONCE: [&str; 6] = ["host", "origin", "content-length", "transfer-encoding", "sec-fetch-site", "sec-fetch-mode"];

/// Reads the head of a request. `hosts` are the host names that it may use.
pub fn read(stream: &mut TcpStream, hosts: &[String]) -> Result<Request, Refusal> {
    let (mut head, mut length, began) = ([0; LONGEST_HEAD], 0, Instant::now());
    loop {
        let patience = PATIENCE.saturating_sub(began.elapsed());
        if patience.is_zero() || stream.set_read_timeout(Some(patience)).is_err() {
            return Err(TOO_LATE);
        }
        match stream.read(&mut head[length..]) {
            Ok(0) => return Err(BAD),
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return Err(TOO_LATE),
        }
        match parse(&head[..length], hosts) {
            None if length == LONGEST_HEAD => return Err(TOO_LONG),
            None => {}
            Some(request) => return request,
        }
    }
}

impl Body {
    /// Reads the rest.
    pub fn read(&mut self, stream: &mut TcpStream) -> Result<String, Refusal> {
        let (mut body, began) = (std::mem::take(&mut self.begun), Instant::now());
        while body.len() < self.length {
            let patience = PATIENCE.saturating_sub(began.elapsed());
            if patience.is_zero() || stream.set_read_timeout(Some(patience)).is_err() {
                return Err(TOO_LATE);
            }
            let mut bytes = [0; 4096];
            match stream.read(&mut bytes) {
                Ok(0) => return Err(BAD),
                Ok(read) => body.extend_from_slice(&bytes[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(TOO_LATE),
            }
        }
        body.truncate(self.length);
        String::from_utf8(body).map_err(|_| BAD)
    }
}

/// The request with this head; `None` if the head is not complete yet.
fn parse(head: &[u8], hosts: &[String]) -> Option<Result<Request, Refusal>> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let length = match parsed.parse(head) {
        Ok(httparse::Status::Partial) => return None,
        Ok(httparse::Status::Complete(length)) => length,
        Err(httparse::Error::TooManyHeaders) => return Some(Err(TOO_LONG)),
        Err(_) => return Some(Err(BAD)),
    };
    let begun = head[length..].to_vec();
    Some(check(&parsed, hosts).map(|request| Request { body: Body { begun, ..request.body }, ..request }))
}

fn check(parsed: &httparse::Request<'_, '_>, hosts: &[String]) -> Result<Request, Refusal> {
    let headers =
        |name: &'static str| parsed.headers.iter().filter(move |header| header.name.eq_ignore_ascii_case(name));
    let header = |name| headers(name).next().map(|header| std::str::from_utf8(header.value).unwrap_or_default());
    // If one of them occurs twice, a proxy may have checked the other value.
    if ONCE.iter().any(|name| headers(name).count() > 1) {
        return Err(BAD);
    }
    let Some(host) = header("host") else { return Err(BAD) };
    if !is_ours(host, hosts) || header("origin").is_some_and(|origin| origin.strip_prefix("http://") != Some(host)) {
        return Err(FORBIDDEN);
    }
    // If a page of another site embeds a URL of ours, that request has no origin, but browsers mark it.
    if header("sec-fetch-site").is_some_and(|site| !matches!(site, "same-origin" | "none"))
        && !is_visit(header("sec-fetch-mode"))
    {
        return Err(FORBIDDEN);
    }
    let (method, target) = (parsed.method.unwrap_or_default(), parsed.path.unwrap_or_default());
    let length = header("content-length").map_or(Ok(0), |length| length.parse::<usize>().map_err(|_| BAD))?;
    let has_body = cfg!(feature = "edit") && method == "POST" && target.split('?').next() == Some(WITH_BODY);
    if length > if has_body { LONGEST_BODY } else { 0 } || header("transfer-encoding").is_some() {
        return Err(NO_BODY);
    }
    if method == "POST" && header("origin").is_none() {
        return Err(FORBIDDEN);
    }
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let (method, path, query) = (method.to_owned(), path.to_owned(), query.to_owned());
    Ok(Request { method, path, query, body: Body { length, begun: Vec::new() } })
}

/// Whether a browser makes the request to open the page, rather than a script on another site.
fn is_visit(mode: Option<&str>) -> bool {
    mode == Some("navigate")
}

/// Whether a host, with its port, is ours. Another site can let its name resolve to this machine, but cannot do so with
/// a numeric address.
fn is_ours(host: &str, hosts: &[String]) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let figures = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    figures.parse::<IpAddr>().is_ok()
        || std::iter::once("localhost")
            .chain(hosts.iter().map(String::as_str))
            .any(|ours| ours.eq_ignore_ascii_case(name))
}

/// Whether a query has this token. Each wrong token of the right length takes the same time, so it cannot be guessed
/// letter by letter.
pub fn has_token(query: &str, token: &str) -> bool {
    let given = value(query, "token").unwrap_or_default();
    let differing = given.bytes().zip(token.bytes()).fold(0, |differing, (one, other)| differing | (one ^ other));
    given.len() == token.len() && differing == 0
}

/// The headers of every answer: no other site may embed the page, and it runs no scripts but its own.
static HEADERS: LazyLock<String> = LazyLock::new(|| {
    let script = &PROGRAM.hash;
    format!(
        "Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
         X-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: same-origin\r\nReferrer-Policy: no-referrer\r\n\
         Content-Security-Policy: default-src 'none'; script-src '{script}'; style-src 'unsafe-inline'; \
         connect-src 'self'; img-src data:; frame-ancestors 'none'; form-action 'none'; base-uri 'none'\r\n"
    )
});

/// A stream on which everything must be written by a deadline, however slowly the other side reads.
pub struct Timed<'s> {
    pub stream: &'s mut TcpStream,
    pub until: Instant,
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_write_timeout(Some(left))?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Sends a whole answer.
pub fn answer(stream: &mut TcpStream, status: &str, kind: &str, body: &str) -> io::Result<()> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\n{}Content-Type: {kind}; charset=utf-8\r\nContent-Length: {length}\r\n\r\n",
        *HEADERS
    );
    let mut stream = Timed { stream, until: Instant::now() + ANSWER };
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())
}

/// Starts an answer that lasts until the connection is closed.
pub fn begin(stream: &mut TcpStream, kind: &str) -> io::Result<()> {
    stream.write_all(format!("HTTP/1.1 200 OK\r\n{}Content-Type: {kind}; charset=utf-8\r\n\r\n", *HEADERS).as_bytes())
}

/// Refuses a request.
pub fn refuse(stream: &mut TcpStream, Refusal(status): Refusal) -> io::Result<()> {
    answer(stream, status, "text/plain", &format!("{status}\n"))
}

/// Ends a connection. Reads what the client still sends: if data stays unread, the system may discard the answer.
pub fn hang_up(stream: &mut TcpStream) {
    let _ = stream.shutdown(Shutdown::Write);
    let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
    let mut rest = [0; 4096];
    for _ in 0..16 {
        if !matches!(stream.read(&mut rest), Ok(1..)) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    fn ask(head: &str) -> Option<Result<Request, Refusal>> {
        parse(head.replace('\n', "\r\n").as_bytes(), &["robot.local".to_owned()])
    }

    #[test]
    fn the_page_may_be_asked_for() {
        for host in ["localhost:80", "LOCALHOST", "127.0.0.1:7878", "[::1]:7878", "robot.local:1", "192.168.0.7"] {
            let request = ask(&format!("GET /events?a=1 HTTP/1.1\nHost: {host}\n\n")).expect("it is whole");
            assert_eq!(
                request.map(|request| (request.path, request.query)),
                Ok(("/events".into(), "a=1".into())),
                "{host}"
            );
        }
    }

    #[test]
    fn others_are_refused() {
        for (head, refusal) in [
            ("GET / HTTP/1.1\n\n", BAD),
            ("GET / HTTP/1.1\nHost: localhost\nHost: evil.example\n\n", BAD),
            ("GET / HTTP/1.1\nHost: evil.example\n\n", FORBIDDEN),
            ("GET / HTTP/1.1\nHost: localhost\nOrigin: http://localhost\nOrigin: http://evil.example\n\n", BAD),
            ("GET / HTTP/1.1\nHost: localhost\nContent-Length: 0\nContent-Length: 9\n\n", BAD),
            ("GET / HTTP/1.1\nHost: localhost\nSec-Fetch-Site: none\nSec-Fetch-Site: cross-site\n\n", BAD),
            ("GET / HTTP/1.1\nHost: localhost.evil.example:80\n\n", FORBIDDEN),
            ("GET / HTTP/1.1\nHost: localhost\nOrigin: http://evil.example\n\n", FORBIDDEN),
            ("GET / HTTP/1.1\nHost: localhost:1\nOrigin: http://localhost:2\n\n", FORBIDDEN),
            ("GET / HTTP/1.1\nHost: localhost\nOrigin: null\n\n", FORBIDDEN),
            ("GET / HTTP/1.1\nHost: localhost\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: no-cors\n\n", FORBIDDEN),
            ("POST /pause HTTP/1.1\nHost: localhost\n\n", FORBIDDEN),
            ("POST /pause HTTP/1.1\nHost: localhost\nOrigin: http://localhost\nContent-Length: 1\n\n", NO_BODY),
            ("POST /pause HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n", NO_BODY),
            ("GET / HTTP/9\n\n", BAD),
            ("\u{16}\u{3}\u{1}\n\n", BAD),
        ] {
            assert_eq!(ask(head), Some(Err(refusal)), "{head}");
        }
        let many = format!("GET / HTTP/1.1\nHost: localhost\n{}\n", "A: b\n".repeat(100));
        assert_eq!(ask(&many), Some(Err(TOO_LONG)));
        assert_eq!(ask("GET / HTTP/1.1\nHost: loc"), None);
    }

    #[test]
    fn one_who_reads_a_byte_at_a_time_does_not_outlive_the_deadline() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let mut reader = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
        let (mut stream, _) = listener.accept().expect("a connection");
        let reading = std::thread::spawn(move || {
            while matches!(reader.read(&mut [0; 1000]), Ok(1..)) {
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        let mut timed = Timed { stream: &mut stream, until: Instant::now() + Duration::from_millis(200) };
        let written = timed.write_all(&vec![b'x'; 100_000_000]);
        assert!(written.is_err(), "it was given up");
        stream.shutdown(Shutdown::Both).expect("it is open");
        reading.join().expect("it ends");
    }

    #[test]
    fn a_token_is_right_or_wrong() {
        assert!(has_token("agent=1&token=c0ffee", "c0ffee"));
        for query in ["", "token", "token=", "token=c0ffe", "token=c0ffeee", "token=C0FFEE", "xtoken=c0ffee"] {
            assert!(!has_token(query, "c0ffee"), "{query}");
        }
    }
}
