//! The trees that a file and the rest of its crate declare.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use super::names::{Meaning, Names};
use super::{Tree, outline_with_subtrees, read};
use crate::{Report, Source, files};
use bt_view::Outline;

/// A file with its trees, and the other files of its crate, which are parsed when a name needs them.
pub struct Project {
    file: Read,
    others: OnceCell<Vec<Other>>,
}

/// A file that has been parsed.
struct Read {
    path: PathBuf,
    trees: Vec<Tree>,
    names: Names,
}

/// Another file of the crate.
struct Other {
    file: Source,
    read: OnceCell<Option<Read>>,
}

impl Project {
    /// Reads a file. Also returns the mistakes in its trees.
    ///
    /// # Errors
    /// If the tokens of the file cannot be read.
    pub fn new(file: &Source) -> Result<(Self, Vec<Report>), Report> {
        let (read, reports) = Read::new(file)?;
        Ok((Project { file: read, others: OnceCell::new() }, reports))
    }

    /// The trees of the file, in order.
    pub fn trees(&self) -> &[Tree] {
        &self.file.trees
    }

    /// The nodes of a tree of the file, with subtrees written out if the crate declares them.
    pub fn outline(&self, tree: &Tree) -> Outline {
        outline_with_subtrees(tree, &mut |above, name| self.subtree(above, name))
    }

    /// Whether a tree belongs to the file.
    pub(crate) fn holds(&self, tree: &Tree) -> bool {
        self.file.holds(tree)
    }

    /// The tree that a name in another tree refers to.
    pub(crate) fn subtree(&self, above: &Tree, name: &str) -> Option<&Tree> {
        let others = self.others().iter().filter_map(|other| other.read.get()?.as_ref());
        let own = std::iter::once(&self.file).chain(others).find(|file| file.holds(above))?;
        match own.names.meaning(name, above.range.start) {
            Some(Meaning::Tree(tree)) => Some(&own.trees[tree]),
            Some(Meaning::Other) => None,
            None => self.elsewhere(own, name),
        }
    }

    /// The tree that a name refers to if only other files declare it: the one in the nearest folder.
    fn elsewhere(&self, own: &Read, name: &str) -> Option<&Tree> {
        let named = self.others().iter().filter(|other| other.file.text.contains(name) && other.file.path != own.path);
        let others = named.filter_map(Other::get).chain((own.path != self.file.path).then_some(&self.file));
        let found: Vec<(&Read, Meaning)> =
            others.filter_map(|file| Some((file, file.names.meaning_from_outside(name)?))).collect();
        for folder in own.path.ancestors().skip(1) {
            let mut near = found.iter().filter(|(file, _)| file.path.starts_with(folder));
            match (near.next(), near.next()) {
                (None, _) => {}
                (Some((file, Meaning::Tree(tree))), None) => return Some(&file.trees[*tree]),
                _ => return None,
            }
        }
        None
    }

    fn others(&self) -> &[Other] {
        self.others.get_or_init(|| {
            let Some(root) = package(&self.file.path) else { return Vec::new() };
            let paths = files::find(&[root]).unwrap_or_default();
            let files = paths.iter().filter(|path| std::path::absolute(path).is_ok_and(|path| path != self.file.path));
            let sources = files.filter_map(|path| files::read(path).ok());
            sources.map(|file| Other { file, read: OnceCell::new() }).collect()
        })
    }
}

impl Read {
    fn new(file: &Source) -> Result<(Self, Vec<Report>), Report> {
        let (trees, reports) = read(file)?;
        let names = Names::new(file, file.tokens().map_err(Report::unreadable)?, &trees);
        let path = std::path::absolute(&file.path).unwrap_or_else(|_| file.path.clone());
        Ok((Read { path, trees, names }, reports))
    }

    fn holds(&self, tree: &Tree) -> bool {
        self.trees.iter().any(|own| std::ptr::eq(own, tree))
    }
}

impl Other {
    fn get(&self) -> Option<&Read> {
        self.read.get_or_init(|| Read::new(&self.file).ok().map(|(read, _)| read)).as_ref()
    }
}

/// The folder of the package that a file belongs to.
fn package(file: &Path) -> Option<PathBuf> {
    file.ancestors().skip(1).find(|folder| folder.join("Cargo.toml").is_file()).map(Path::to_owned)
}
