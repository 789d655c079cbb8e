//! A limit for the time that a test takes, and folders for it.

use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::Duration;
use std::{env, fs, thread};

/// No test waits longer.
pub const LIMIT: Duration = Duration::from_secs(100);
/// Fleets give up before.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Runs a test that must end within the limit.
pub fn within<T: Send + 'static>(test: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, ended) = channel();
    let thread = thread::spawn(move || {
        let _ = sender.send(test());
    });
    match ended.recv_timeout(LIMIT) {
        Ok(result) => result,
        Err(_) if thread.is_finished() => panic!("the test has failed: see above"),
        Err(_) => panic!("the test takes longer than {LIMIT:?}"),
    }
}

/// Whether this process was started by the supervisor of a fleet.
pub fn is_child() -> bool {
    env::var_os("BT_FLEET_PROCESS").is_some()
}

/// A folder for a test, empty when it begins.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if !is_child() {
        let _ = fs::remove_dir_all(&folder);
    }
    folder
}
