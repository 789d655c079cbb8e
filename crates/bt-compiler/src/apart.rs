//! Work in a thread of its own.

use std::panic::resume_unwind;
use std::thread;

/// Deep nesting finds room on a stack of this size.
const STACK: usize = 64 << 20;

/// Reads texts in a thread of its own. The lexer keeps each text that it has read until the thread ends.
pub fn apart<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    if cfg!(target_family = "wasm") {
        return work();
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().name("bt".to_owned()).stack_size(STACK).spawn_scoped(scope, work);
        match thread.expect("a thread can be started").join() {
            Ok(done) => done,
            Err(panic) => resume_unwind(panic),
        }
    })
}
