//! The XML files of a workspace.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::file::{File, Model};

/// The files of trees and of models.
#[derive(Default)]
pub struct Known {
    files: BTreeMap<PathBuf, File>,
}

impl Known {
    /// Reads the files below these folders.
    pub fn of(roots: &[PathBuf]) -> Self {
        let mut known = Known::default();
        let paths =
            if roots.is_empty() { Vec::new() } else { crate::files::find_with(roots, &["xml"]).unwrap_or_default() };
        for path in paths {
            if let Ok(text) = std::fs::read_to_string(&path) {
                known.update(&path, &text);
            }
        }
        known
    }

    /// Reads a file again, with this text. A file without trees and models is left out.
    pub fn update(&mut self, path: &Path, text: &str) {
        let file = File::new(path, text);
        match file.has_trees() {
            true => self.files.insert(path.to_owned(), file),
            false => self.files.remove(path),
        };
    }
}

/// A file, and the other files of its workspace.
pub struct Files<'f> {
    pub own: &'f File,
    known: &'f Known,
}

impl<'f> Files<'f> {
    pub fn new(own: &'f File, known: &'f Known) -> Self {
        Files { own, known }
    }

    /// This file first, then the others.
    pub fn all(&self) -> impl Iterator<Item = &'f File> + use<'f> {
        let own = self.own;
        std::iter::once(own).chain(self.known.files.values().filter(|file| file.path != own.path))
    }

    /// The model of a node, from this file if it has one.
    pub fn model(&self, id: &str) -> Option<(&'f File, Model<'f>)> {
        self.all().find_map(|file| Some((file, file.models().find(|model| file.text[model.id.clone()] == *id)?)))
    }

    /// The files that contain a tree, this one first.
    pub fn with_tree(&self, name: &str) -> Vec<&'f File> {
        self.all().filter(|file| file.tree(name).is_some()).collect()
    }

    /// The files in which a name refers to the tree in `file`: all of them, unless another file has a tree of that
    /// name.
    pub fn that_mean(&self, name: &str, file: &'f File) -> Vec<&'f File> {
        match self.with_tree(name).len() {
            0 | 1 => self.all().collect(),
            _ => vec![file],
        }
    }
}
