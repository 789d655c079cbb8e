//! What the server can answer for a kind of file.

use std::path::{Path, PathBuf};

use gen_lsp_types as lsp;

use super::dispatch::Answer;
use super::document::Document;
use super::known::Known;
use super::settings::Settings;
use super::xml;

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

/// The answers for a kind of file. By default, they are empty.
pub trait Language {
    /// Whether mistakes are reported as soon as a file is open, instead of only after a change.
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
