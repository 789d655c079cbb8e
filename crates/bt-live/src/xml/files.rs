//! `Files`: the files of a tree, which are reread when they change.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};

use super::{Board, Loaded, MOST_BYTES, Palette, load_bytes};
use crate::refused::Refused;
use crate::watch::Stamp;

/// One or more XML files, with those that they include. When they change, a running tree can carry on in the new
/// version.
///
/// ```no_run
/// use bt_live::xml::{Files, MapBoard, Palette};
///
/// let (palette, mut board) = (Palette::new(), MapBoard::default());
/// let mut files = Files::new("mission.xml");
/// let mut tree = files.load(&palette)?.tree;
/// loop {
///     match files.poll(&palette) {
///         Ok(None) => {}
///         Ok(Some(changed)) => tree.switch_to(&changed.tree),
///         // The old tree continues.
///         Err(refused) => println!("{refused}"),
///     }
///     tree.tick_for(0.1, &mut board);
/// }
/// # #[allow(unreachable_code)]
/// # Ok::<(), bt_live::Refused>(())
/// ```
#[derive(Debug)]
pub struct Files {
    paths: Vec<String>,
    main: Option<String>,
    /// The files when they were last read.
    seen: BTreeMap<String, Seen>,
}

impl Files {
    /// The XML file at a path. Nothing is read yet.
    #[must_use]
    pub fn new(path: impl Into<String>) -> Self {
        Files::all([path])
    }

    /// Several XML files, which need not include each other. Each can use the trees of all, as after several calls of
    /// BehaviorTree.CPP's `registerBehaviorTreeFromFile`. Nothing is read yet.
    ///
    /// ```no_run
    /// use bt_live::xml::{Files, MapBoard, Palette};
    ///
    /// let palette = Palette::<MapBoard>::new();
    /// let tree = Files::all(["mission.xml", "docking.xml"]).main("Mission").load(&palette)?.tree;
    /// # Ok::<(), bt_live::Refused>(())
    /// ```
    #[must_use]
    pub fn all<P: Into<String>>(paths: impl IntoIterator<Item = P>) -> Self {
        Files { paths: paths.into_iter().map(Into::into).collect(), main: None, seen: BTreeMap::new() }
    }

    /// Sets the ID of the tree to run. Default: the first file's `main_tree_to_execute`, or the only tree.
    #[must_use]
    pub fn main(self, id: impl Into<String>) -> Self {
        Files { main: Some(id.into()), ..self }
    }

    /// Reads the files.
    ///
    /// # Errors
    ///
    /// As [`load`](super::load).
    pub fn load<C: Board + ?Sized + 'static>(&mut self, palette: &Palette<C>) -> Result<Loaded<C>, Refused> {
        self.seen.clear();
        let Files { paths, main, seen } = self;
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        load_bytes(&paths, main.as_deref(), palette, &mut |path| {
            let (file, read) = (Seen::of(path), path.to_owned());
            let bytes = file.bytes.clone();
            seen.insert(read, file);
            bytes
        })
    }

    /// Rereads the files if one of them has changed since they were last read; `None` if none has. Call it once per
    /// frame: it looks at the size and modification time of each file.
    ///
    /// # Errors
    ///
    /// As [`load`](super::load), once for each text.
    pub fn poll<C: Board + ?Sized + 'static>(&mut self, palette: &Palette<C>) -> Result<Option<Loaded<C>>, Refused> {
        let is_same = !self.seen.is_empty() && !self.seen.iter_mut().any(|(path, seen)| seen.has_changed(path));
        if is_same { Ok(None) } else { self.load(palette).map(Some) }
    }
}

/// A file when it was last read.
#[derive(Debug)]
struct Seen {
    stamp: Option<Stamp>,
    bytes: Result<Vec<u8>, String>,
}

impl Seen {
    fn of(path: &str) -> Self {
        let read = || -> io::Result<(Stamp, Vec<u8>)> {
            let (file, mut bytes) = (fs::File::open(path)?, Vec::new());
            let stamp = Stamp::of(&file.metadata()?);
            file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
            Ok((stamp, bytes))
        };
        match read() {
            Ok((stamp, bytes)) => Seen { stamp: Some(stamp), bytes: Ok(bytes) },
            Err(error) => Seen { stamp: None, bytes: Err(format!("`{path}`: {error}")) },
        }
    }

    fn has_changed(&mut self, path: &str) -> bool {
        let stamp = fs::metadata(path).ok().map(|file| Stamp::of(&file));
        if stamp == self.stamp && !stamp.is_some_and(Stamp::is_young) {
            return false;
        }
        let now = Seen::of(path);
        // A missing or empty file is about to be written.
        if now.bytes.as_ref().map_or(true, Vec::is_empty) {
            return false;
        }
        self.stamp = now.stamp;
        now.bytes != self.bytes
    }
}
