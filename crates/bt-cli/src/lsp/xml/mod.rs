//! What is answered in the XML of BehaviorTree.CPP.
//!
//! All but the mistakes is found by the tags of the text, which each text has: so a file that is half typed loses
//! nothing.

mod completion;
mod definition;
mod file;
mod hover;
mod known;
mod outline;
mod place;
mod problems;
mod rename;

use file::File;
use gen_lsp_types as lsp;
use known::Files;
pub use known::Known;

use super::dispatch::Answer;
use super::document::Document;
use super::language::{Language, World};

/// Files of trees and models.
pub struct Xml;

impl Xml {
    /// Answers about a file, unless it is XML of another kind.
    fn with<T>(world: &World<'_>, document: &Document, answer: impl FnOnce(&Files<'_>) -> T) -> Option<T> {
        let file = File::new(&document.path, &document.text);
        file.has_trees().then(|| answer(&Files::new(&file, &world.workspace.xml)))
    }
}

impl Language for Xml {
    fn is_checked_when_open(&self) -> bool {
        true
    }

    fn problems(&self, world: &World<'_>, document: &Document) -> Vec<lsp::Diagnostic> {
        let roots = world.settings.roots.iter().map(|root| root.to_string_lossy().into_owned()).collect::<Vec<_>>();
        Xml::with(world, document, |files| problems::problems(document, files, &roots)).unwrap_or_default()
    }

    fn completion(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<Vec<lsp::CompletionItem>> {
        let snippets = world.settings.snippets;
        Xml::with(world, document, |files| completion::completion(document, files, byte, snippets)).flatten()
    }

    fn hover(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::Hover> {
        Xml::with(world, document, |files| hover::hover(document, files, byte)).flatten()
    }

    fn definition(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::DefinitionResponse> {
        Xml::with(world, document, |files| definition::definition(files, world.settings.encoding, byte)).flatten()
    }

    fn prepare_rename(&self, world: &World<'_>, document: &Document, byte: usize) -> Option<lsp::Range> {
        Xml::with(world, document, |files| rename::prepare(files, byte)).flatten().map(|at| document.range(&at))
    }

    fn rename(
        &self,
        world: &World<'_>,
        document: &Document,
        byte: usize,
        new: &str,
    ) -> Answer<Option<lsp::WorkspaceEdit>> {
        let encoding = world.settings.encoding;
        Xml::with(world, document, |files| rename::rename(files, encoding, byte, new)).unwrap_or(Ok(None))
    }

    fn outline(&self, document: &Document) -> Vec<lsp::DocumentSymbol> {
        outline::outline(document, &File::new(&document.path, &document.text))
    }
}
