//! `bt import`: the trees of BehaviorTree.CPP as Rust.

use std::collections::BTreeMap;
use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use bt_xml::Problem;

use crate::{Source, files, fmt};

/// What `bt import` is called with.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files of trees, or folders with `.xml` files. What they include is read, too. The trees of all are known to all.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// A file whose `TreeNodesModel` names the ports of nodes, such as nav2's `nav2_tree_nodes.xml`.
    #[arg(long)]
    models: Vec<String>,
    /// Where to write the Rust: a file that does not exist yet. Without it, the standard output. A file with the ending
    /// `.bt` gets the trees alone.
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
    let [paths, models] = [&paths, &arguments.models].map(|paths| paths.iter().map(String::as_str).collect::<Vec<_>>());
    let import = import(&paths, &models);
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

/// The texts of files by their paths.
pub(crate) type Texts = BTreeMap<String, String>;

/// How many problems are drawn. The others are a line each.
const MOST: usize = 1_000;

/// The longest line that is drawn, in bytes.
const LONGEST_LINE: usize = 4_000;

/// Tells problems: drawn, with their number; or each as one line of JSON on the standard output.
pub(crate) fn tell(problems: &[Problem], texts: &Texts, json: bool) {
    if json {
        let files = sources(texts);
        problems.iter().for_each(|problem| println!("{}", to_json(problem, &files)));
        return;
    }
    let renderer = if std::io::stderr().is_terminal() { Renderer::styled() } else { Renderer::plain() };
    problems.iter().take(MOST).for_each(|problem| eprintln!("{}\n", draw(problem, texts, &renderer)));
    let rest = &problems[MOST.min(problems.len())..];
    if !rest.is_empty() {
        let files = sources(texts);
        eprintln!("the other {}, a line each:", rest.len());
        rest.iter().for_each(|problem| eprintln!("{}", in_a_line(problem, &files)));
        eprintln!();
    }
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let errors = problems.iter().filter(|problem| problem.level == bt_xml::Level::Error).count();
    match (errors, problems.len() - errors) {
        (0, 0) => {}
        (0, warnings) => eprintln!("{}", count(warnings, "warning")),
        (errors, 0) => eprintln!("{}", count(errors, "error")),
        (errors, warnings) => eprintln!("{}, {}", count(errors, "error"), count(warnings, "warning")),
    }
}

/// The files, with their lines.
fn sources(texts: &Texts) -> BTreeMap<&String, Source> {
    texts.iter().map(|(path, text)| (path, Source::new(Path::new(path), text.clone()))).collect()
}

/// A problem without the text around it.
fn in_a_line(problem: &Problem, files: &BTreeMap<&String, Source>) -> String {
    let level = match problem.level {
        bt_xml::Level::Error => "error",
        bt_xml::Level::Warning => "warning",
    };
    let at = files.get(&problem.file).map(|file| file.position(problem.at.start.min(file.text.len())));
    let place = at.map_or_else(|| problem.file.clone(), |(line, column)| format!("{}:{line}:{column}", problem.file));
    format!("{place}: {level}: {}", problem.message)
}

