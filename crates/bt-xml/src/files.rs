//! Files that are read together, with all that they include.

use std::collections::HashSet;
use std::ops::Range;

use crate::defaults;
use crate::document::{Document, Include, Tree};
use crate::problem::Problems;
use crate::read::read;

/// How many files may be included.
const FILES: usize = 1_000;

/// How long all files may be together, in bytes.
const LENGTH: usize = 64 << 20;

/// Reads the text of a file, or says why that cannot be done.
pub type Load<'l> = &'l mut dyn FnMut(&str) -> Result<String, String>;

/// The files that were read, in this order.
#[derive(Default)]
pub struct Files(Vec<File>);

struct File {
    path: String,
    /// Where it begins among all files.
    base: usize,
    length: usize,
}

/// A file that is still to be read.
struct Next {
    path: String,
    include: Option<Include>,
}

impl Files {
    /// Reads files with all that they include, and files with more models. The flag tells whether all could be read. Each
    /// file is read once, however often it is named.
    pub fn read(
        &mut self,
        paths: &[&str],
        models: &[&str],
        load: Load<'_>,
        problems: &mut Problems,
    ) -> (Document, bool) {
        let (mut document, mut is_whole) = (Document::default(), true);
        let given = paths.iter().chain(models).rev();
        let mut next: Vec<_> = given.map(|path| Next { path: plain(path).join("/"), include: None }).collect();
        let roots: Vec<_> = paths.iter().map(|path| folder(plain(path))).collect();
        let mut seen = HashSet::new();
        while let Some(Next { path, include }) = next.pop() {
            if !seen.insert(path.clone()) {
                continue;
            }
            let text = match self.room().and_then(|()| load(&path)) {
                Ok(text) => text,
                Err(why) => {
                    let at = include.map_or_else(|| self.empty(path), |include| include.path.at);
                    problems.error(at, why);
                    is_whole = false;
                    continue;
                }
            };
            let (base, number) = (self.end(), self.0.len());
            self.0.push(File { path: path.clone(), base, length: text.len() });
            let Some(read) = read(&text, base, problems) else {
                is_whole = false;
                continue;
            };
            if include.is_none() {
                document.mains.extend(read.mains);
            }
            document.main = if number == 0 { read.main } else { document.main };
            document.trees.extend(read.trees.into_iter().map(|tree| Tree { file: number, ..tree }));
            document.models.extend(read.models);
            for include in read.includes.into_iter().rev() {
                match included(&path, &include, &roots, problems) {
                    Some(path) => next.push(Next { path, include: Some(include) }),
                    None => is_whole = false,
                }
            }
        }
        defaults::add(&mut document, problems);
        (document, is_whole)
    }

    /// The place in a file that was named, and that cannot be read.
    fn empty(&mut self, path: String) -> Range<usize> {
        let base = self.end();
        self.0.push(File { path, base, length: 0 });
        base..base
    }

    fn end(&self) -> usize {
        // A byte between two files, so that the end of one is not the beginning of the next.
        self.0.last().map_or(0, |file| file.base + file.length + 1)
    }

    fn room(&self) -> Result<(), String> {
        match self.0.len() < FILES && self.end() < LENGTH {
            true => Ok(()),
            false => Err(format!("there are more than {FILES} files, or more than {} MB", LENGTH >> 20)),
        }
    }

    /// The file at a place among all files, and the place in it.
    pub fn place(&self, at: &Range<usize>) -> (String, Range<usize>) {
        let file = self.0.iter().rev().find(|file| file.base <= at.start);
        let Some(file) = file else { return (String::new(), 0..0) };
        let start = (at.start - file.base).min(file.length);
        (file.path.clone(), start..start + at.len())
    }
}

/// The path of an included file, seen from where the first one is seen.
fn included(from: &str, include: &Include, roots: &[Vec<&str>], problems: &mut Problems) -> Option<String> {
    let (path, at) = (&*include.path.text, include.path.at.clone());
    if let Some(package) = &include.package {
        problems.warn(at, format!("the file is in the ROS package `{package}`, so it is not read"));
        return None;
    }
    if path.starts_with(['/', '\\']) || path.contains(':') {
        problems.error(at, "the path begins at the root, so the file is not read");
        return None;
    }
    let parts = joined(folder(plain(from)), path.split(['/', '\\']));
    let is_below = |root: &Vec<&str>| parts.strip_prefix(&**root).is_some_and(|rest| rest.first() != Some(&".."));
    if !roots.iter().any(is_below) {
        let of =
            if roots.len() == 1 { "the folder of the first one" } else { "the folders of the files that are named" };
        problems.error(at, format!("the file is outside of {of}, so it is not read"));
        return None;
    }
    Some(parts.join("/"))
}

/// The parts of a path that was named, without detours. That of a path from the root on begins with an empty one.
fn plain(path: &str) -> Vec<&str> {
    let root = if path.starts_with(std::path::is_separator) { vec![""] } else { Vec::new() };
    joined(root, path.split(std::path::is_separator))
}

/// A folder, and a path that is seen from it.
fn joined<'p>(mut folder: Vec<&'p str>, path: impl Iterator<Item = &'p str>) -> Vec<&'p str> {
    for part in path {
        match part {
            "" | "." => {}
            ".." if folder.last().is_some_and(|last| !["", ".."].contains(last)) => {
                folder.pop();
            }
            part => folder.push(part),
        }
    }
    folder
}

/// The folder of a file.
fn folder(mut parts: Vec<&str>) -> Vec<&str> {
    parts.pop();
    parts
}
