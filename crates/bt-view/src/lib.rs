//! Drawings and recordings of the behavior trees of [`bt`], and a page to replay them.
//!
//! - [`Drawing`]: a tree as text, DOT, Mermaid or SVG, with or without a [`State`]; or the [`Difference`] of two trees.
//! - [`Recorder`]: records the events in the trees of some agents, and values of the program.
//! - [`Recording`]: what it recorded. [`to_html`](Recording::to_html) writes a page that replays it,
//!   [`to_chrome_trace`](Recording::to_chrome_trace) a file for Perfetto, [`to_btlog`](Recording::to_btlog) one for
//!   Groot2, [`to_mcap`](Recording::to_mcap) one for Foxglove, [`to_bytes`](Recording::to_bytes) a small file that
//!   [`from_bytes`](Recording::from_bytes) reads.
//!
//! ```
//! use std::time::Duration;
//!
//! use bt_view::Recorder;
//!
//! bt::bt! { Blink(u32) = forever < sequence < wait(0.5), action(|blinks| *blinks += 1) > > }
//!
//! let mut recorder = Recorder::new();
//! let eye = recorder.agent::<Blink>("eye");
//! let (mut blink, mut blinks, frame) = (Blink::new(), 0, Duration::from_millis(20));
//! for _ in 0..100 {
//!     blink.tick_for_with(frame, &mut blinks, &mut recorder.tick_for(eye, frame));
//! }
//! let page = recorder.into_recording().to_html();
//! # assert!(page.starts_with("<!DOCTYPE html>"));
//! // std::fs::write("blink.html", page)?;
//! ```
//!
//! # Features
//!
//! - `serve`: the module `serve` shows this page while the program runs. Viewers can pause and step the program, if it
//!   lets them.
//! - `edit`: viewers of the live page can edit trees: `serve::Options::edits`. `bt_live::LiveFiles` has their files.
//! - `groot2`: the module `groot2` shows programs that speak Groot2's protocol, and lets Groot2 show this one.
//! - `tracing`: the observer `Tracer` emits events of `tracing`.
//! - `feed`: the live page without a server. Other features turn it on.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]

mod btlog;
mod difference;
mod draw;
// For `bt-live`, which implements its trait. It may change in any release.
#[cfg(feature = "edit")]
#[doc(hidden)]
pub mod edit;
mod escape;
#[cfg(feature = "feed")]
#[cfg_attr(
    not(all(feature = "serve", feature = "edit")),
    allow(dead_code, unused_imports, reason = "without a server, or without edits, less of it is needed")
)]
mod feed;
#[cfg(feature = "groot2")]
pub mod groot2;
mod mcap;
mod outline;
mod page;
mod recording;
#[cfg(feature = "serve")]
pub mod serve;
mod state;
mod summary;
mod trace;
#[cfg(feature = "tracing")]
mod tracer;

/// What the numbers in the data of the page mean. For `bt lsp`, which reads it. It may change in any release.
#[doc(hidden)]
pub mod codes {
    pub use crate::recording::{Sort, What};
}

pub use difference::Difference;
pub use draw::{Drawing, Tone};
#[cfg(feature = "edit")]
#[doc(hidden)]
pub use feed::local;
pub use outline::{Node, Outline};
pub use recording::{AgentKey, Dropped, ReadError, Recorder, Recording, StepRecorder};
pub use state::State;
pub use summary::{Counts, Summary};
#[cfg(feature = "tracing")]
pub use tracer::Tracer;
