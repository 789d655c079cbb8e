//! Model checking of the behavior trees of [`bt`]: visits every reachable state of a tree and its world.
#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]

mod agents;
mod check;
mod counterexample;
mod difference;
#[cfg_attr(not(feature = "rand"), path = "no_draws.rs")]
mod draws;
mod now;
#[cfg(feature = "view")]
mod page;
mod property;
#[cfg(feature = "view")]
mod recording;
mod report;
mod run;
mod search;
mod system;
mod times;
mod told;
mod watch;
mod world;

pub use agents::{Agent, Agents, Checkable, Ticking};
pub use check::Check;
pub use counterexample::Counterexample;
#[cfg(feature = "rand")]
pub use draws::Draws;
pub use now::Now;
pub use report::{Report, Verdict, WhyNot};
pub use search::breadth::{Limit, Progress};
pub use times::span;
pub use world::{Next, World};
