//! Finds the files that the command line names, and reads them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use crate::Source;

/// The files at these paths. In folders, these are all `.rs` and `.bt` files that no `.gitignore` or `.ignore`
/// excludes. Folders named `target` are skipped, too.
///
/// # Errors
/// If a path cannot be read, or if there are no such files.
pub fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let found = find_with(paths, &["rs", "bt"])?;
    if found.is_empty() {
        let paths: Vec<_> = paths.iter().map(|path| format!("`{}`", path.display())).collect();
        return Err(format!("there is no Rust or `.bt` file in {}", paths.join(", ")));
    }
    Ok(found)
}

/// The files with these endings, by name or in folders, each of them once.
///
/// # Errors
/// If a path cannot be read.
pub fn find_with(paths: &[PathBuf], endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in paths {
        // A file that does not exist is reported when it is read.
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let is_target = |name: &Path| name.file_name().is_some_and(|name| name == "target");
        let walk = WalkBuilder::new(path)
            .require_git(false)
            .sort_by_file_path(Path::cmp)
            .filter_entry(move |entry| entry.depth() == 0 || !(entry.path().is_dir() && is_target(entry.path())))
            .build();
        for entry in walk {
            let entry = entry.map_err(|error| error.to_string())?;
            let extension = entry.path().extension().and_then(|extension| extension.to_str());
            if extension.is_some_and(|extension| endings.contains(&extension)) && entry.path().is_file() {
                let path = entry.into_path();
                found.push(path.strip_prefix("./").map(Path::to_owned).unwrap_or(path));
            }
        }
    }
    let mut seen = HashSet::new();
    found.retain(|path| seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())));
    Ok(found)
}

/// Reads a file of trees.
///
/// # Errors
/// If it cannot be read, is not UTF-8, or is XML.
pub fn read(path: &Path) -> Result<Source, String> {
    not_xml(read_any(path)?)
}

/// Reads any text file.
///
/// # Errors
/// If it cannot be read, or is not UTF-8.
pub fn read_any(path: &Path) -> Result<Source, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(Source::new(path, text))
}

/// Whether the name of a file says that it is XML.
pub fn is_xml(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xml"))
}

/// Refuses XML, which contains no `bt!` and is read by `bt import`.
///
/// # Errors
/// If the file is XML.
pub fn not_xml(file: Source) -> Result<Source, String> {
    let is_named = is_xml(&file.path);
    let begins = |tag: &&str| file.text.trim_start_matches('\u{feff}').trim_start().starts_with(tag);
    if !is_named && !["<?xml", "<root"].iter().any(begins) {
        return Ok(file);
    }
    let path = file.path.display();
    let help = if is_named { format!("`bt import {path}`") } else { "`bt import`".to_owned() };
    Err(format!("{path} is XML, and this command reads Rust and `.bt` files: {help} reads XML"))
}