/// A problem as `bt check --json` writes mistakes.
fn to_json(problem: &Problem, files: &BTreeMap<&String, Source>) -> String {
    let (level, code) = match problem.level {
        bt_xml::Level::Error => ("error", "bt::xml-error"),
        bt_xml::Level::Warning => ("warning", "bt::xml-difference"),
    };
    let nothing = Source::new(Path::new(&problem.file), String::new());
    let file = files.get(&problem.file).unwrap_or(&nothing);
    let range = problem.at.start.min(file.text.len())..problem.at.end.min(file.text.len());
    let first = problem.first.as_ref().and_then(|first| {
        let line = files.get(&first.file)?.position(first.at.start).0;
        Some(format!("the first one is in {}, line {line}", first.file))
    });
    let help = problem.help.as_deref().or(first.as_deref());
    let is_word = file.text[range.clone()].chars().all(|c| c.is_alphanumeric() || c == '_');
    let says = |words: &str| help?.strip_prefix(words)?.strip_prefix('`')?.split_once('`').map(|(code, _)| code);
    let fix = says("did you mean ").filter(|_| is_word).or_else(|| says("write ").filter(|code| code.starts_with('&')));
    crate::report::json(file, range, level, code, &problem.message, help, fix)
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
pub fn import(paths: &[&str], models: &[&str]) -> Import {
    let mut texts = BTreeMap::new();
    let imported = bt_xml::import(paths, models, &mut |path| {
        // A file from a stranger may include a pipe, which never ends.
        let is_named = paths.contains(&path) || models.contains(&path);
        if !is_named && std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(format!("cannot read {path}: it is no file"));
        }
        if !is_named && leads_out(Path::new(path), paths) {
            return Err(format!("{path} is a link out of the folders of the files that are named, so it is not read"));
        }
        let text = read(Path::new(path)).map_err(|why| format!("cannot read {path}: {why}"))?;
        texts.insert(path.to_owned(), text.clone());
        Ok(text)
    });
    let trees = imported.trees.map(|trees| fmt::format(&Source::new(Path::new("import.bt"), trees)).text);
    Import { rust: imported.rust.map(format), trees, problems: imported.problems, texts }
}

/// Whether a file is, behind all links, in none of the folders of these files. That of a file that is a link is where the
/// link is, and where it leads: colcon installs files as links.
fn leads_out(path: &Path, named: &[&str]) -> bool {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    // A file that is not there is told as such.
    let Some(file) = real(path) else { return false };
    let folders = named.iter().map(Path::new).flat_map(|named| {
        let own = named.parent().map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
        let target = real(named).and_then(|target| Some(target.parent()?.to_owned()));
        own.and_then(real).into_iter().chain(target)
    });
    !folders.into_iter().any(|folder| file.starts_with(folder))
}

/// How long a file may be, in bytes.
const LENGTH: u64 = 64 << 20;

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

/// A problem with the lines around it.
fn draw(problem: &Problem, texts: &BTreeMap<String, String>, renderer: &Renderer) -> String {
    let level = match problem.level {
        bt_xml::Level::Error => Level::ERROR,
        bt_xml::Level::Warning => Level::WARNING,
    };
    let mut group = level.primary_title(&problem.message).elements(
        texts.get(&problem.file).map(|text| snippet(&problem.file, text, &problem.at, AnnotationKind::Primary, None)),
    );
    if let Some((first, text)) = problem.first.as_ref().and_then(|first| Some((first, texts.get(&first.file)?))) {
        let label = Some("the first one");
        group = group.element(snippet(&first.file, text, &first.at, AnnotationKind::Context, label));
    }
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(help));
    }
    renderer.render(&[group])
}

/// The lines of a place, of which the others are not looked at. Of a long line the beginning of the place is drawn.
fn snippet<'t>(
    path: &'t str,
    text: &'t str,
    at: &Range<usize>,
    kind: AnnotationKind,
    label: Option<&'static str>,
) -> Snippet<'t, annotate_snippets::Annotation<'t>> {
    let (start, end) = (at.start.min(text.len()), at.end.min(text.len()));
    let first = text[..start].rfind('\n').map_or(0, |before| before + 1);
    let last = text[end..].find('\n').map_or(text.len(), |after| end + after);
    let line = text[..first].matches('\n').count() + 1;
    if last - first > LONGEST_LINE {
        return Snippet::source("").path(format!("{path}:{line}:{}", text[first..start].chars().count() + 1));
    }
    let marked = kind.span(start - first..end - first).label(label);
    Snippet::source(&text[first..last]).line_start(line).path(path).annotation(marked)
}

/// The Rust as `bt fmt` and, where it can be run, rustfmt write it.
fn format(rust: String) -> String {
    let file = Source::new(Path::new("import.rs"), rust);
    let formatted = fmt::format_with_rustfmt(&file).map(|(_, formatted)| formatted);
    formatted.unwrap_or_else(|_| fmt::format(&file)).text
}
