//! What trees of `bt` cost, compared with handwritten state machines and other libraries.
//!
//! ```text
//! cargo run --release -p bt-benches                        # ticks: time, instructions, memory; some two minutes
//! cargo run --release -p bt-benches -- --quick             # the same in some seconds, which tells little
//! cargo run --release -p bt-benches -- --full              # the same with more samples
//! cargo run --release -p bt-benches -- --limit             # crowds, and the limit of the machine
//! cargo run --release -p bt-benches --bin compile_time     # how long trees take to compile
//! cargo run --release -p bt-benches --bin compile_time -- --game     # a game with 40 trees, from nothing and after edits
//! cargo run --release -p bt-benches --bin sites            # instructions of a tick at several call sites, and in boxes
//! cargo test -p bt-benches                                 # that all systems do the same work
//! ```
//!
//! - The [`workloads`] are contexts, and what each leaf does on them: written once.
//! - The [`systems`] tick these leaves, each in its own way. A new one is a row in [`subject::subjects`] or
//!   [`crowd::subjects`].
//! - What is measured, and how, is in [`measure`]; [`report`] makes tables of it.

pub mod compile_time;
pub mod crowd;
pub mod measure;
pub mod report;
pub mod sites;
pub mod subject;
pub mod systems;
pub mod table;
pub mod workloads;
pub mod world;
