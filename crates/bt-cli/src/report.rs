//! A mistake in a file, drawn as rustc draws it, or as JSON.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use bt_compiler::codes;
use bt_compiler::error::Mistake;
use proc_macro2::Span;
use serde::Serialize;

use crate::Source;
use crate::source::Unreadable;

/// How many bytes of a line are drawn before and after a mistake: more than a terminal is wide.
const MOST_OF_LINE: usize = 500;

/// A mistake in a file.
pub struct Report {
    /// The bytes that it is about.
    pub range: Range<usize>,
    /// The macro's message, without its help.
    pub message: String,
    /// The macro's help.
    pub help: Option<String>,
    /// What to write in the place of these bytes, where the help says it.
    pub fix: Option<String>,
    /// The name of its kind, a [code](bt_compiler::codes).
    pub code: &'static str,
}

#[derive(Serialize)]
struct Json<'a> {
    file: String,
    #[serde(flatten)]
    at: Place,
    level: &'a str,
    code: &'a str,
    message: &'a str,
    help: Option<&'a str>,
    fix: Option<Fix<'a>>,
}

#[derive(Serialize)]
struct Fix<'a> {
    #[serde(flatten)]
    at: Place,
    text: &'a str,
}

#[derive(Clone, Copy, Serialize)]
struct Place {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

impl Report {
    /// A mistake that a macro has found. One about the macro as a whole is reported at `macro_call`.
    pub fn new(file: &Source, mistake: Mistake, macro_call: Span) -> Self {
        let range = match mistake.span.byte_range() {
            none if none.is_empty() => file.range(macro_call),
            _ => with_lifetime(&file.text, file.range(mistake.span)),
        };
        let fix = mistake.help.as_deref().and_then(|help| fix(mistake.code, help, &file.text[range.clone()]));
        Report { range, message: mistake.message, help: mistake.help, fix, code: mistake.code }
    }

    /// A file whose tokens cannot be read.
    pub fn unreadable(Unreadable { range, why }: Unreadable) -> Self {
        let code = codes::of(&why);
        Report { range, message: why, help: None, fix: None, code }
    }

    /// The mistake with the lines around it, for people.
    pub fn draw(&self, file: &Source, colours: bool) -> String {
        let path = file.path.display().to_string();
        let (line, column) = file.position(self.range.start);
        // The library looks through all the text that it gets, for each mistake.
        let around = file.around(&self.range, MOST_OF_LINE);
        let is_whole = file.position(around.start).1 == 1;
        let marked = AnnotationKind::Primary.span(self.range.start - around.start..self.range.end - around.start);
        let snippet = Snippet::source(&file.text[around]).line_start(line).annotation(marked);
        let group = Level::ERROR.primary_title(&self.message);
        let mut group = match is_whole {
            true => group.element(snippet.path(path)),
            // It would count the columns from the cut.
            false => group.element(Origin::path(path).line(line).char_column(column)).element(snippet),
        };
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help));
        }
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }

    /// The mistake as one line of JSON, for programs.
    pub fn to_json(&self, file: &Source) -> String {
        let code = format!("bt::{}", self.code);
        let (help, fix) = (self.help.as_deref(), self.fix.as_deref());
        json(file, self.range.clone(), "error", &code, &self.message, help, fix)
    }
}

/// A message as one line of JSON, for programs.
pub(crate) fn json(
    file: &Source,
    range: Range<usize>,
    level: &str,
    code: &str,
    message: &str,
    help: Option<&str>,
    fix: Option<&str>,
) -> String {
    let ((line, column), (end_line, end_column)) = (file.position(range.start), file.position(range.end));
    let at = Place { line, column, end_line, end_column };
    let fix = fix.map(|text| Fix { at, text });
    let json = Json { file: file.path.display().to_string(), at, level, code, message, help, fix };
    serde_json::to_string(&json).expect("it is plain data")
}

/// The range with the name after its `'`, which is one token for rustc.
fn with_lifetime(text: &str, range: Range<usize>) -> Range<usize> {
    let is_mark = &text[range.clone()] == "'";
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let name = text[range.end..].find(|c| !is_name(c)).unwrap_or(text.len() - range.end);
    range.start..range.end + if is_mark { name } else { 0 }
}

/// What to write in the place of a text, if the help says exactly that.
fn fix(code: &str, help: &str, written: &str) -> Option<String> {
    let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    // The first code in the help, after these words.
    let says = |words: &str| help.strip_prefix(words)?.strip_prefix('`')?.split_once('`').map(|(code, _)| code);
    let whole = |words: &str| says(words).filter(|code| help.len() == words.len() + code.len() + 2);
    let fix = match code {
        // `npc.hungry` -> `|npc| npc.hungry`
        "unknown-name" if help.contains("write a closure") => {
            let closure = format!("|{written}| {written}");
            whole("to read it from the context, write a closure: ")?.starts_with(&closure).then_some(closure)?
        }
        // `(1.0..2.0)` -> `(1.0, 2.0)`
        "number-of-arguments" if written.contains("..") => whole("write ")?.trim_start_matches(|c| c != '(').to_owned(),
        // `(prey, name)` -> `prey`
        "number-of-names" if written.starts_with('(') => {
            says("write ")?.strip_prefix("-> ").filter(|name| is_word(name))?.to_owned()
        }
        // `as prey` -> `-> prey`
        "binding" if written.starts_with("as ") => whole("write ")?.to_owned(),
        _ if is_word(written) => says("did you mean ")?.to_owned(),
        _ => return None,
    };
    Some(fix)
}
