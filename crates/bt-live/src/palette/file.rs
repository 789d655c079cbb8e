//! `TreeFile`: a file with the text of a tree, which trees follow.

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Weak};

use super::source::Source;
use super::{Contexts, LiveTreeFor, Only, PaletteFor};
use crate::refused::Refused;
use crate::registry::texts::{self, TextFile};
use crate::text::problem::Problem;

/// A file with the text of a tree. When it changes, its trees carry on in the new text: [`poll`](crate::poll) reads it,
/// and the page of `bt-view` can edit it, like the files of [`Live`](crate::Live).
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

impl<F: Contexts + 'static> TreeFileFor<F> {
    /// Reads a file with the text of one tree, without a header, and follows it until the `TreeFile`, its clones and
    /// all of its trees are dropped.
    ///
    /// # Errors
    ///
    /// All mistakes in the text, or why the file cannot be read.
    pub fn open(path: impl AsRef<Path>, palette: impl Into<Arc<PaletteFor<F>>>) -> Result<Self, Refused> {
        let (path, palette) = (path.as_ref(), palette.into());
        let name = texts::name(path);
        let read = std::path::absolute(path).and_then(|whole| Ok((fs::read_to_string(&whole)?, whole)));
        let (text, whole) = read.map_err(|error| Refused::new(name, "", vec![Problem::of_file(error.to_string())]))?;
        let source = Arc::new(Source::new(name, &text, palette)?);
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

impl<F: Contexts> Clone for TreeFileFor<F> {
    fn clone(&self) -> Self {
        TreeFileFor(Arc::clone(&self.0))
    }
}

impl<F: Contexts> fmt::Debug for TreeFileFor<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TreeFile").field("name", &self.0.name()).finish_non_exhaustive()
    }
}
