//! `bt check` for the XML of BehaviorTree.CPP: what it would refuse, and what is probably not meant.

use std::path::{Path, PathBuf};

use bt_xml::Level;

use crate::files;
use crate::problems::tell;
use crate::xml_files::{Others, load, with_sources};

/// The XML files with trees at these paths: named files, and files in folders if they contain a `<BehaviorTree>`.
///
/// # Errors
/// If a folder cannot be read, or a path is not UTF-8.
pub fn find(paths: &[PathBuf]) -> Result<Vec<String>, String> {
    let is_named = |path: &PathBuf| !path.is_dir() && files::is_xml(path);
    let mut found: Vec<PathBuf> = paths.iter().filter(|path| is_named(path)).cloned().collect();
    let folders: Vec<PathBuf> = paths.iter().filter(|path| path.is_dir()).cloned().collect();
    let in_folders = files::find_with(&folders, &["xml"])?;
    found.extend(in_folders.into_iter().filter(|path| has_trees(path)));
    let utf_8 = |path: PathBuf| path.into_os_string().into_string().map_err(|path| format!("{path:?} is not UTF-8"));
    found.into_iter().map(utf_8).collect()
}

fn has_trees(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| text.contains("<root") && text.contains("<BehaviorTree"))
}

/// Reports the mistakes in these files. Returns whether there are none; warnings do not count.
///
/// # Errors
/// If a file cannot be read.
pub fn run(paths: &[String], others: &Others, json: bool) -> Result<bool, String> {
    let mut texts = others.read(paths)?;
    let problems =
        with_sources(paths, others, |sources| bt_xml::lint(sources, &mut |path| load(path, sources, &mut texts)));
    tell(&problems, &texts, json);
    Ok(problems.iter().all(|problem| problem.level == Level::Warning))
}
