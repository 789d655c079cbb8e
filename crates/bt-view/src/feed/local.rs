//! A viewer in the same process, for a program that runs inside the page.

use std::sync::Arc;

use super::asks::{Answer, Refusal, Request, answer};
use super::control::Allowed;
use super::ring::Cursor;
use super::sent;
use super::shared::{News, Shared};
pub use super::{Broadcast, LivePage, Turn};
pub use crate::page::{Around, own_script, page_around};

/// The only viewer of a program: it may do everything.
#[derive(Debug)]
pub struct Viewer {
    shared: Arc<Shared>,
    cursor: Cursor,
    told: Option<u64>,
    /// The version of the files that it last received.
    files: Option<u64>,
}

/// A message to the viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// What happened, as JSON.
    Part(String),
    /// The files, as JSON.
    Files(String),
}

/// A program and its viewer. `run` tells the runs of a program apart.
pub fn open(run: impl Into<String>, editor: Arc<dyn crate::edit::Editor>) -> (LivePage, Viewer) {
    let allowed = Allowed { control: true, aborts: true, mocks: true, sets: false, edits: true };
    let mut shared = Shared::new(allowed, true, run.into());
    shared.editor = Some(editor);
    let shared = Arc::new(shared);
    let viewer = Viewer { shared: Arc::clone(&shared), cursor: Cursor::default(), told: None, files: None };
    (LivePage::new(shared, None), viewer)
}

impl Viewer {
    /// What is new, if anything.
    pub fn news(&mut self) -> Option<Message> {
        let Viewer { shared, cursor, told, files } = self;
        if let News::Part(part, orders) = shared.try_next(cursor, told) {
            return Some(Message::Part(sent::part(&shared.run, &part, orders.as_ref(), shared.control.allowed)));
        }
        let editor = shared.editor.as_deref()?;
        super::asks::edits::news(editor, files).map(Message::Files)
    }

    /// Answers a request: returns an HTTP status code and the body.
    pub fn answer(&self, method: &str, path: &str, query: &str, body: &str) -> (u16, String) {
        let request = Request { method, path, query };
        let (status, body) = match answer(&self.shared, request, &mut || Ok(body.to_owned())) {
            Ok(Answer { status, body, .. }) => (status, body),
            Err(Refusal(status)) => (status, String::new()),
        };
        let number = status.split(' ').next().and_then(|number| number.parse().ok());
        (number.expect("a status begins with its number"), body)
    }
}
