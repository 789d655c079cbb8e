//! The kinds of files that the server knows, and what it answers for each: Rust with trees, trees alone, and the XML of
//! BehaviorTree.CPP.

use std::path::{Path, PathBuf};

use gen_lsp_types as lsp;

use super::dispatch::Answer;
use super::document::Document;
use super::known::Known;
use super::settings::Settings;
use super::{actions, colours, completion, definition, folding, format, hover, outline, problems, rename, xml};

/// What is known about the files of the workspace.
#[derive(Default)]
pub struct Workspace {
    /// The declarations in Rust files and in files of trees.
    pub trees: Known,
    /// Trees and models in XML.
    pub xml: xml::Known,
}

impl Workspace {
    /// Reads the files below these folders.
    pub fn of(roots: &[PathBuf]) -> Self {
        Workspace { trees: Known::of(roots), xml: xml::Known::of(roots) }
    }

    /// Reads a file again, with this text.
    pub fn update(&mut self, path: &Path, text: &str) {
        match crate::files::is_xml(path) {
            true => self.xml.update(path, text),
            false => self.trees.update(path, text),
        }
    }
}

/// What an answer may depend on, apart from the file itself.
pub struct World<'w> {
    /// The negotiated settings.
    pub settings: &'w Settings,
    /// The other files.
    pub workspace: &'w Workspace,
}

/// The kind of a file.
#[derive(Clone, Copy)]
pub enum Language {
    /// Trees of `bt!`, in Rust or in a file of their own.
    Trees {
        /// Whether no other server handles the file. Rust files are also handled by rust-analyzer.
        is_all: bool,
    },
    /// The XML of BehaviorTree.CPP: files of trees and models.
    Xml,
}

use Language::{Trees, Xml};

impl Language {
    /// The kind of this file.
    pub fn of(document: &Document) -> Self {
        if crate::files::is_xml(&document.path) { Xml } else { Trees { is_all: document.holds_trees_alone() } }
    }

    /// Whether mistakes are reported as soon as a file is open, instead of only after a change. In Rust, `cargo check`
    /// has already checked what is saved.
    pub fn is_checked_when_open(self) -> bool {
        matches!(self, Trees { is_all: true } | Xml)
    }

    fn answers_all(self, world: &World<'_>) -> bool {
        self.is_checked_when_open() || world.settings.everywhere
    }

    pub fn problems(self, world: &World<'_>, document: &Document) -> Vec<lsp::Diagnostic> {
        match self {
            Trees { .. } => problems::problems(document),
            Xml => {
                let roots = world.settings.roots.iter().map(|root| root.to_string_lossy().into_owned());
                let roots = roots.collect::<Vec<_>>();
                of_xml(world, document, |files| xml::problems::problems(document, files, &roots)).unwrap_or_default()
            }
        }
    }

    pub fn completion(self, world: &World<'_>, document: &Document, byte: usize) -> Option<Vec<lsp::CompletionItem>> {
        let snippets = world.settings.snippets;
        match self {
            _ if !self.answers_all(world) => None,
            Trees { .. } => completion::completion(document, &world.workspace.trees, byte, snippets),
            Xml => of_xml(world, document, |files| xml::completion::completion(document, files, byte, snippets))?,
        }
    }

    pub fn hover(self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::Hover> {
        match self {
            _ if !self.answers_all(world) => None,
            Trees { .. } => hover::hover(document, &world.workspace.trees, byte),
            Xml => of_xml(world, document, |files| xml::hover::hover(document, files, byte))?,
        }
    }

    pub fn definition(self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::DefinitionResponse> {
        let encoding = world.settings.encoding;
        match self {
            _ if !self.answers_all(world) => None,
            Trees { .. } => definition::definition(document, &world.workspace.trees, encoding, byte),
            Xml => of_xml(world, document, |files| xml::definition::definition(files, encoding, byte))?,
        }
    }

    pub fn prepare_rename(self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::Range> {
        match self {
            Trees { .. } => rename::prepare(document, byte, !self.answers_all(world)),
            Xml => of_xml(world, document, |files| xml::rename::prepare(files, byte))?.map(|at| document.range(&at)),
        }
    }

    pub fn rename(
        self,
        world: &World<'_>,
        document: &Document,
        byte: usize,
        new: &str,
    ) -> Answer<Option<lsp::WorkspaceEdit>> {
        let encoding = world.settings.encoding;
        match self {
            Trees { .. } => rename::rename(document, byte, new, !self.answers_all(world)),
            Xml => of_xml(world, document, |files| xml::rename::rename(files, encoding, byte, new)).unwrap_or(Ok(None)),
        }
    }

    pub fn outline(self, document: &Document) -> Vec<lsp::DocumentSymbol> {
        match self {
            Trees { .. } => outline::trees(document),
            Xml => xml::outline::outline(document, &xml::File::new(&document.path, &document.text)),
        }
    }

    pub fn actions(self, world: &World<'_>, document: &Document, range: lsp::Range) -> Vec<lsp::CodeAction> {
        match self {
            Trees { .. } => actions::actions(document, &document.bytes(range), !world.settings.resolves_actions),
            Xml => Vec::new(),
        }
    }

    pub fn format(self, world: &World<'_>, document: &Document) -> Option<Vec<lsp::TextEdit>> {
        self.of_trees(world, || format::format(document))
    }

    pub fn folding(self, world: &World<'_>, document: &Document) -> Option<Vec<lsp::FoldingRange>> {
        self.of_trees(world, || folding::folding(document))
    }

    pub fn colours(self, world: &World<'_>, document: &Document) -> Option<lsp::SemanticTokens> {
        self.of_trees(world, || colours::colours(document))
    }

    /// What only files of trees have.
    fn of_trees<T>(self, world: &World<'_>, answer: impl FnOnce() -> T) -> Option<T> {
        (matches!(self, Trees { .. }) && self.answers_all(world)).then(answer)
    }
}

/// Answers about an XML file if it contains trees or models.
fn of_xml<T>(world: &World<'_>, document: &Document, answer: impl FnOnce(&xml::Files<'_>) -> T) -> Option<T> {
    let file = xml::File::new(&document.path, &document.text);
    file.has_trees().then(|| answer(&xml::Files::new(&file, &world.workspace.xml)))
}
