//! `bt import`: the trees of BehaviorTree.CPP as Rust.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bt_xml::{Problem, Sources};

use crate::problems::tell;
use crate::xml_files::{Others, find, load, with_sources};
use crate::{Source, fmt};

/// What `bt import` is called with.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files of trees, or folders with `.xml` files. Included files are read, too. All files can use each other's
    /// trees.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    others: Others,
    /// Where to write the Rust: a file that does not exist yet. Default: standard output. A file that ends in `.bt`
    /// gets only the trees.
    #[arg(short, long)]
    out: Option<PathBuf>,
    /// Writes one JSON object for each message to standard output. The Rust is then only written to `--out`.
    #[arg(long)]
    json: bool,
}

/// Writes the Rust, and reports all problems.
///
/// # Errors
/// If a file cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let paths = find(&arguments.paths, |path, text| {
        // A file that cannot be read is reported later.
        let is_wanted = text.map_or(true, |text| text.contains("<root"));
        if !is_wanted {
            eprintln!("{path} has no trees, so it is left out");
        }
        is_wanted
    })?;
    if paths.is_empty() {
        return Err("there is no file of trees in these folders".to_owned());
    }
    let texts = arguments.others.read(&paths)?;
    let import = with_sources(&paths, &arguments.others, |sources| import(sources, texts));
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

/// Writes a new file, and never replaces one: the user may have edited it.
pub(crate) fn write_new(path: &Path, text: &str) -> Result<(), String> {
    let file = std::fs::File::create_new(path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            format!("{} already exists: choose another file, or remove it first", path.display())
        }
        _ => format!("cannot write {}: {error}", path.display()),
    })
}

/// The result of an import.
pub struct Import {
    /// The Rust, formatted, unless the files have errors.
    pub rust: Option<String>,
    /// The trees alone, formatted, unless the files have errors.
    pub trees: Option<String>,
    /// Mistakes in the files, and slight differences in behavior, in file order.
    pub problems: Vec<Problem>,
    /// The files.
    pub texts: BTreeMap<String, String>,
}

/// Imports files and their includes, using further files with models. `texts` are those that are already read.
pub fn import(sources: Sources<'_>, mut texts: BTreeMap<String, String>) -> Import {
    let imported = bt_xml::import_from(sources, &mut |path| load(path, sources, &mut texts));
    let trees = imported.trees.map(|trees| fmt::format(&Source::new(Path::new("import.bt"), trees)).text);
    Import { rust: imported.rust.map(format), trees, problems: imported.problems, texts }
}

/// The Rust, formatted by `bt fmt` and, if possible, rustfmt.
fn format(rust: String) -> String {
    let file = Source::new(Path::new("import.rs"), rust);
    let formatted = fmt::format_with_rustfmt(&file).map(|(_, formatted)| formatted);
    formatted.unwrap_or_else(|_| fmt::format(&file)).text
}
