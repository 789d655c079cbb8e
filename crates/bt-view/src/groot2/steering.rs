//! `Steering`: the requests of viewers to the watched programs.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use crate::feed::shared::Shared;

/// The requests of viewers.
#[derive(Debug)]
pub struct Steering {
    pub shared: Arc<Shared>,
    /// The agent of each program, if there is one.
    pub agents: Mutex<Vec<Option<usize>>>,
    /// How many steps viewers have asked for.
    pub steps: AtomicU64,
}
