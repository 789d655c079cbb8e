//! `TreeFile`: a file with the text of a tree, which trees follow.

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::live_tree::Parsed;
use super::{Contexts, LiveTreeFor, Only, PaletteFor};
use crate::refused::Refused;
use crate::registry::texts::{self, TextFile};
use crate::text::problem::Problem;

/// A file with the text of a tree. Its trees carry on in the file's new text: [`poll`](crate::poll) reads it, and the
/// page of `bt-view` edits it, as it does the files of [`Live`](crate::Live).
///
/// ```
/// use bt::Status;
/// use bt_live::{Palette, TreeFile, poll};
///
/// let palette = Palette::new().action("honk", |honks: &mut u32| *honks += 1);
/// # let folder = std::env::temp_dir().join(format!("bt-live-tree-file-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("goose.bt");
/// # std::fs::write(&path, "sequence < action(honk), wait(60.0) >")?;
/// let file = TreeFile::open(&path, palette)?;
/// let (mut goose, mut honks) = (file.tree(), 0);
/// assert_eq!(goose.tick_for(1.0, &mut honks), Status::Running);
///
/// // Once per frame. A changed text is taken, and its mistakes are in the error.
/// if let Err(refused) = poll() {
///     eprintln!("{refused}");
/// }
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type TreeFile<C> = TreeFileFor<Only<C>>;

/// A [`TreeFile`] for contexts that may borrow: see [`Contexts`].
pub struct TreeFileFor<F: Contexts>(Arc<Source<F>>);

/// The text of a file, as its trees run it.
pub(super) struct Source<F: Contexts> {
    name: &'static str,
    palette: Arc<PaletteFor<F>>,
    current: Mutex<Arc<Parsed<F>>>,
    /// Counts the texts.
    version: AtomicU64,
}

impl<F: Contexts + 'static> TreeFileFor<F> {
    /// Reads a file. It is followed as long as this, or one of its trees, is there.
    ///
    /// # Errors
    ///
    /// All mistakes in the text, or why the file cannot be read.
    pub fn open(path: impl AsRef<Path>, palette: impl Into<Arc<PaletteFor<F>>>) -> Result<Self, Refused> {
        let (path, palette) = (path.as_ref(), palette.into());
        let name = texts::name(path);
        let read = std::path::absolute(path).and_then(|whole| Ok((fs::read_to_string(&whole)?, whole)));
        let (text, whole) = read.map_err(|error| Refused::new(name, "", vec![Problem::of_file(error.to_string())]))?;
        let current = Mutex::new(Parsed::of(&text, name, &palette)?);
        let source = Arc::new(Source { name, palette, current, version: AtomicU64::new(0) });
        let reader: Weak<dyn TextFile> = Arc::downgrade(&source) as Weak<Source<F>>;
        texts::open(whole, name, &text, reader);
        Ok(TreeFileFor(source))
    }

    /// A tree of the file, which has not started.
    #[must_use]
    pub fn tree(&self) -> LiveTreeFor<F> {
        LiveTreeFor::following(Arc::clone(&self.0))
    }
}

impl<F: Contexts> Source<F> {
    pub(super) fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    pub(super) fn current(&self) -> Arc<Parsed<F>> {
        Arc::clone(&self.current.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<F: Contexts> TextFile for Source<F> {
    fn judged(&self, text: &str) -> Result<Box<dyn FnOnce() + '_>, Refused> {
        let parsed = Parsed::of(text, self.name, &self.palette)?;
        Ok(Box::new(move || {
            *self.current.lock().unwrap_or_else(PoisonError::into_inner) = parsed;
            self.version.fetch_add(1, Ordering::Release);
        }))
    }

    #[cfg(feature = "edit")]
    fn offers(&self) -> Vec<bt_view::edit::Offer> {
        self.palette.offers()
    }
}

impl<F: Contexts> Clone for TreeFileFor<F> {
    fn clone(&self) -> Self {
        TreeFileFor(Arc::clone(&self.0))
    }
}

impl<F: Contexts> fmt::Debug for TreeFileFor<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TreeFile").field("name", &self.0.name).finish_non_exhaustive()
    }
}
