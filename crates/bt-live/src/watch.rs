//! `poll`: reads the files that have changed.
//!
//! A watcher only raises an alarm; `poll` then looks at the size and modification time of all files. So both ways of
//! watching read files alike, and a lost event costs nothing but time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use crate::half::Halves;
use crate::refused::Refused;
use crate::registry::{self, Update, take_file};
use crate::text::normal::MOST_BYTES;

/// How [`poll`] notices that a file has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Watching {
    /// The operating system reports changes, so a poll without a change reads no file. Where the system cannot report
    /// them, each poll looks at the files.
    #[default]
    Events,
    /// Each poll looks at the size and modification time of each file. For network drives and containers, where the
    /// system reports nothing.
    Files,
}

/// Chooses how [`poll`] notices that a file has changed.
///
/// ```
/// bt_live::watch(bt_live::Watching::Files);
/// assert!(bt_live::poll().is_ok());
/// ```
pub fn watch(how: Watching) {
    let mut watch = WATCH.lock().unwrap_or_else(PoisonError::into_inner);
    *watch = Watch { how, ..Watch::new() };
}

/// Reads the files of live trees that have changed since the last poll: the source files of each [`Live`](crate::Live),
/// and each [`TreeFile`](crate::TreeFile). Agents switch to a changed tree at the start of their next tick.
///
/// Call `poll` once per frame. The first poll starts watching the files. Without the feature `watch`, and in wasm,
/// there are no files to watch, and `poll` does nothing.
///
/// ```
/// // Once per frame:
/// match bt_live::poll() {
///     Ok(update) => update.trees.iter().for_each(|tree| println!("{tree} has changed")),
///     Err(refused) => eprintln!("{refused}"),
/// }
/// ```
///
/// # Errors
///
/// The mistakes in the changed files, once for each text. Files without mistakes are still taken; the update of the
/// next poll without mistakes lists their trees.
pub fn poll() -> Result<Update, Refused> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner).poll()
}

static WATCH: Mutex<Watch> = Mutex::new(Watch::new());

/// Raised by the watcher.
static ALARM: AtomicBool = AtomicBool::new(false);

/// Raised by the watcher when it has failed.
static IS_BROKEN: AtomicBool = AtomicBool::new(false);

struct Watch {
    how: Watching,
    alarm: Option<alarm::Alarm>,
    /// The watched folders. Editors save by renaming, so watching a file means watching its folder.
    folders: BTreeSet<PathBuf>,
    /// The files when they were last read.
    stamps: BTreeMap<PathBuf, Stamp>,
    /// The number of live trees and of files with texts at the last poll.
    trees: usize,
    /// Whether a file may have changed without a change of its stamp.
    again: bool,
    /// The updates of polls that also found mistakes.
    taken: Update,
    /// The files that may be half written.
    halves: Halves,
}

/// The metadata of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    bytes: u64,
    changed: Option<SystemTime>,
}

/// The coarsest step in which file systems store times.
const STEP: Duration = Duration::from_secs(2);

impl Stamp {
    pub(crate) fn of(file: &Metadata) -> Self {
        Stamp { bytes: file.len(), changed: file.modified().ok() }
    }

    /// Whether the file could still change without a change of its stamp.
    pub(crate) fn is_young(self) -> bool {
        let age = self.changed.and_then(|changed| SystemTime::now().duration_since(changed).ok());
        age.is_none_or(|age| age < STEP)
    }
}

impl Watch {
    const fn new() -> Self {
        Watch {
            how: Watching::Events,
            alarm: None,
            folders: BTreeSet::new(),
            stamps: BTreeMap::new(),
            trees: 0,
            again: false,
            taken: Update::NONE,
            halves: Halves::NONE,
        }
    }

