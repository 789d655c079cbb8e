//! The command `bt`, as a library: [`check`] finds mistakes in the trees of a file, [`fmt`] formats them, [`draw`]
//! draws them, [`diff`] compares them, [`import`] turns trees of BehaviorTree.CPP into Rust, [`export`] writes XML for
//! BehaviorTree.CPP, and [`watch`] shows its programs while they run.
//!
//! The modules are public for the tests and for other tools of the project. They may change in any release.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod blocks;
pub mod check;
pub mod check_xml;
mod chosen;
pub mod diff;
pub mod draw;
pub mod explain;
pub mod export;
pub mod files;
pub mod fmt;
pub mod from_json;
pub mod import;
pub mod lsp;
pub mod plain;
mod problems;
pub mod prove;
mod report;
pub mod schema;
mod source;
pub mod trees;
pub mod watch;
pub mod xml_files;

pub use bt_text::{lex, syntax};
pub use report::Report;
pub use source::Source;
