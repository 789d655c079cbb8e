//! What is answered in a kind of file.

use std::path::{Path, PathBuf};

use gen_lsp_types as lsp;

use super::dispatch::Answer;
use super::document::Document;
use super::known::Known;
use super::settings::Settings;
use super::xml;

/// What is known of the files of the workspace.
#[derive(Default)]
pub struct Workspace {
    /// What files of Rust and of trees declare.
    pub trees: Known,
    /// Trees and models in XML.
    pub xml: xml::Known,
}

impl Workspace {
    /// Reads the files below these folders.
    pub fn of(roots: &[PathBuf]) -> Self {
        Workspace { trees: Known::of(roots), xml: xml::Known::of(roots) }
    }

    /// Reads a file again.
    pub fn update(&mut self, path: &Path, text: &str) {
        match crate::files::is_xml(path) {
            true => self.xml.update(path, text),
            false => self.trees.update(path, text),
        }
    }
}

/// What an answer may depend on, besides the file.
pub struct World<'w> {
    /// What was agreed on.
    pub settings: &'w Settings,
    /// The other files.
    pub workspace: &'w Workspace,
}

/// What is answered in a kind of file. What it has no answer for is empty.
pub trait Language {
    /// Whether its mistakes are reported as soon as a file is open, and not only while it is changed.
    fn is_checked_when_open(&self) -> bool;
    fn problems(&self, world: &World<'_>, document: &Document) -> Vec<lsp::Diagnostic>;
    fn completion(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<Vec<lsp::CompletionItem>>;
    fn hover(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::Hover>;
    fn definition(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::DefinitionResponse>;
    fn prepare_rename(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::Range>;
    fn rename(
        &self,
        world: &World<'_>,
        document: &Document,
        byte: usize,
        new: &str,
    ) -> Answer<Option<lsp::WorkspaceEdit>>;
    fn outline(&self, document: &Document) -> Vec<lsp::DocumentSymbol>;

    fn actions(&self, _: &World<'_>, _: &Document, _: lsp::Range) -> Vec<lsp::CodeAction> {
        Vec::new()
    }

    fn format(&self, _: &World<'_>, _: &Document) -> Option<Vec<lsp::TextEdit>> {
        None
    }

    fn folding(&self, _: &World<'_>, _: &Document) -> Option<Vec<lsp::FoldingRange>> {
        None
    }

    fn colours(&self, _: &World<'_>, _: &Document) -> Option<lsp::SemanticTokens> {
        None
    }
}
