//! The kinds of files that the server knows: Rust with trees, trees alone, and the XML of BehaviorTree.CPP.

use gen_lsp_types as lsp;

use super::dispatch::Answer;
use super::document::Document;
use super::language::{Language, World};
use super::{actions, colours, completion, definition, folding, format, hover, outline, problems, rename, xml};

/// The language of a file.
pub fn language(document: &Document) -> &'static dyn Language {
    if crate::files::is_xml(&document.path) {
        &Xml
    } else if document.holds_trees_alone() {
        &Trees { is_all: true }
    } else {
        &Trees { is_all: false }
    }
}

/// Trees of `bt!`, in Rust or in a file of their own.
struct Trees {
    /// Whether no other server handles the file. Rust files are also handled by rust-analyzer.
    is_all: bool,
}

impl Trees {
    fn answers_all(&self, world: &World<'_>) -> bool {
        self.is_all || world.settings.everywhere
    }
}

impl Language for Trees {
    fn is_checked_when_open(&self) -> bool {
        // In Rust, `cargo check` has already checked what is saved.
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

/// The XML of BehaviorTree.CPP: files of trees and models.
struct Xml;

impl Xml {
    /// Answers about a file if it contains trees or models.
    fn with<T>(world: &World<'_>, document: &Document, answer: impl FnOnce(&xml::Files<'_>) -> T) -> Option<T> {
        let file = xml::File::new(&document.path, &document.text);
        file.has_trees().then(|| answer(&xml::Files::new(&file, &world.workspace.xml)))
    }
}

impl Language for Xml {
    fn is_checked_when_open(&self) -> bool {
        true
    }

    fn problems(&self, world: &World<'_>, document: &Document) -> Vec<lsp::Diagnostic> {
        let roots = world.settings.roots.iter().map(|root| root.to_string_lossy().into_owned()).collect::<Vec<_>>();
        Xml::with(world, document, |files| xml::problems::problems(document, files, &roots)).unwrap_or_default()
    }

    fn completion(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<Vec<lsp::CompletionItem>> {
        let snippets = world.settings.snippets;
        Xml::with(world, document, |files| xml::completion::completion(document, files, byte, snippets)).flatten()
    }

    fn hover(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::Hover> {
        Xml::with(world, document, |files| xml::hover::hover(document, files, byte)).flatten()
    }

    fn definition(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::DefinitionResponse> {
        Xml::with(world, document, |files| xml::definition::definition(files, world.settings.encoding, byte)).flatten()
    }

    fn prepare_rename(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::Range> {
        Xml::with(world, document, |files| xml::rename::prepare(files, byte)).flatten().map(|at| document.range(&at))
    }

    fn rename(
        &self,
        world: &World<'_>,
        document: &Document,
        byte: usize,
        new: &str,
    ) -> Answer<Option<lsp::WorkspaceEdit>> {
        let encoding = world.settings.encoding;
        Xml::with(world, document, |files| xml::rename::rename(files, encoding, byte, new)).unwrap_or(Ok(None))
    }

    fn outline(&self, document: &Document) -> Vec<lsp::DocumentSymbol> {
        xml::outline::outline(document, &xml::File::new(&document.path, &document.text))
    }
}
