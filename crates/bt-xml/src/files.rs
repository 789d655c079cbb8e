//! Files that are read together, with all that they include.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::defaults;
use crate::document::{Document, Include, Model, Tree};
use crate::problem::{Level, Problems};
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
    /// The number of the named file through which it was read.
    named: usize,
}

/// Where an included file is looked for.
struct Included {
    /// The place of the path.
    at: Range<usize>,
    /// The file of this name in the folder of the one that includes it: installed files are often together.
    beside: String,
    /// Why it is looked for there alone.
    refused: Option<Refused>,
}

/// Why the path itself is not read, and what to do about it.
struct Refused {
    level: Level,
    message: String,
    help: Option<&'static str>,
}

/// What is still to be done.
enum Next {
    /// Reads a file, which one of those that were named includes.
    Read { path: String, include: Option<Included>, given: usize },
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
            let before = problems.len();
            let (path, text) = match self.room().and_then(|()| load(&path)) {
                Ok(text) => (path, text),
                Err(why) => {
                    let beside = include.as_ref().map(|include| &include.beside).filter(|beside| **beside != path);
                    if beside.is_some_and(|beside| seen.contains(beside)) {
                        continue;
                    }
                    match beside.and_then(|beside| Some((beside.clone(), load(beside).ok()?))) {
                        Some((beside, text)) => {
                            seen.insert(beside.clone());
                            (beside, text)
                        }
                        None => {
                            self.tell_missing(path, include, given, why, problems);
                            problems.mark_causes(before);
                            is_whole = false;
                            continue;
                        }
                    }
                }
            };
            let (base, number) = (self.end(), self.0.len());
            self.0.push(File { path: path.clone(), base, length: text.len(), named: given });
            order.given.insert(number, given);
            next.push(Next::Done(number));
            let Some(read) = read(&text, base, problems) else {
                problems.mark_causes(before);
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
                let (path, include) = included(&path, &include, &roots);
                next.push(Next::Read { path, include: Some(include), given });
            }
        }
        order.replace(&mut document, problems);
        defaults::add(&mut document, problems);
        (document, is_whole)
    }

    /// Says why a file cannot be read.
    fn tell_missing(
        &mut self,
        path: String,
        include: Option<Included>,
        named: usize,
        why: String,
        problems: &mut Problems,
    ) {
        match include {
            Some(Included { at, refused: Some(Refused { level, message, help }), .. }) => {
                problems.push(at, level, message, help.map(str::to_owned));
            }
            Some(Included { at, .. }) => problems.error(at, why),
            // It has a place among the files, for the problem.
            None => {
                let base = self.end();
                self.0.push(File { path, base, length: 0, named });
                problems.error(base..base, why);
            }
        }
    }

    /// The number of the named file through which the one at a place was read.
    pub fn named_for(&self, at: &Range<usize>) -> Option<usize> {
        self.0.iter().rev().find(|file| file.base <= at.start).map(|file| file.named)
    }

    /// The named files: their numbers and paths.
    pub fn named(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut seen = HashSet::new();
        self.0.iter().filter(move |file| seen.insert(file.named)).map(|file| (file.named, &*file.path))
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
fn included(from: &str, include: &Include, roots: &[Vec<&str>]) -> (String, Included) {
    let (path, at) = (&*include.path.text, include.path.at.clone());
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let beside = joined(folder(plain(from)), [name].into_iter()).join("/");
    let refused = |level, message: String, help| {
        let refused = Some(Refused { level, message, help });
        (beside.clone(), Included { at: at.clone(), beside: beside.clone(), refused })
    };
    if let Some(package) = &include.package {
        let message = format!("the file is in the ROS package `{package}`, so it is not read");
        return refused(Level::Warning, message, None);
    }
    if path.starts_with(['/', '\\']) || path.contains(':') {
        return refused(Level::Error, "the path begins at the root, so the file is not read".to_owned(), None);
    }
    let parts = joined(folder(plain(from)), path.split(['/', '\\']));
    let is_below = |root: &Vec<&str>| parts.strip_prefix(&**root).is_some_and(|rest| rest.first() != Some(&".."));
    if !roots.iter().any(is_below) {
        let of =
            if roots.len() == 1 { "the folder of the first one" } else { "the folders of the files that are named" };
        let message = format!("the file is outside of {of}, so it is not read");
        return refused(Level::Error, message, Some("name this file too, beside the first one"));
    }
    (parts.join("/"), Included { at: at.clone(), beside, refused: None })
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
