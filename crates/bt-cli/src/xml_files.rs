//! Finds and reads XML files of trees, with their includes.

use std::collections::{BTreeMap, HashSet};
use std::io::Read;
use std::path::{Path, PathBuf};

use bt_xml::Sources;

use crate::files;

/// Other files that files of trees need.
#[derive(clap::Args)]
pub struct Others {
    /// A file whose `TreeNodesModel` names the ports of nodes, such as nav2's `nav2_tree_nodes.xml`.
    #[arg(long)]
    pub models: Vec<String>,
    /// A folder of installed files, such as `/opt/ros/jazzy/share`. May be given several times. An included file that
    /// is neither where its `<include>` says nor in the folder of the file that includes it is looked for here:
    /// that of a `ros_pkg` in the folder of its package.
    #[arg(long, value_name = "FOLDER")]
    pub include: Vec<String>,
}

impl Others {
    /// The texts of all named files. A missing one is an error of the command, not a mistake in a file.
    ///
    /// # Errors
    /// If a file cannot be read, or a folder is not a folder.
    pub fn read(&self, paths: &[String]) -> Result<BTreeMap<String, String>, String> {
        let text = |path: &String| match read(Path::new(path)) {
            Ok(text) => Ok((path.clone(), text)),
            Err(why) => Err(format!("cannot read {path}: {why}")),
        };
        let texts = self.models.iter().chain(paths).map(text).collect::<Result<_, _>>()?;
        match self.include.iter().find(|folder| !Path::new(folder).is_dir()) {
            Some(folder) => Err(format!("`--include {folder}`: this is not a folder")),
            None => Ok(texts),
        }
    }
}

/// Calls `work` with the paths of trees and of other files.
pub fn with_sources<R>(paths: &[String], others: &Others, work: impl FnOnce(Sources<'_>) -> R) -> R {
    let [paths, models, folders] =
        [paths, &others.models, &others.include].map(|paths| paths.iter().map(String::as_str).collect::<Vec<_>>());
    let help = "name the folder of installed packages, such as `--include /opt/ros/jazzy/share`";
    work(Sources { paths: &paths, models: &models, folders: &folders, help: Some(help) })
}

/// The text of a named or included file. `texts` are those that were read before, and get this one: a second read of a
/// pipe is empty.
///
/// # Errors
/// If it cannot be read, or is outside of the named folders.
pub fn load(path: &str, sources: Sources<'_>, texts: &mut BTreeMap<String, String>) -> Result<String, String> {
    if let Some(text) = texts.get(path) {
        return Ok(text.clone());
    }
    // A file from an untrusted source might include a pipe, which never ends.
    let is_named = sources.paths.contains(&path) || sources.models.contains(&path);
    if !is_named && std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(format!("cannot read {path}: it is not a file"));
    }
    if !is_named && leads_out(Path::new(path), sources) {
        return Err(format!("{path} is a link out of the named folders, so it is not read"));
    }
    let text = read(Path::new(path)).map_err(|why| format!("cannot read {path}: {why}"))?;
    texts.insert(path.to_owned(), text.clone());
    Ok(text)
}

/// Lists the XML files at these paths. A file in a folder is listed only if `is_wanted` accepts its text, because a
/// folder also holds XML that has no trees. A file that a path names is always listed.
///
/// # Errors
/// If a folder cannot be read, or a path is not UTF-8.
pub fn find(
    paths: &[PathBuf],
    is_wanted: impl Fn(&str, std::io::Result<String>) -> bool,
) -> Result<Vec<String>, String> {
    let utf_8 = |path: PathBuf| path.into_os_string().into_string().map_err(|path| format!("{path:?} is not UTF-8"));
    let mut found = files::find_with(paths, &["xml"])?.into_iter().map(utf_8).collect::<Result<Vec<_>, _>>()?;
    // A path can be spelled in several ways.
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let named: HashSet<PathBuf> = paths.iter().map(|path| real(path)).collect();
    found.retain(|path| named.contains(&real(Path::new(path))) || is_wanted(path, read(Path::new(path))));
    Ok(found)
}

/// Whether a file, with all links resolved, is outside of the folders of these files and of installed files. A file
/// that is a link has two folders, that of the link and that of its target: colcon installs files as links.
fn leads_out(path: &Path, sources: Sources<'_>) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    // A file that does not exist is reported as missing.
    let Some(file) = real(path) else { return false };
    let installed = sources.folders.iter().filter_map(|folder| real(Path::new(folder)));
    let folders = sources.paths.iter().map(Path::new).flat_map(|named| {
        let own = named.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let target = real(named).and_then(|target| Some(target.parent()?.to_owned()));
        own.and_then(real).into_iter().chain(target)
    });
    !folders.chain(installed).any(|folder| file.starts_with(folder))
}

/// How long a file may be, in bytes.
const LENGTH: u64 = 16 << 20;

fn read(path: &Path) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(LENGTH + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LENGTH {
        return Err(std::io::Error::other(format!("it is longer than {} MB", LENGTH >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
        let (line, column) =
            (before.matches('\n').count() + 1, before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1);
        let is_utf_16 = [[0xff, 0xfe], [0xfe, 0xff]].iter().any(|mark| error.as_bytes().starts_with(mark));
        let hint = if is_utf_16 { ": it is UTF-16, so save it as UTF-8" } else { "" };
        std::io::Error::other(format!("line {line}, column {column} is not UTF-8{hint}"))
    })
}
