//! Files that are read together, with all that they include.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::defaults;
use crate::document::{Document, Include, Model, Tree};
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

/// What is still to be done.
enum Next {
    /// Reads a file, which one of those that were named includes.
    Read { path: String, include: Option<Include>, given: usize },
    /// A file with all that it includes is read.
    Done(usize),
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
        let mut next: Vec<_> = given
            .enumerate()
            .map(|(given, path)| Next::Read { path: plain(path).join("/"), include: None, given })
            .collect();
        let mut order = Order::default();
        let roots: Vec<_> = paths.iter().map(|path| folder(plain(path))).collect();
        let mut seen = HashSet::new();
        while let Some(next_one) = next.pop() {
            let (path, include, given) = match next_one {
                Next::Read { path, include, given } => (path, include, given),
                Next::Done(number) => {
                    order.done.push(number);
                    continue;
                }
            };
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
            order.given.insert(number, given);
            next.push(Next::Done(number));
            let Some(read) = read(&text, base, problems) else {
                is_whole = false;
                continue;
            };
            if include.is_none() {
                document.mains.extend(read.mains);
            }
            document.main = if number == 0 { read.main } else { document.main };
            document.trees.extend(read.trees.into_iter().map(|tree| Tree { file: number, ..tree }));
            let is_extra = given < models.len();
            document.models.extend(read.models.into_iter().map(|model| Model { is_extra, ..model }));
            for include in read.includes.into_iter().rev() {
                match included(&path, &include, &roots, problems) {
                    Some(path) => next.push(Next::Read { path, include: Some(include), given }),
                    None => is_whole = false,
                }
            }
        }
        order.replace(&mut document, problems);
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

/// In which order BehaviorTree.CPP takes the trees of files.
#[derive(Default)]
struct Order {
    /// The numbers of the files: those that a file includes are before it.
    done: Vec<usize>,
    /// Through which of the named files each was read.
    given: HashMap<usize, usize>,
}

impl Order {
    /// A tree replaces those of its name in files that were read before, through the same named file.
    fn replace(&self, document: &mut Document, problems: &mut Problems) {
        let ranks: HashMap<usize, usize> = self.done.iter().enumerate().map(|(rank, file)| (*file, rank)).collect();
        let rank = |tree: &Tree| ranks.get(&tree.file).copied();
        let key = |tree: &Tree| (self.given.get(&tree.file).copied(), tree.name.text.clone());
        let mut last: HashMap<_, (Option<usize>, Range<usize>)> = HashMap::new();
        for tree in &document.trees {
            let kept = last.entry(key(tree)).or_insert_with(|| (rank(tree), tree.name.at.clone()));
            if rank(tree) > kept.0 {
                *kept = (rank(tree), tree.name.at.clone());
            }
        }
        document.trees.retain(|tree| match last.get(&key(tree)) {
            Some((kept, at)) if *kept != rank(tree) => {
                problems.replaced(&tree.name, at.clone());
                false
            }
            _ => true,
        });
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
        let help = "name this file too, beside the first one";
        problems.error_with(at, format!("the file is outside of {of}, so it is not read"), help);
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
