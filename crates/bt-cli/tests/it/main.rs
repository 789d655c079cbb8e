//! The command `bt`, and the library that it is made of.

mod btcpp;
#[path = "../../../../tests/btcpp/build.rs"]
mod build;
mod check_xml;
mod command;
mod diff;
mod draw;
mod editors;
mod export;
mod fmt_command;
mod import;
mod joined;
mod large;
mod layouts;
mod lex;
mod lsp;
mod mistakes;
mod prove;
mod prove_book;
mod prove_oracle;
mod prove_smv;
mod run;
mod schema;
mod style;
mod syntax;
mod unquoted;
mod watch;
#[path = "../../../../tests/conformance/write.rs"]
mod write;
