//! The kinds of files that the server knows, and what it answers in each.

use std::path::{Path, PathBuf};

use gen_lsp_types as lsp;

use super::dispatch::Answer;
use super::document::Document;
use super::known::Known;
use super::settings::Settings;
use super::{actions, colours, completion, definition, folding, format, hover, outline, problems, rename, xml};

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

/// The language of a file.
pub fn language(document: &Document) -> &'static dyn Language {
    if crate::files::is_xml(&document.path) {
        &xml::Xml
    } else if document.holds_trees_alone() {
        &Trees { is_all: true }
    } else {
        &Trees { is_all: false }
    }
}

/// Trees of `bt!`, in Rust or alone.
struct Trees {
    /// Whether nobody else answers in this file. In Rust files rust-analyzer does.
    is_all: bool,
}

impl Trees {
    fn answers_all(&self, world: &World<'_>) -> bool {
        self.is_all || world.settings.everywhere
    }
}

impl Language for Trees {
    fn is_checked_when_open(&self) -> bool {
        // In Rust, what is saved has been seen by `cargo check`.
        self.is_all
    }

    fn problems(&self, _: &World<'_>, document: &Document) -> Vec<lsp::Diagnostic> {
        problems::problems(document)
    }

    fn completion(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<Vec<lsp::CompletionItem>> {
        let answer = || completion::completion(document, &world.workspace.trees, byte, world.settings.snippets);
        self.answers_all(world).then(answer).flatten()
    }

    fn hover(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::Hover> {
        self.answers_all(world).then(|| hover::hover(document, &world.workspace.trees, byte)).flatten()
    }

    fn definition(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::DefinitionResponse> {
        let encoding = world.settings.encoding;
        let answer = || definition::definition(document, &world.workspace.trees, encoding, byte);
        self.answers_all(world).then(answer).flatten()
    }

    fn prepare_rename(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::Range> {
        rename::prepare(document, byte, !self.answers_all(world))
    }

    fn rename(
        &self,
        world: &World<'_>,
        document: &Document,
        byte: usize,
        new: &str,
    ) -> Answer<Option<lsp::WorkspaceEdit>> {
        rename::rename(document, byte, new, !self.answers_all(world))
    }

    fn outline(&self, document: &Document) -> Vec<lsp::DocumentSymbol> {
        outline::trees(document)
    }

    fn actions(&self, world: &World<'_>, document: &Document, range: lsp::Range) -> Vec<lsp::CodeAction> {
        actions::actions(document, &document.bytes(range), !world.settings.resolves_actions)
    }

    fn format(&self, world: &World<'_>, document: &Document) -> Option<Vec<lsp::TextEdit>> {
        self.answers_all(world).then(|| format::format(document))
    }

    fn folding(&self, world: &World<'_>, document: &Document) -> Option<Vec<lsp::FoldingRange>> {
        self.answers_all(world).then(|| folding::folding(document))
    }

    fn colours(&self, world: &World<'_>, document: &Document) -> Option<lsp::SemanticTokens> {
        self.answers_all(world).then(|| colours::colours(document))
    }
}