    fn poll(&mut self) -> Result<Update, Refused> {
        if cfg!(any(not(feature = "watch"), target_family = "wasm")) {
            return Ok(Update::default());
        }
        let trees = registry::count();
        let has_new_trees = trees != self.trees;
        let is_alarmed = ALARM.swap(false, Ordering::AcqRel);
        if IS_BROKEN.swap(false, Ordering::AcqRel) {
            self.how = Watching::Files;
        }
        if !has_new_trees && !is_alarmed && !self.again && self.how == Watching::Events {
            return Ok(std::mem::take(&mut self.taken));
        }
        // While the page makes an edit, do not wait for it: look again in the next poll.
        #[cfg(feature = "edit")]
        let Some(_turn) = registry::news::try_turn() else {
            self.again = true;
            return Ok(std::mem::take(&mut self.taken));
        };
        (self.trees, self.again) = (trees, false);
        if has_new_trees {
            // The stamps of known files say nothing about a new tree in them.
            self.stamps.clear();
        }
        let files = registry::files();
        self.forget_unused(&files);
        let (mut update, mut refused) = (std::mem::take(&mut self.taken), None::<Refused>);
        for path in files {
            self.watch_folder(&path);
            let Some(text) = self.read(&path) else { continue };
            let before = registry::seen(&path);
            let has_changed = before != text;
            match (take_file(&path, &text), &mut refused) {
                (Ok(mut taken), _) => {
                    if has_changed {
                        taken.gone = self.halves.read(&path, before, &text, taken.gone);
                    }
                    update.add(taken);
                }
                (Err(other), Some(refused)) => refused.add(other),
                (Err(other), none) => *none = Some(other),
            }
        }
        let stamps = &self.stamps;
        update.gone.extend(self.halves.settled(|path| stamps.get(path).is_some_and(|stamp| stamp.is_young())));
        match refused {
            None => Ok(update),
            Some(refused) => {
                self.taken = update;
                Err(refused)
            }
        }
    }

    /// Forgets files that nobody runs any more. A missing file is looked for: it may come back in a new folder.
    fn forget_unused(&mut self, files: &[PathBuf]) {
        let unused: Vec<PathBuf> = self.stamps.keys().filter(|path| !files.contains(path)).cloned().collect();
        for path in unused {
            self.again = true;
            if path.is_file() {
                self.stamps.remove(&path);
            }
            path.parent().map(|folder| self.folders.remove(folder));
        }
    }

    fn watch_folder(&mut self, file: &Path) {
        let Some(folder) = file.parent().filter(|folder| !self.folders.contains(*folder)) else { return };
        if self.how == Watching::Files {
            return;
        }
        if self.alarm.is_none() {
            self.alarm = alarm::Alarm::new();
        }
        if self.alarm.as_mut().is_some_and(|alarm| alarm.watch(folder)) {
            self.folders.insert(folder.to_path_buf());
        } else {
            self.how = Watching::Files;
        }
    }

    /// The text of a file, if it may have changed.
    fn read(&mut self, path: &Path) -> Option<String> {
        let file = fs::File::open(path).ok()?;
        let stamp = Stamp::of(&file.metadata().ok()?);
        if self.stamps.get(path) == Some(&stamp) && !stamp.is_young() {
            return None;
        }
        let mut bytes = Vec::new();
        file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).ok()?;
        self.again |= stamp.is_young() || bytes.is_empty();
        self.stamps.insert(path.to_path_buf(), stamp);
        // An empty file is about to be written.
        if bytes.is_empty() { None } else { Some(String::from_utf8_lossy(&bytes).into_owned()) }
    }
}

#[cfg(all(feature = "watch", not(target_family = "wasm")))]
mod alarm {
    use std::path::Path;
    use std::sync::atomic::Ordering;

    use notify::event::{AccessKind, AccessMode};
    use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

    use super::{ALARM, IS_BROKEN};

    /// Reports of the operating system.
    pub struct Alarm(RecommendedWatcher);

    impl Alarm {
        pub fn new() -> Option<Self> {
            let raise = |event: notify::Result<Event>| match event.map(|event| event.kind) {
                // The system reports reads, too.
                Ok(EventKind::Access(kind)) if kind != AccessKind::Close(AccessMode::Write) => {}
                Ok(_) => ALARM.store(true, Ordering::Release),
                Err(_) => IS_BROKEN.store(true, Ordering::Release),
            };
            notify::recommended_watcher(raise).ok().map(Alarm)
        }

        /// Whether the folder is now watched.
        pub fn watch(&mut self, folder: &Path) -> bool {
            self.0.watch(folder, RecursiveMode::NonRecursive).is_ok()
        }
    }
}

#[cfg(not(all(feature = "watch", not(target_family = "wasm"))))]
mod alarm {
    /// There are no files to watch.
    pub struct Alarm;

    impl Alarm {
        pub fn new() -> Option<Self> {
            None
        }

        pub fn watch(&mut self, _: &std::path::Path) -> bool {
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_nobody_runs_is_forgotten() {
        let mut watch = Watch::new();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let stamp = Stamp::of(&fs::metadata(&path).expect("it is there"));
        watch.stamps.insert(path.clone(), stamp);
        watch.stamps.insert(path.join("missing"), stamp);
        watch.forget_unused(&[]);
        assert!(watch.again && watch.stamps.keys().eq([&path.join("missing")]));
    }
}
