//! Problems in XML, and slight differences in behavior: drawn for people, or as JSON.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::io::IsTerminal;
use std::ops::Range;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use bt_xml::Problem;

use crate::Source;

/// The texts of files, by path.
pub(crate) type Texts = BTreeMap<String, String>;

/// How many messages are drawn. Any others take one line each.
const MOST: usize = 1_000;

/// How many further places of a repeated message are listed.
const MORE_PLACES: usize = 3;

/// The longest line that is drawn, in bytes.
const LONGEST_LINE: usize = 4_000;

/// Problems that differ only in their places.
struct Repeated<'p> {
    first: &'p Problem,
    more: Vec<&'p Problem>,
}

/// Groups problems by message, in the order of their first places.
fn by_message(problems: &[Problem]) -> Vec<Repeated<'_>> {
    let mut all: Vec<Repeated<'_>> = Vec::new();
    let mut numbers: HashMap<_, usize> = HashMap::new();
    for problem in problems {
        match numbers.entry((problem.level, &problem.message, &problem.help)) {
            Entry::Occupied(number) => all[*number.get()].more.push(problem),
            Entry::Vacant(free) => {
                free.insert(all.len());
                all.push(Repeated { first: problem, more: Vec::new() });
            }
        }
    }
    all
}

/// Reports problems: each message is drawn once, with a count. With `json`, each problem is one line of JSON on
/// standard output.
pub(crate) fn tell(problems: &[Problem], texts: &Texts, json: bool) {
    let files = sources(texts);
    if json {
        problems.iter().for_each(|problem| println!("{}", to_json(problem, &files)));
        return;
    }
    let renderer = if std::io::stderr().is_terminal() { Renderer::styled() } else { Renderer::plain() };
    let messages = by_message(problems);
    let (drawn, rest) = messages.split_at(MOST.min(messages.len()));
    for Repeated { first, more } in drawn {
        eprintln!("{}\n", draw(first, more_places(more, &files), texts, &renderer));
    }
    if !rest.is_empty() {
        eprintln!("the other {}, a line each:", rest.len());
        for Repeated { first, more } in rest {
            let more = more_places(more, &files).map_or_else(String::new, |more| format!(" ({more})"));
            eprintln!("{}{more}", in_a_line(first, &files));
        }
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

/// The files, split into lines.
type Sources<'t> = BTreeMap<&'t String, Source>;

fn sources(texts: &Texts) -> Sources<'_> {
    texts.iter().map(|(path, text)| (path, Source::new(Path::new(path), text.clone()))).collect()
}

/// A problem on one line, without source text.
fn in_a_line(problem: &Problem, files: &Sources<'_>) -> String {
    let level = match problem.level {
        bt_xml::Level::Error => "error",
        bt_xml::Level::Warning => "warning",
    };
    format!("{}: {level}: {}", place(problem, files), problem.message)
}

/// `file:line:column`.
fn place(problem: &Problem, files: &Sources<'_>) -> String {
    let at = files.get(&problem.file).map(|file| file.position(problem.at.start.min(file.text.len())));
    at.map_or_else(|| problem.file.clone(), |(line, column)| format!("{}:{line}:{column}", problem.file))
}

/// The other places of a repeated message, if any.
fn more_places(more: &[&Problem], files: &Sources<'_>) -> Option<String> {
    let first: Vec<_> = more.iter().take(MORE_PLACES).map(|problem| place(problem, files)).collect();
    let rest = if more.len() > MORE_PLACES { ", ..; `--json` lists all" } else { "" };
    (!more.is_empty()).then(|| format!("{} more like it: {}{rest}", more.len(), first.join(", ")))
}

/// A problem in the JSON format of `bt check --json`.
fn to_json(problem: &Problem, files: &Sources<'_>) -> String {
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

/// A problem with its source lines, and its other places.
fn draw(problem: &Problem, more: Option<String>, texts: &Texts, renderer: &Renderer) -> String {
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
    if let Some(more) = more {
        group = group.element(Level::NOTE.message(more));
    }
    renderer.render(&[group])
}

/// The source lines of a place; only these are read. In a long line, only the start of the place is drawn.
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
