//! Requests of viewers that edit trees, and what they are told of the files.

use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bt_text::At;
use serde::{Deserialize, Serialize};

use super::http::{self, Refusal, Request, number};
use super::lock::lock;
use super::shared::Shared;
use crate::edit::{Edit, Editor, Place, Refused};

/// A request with the viewer that makes it.
#[derive(Deserialize)]
struct Asked {
    viewer: u64,
    #[serde(flatten)]
    edit: Edit,
}

/// Answers a request for the editor.
pub fn answer(shared: &Shared, stream: &mut TcpStream, request: &mut Request) -> io::Result<()> {
    let Some(editor) = shared.editor.as_deref() else { return http::refuse(stream, http::FORBIDDEN) };
    let answered = match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/edit/files") => Ok(json(Ok(editor.files()))),
        ("GET", "/edit/tree") => {
            let agent = number(&request.query, "agent");
            let tree = agent.and_then(|agent| lock(&shared.ring).description(agent));
            tree.map(|tree| json(Ok(editor.places(tree)))).ok_or(http::BAD)
        }
        ("GET", "/edit/node") => place(&request.query).map(|place| json(editor.node(place))),
        ("GET", "/edit/offers") => place(&request.query).map(|place| json(editor.offers(place))),
        ("POST", http::WITH_BODY) => request.body(stream).and_then(|body| {
            let Asked { viewer, edit } = serde_json::from_str(&body).map_err(|_| http::BAD)?;
            let answer = json(editor.edit(viewer, edit));
            // All viewers are told at once.
            shared.tell_orders();
            Ok(answer)
        }),
        ("GET" | "POST", _) => Err(http::NOT_FOUND),
        _ => Err(http::BAD_METHOD),
    };
    match answered {
        Ok((status, body)) => http::answer(stream, status, "application/json", &body),
        Err(refusal) => http::refuse(stream, refusal),
    }
}

fn place(query: &str) -> Result<Place, Refusal> {
    let number = |name| number(query, name).ok_or(http::BAD);
    Ok(Place { file: number("file")?, at: At { tree: number("tree")?, node: number("node")? } })
}

fn json<T: Serialize>(answer: Result<T, Refused>) -> (&'static str, String) {
    let written = match &answer {
        Ok(answer) => serde_json::to_string(answer),
        Err(refused) => serde_json::to_string(refused),
    };
    let status = if answer.is_ok() { "200 OK" } else { "409 Conflict" };
    (status, written.expect("its data are JSON"))
}

static VIEWERS: AtomicU64 = AtomicU64::new(1);

/// A connected viewer, until it is dropped.
pub struct Viewer {
    editor: Option<Arc<dyn Editor>>,
    number: u64,
    /// The version that it has been told.
    told: Option<u64>,
}

impl Viewer {
    pub fn new(shared: &Shared, stream: &mut TcpStream) -> io::Result<Self> {
        let number = VIEWERS.fetch_add(1, Ordering::Relaxed);
        if shared.editor.is_some() {
            write!(stream, "event: viewer\ndata: {number}\n\n")?;
        }
        Ok(Viewer { editor: shared.editor.clone(), number, told: None })
    }

    /// Tells it of the files, if something is new.
    pub fn tell(&mut self, stream: &mut impl Write) -> io::Result<()> {
        let Some(editor) = &self.editor else { return Ok(()) };
        let version = editor.version();
        if self.told == Some(version) {
            return Ok(());
        }
        self.told = Some(version);
        let (_, files) = json(Ok(editor.files()));
        stream.write_all(format!("event: files\ndata: {files}\n\n").as_bytes())
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        if let Some(editor) = &self.editor {
            editor.leave(self.number);
        }
    }
}
