//! A file with all that it includes.

use crate::document::{Document, Include};
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
    /// Reads a file and what it includes, and files with more models. The flag tells whether all could be read.
    pub fn read(&mut self, path: &str, models: &[&str], load: Load<'_>, problems: &mut Problems) -> (Document, bool) {
        let (mut document, mut is_whole) = (Document::default(), true);
        let first = models.iter().rev().chain([&path]).map(|path| Next { path: (*path).to_owned(), include: None });
        let mut next: Vec<_> = first.collect();
        while let Some(Next { path, include }) = next.pop() {
            let at = include.as_ref().map_or(0..0, |include| include.path.at.clone());
            let text = match self.room().and_then(|()| load(&path)) {
                Ok(text) => text,
                Err(why) => {
                    problems.error(at, why);
                    is_whole = false;
                    continue;
                }
            };
            let base = self.end();
            self.0.push(File { path: path.clone(), base, length: text.len() });
            let Some(read) = read(&text, base, problems) else {
                is_whole = false;
                continue;
            };
            document.main = if self.0.len() == 1 { read.main } else { document.main };
            document.trees.extend(read.trees);
            document.models.extend(read.models);
            let includes = read.includes.into_iter().rev();
            for include in includes {
                match self.path(&path, &include, problems) {
                    Some(path) if self.0.iter().all(|file| file.path != path) => {
                        next.push(Next { path, include: Some(include) });
                    }
                    Some(_) => {}
                    None => is_whole = false,
                }
            }
        }
        (document, is_whole)
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

    /// The path of an included file, seen from where the first one is seen.
    fn path(&self, from: &str, include: &Include, problems: &mut Problems) -> Option<String> {
        let (path, at) = (&include.path.text, include.path.at.clone());
        if let Some(package) = &include.package {
            problems.warn(at, format!("the file is in the ROS package `{package}`, so it is not read"));
            return None;
        }
        let root: Vec<&str> = self.0.first().map(|first| folders(&first.path)).unwrap_or_default();
        let mut parts = folders(from);
        for part in path.split(['/', '\\']) {
            match part {
                "" | "." => {}
                ".." if parts.len() > root.len() => {
                    parts.pop();
                }
                ".." => {
                    problems.error(at, "the file is outside of the folder of the first one, so it is not read");
                    return None;
                }
                part => parts.push(part),
            }
        }
        if path.starts_with(['/', '\\']) || path.contains(':') {
            problems.error(at, "the path begins at the root, so the file is not read");
            return None;
        }
        Some(parts.join("/"))
    }

    /// The file at a place among all files, and the place in it.
    pub fn place(&self, at: usize) -> (String, usize) {
        let file = self.0.iter().rev().find(|file| file.base <= at);
        file.map_or((String::new(), 0), |file| (file.path.clone(), (at - file.base).min(file.length)))
    }
}

/// The folders of a path.
fn folders(path: &str) -> Vec<&str> {
    let mut parts: Vec<_> = path.split(['/', '\\']).collect();
    parts.pop();
    parts
}
