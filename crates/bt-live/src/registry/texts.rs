//! Files that hold only the text of a tree rather than Rust: for missions and mods.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::Update;
#[cfg(feature = "edit")]
use super::news;
use crate::program::names::kept;
use crate::refused::Refused;
use crate::text::problem::Problem;

/// What runs trees from such a file.
pub trait TextFile: Send + Sync {
    /// Checks a text, and returns a function that makes the trees carry on in it.
    fn judged(&self, text: &str) -> Result<Box<dyn FnOnce() + '_>, Refused>;

    /// Everything that the text may use: what to write, its sort, and the types of its arguments.
    #[cfg(feature = "edit")]
    fn offers(&self) -> Vec<bt_view::edit::Offer>;
}

struct Known {
    path: PathBuf,
    /// The program's name for it.
    name: &'static str,
    /// Its readers: several palettes may read it.
    readers: Vec<Weak<dyn TextFile>>,
    /// The last text that was read.
    seen: String,
    is_refused: bool,
}

static FILES: Mutex<Vec<Known>> = Mutex::new(Vec::new());

/// Counts the readers, including those that are gone.
static OPENED: AtomicUsize = AtomicUsize::new(0);

fn lock() -> MutexGuard<'static, Vec<Known>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Known {
    fn alive(&self) -> Vec<Arc<dyn TextFile>> {
        self.readers.iter().filter_map(Weak::upgrade).collect()
    }
}

/// The name of a file, for its trees.
pub fn name(path: &Path) -> &'static str {
    let plain = path.components().filter(|part| !matches!(part, std::path::Component::CurDir)).collect::<PathBuf>();
    kept(&plain.display().to_string())
}

/// Starts to follow a file. `text` is its current text.
pub fn open(path: PathBuf, name: &'static str, text: &str, reader: Weak<dyn TextFile>) {
    let mut files = lock();
    OPENED.fetch_add(1, Ordering::AcqRel);
    match files.iter_mut().find(|known| known.path == path) {
        Some(known) => {
            known.readers.retain(|reader| reader.strong_count() > 0);
            known.readers.push(reader);
        }
        None => files.push(Known { path, name, readers: vec![reader], seen: text.to_owned(), is_refused: false }),
    }
}

/// How often files were opened.
pub fn opened() -> usize {
    OPENED.load(Ordering::Acquire)
}

/// The files that trees run from.
pub fn paths() -> Vec<PathBuf> {
    lock().iter().filter(|known| !known.alive().is_empty()).map(|known| known.path.clone()).collect()
}

/// Whether trees run, or ran, from a file with this path.
pub fn is_known(path: &Path) -> bool {
    lock().iter().any(|known| known.path == path)
}

/// The file that a path means: by its whole path, or by the program's name for it.
pub fn meant(path: &Path) -> Option<PathBuf> {
    lock().iter().find(|known| known.path == path || Path::new(known.name) == path).map(|known| known.path.clone())
}

/// The last text that was read.
pub fn seen(path: &Path) -> Option<String> {
    lock().iter().find(|known| known.path == path).map(|known| known.seen.clone())
}

/// Takes a text. If it is refused, the trees stay the same; with `is_edit`, the refused text is not even remembered.
pub fn take(path: &Path, text: &str, is_again: bool, is_edit: bool) -> Result<Update, Refused> {
    let mut files = lock();
    let Some(known) = files.iter_mut().find(|known| known.path == path) else { return Ok(Update::default()) };
    if known.seen == text && !(is_again && known.is_refused) {
        return Ok(Update::default());
    }
    let readers = known.alive();
    let judged = all_judged(&readers, known.name, text);
    let was_refused = known.is_refused;
    if judged.is_ok() || !is_edit {
        text.clone_into(&mut known.seen);
        known.is_refused = judged.is_err();
    }
    judged?.into_iter().for_each(|take| take());
    #[cfg(feature = "edit")]
    news::is_right(path);
    let mended = was_refused.then(|| path.to_owned()).into_iter().collect();
    Ok(Update { trees: vec![known.name], mended, ..Update::NONE })
}

/// Checks whether a text would be taken.
#[cfg(feature = "edit")]
pub fn judge(path: &Path, text: &str) -> Result<(), Refused> {
    let files = lock();
    let Some(known) = files.iter().find(|known| known.path == path) else { return Ok(()) };
    all_judged(&known.alive(), known.name, text).map(drop)
}

fn all_judged<'r>(
    readers: &'r [Arc<dyn TextFile>],
    name: &str,
    text: &str,
) -> Result<Vec<Box<dyn FnOnce() + 'r>>, Refused> {
    if readers.is_empty() {
        return Err(Refused::new(
            name,
            text,
            vec![Problem::of_file("no tree of the program runs from this file any more")],
        ));
    }
    readers.iter().map(|reader| reader.judged(text)).collect()
}

/// What the text of a file may use.
#[cfg(feature = "edit")]
pub fn offers(path: &Path) -> Option<Vec<bt_view::edit::Offer>> {
    let files = lock();
    let known = files.iter().find(|known| known.path == path)?;
    Some(known.alive().iter().flat_map(|reader| reader.offers()).collect())
}
