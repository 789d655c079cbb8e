//! The programs of all live trees: those of one file change together.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `mod.rs` | the current programs: agents look them up, and new texts replace them |
//! | `changed.rs` | what a new text changes |
//! | `loading.rs` | turns trees that were read into programs |
//! | `trees.rs` | the live trees, and their programs as they were built |
//! | `texts.rs` | files that hold trees of palettes |
//! | `sources.rs` | where their files are |
//! | `news.rs` | with the feature `edit`: what the page receives |
//!
//! Imports run down this table.

mod changed;
mod loading;
#[cfg(feature = "edit")]
pub mod news;
mod sources;
pub mod texts;
mod trees;

use std::any::type_name;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bt::__private::live::{Unit, units};
use bt_compiler::apart::apart;

use crate::program::Program;
use crate::refused::Refused;
use crate::text::draw::draw;
use crate::text::normal::normal;
use crate::text::problem::Problem;
use changed::{Changed, Type, changed};
use loading::Programs;
use sources::file;
use trees::{Tree, Trees, as_built};

pub use sources::sources;

/// How often any program has changed: agents compare it with the number that they have seen.
static CHANGES: AtomicU64 = AtomicU64::new(0);

static TREES: Mutex<Trees> = Mutex::new(BTreeMap::new());

/// What new texts have changed: the result of [`poll`](crate::poll) and [`offer`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Update {
    /// The trees that have changed, including those that contain a changed tree: the path of each tree's type, such as
    /// `game::guard::Guard`; for a [`TreeFile`](crate::TreeFile), the path of the file as it was opened.
    pub trees: Vec<&'static str>,
    /// The paths of the types of live trees that are no longer in their file. They keep running unchanged: remove them
    /// from the program, too, or build again.
    pub gone: Vec<&'static str>,
    /// The files that had mistakes when they were last read, and have none any more. Their trees may be back to what
    /// they were before.
    pub mended: Vec<PathBuf>,
    /// Whether the file of a changed tree has also changed outside of its live trees since it was first read. The
    /// program still runs the code that it was built with.
    pub is_code_older: bool,
}

impl Update {
    /// Nothing has changed.
    pub(crate) const NONE: Update =
        Update { trees: Vec::new(), gone: Vec::new(), mended: Vec::new(), is_code_older: false };

    pub(crate) fn add(&mut self, other: Update) {
        self.trees.extend(other.trees);
        self.gone.extend(other.gone);
        self.mended.extend(other.mended);
        self.is_code_older |= other.is_code_older;
    }
}

/// Takes the new text of a file with live trees, for a program that cannot read the file itself.
///
/// The path may come from another machine: its end has to match the path that `file!()` gives in that file. If no live
/// tree is in such a file, nothing happens.
///
/// ```standalone_crate
/// use bt_live::{Live, offer};
///
/// bt::bt! { pub Guard(u32) = sequence < wait(60.0), action(|alarms| *alarms += 1) > }
///
/// let (mut guard, mut alarms) = (Live::from(Guard::new()), 0);
/// # let path = file!();
/// // On a robot: let path = "src/guard.rs"; the text comes over the network.
/// let text = "bt! { pub Guard(u32) = sequence < wait(0.5), action(|alarms| *alarms += 1) > }";
/// assert_eq!(offer(path, text)?.trees.len(), 1);
/// assert!(guard.tick_for(1.0, &mut alarms).is_success());
/// # Ok::<(), bt_live::Refused>(())
/// ```
///
/// # Errors
///
/// The mistakes in the text, every time it is offered.
pub fn offer(path: impl AsRef<Path>, text: &str) -> Result<Update, Refused> {
    let path = path.as_ref();
    if let Some(path) = texts::meant(path) {
        return texts::take(&path, text, true, false);
    }
    let is_same = |unit: &'static Unit| Path::new(unit.file) == path || file(unit).is_some_and(|file| file == path);
    // The path may come from another machine: then only its end matches.
    let is_like = |unit: &'static Unit| path.ends_with(unit.file) || Path::new(unit.file).ends_with(path);
    // A refused text is read again, so that its mistakes are reported again.
    let is_new = |tree: &Tree| tree.seen != text || tree.is_refused;
    match units().any(is_same) {
        true => take(path, text, &is_same, &is_new),
        false => take(path, text, &is_like, &is_new),
    }
}

/// Takes the edited text of a file. If it has mistakes, nothing changes.
#[cfg(feature = "edit")]
pub fn take_edit(path: &Path, text: &str) -> Result<Update, Refused> {
    if texts::is_known(path) {
        return texts::take(path, text, true, true);
    }
    let is_file = |unit: &'static Unit| file(unit).is_some_and(|file| file == path);
    let of_file = |tree: &&mut Tree| is_file(tree.unit);
    let before: Vec<(String, bool)> =
        lock().values_mut().filter(of_file).map(|tree| (tree.seen.clone(), tree.is_refused)).collect();
    take(path, text, &is_file, &|tree| tree.seen != text || tree.is_refused).inspect_err(|_| {
        for (tree, (seen, is_refused)) in lock().values_mut().filter(of_file).zip(before) {
            (tree.seen, tree.is_refused) = (seen, is_refused);
        }
    })
}

