//! The places where an included file may be.

use std::ops::Range;

use crate::document;
use crate::problem::Level;
use crate::sources::Sources;

/// A file to read.
pub struct Wanted {
    /// Where it may be, most likely first. Empty only if its include is refused.
    pub paths: Vec<String>,
    /// The include that asks for it, unless the caller named it.
    pub include: Option<Include>,
}

/// An `<include>` in a file.
pub struct Include {
    /// The place of its path.
    pub at: Range<usize>,
    /// Why the file at that path is not read, and what to do about it.
    pub refused: Option<Refused>,
}

pub struct Refused {
    pub level: Level,
    pub message: String,
    pub help: Option<String>,
}

impl Wanted {
    /// A file that the caller named.
    pub fn named(path: &str) -> Self {
        Wanted { paths: vec![plain(path).join("/")], include: None }
    }
}

/// The folders that may contain files.
pub struct Places<'s> {
    /// The folders of the named files. Includes may lead into them and below.
    named: Vec<Vec<&'s str>>,
    /// The folders of installed files.
    installed: Vec<Vec<&'s str>>,
    /// How to name more folders.
    help: Option<&'s str>,
}

impl<'s> Places<'s> {
    pub fn new(sources: Sources<'s>) -> Self {
        Places {
            named: sources.paths.iter().map(|path| folder(plain(path))).collect(),
            installed: sources.folders.iter().map(|path| plain(path)).collect(),
            help: sources.help,
        }
    }

    /// The paths that an included file may have: the one that the format defines, then one in the folder of the
    /// including file, then those in the folders of installed files.
    pub fn wanted(&self, from: &str, include: &document::Include) -> Wanted {
        let (itself, own) = (plain(from).join("/"), folder(plain(from)));
        let name = include.path.text.rsplit(SEPARATORS).next().unwrap_or_default();
        let (written, refused) = match self.written(&own, include) {
            Ok(path) => (Some(path), None),
            Err(refused) => (None, Some(refused)),
        };
        let mut paths: Vec<String> = written.into_iter().collect();
        let has_name = !["", ".", ".."].contains(&name);
        let beside = has_name.then(|| joined(own, [name].into_iter()).join("/"));
        let installed = self.installed.iter().flat_map(|folder| below(folder, include));
        for path in beside.into_iter().chain(installed) {
            // A file `a.xml` that includes `lib/a.xml` does not mean itself.
            if path != itself && !paths.contains(&path) {
                paths.push(path);
            }
        }
        Wanted { paths, include: Some(Include { at: include.path.at.clone(), refused }) }
    }

    /// The path that the format defines, unless it is outside of all folders.
    fn written(&self, own: &[&str], include: &document::Include) -> Result<String, Refused> {
        let path = &*include.path.text;
        let refused =
            |level, message: String, help: Option<&str>| Err(Refused { level, message, help: help.map(str::to_owned) });
        if let Some(package) = &include.package {
            let message = format!("the file is in the ROS package `{package}`, which was not found");
            return refused(Level::Warning, message, self.help);
        }
        if path.starts_with(SEPARATORS) || path.contains(':') {
            let message = "the path begins at the root, so the file is not read".to_owned();
            return refused(Level::Error, message, self.help);
        }
        let parts = joined(own.to_vec(), path.split(SEPARATORS));
        let leads_out = |first: Option<&&str>| first.is_some_and(|first| ["", ".."].contains(first));
        let is_below = |root: &Vec<&str>| parts.strip_prefix(&**root).is_some_and(|rest| !leads_out(rest.first()));
        if !self.named.iter().chain(&self.installed).any(is_below) {
            let of = match self.named.len() {
                _ if !self.installed.is_empty() => "the named folders",
                1 => "the folder of the first one",
                _ => "the folders of the named files",
            };
            let message = format!("the file is outside of {of}, so it is not read");
            return refused(Level::Error, message, Some("name this file too, next to the first one"));
        }
        Ok(parts.join("/"))
    }
}

/// What separates the parts of a path in a file.
const SEPARATORS: [char; 2] = ['/', '\\'];

/// How many parts of a path are used, counted from its end.
const DEPTH: usize = 20;

/// Where a file may be below a folder: at its package and path, or at shorter and shorter ends of these.
fn below(folder: &[&str], include: &document::Include) -> Vec<String> {
    let path = include.package.iter().map(|package| &**package).chain(include.path.text.split(SEPARATORS));
    let parts: Vec<&str> = path.filter(|part| !["", "."].contains(part)).collect();
    let first = parts.iter().rposition(|part| *part == "..").map_or(0, |last| last + 1);
    let ends = (first.max(parts.len().saturating_sub(DEPTH))..parts.len()).map(|start| &parts[start..]);
    ends.map(|end| [folder, end].concat().join("/")).collect()
}

/// The parts of a named path, without detours. An absolute path begins with an empty part.
fn plain(path: &str) -> Vec<&str> {
    let root = if path.starts_with(std::path::is_separator) { vec![""] } else { Vec::new() };
    joined(root, path.split(std::path::is_separator))
}

/// A path relative to a folder.
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
