//! `FILE:NAME`: which tree of which file a command is about.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::trees::Tree;
use crate::{Source, files};

/// The file and the tree that an argument names.
pub fn split(argument: &str) -> (PathBuf, Option<String>) {
    match argument.rsplit_once(':') {
        Some((path, which)) if !Path::new(argument).exists() && !path.is_empty() => {
            (path.into(), Some(which.to_owned()))
        }
        _ => (argument.into(), None),
    }
}

/// Reads a file of trees, or standard input for `-`.
pub fn read(path: &Path) -> Result<Source, String> {
    files::not_xml(read_any(path)?)
}

/// Reads any text file, or standard input for `-`.
pub fn read_any(path: &Path) -> Result<Source, String> {
    if path != Path::new("-") {
        return files::read_any(path);
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|error| format!("cannot read standard input: {error}"))?;
    Ok(Source::new(Path::new("<stdin>"), text))
}

/// Whether an argument names this tree: by its name, or by a line in it.
pub fn is_chosen(file: &Source, tree: &Tree, which: Option<&str>) -> bool {
    let Some(which) = which else { return true };
    match which.parse::<usize>() {
        Ok(line) => (file.position(tree.range.start).0..=file.position(tree.range.end).0).contains(&line),
        Err(_) => tree.name.as_deref() == Some(which),
    }
}

/// The name of a tree, or its position.
pub fn title(file: &Source, tree: &Tree) -> String {
    let unnamed = || format!("tree in line {}", file.position(tree.range.start).0);
    tree.name.clone().unwrap_or_else(unnamed)
}

/// Why the trees of a file are not one tree.
pub fn which_one(file: &Source, trees: &[&Tree]) -> String {
    let path = file.path.display();
    match trees {
        [] => format!("no tree in {path}"),
        _ => {
            let names: Vec<String> = trees
                .iter()
                .map(|tree| tree.name.clone().unwrap_or_else(|| file.position(tree.range.start).0.to_string()))
                .collect();
            format!("{path} has {} trees: choose one of {path}:{}", trees.len(), names.join(&format!(", {path}:")))
        }
    }
}
