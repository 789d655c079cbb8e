//! `bt check` for the XML of BehaviorTree.CPP: what it would refuse, and what is probably not meant.

use std::path::PathBuf;

use bt_xml::Level;

use crate::files;
use crate::problems::tell;
use crate::xml_files::{self, Others, load, with_sources};

/// The XML files with trees at these paths: named files, and files in folders if they contain a `<BehaviorTree>`.
///
/// # Errors
/// If a folder cannot be read, or a path is not UTF-8.
pub fn find(paths: &[PathBuf]) -> Result<Vec<String>, String> {
    let paths: Vec<PathBuf> = paths.iter().filter(|path| path.is_dir() || files::is_xml(path)).cloned().collect();
    let has_trees = |text: String| text.contains("<root") && text.contains("<BehaviorTree");
    xml_files::find(&paths, |_, text| text.is_ok_and(has_trees))
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
