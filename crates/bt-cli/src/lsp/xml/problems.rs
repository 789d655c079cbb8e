//! The mistakes in a file, as `bt check` reports them.

use std::collections::{BTreeMap, BTreeSet};

use bt_xml::{Level, Problem, Sources};
use gen_lsp_types::{Diagnostic, DiagnosticSeverity, Message};

use super::file::File;
use super::known::Files;
use crate::lsp::document::Document;
use crate::lsp::problems::diagnostic;
use crate::xml_files::load;

/// The mistakes in a file. Trees and models may be anywhere in the workspace.
pub fn problems(document: &Document, files: &Files<'_>, roots: &[String]) -> Vec<Diagnostic> {
    let texts: BTreeMap<String, &str> = files.all().map(|file| (path(file), &*file.text)).collect();
    let own = path(files.own);
    let (others, models) = (others(files), models(files));
    let paths: Vec<&str> = std::iter::once(&*own).chain(others.iter().map(|other| &**other)).collect();
    let models: Vec<&str> = models.iter().map(|model| &**model).collect();
    let folders: Vec<&str> = roots.iter().map(|root| &**root).collect();
    let sources = Sources { paths: &paths, models: &models, folders: &folders, help: None };
    let found = bt_xml::lint(sources, &mut |path| match texts.get(path) {
        Some(text) => Ok((*text).to_owned()),
        None => load(path, sources, &mut BTreeMap::new()),
    });
    found.into_iter().filter(|problem| problem.file == own).map(|problem| shown(document, problem)).collect()
}

fn path(file: &File) -> String {
    file.path.to_string_lossy().into_owned()
}

/// The files with trees that this one uses, directly or not. A tree that several files have is left out.
fn others(files: &Files<'_>) -> Vec<String> {
    let (mut found, mut seen, mut next) = (Vec::new(), BTreeSet::from([files.own.path.clone()]), vec![files.own]);
    while let Some(file) = next.pop() {
        for tag in (0..file.tags.len()).filter(|tag| file.name(*tag) == "SubTree" && !file.is_in_models(*tag)) {
            let Some(id) = file.value(tag, "ID") else { continue };
            if let [other] = files.with_tree(id)[..]
                && seen.insert(other.path.clone())
            {
                found.push(path(other));
                next.push(other);
            }
        }
    }
    found
}

/// The files of the workspace that contain only models.
fn models(files: &Files<'_>) -> Vec<String> {
    let others = files.all().skip(1);
    others.filter(|file| file.trees().next().is_none() && file.models().next().is_some()).map(path).collect()
}

fn shown(document: &Document, problem: Problem) -> Diagnostic {
    let help = problem.help.map(|help| format!("\n{help}")).unwrap_or_default();
    let severity = match problem.level {
        Level::Error => DiagnosticSeverity::Error,
        Level::Warning => DiagnosticSeverity::Warning,
    };
    diagnostic(document.range(&problem.at), severity, Message::String(format!("{}{help}", problem.message)))
}