/// Checks whether the edited text of a file would be taken. Nothing changes.
#[cfg(feature = "edit")]
pub fn judge_edit(path: &Path, text: &str) -> Result<(), Refused> {
    if texts::is_known(path) {
        return texts::judge(path, text);
    }
    let is_file = |unit: &'static Unit| file(unit).is_some_and(|file| file == path);
    let mut live = lock();
    let of_file: Vec<&'static str> =
        live.iter().filter(|(_, tree)| is_file(tree.unit)).map(|(name, _)| *name).collect();
    judged(&mut live, &of_file, &is_file, path, text).map(|_| ())
}

/// The existing files of all live trees.
pub fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = lock().values().filter_map(|tree| file(tree.unit)).collect();
    files.extend(texts::paths());
    files.sort();
    files.dedup();
    files
}

/// The last text that was read from a file.
pub fn seen(path: &Path) -> String {
    if let Some(seen) = texts::seen(path) {
        return seen;
    }
    let trees = lock();
    let of_file = trees.values().find(|tree| file(tree.unit).is_some_and(|file| file == path));
    of_file.map(|tree| tree.seen.clone()).unwrap_or_default()
}

/// A number that changes when there are more live trees.
pub fn count() -> usize {
    lock().len() + texts::opened()
}

/// Takes a new text of this file, unless it was already read.
pub fn take_file(path: &Path, text: &str) -> Result<Update, Refused> {
    let is_file = |unit: &'static Unit| file(unit).is_some_and(|file| file == path);
    #[cfg(feature = "edit")]
    if news::is_kept(path, text) {
        return Ok(Update::default());
    }
    let taken = match texts::is_known(path) {
        true => texts::take(path, text, false, false),
        false => take(path, text, &is_file, &|tree| tree.seen != text),
    };
    #[cfg(feature = "edit")]
    news::of_file(path, &taken);
    taken
}

/// The folder below which this file was found; for a file that the program named, the file's own folder.
#[cfg(feature = "edit")]
pub fn folder_of(path: &Path) -> Option<PathBuf> {
    match texts::is_known(path) {
        true => path.parent().map(Path::to_owned),
        false => sources::folder_of(path),
    }
}

/// The number of changes so far.
#[inline]
pub fn changes() -> u64 {
    CHANGES.load(Ordering::Acquire)
}

/// The program of a tree.
pub fn program<T>() -> Arc<Program> {
    let path = type_name::<T>();
    let mut trees = lock();
    if let Some(tree) = trees.get(path) {
        return Arc::clone(&tree.program);
    }
    let unit = units().find(|unit| (unit.tree)() == path).expect("each live tree submits what it is made of");
    let trees = &mut *trees;
    apart(|| as_built(unit, trees))
        .unwrap_or_else(|problems| panic!("`{}` cannot be live:\n{}", unit.name, draw(unit.file, unit.text, &problems)))
}

fn take(
    path: &Path,
    text: &str,
    is_file: &dyn Fn(&'static Unit) -> bool,
    is_new: &dyn Fn(&Tree) -> bool,
) -> Result<Update, Refused> {
    let mut live = lock();
    let new = live.iter().filter(|(_, tree)| is_new(tree) && is_file(tree.unit));
    let of_file: Vec<&'static str> = new.map(|(name, _)| *name).collect();
    if of_file.is_empty() {
        return Ok(Update::default());
    }
    let mut was_refused = false;
    for name in &of_file {
        if let Some(tree) = live.get_mut(name) {
            text.clone_into(&mut tree.seen);
            was_refused |= std::mem::replace(&mut tree.is_refused, true);
        }
    }
    let live = &mut *live;
    let (changed, programs) = judged(live, &of_file, is_file, path, text)?;
    #[cfg(feature = "edit")]
    news::is_right(path);
    let mut update = Update { mended: was_refused.then(|| path.to_owned()).into_iter().collect(), ..Update::NONE };
    for name in &of_file {
        live.entry(name).and_modify(|tree| tree.is_refused = false);
    }
    for (name, changed) in of_file.into_iter().zip(changed) {
        let Some(Changed { key, cfgs, rest, text }) = changed else {
            update.gone.push(name);
            continue;
        };
        let Some(tree) = live.get_mut(name) else { continue };
        (tree.key, tree.cfgs) = (key, Some(cfgs));
        let built = *tree.rest.get_or_insert(rest);
        if let Some(text) = text {
            tree.text = text;
            update.is_code_older |= built != rest;
        }
    }
    for (name, program) in programs {
        if let Some(tree) = live.get_mut(name) {
            tree.program = program;
            update.trees.push(name);
        }
    }
    if !update.trees.is_empty() {
        CHANGES.fetch_add(1, Ordering::Release);
    }
    Ok(update)
}

/// What a new text makes of the trees of a file.
fn judged(
    live: &mut Trees,
    of_file: &[&'static str],
    is_file: &dyn Fn(&'static Unit) -> bool,
    path: &Path,
    text: &str,
) -> Result<(Vec<Option<Changed>>, Programs), Refused> {
    let text = &*normal(text);
    let refused = |problems: Vec<Problem>| Refused::new(&path.display().to_string(), text, problems);
    let types: Vec<Type> = units().filter(|unit| is_file(unit)).map(|unit| ((unit.tree)(), unit.name)).collect();
    apart(|| changed(live, of_file, &types, path, text)).map_err(refused)
}

fn lock() -> MutexGuard<'static, Trees> {
    TREES.lock().unwrap_or_else(PoisonError::into_inner)
}
