//! `Refused`: why a text was refused.

use std::fmt;
use std::ops::Range;

use crate::text::draw::{draw, inside};
use crate::text::problem::Problem;

/// Why a text was refused: the mistakes in it. The old trees keep running.
///
/// `Display` draws the first 50 mistakes of each file as rustc would, and counts the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    drawings: Vec<Drawing>,
    mistakes: Vec<Mistake>,
}

/// What to draw of a text. It is only drawn when it is displayed: a program that just needs the data does not pay for
/// it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Drawing {
    file: String,
    text: String,
    problems: Vec<Problem>,
}

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake {
    /// The path of the file. A text that is not from a file is called `tree`.
    pub file: String,
    /// The line where the mistake begins, counted from 1. If the mistake is about the whole file, 1.
    pub line: usize,
    /// The column where the mistake begins, in characters, counted from 1.
    pub column: usize,
    /// What is wrong, in one sentence.
    pub message: String,
    /// A hint: for example, the name that was probably meant.
    pub help: Option<String>,
    /// Whether `unchecked` around the node can declare it intended.
    pub may_be_meant: bool,
    /// Whether the text may be right once it is built: it has new code, for example.
    pub needs_build: bool,
    /// The bytes of the mistake, in the text without a byte order mark and with `\n` instead of `\r\n`. Empty if the
    /// mistake is about the whole file.
    pub bytes: Range<usize>,
    /// The text to write in place of these bytes, if the help suggests one.
    pub fix: Option<String>,
}

/// The most mistakes to report: nobody reads more.
const MOST: usize = 1000;

impl Refused {
    pub(crate) fn new(file: &str, text: &str, mut problems: Vec<Problem>) -> Self {
        problems.sort_by_key(|problem| problem.at.as_ref().map(|at| at.start));
        problems.dedup();
        // A single walk through the text finds all their lines.
        let (mut line, mut start, mut from) = (1, 0, 0);
        let mistakes = problems.iter().take(MOST).map(|problem| {
            let Problem { at, message, help, fix, may_be_meant, needs_build } = problem.clone();
            let bytes = at.map_or(0..0, |at| inside(text, at.start)..inside(text, at.end.max(at.start)));
            let at = bytes.start;
            line += text[from..at].matches('\n').count();
            start = text[from..at].rfind('\n').map_or(start, |end| from + end + 1);
            from = at;
            let column = text[start..at].chars().count() + 1;
            Mistake { file: file.to_owned(), line, column, message, help, may_be_meant, needs_build, bytes, fix }
        });
        let mistakes = mistakes.collect();
        Refused { drawings: vec![Drawing { file: file.to_owned(), text: text.to_owned(), problems }], mistakes }
    }

    /// The mistakes as data, in the order of the text. At most 1,000 for each file.
    #[must_use]
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }

    pub(crate) fn add(&mut self, other: Refused) {
        self.drawings.extend(other.drawings);
        self.mistakes.extend(other.mistakes);
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.drawings
            .iter()
            .try_for_each(|Drawing { file, text, problems }| formatter.write_str(&draw(file, text, problems)))
    }
}

impl std::error::Error for Refused {}
