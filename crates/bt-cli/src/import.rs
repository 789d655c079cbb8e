//! `bt import`: the trees of BehaviorTree.CPP as Rust.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bt_xml::{Problem, Sources};

use crate::problems::tell;
use crate::{Source, files, fmt};

/// What `bt import` is called with.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files of trees, or folders with `.xml` files. What they include is read, too. The trees of all are known to
    /// all.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// A file whose `TreeNodesModel` names the ports of nodes, such as nav2's `nav2_tree_nodes.xml`.
    #[arg(long)]
    models: Vec<String>,
    /// A folder of installed files, such as `/opt/ros/jazzy/share`. May be given several times. An included file that
    /// is neither where its `<include>` says nor in the folder of the file that includes it is looked for here:
    /// that of a `ros_pkg` in the folder of its package.
    #[arg(long, value_name = "FOLDER")]
    include: Vec<String>,
    /// Where to write the Rust: a file that does not exist yet. Without it, the standard output. A file with the
    /// ending `.bt` gets the trees alone.
    #[arg(short, long)]
    out: Option<PathBuf>,
    /// Writes one JSON object for each message to the standard output. The Rust is written to `--out` alone.
    #[arg(long)]
    json: bool,
}

/// Writes the Rust, and tells all problems.
///
/// # Errors
/// If a file cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let paths = files_of_trees(&arguments.paths)?;
    // Told as such, not as a mistake in a file.
    for path in arguments.models.iter().chain(&paths) {
        read(Path::new(path)).map_err(|why| format!("cannot read {path}: {why}"))?;
    }
    if let Some(folder) = arguments.include.iter().find(|folder| !Path::new(folder).is_dir()) {
        return Err(format!("`--include {folder}`: this is not a folder"));
    }
    let [paths, models, folders] = [&paths, &arguments.models, &arguments.include]
        .map(|paths| paths.iter().map(String::as_str).collect::<Vec<_>>());
    let help = "name the folder of installed packages, such as `--include /opt/ros/jazzy/share`";
    let import = import(Sources { paths: &paths, models: &models, folders: &folders, help: Some(help) });
    tell(&import.problems, &import.texts, arguments.json);
    let is_trees = arguments.out.as_ref().is_some_and(|path| path.extension().is_some_and(|ending| ending == "bt"));
    let Some(text) = (if is_trees { import.trees } else { import.rust }) else { return Ok(ExitCode::FAILURE) };
    match &arguments.out {
        Some(path) => write_new(path, &text)?,
        None if arguments.json => {}
        None => print!("{text}"),
    }
    Ok(ExitCode::SUCCESS)
}

/// The files at these paths. In folders those with trees: a package has other XML, too.
fn files_of_trees(paths: &[PathBuf]) -> Result<Vec<String>, String> {
    let utf_8 = |path: PathBuf| path.into_os_string().into_string().map_err(|path| format!("{path:?} is not UTF-8"));
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(utf_8(path.clone())?);
            continue;
        }
        for path in files::find_with(std::slice::from_ref(path), &["xml"])? {
            let path = utf_8(path)?;
            match read(Path::new(&path)) {
                Ok(text) if !text.contains("<root") => eprintln!("{path} has no trees, so it is left out"),
                _ => found.push(path),
            }
        }
    }
    if found.is_empty() { Err("there is no file of trees in these folders".to_owned()) } else { Ok(found) }
}

/// Writes a file that does not exist yet: the user may have worked on one that does.
pub(crate) fn write_new(path: &Path, text: &str) -> Result<(), String> {
    let file = std::fs::File::create_new(path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            format!("{} exists already: name a new file, or remove it first", path.display())
        }
        _ => format!("cannot write {}: {error}", path.display()),
    })
}

/// What became of files of trees.
pub struct Import {
    /// The Rust, formatted, unless the files have errors.
    pub rust: Option<String>,
    /// The trees alone, formatted, unless the files have errors.
    pub trees: Option<String>,
    /// What is wrong in the files, and what is only nearly the same in Rust: in the order of the files.
    pub problems: Vec<Problem>,
    /// The files.
    pub texts: BTreeMap<String, String>,
}

/// Reads files with all that they include, and files with more models.
pub fn import(sources: Sources<'_>) -> Import {
    let mut texts = BTreeMap::new();
    let imported = bt_xml::import_from(sources, &mut |path| {
        // A file from a stranger may include a pipe, which never ends.
        let is_named = sources.paths.contains(&path) || sources.models.contains(&path);
        if !is_named && std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(format!("cannot read {path}: it is not a file"));
        }
        if !is_named && leads_out(Path::new(path), sources) {
            return Err(format!("{path} is a link out of the folders that are named, so it is not read"));
        }
        let text = read(Path::new(path)).map_err(|why| format!("cannot read {path}: {why}"))?;
        texts.insert(path.to_owned(), text.clone());
        Ok(text)
    });
    let trees = imported.trees.map(|trees| fmt::format(&Source::new(Path::new("import.bt"), trees)).text);
    Import { rust: imported.rust.map(format), trees, problems: imported.problems, texts }
}

/// Whether a file is, behind all links, in none of the folders of these files, nor in those of installed files. The
/// folder of a file that is a link is where the link is, and where it leads: colcon installs files as links.
fn leads_out(path: &Path, sources: Sources<'_>) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    // A file that is not there is reported as missing.
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

/// The Rust as `bt fmt` and, where it can be run, rustfmt write it.
fn format(rust: String) -> String {
    let file = Source::new(Path::new("import.rs"), rust);
    let formatted = fmt::format_with_rustfmt(&file).map(|(_, formatted)| formatted);
    formatted.unwrap_or_else(|_| fmt::format(&file)).text
}
