//! The news for the page: current mistakes in files, and texts that are not written.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use super::Update;
use crate::refused::{Mistake, Refused};

static NEWS: Mutex<News> = Mutex::new(News { mistakes: BTreeMap::new(), kept: BTreeMap::new() });

/// Held while files are read or edited: a text that was read before an edit must not be taken after it.
static TURN: Mutex<()> = Mutex::new(());

/// Counts the news.
static VERSION: AtomicU64 = AtomicU64::new(0);

struct News {
    /// The mistakes in the last text that was read.
    mistakes: BTreeMap<PathBuf, Vec<Mistake>>,
    /// For each file whose trees run a text that is not written: the text on disk.
    kept: BTreeMap<PathBuf, String>,
}

fn lock() -> MutexGuard<'static, News> {
    NEWS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until no file is being read or edited.
pub fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the turn, unless it would have to wait.
pub fn try_turn() -> Option<MutexGuard<'static, ()>> {
    match TURN.try_lock() {
        Ok(turn) => Some(turn),
        Err(TryLockError::Poisoned(turn)) => Some(turn.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// The number of changes so far.
pub fn version() -> u64 {
    VERSION.load(Ordering::Acquire)
}

/// Counts a change.
pub fn changed() {
    VERSION.fetch_add(1, Ordering::AcqRel);
}

/// The mistakes in a file.
pub fn mistakes(path: &Path) -> Vec<Mistake> {
    lock().mistakes.get(path).cloned().unwrap_or_default()
}

/// Reports that a file was read.
pub fn of_file(path: &Path, taken: &Result<Update, Refused>) {
    match taken {
        Err(refused) => {
            lock().mistakes.insert(path.to_owned(), refused.mistakes().to_vec());
            changed();
        }
        Ok(update) if !update.trees.is_empty() => changed(),
        Ok(_) => {}
    }
}

/// Reports that the text of a file has no mistakes.
pub fn is_right(path: &Path) {
    if lock().mistakes.remove(path).is_some() {
        changed();
    }
}

/// Records that the trees of a file run another text while it has this one.
pub fn keep(path: &Path, written: Option<String>) {
    let mut news = lock();
    match written {
        Some(text) => news.kept.insert(path.to_owned(), text),
        None => news.kept.remove(path),
    };
}

/// Whether the trees of a file run another text, while the file has this one.
pub fn is_kept(path: &Path, text: &str) -> bool {
    lock().kept.get(path).is_some_and(|kept| kept == text)
}
