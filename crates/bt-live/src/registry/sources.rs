//! Where the source files of live trees are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use bt::__private::live::Unit;

static SOURCES: Mutex<Sources> = Mutex::new(Sources::of(None));

/// Where source files are.
struct Sources {
    /// The folder that the program named.
    folder: Option<PathBuf>,
    /// The files that were found, by package and name. If one disappears for a moment, it is expected at the same path.
    found: BTreeMap<(Option<&'static str>, &'static str), PathBuf>,
    /// The folder below which each file was found.
    #[cfg(feature = "edit")]
    folders: BTreeMap<PathBuf, PathBuf>,
}

impl Sources {
    const fn of(folder: Option<PathBuf>) -> Self {
        Sources {
            folder,
            found: BTreeMap::new(),
            #[cfg(feature = "edit")]
            folders: BTreeMap::new(),
        }
    }
}

/// Makes [`poll`](crate::poll) look for source files below this folder first, then where the program was built. For a
/// program that runs elsewhere.
///
/// A file is expected at the path that `file!()` gives in it, such as `src/guard.rs`. A later call replaces the folder.
///
/// ```
/// bt_live::sources("/home/designer/game");
/// ```
pub fn sources(folder: impl Into<PathBuf>) {
    *SOURCES.lock().unwrap_or_else(PoisonError::into_inner) = Sources::of(Some(folder.into()));
}

/// The file of a tree. rustc names it relative to where Cargo started it: the package's folder, or one above.
pub fn file(unit: &'static Unit) -> Option<PathBuf> {
    let mut sources = SOURCES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(path) = sources.found.get(&(unit.package, unit.file)) {
        return Some(path.clone()).filter(|path| path.is_file());
    }
    let package = unit.package.map(Path::new).into_iter().flat_map(Path::ancestors);
    let mut folders = sources.folder.iter().map(PathBuf::as_path).chain(package);
    let is_there = |folder: &&Path| folder.join(unit.file).is_file();
    let folder = folders.find(is_there)?.to_path_buf();
    let path = folder.join(unit.file);
    #[cfg(feature = "edit")]
    sources.folders.insert(path.clone(), folder);
    sources.found.insert((unit.package, unit.file), path.clone());
    Some(path)
}

/// The folder below which this file was found.
#[cfg(feature = "edit")]
pub fn folder_of(path: &Path) -> Option<PathBuf> {
    SOURCES.lock().unwrap_or_else(PoisonError::into_inner).folders.get(path).cloned()
}
