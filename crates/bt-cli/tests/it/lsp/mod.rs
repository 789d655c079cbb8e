//! `bt lsp`, asked over its streams by a scripted editor.

mod answers;
mod changes;
mod client;
mod edits;
mod running;
mod text;
mod xml;
