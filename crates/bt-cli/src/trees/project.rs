//! The trees that a file and the rest of its crate declare.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use bt_compiler::tree::model::NodeId;
use bt_view::Outline;

use super::names::{Meaning, Names};
use super::{Tree, outline_with_subtrees, read};
use crate::{Report, Source, files};

/// The most nodes of a tree with subtrees: as many as Groot2 can show.
const MOST_NODES: usize = u16::MAX as usize;

/// How deep subtrees may be nested: rustc allows types as deep.
const DEEPEST: usize = 128;

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
        outline_with_subtrees(self, tree)
    }

    /// Checks that a tree with its subtrees written out is not too large.
    ///
    /// # Errors
    /// If it has more than 65,535 nodes, or subtrees are nested more than 128 deep.
    pub fn fits(&self, tree: &Tree) -> Result<(), String> {
        let name = || tree.name.as_deref().map_or("this tree".to_owned(), |name| format!("`{name}`"));
        let mut nodes = 0;
        let mut open = vec![vec![tree]];
        while let Some(above) = open.pop() {
            let model = &above[above.len() - 1].known.model;
            let below: Vec<&Tree> = model.nodes.iter().filter_map(|node| self.subtree_at(&above, node.id)).collect();
            nodes += model.nodes.len() - below.len();
            if nodes > MOST_NODES {
                return Err(format!("with its subtrees, {} has more than {MOST_NODES} nodes", name()));
            }
            if above.len() > DEEPEST {
                return Err(format!("in {}, subtrees are nested more than {DEEPEST} deep", name()));
            }
            open.extend(below.into_iter().map(|below| [&above[..], &[below]].concat()));
        }
        Ok(())
    }

    /// The tree that a node of the last of these trees refers to, unless it is one of them: it contains itself.
    pub(crate) fn subtree_at<'t>(&'t self, above: &[&'t Tree], node: NodeId) -> Option<&'t Tree> {
        let tree = above.last()?;
        let below = self.subtree(tree, &tree.known.leaf_type(node)?)?;
        Some(below).filter(|below| !above.iter().any(|above| std::ptr::eq(*above, *below)))
    }

    /// Whether a tree belongs to the file.
    pub(crate) fn holds(&self, tree: &Tree) -> bool {
        self.file.holds(tree)
    }

    /// The tree that a name in another tree refers to.
    fn subtree(&self, above: &Tree, name: &str) -> Option<&Tree> {
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
