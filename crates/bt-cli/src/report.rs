//! A mistake in a file, drawn as rustc draws it, or as JSON.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use bt_compiler::codes::Code;
use bt_compiler::error::Mistake;
use proc_macro2::Span;
use serde::Serialize;

use crate::source::Source;
use crate::source::Unreadable;

/// How many bytes of a line are drawn before and after a mistake: more than fit into a terminal.
const MOST_OF_LINE: usize = 500;

/// A mistake in a file.
pub struct Report {
    /// The bytes at fault.
    pub range: Range<usize>,
    /// The message of the macro, without its help.
    pub message: String,
    /// The help of the macro.
    pub help: Option<String>,
    /// The replacement for these bytes, if the help contains one.
    pub fix: Option<String>,
    /// Its kind.
    pub code: &'static Code,
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
    /// A mistake found by a macro. If it concerns the macro as a whole, it is reported at `macro_call`.
    pub fn new(file: &Source, mistake: Mistake, macro_call: Span) -> Self {
        let span = mistake.span();
        let range = match span.byte_range() {
            none if none.is_empty() => file.range(macro_call),
            _ => with_lifetime(&file.text, file.range(span)),
        };
        let Mistake { code, message, help, fix, .. } = mistake;
        Report { range, message, help, fix, code }
    }

    /// The mistake in a file whose tokens cannot be read.
    pub fn unreadable(Unreadable { range, code, why }: Unreadable) -> Self {
        Report { range, message: why, help: None, fix: None, code }
    }

    /// The mistake with its source lines, for people.
    pub fn draw(&self, file: &Source, colours: bool) -> String {
        let path = file.path.display().to_string();
        let (line, column) = file.position(self.range.start);
        // The library scans the whole text that it gets, once per mistake.
        let around = file.around(&self.range, MOST_OF_LINE);
        let is_whole = file.position(around.start).1 == 1;
        let marked = AnnotationKind::Primary.span(self.range.start - around.start..self.range.end - around.start);
        let snippet = Snippet::source(&file.text[around]).line_start(line).annotation(marked);
        let group = Level::ERROR.primary_title(&self.message);
        let mut group = match is_whole {
            true => group.element(snippet.path(path)),
            // The library would count columns from where the line is cut.
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
        let code = format!("bt::{}", self.code.name);
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

/// Extends the range of a `'` to the name after it: for rustc they are one token.
fn with_lifetime(text: &str, range: Range<usize>) -> Range<usize> {
    let is_mark = &text[range.clone()] == "'";
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let name = text[range.end..].find(|c| !is_name(c)).unwrap_or(text.len() - range.end);
    range.start..range.end + if is_mark { name } else { 0 }
}
