//! `bt import`: the trees of BehaviorTree.CPP as Rust.

use std::collections::BTreeMap;
use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use bt_xml::Problem;

use crate::{Source, files, fmt};

/// What `bt import` is called with.
#[derive(clap::Args)]
pub struct Arguments {
    /// A file of trees. Those that it includes are read, too.
    file: String,
    /// A file whose `TreeNodesModel` names the ports of nodes, such as nav2's `nav2_tree_nodes.xml`.
    #[arg(long)]
    models: Vec<String>,
    /// Where to write the Rust: a file that does not exist yet. Without it, the standard output.
    #[arg(short, long)]
    out: Option<PathBuf>,
}

/// Writes the Rust, and tells all problems.
///
/// # Errors
/// If a file cannot be read or written.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    // Told as such, not as a mistake in a file.
    for path in arguments.models.iter().chain([&arguments.file]) {
        files::read(Path::new(path))?;
    }
    let models: Vec<_> = arguments.models.iter().map(String::as_str).collect();
    let import = import(&arguments.file, &models, std::io::stderr().is_terminal());
    import.drawn.iter().for_each(|problem| eprintln!("{problem}\n"));
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    match (import.errors, import.drawn.len() - import.errors) {
        (0, 0) => {}
        (0, warnings) => eprintln!("{}", count(warnings, "warning")),
        (errors, 0) => eprintln!("{}", count(errors, "error")),
        (errors, warnings) => eprintln!("{}, {}", count(errors, "error"), count(warnings, "warning")),
    }
    let Some(rust) = import.rust else { return Ok(ExitCode::FAILURE) };
    match &arguments.out {
        None => print!("{rust}"),
        // Not over a file that is there: the user may have filled in its leaves.
        Some(path) => {
            let file = std::fs::File::create_new(path);
            let written = file.and_then(|mut file| file.write_all(rust.as_bytes()));
            written.map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => {
                    format!("{} exists already: name a new file, or remove it first", path.display())
                }
                _ => format!("cannot write {}: {error}", path.display()),
            })?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// How long a file may be, in bytes.
const LENGTH: u64 = 64 << 20;

/// What became of a file of trees.
pub struct Import {
    /// The Rust, formatted, unless the files have errors.
    pub rust: Option<String>,
    /// What is wrong in the files, and what is only nearly the same in Rust: drawn, in the order of the files.
    pub drawn: Vec<String>,
    /// How many of these are errors.
    pub errors: usize,
}

/// Reads a file with all that it includes, and files with more models.
pub fn import(path: &str, models: &[&str], colours: bool) -> Import {
    let mut texts = BTreeMap::new();
    let imported = bt_xml::import(path, models, &mut |path| {
        let text = read(Path::new(path)).map_err(|why| format!("cannot read {path}: {why}"))?;
        texts.insert(path.to_owned(), text.clone());
        Ok(text)
    });
    let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
    let drawn = imported.problems.iter().map(|problem| draw(problem, &texts, &renderer)).collect();
    let errors = imported.problems.iter().filter(|problem| problem.level == bt_xml::Level::Error).count();
    Import { rust: imported.rust.map(format), drawn, errors }
}

fn read(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    std::fs::File::open(path)?.take(LENGTH).read_to_string(&mut text)?;
    Ok(text)
}

/// A problem with the lines around it.
fn draw(problem: &Problem, texts: &BTreeMap<String, String>, renderer: &Renderer) -> String {
    let level = match problem.level {
        bt_xml::Level::Error => Level::ERROR,
        bt_xml::Level::Warning => Level::WARNING,
    };
    let mut group = level.primary_title(&problem.message).elements(texts.get(&problem.file).map(|text| {
        let range = problem.at.start.min(text.len())..problem.at.end.min(text.len());
        Snippet::source(text).path(&problem.file).annotation(AnnotationKind::Primary.span(range))
    }));
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(help));
    }
    renderer.render(&[group])
}

/// The Rust as `bt fmt` and, where it can be run, rustfmt write it.
fn format(rust: String) -> String {
    let file = Source::new(Path::new("import.rs"), rust);
    let formatted = fmt::format_with_rustfmt(&file).map(|(_, formatted)| formatted);
    formatted.unwrap_or_else(|_| fmt::format(&file)).text
}
