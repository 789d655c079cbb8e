//! The stream of news about the files of trees: each viewer gets the current mistakes, and every edit.

use std::io::{self, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::edit::Editor;
use crate::feed::asks::edits::news;
use crate::feed::shared::Shared;

static VIEWERS: AtomicU64 = AtomicU64::new(1);

/// A connected viewer, until it is dropped.
pub struct Viewer {
    editor: Option<Arc<dyn Editor>>,
    number: u64,
    /// The version that it last received.
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

    /// Sends it the files, if anything is new.
    pub fn tell(&mut self, stream: &mut impl Write) -> io::Result<()> {
        let files = self.editor.as_deref().and_then(|editor| news(editor, &mut self.told));
        files.map_or(Ok(()), |files| stream.write_all(format!("event: files\ndata: {files}\n\n").as_bytes()))
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        if let Some(editor) = &self.editor {
            editor.leave(self.number);
        }
    }
}
