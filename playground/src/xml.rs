//! Trees of BehaviorTree.CPP: read as trees of `bt!`, and written from them.

use bt_compiler::tree;
use bt_xml::export::read::Written;
use bt_xml::export::{Forest, NodeKind, export as write};
use bt_xml::{Level, Problem};
use serde::Serialize;

/// What became of a text.
#[derive(Clone, Debug, Serialize)]
pub struct Converted {
    /// The trees, or the XML, unless there are errors.
    pub text: Option<String>,
    /// What is wrong, or behaves slightly differently.
    pub problems: Vec<Told>,
}

/// A problem of a conversion.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    /// Whether the text cannot be converted because of this.
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
pub fn import(xml: &str) -> Converted {
    let mut load = |path: &str| if path == FILE { Ok(xml.to_owned()) } else { Err(NO_FILES.to_owned()) };
    let bt_xml::Imported { trees, problems, .. } = bt_xml::import(&[FILE], &[], &mut load);
    Converted { text: trees, problems: problems.iter().take(MOST).map(|problem| told(problem, xml)).collect() }
}

/// Writes the trees of a text that has no mistakes as XML.
#[must_use]
pub fn export(text: &str) -> Converted {
    let read = bt_live::trees(text).into_iter();
    let trees: Vec<_> = read.filter_map(|tokens| Some((tree::known(tokens.clone()).0?, tokens))).collect();
    let names = trees.iter().map(|(known, _)| known.header.item.as_ref().map(|item| item.name.to_string()));
    let names: Vec<_> = names.collect();
    let trees = trees.iter().map(|(known, tokens)| {
        let written = Written { file: TEXT.to_owned(), text, mark_len: 0, tokens, known };
        written.tree(|node, _| {
            let named =
                known.leaf_type(node).and_then(|leaf| names.iter().position(|name| name.as_ref() == Some(&leaf)));
            named.map_or(NodeKind::Other, NodeKind::Tree)
        })
    });
    let bt_xml::export::Exported { xml, problems } = write(&Forest { trees: trees.collect(), nodes: Vec::new() });
    Converted { text: xml, problems: problems.iter().take(MOST).map(|problem| told(problem, text)).collect() }
}

const FILE: &str = "pasted.xml";
const TEXT: &str = "the text";
const NO_FILES: &str = "a pasted text can include no files";

fn told(problem: &Problem, text: &str) -> Told {
    let before = text.get(..problem.at.start).unwrap_or(text);
    Told {
        is_error: problem.level == Level::Error,
        line: before.matches('\n').count() + 1,
        message: problem.message.clone(),
        help: problem.help.clone(),
    }
}
