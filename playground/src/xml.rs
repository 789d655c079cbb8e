//! Trees of BehaviorTree.CPP: read as trees of `bt!`.

use bt_xml::{Level, Problem};
use serde::Serialize;

/// What became of a file.
#[derive(Clone, Debug, Serialize)]
pub struct Imported {
    /// The trees, unless the file has errors.
    pub text: Option<String>,
    /// What is wrong, or behaves slightly differently.
    pub problems: Vec<Told>,
}

/// What is wrong in a file.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    /// Whether the file cannot be read because of this.
    pub is_error: bool,
    /// The line, from 1.
    pub line: usize,
    /// In a sentence.
    pub message: String,
    /// What may help.
    pub help: Option<String>,
}

/// The most messages that are reported.
const MOST: usize = 100;

/// Reads XML. Files that it includes are not found.
#[must_use]
pub fn import(xml: &str) -> Imported {
    let mut load = |path: &str| if path == FILE { Ok(xml.to_owned()) } else { Err(NO_FILES.to_owned()) };
    let bt_xml::Imported { trees, problems, .. } = bt_xml::import(&[FILE], &[], &mut load);
    Imported { text: trees, problems: problems.iter().take(MOST).map(|problem| told(problem, xml)).collect() }
}

const FILE: &str = "pasted.xml";
const NO_FILES: &str = "a pasted text can include no files";

fn told(problem: &Problem, xml: &str) -> Told {
    let before = xml.get(..problem.at.start).unwrap_or(xml);
    Told {
        is_error: problem.level == Level::Error,
        line: before.matches('\n').count() + 1,
        message: problem.message.clone(),
        help: problem.help.clone(),
    }
}
