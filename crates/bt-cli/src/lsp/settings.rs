//! The capabilities and wishes of the client, and the capabilities of the server.

use std::path::PathBuf;

use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CodeLensOptions, CompletionOptions, ExecuteCommandOptions, Full,
    InitializeParams, RenameOptions, SemanticTokensLegend, SemanticTokensOptions, ServerCapabilities,
    TextDocumentSyncKind, TextDocumentSyncOptions, WorkspaceFolders,
};
use serde_json::{Value, json};

use super::lines::Encoding;
use super::running::Address;
use super::{address, colours, hints};

/// The settings negotiated at the start.
pub struct Settings {
    /// Whether to answer all requests in Rust files. Normally rust-analyzer answers most of them.
    pub everywhere: bool,
    /// The unit of columns.
    pub encoding: Encoding,
    /// Whether completions may contain placeholders.
    pub snippets: bool,
    /// Whether the client can ask for the edit of a code action later.
    pub resolves_actions: bool,
    /// Whether the outline may be nested.
    pub nested_outline: bool,
    /// Whether the client can be told later for which files trees are formatted. Some editors make the user choose if
    /// two servers format the same file.
    pub registers_formatting: bool,
    /// Where a running program serves its live page.
    pub live: Option<Address>,
    /// Whether the client can be asked to reload hints and lenses.
    pub refreshes: bool,
    /// The folders of the project.
    pub roots: Vec<PathBuf>,
}

impl Settings {
    /// Reads the client's parameters.
    pub fn of(params: &InitializeParams) -> Self {
        let options = params.initialization_options.as_ref();
        let everywhere = options.and_then(|options| options.get("everywhere")).and_then(Value::as_bool);
        // As JSON, since capabilities are deeply nested, and any part may be missing.
        let known = serde_json::to_value(&params.capabilities).unwrap_or_default();
        let general = params.capabilities.general.as_ref();
        let encodings = general.and_then(|general| general.position_encodings.clone()).unwrap_or_default();
        let flag = |path: &str| known.pointer(path).and_then(Value::as_bool).unwrap_or(false);
        let resolved = known.pointer("/textDocument/codeAction/resolveSupport/properties").and_then(Value::as_array);
        Settings {
            everywhere: everywhere.unwrap_or(false),
            encoding: Encoding::negotiate(&encodings),
            snippets: flag("/textDocument/completion/completionItem/snippetSupport"),
            resolves_actions: resolved.is_some_and(|properties| properties.iter().any(|property| property == "edit")),
            nested_outline: flag("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            registers_formatting: flag("/textDocument/formatting/dynamicRegistration"),
            live: options.and_then(|options| Address::of(options.get("live")?.as_str()?)),
            refreshes: flag("/workspace/inlayHint/refreshSupport"),
            roots: roots(params),
        }
    }

    /// What the client should register for `.bt` files only.
    pub fn registrations(&self) -> Option<Value> {
        let formatting = json!({
            "id": "format-trees",
            "method": "textDocument/formatting",
            "registerOptions": { "documentSelector": [{ "pattern": "**/*.bt" }] },
        });
        (self.registers_formatting && !self.everywhere).then(|| json!({ "registrations": [formatting] }))
    }

    /// What the server offers.
    pub fn capabilities(&self) -> ServerCapabilities {
        let kinds = vec![CodeActionKind::QuickFix, CodeActionKind::RefactorRewrite, CodeActionKind::RefactorExtract];
        let sync = TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::Incremental),
            save: Some(true.into()),
            ..TextDocumentSyncOptions::default()
        };
        let completion = CompletionOptions {
            trigger_characters: Some(["<", ",", "\"", "{"].map(str::to_owned).to_vec()),
            resolve_provider: Some(true),
            ..CompletionOptions::default()
        };
        let colours = SemanticTokensOptions {
            legend: SemanticTokensLegend {
                token_types: colours::KINDS.iter().map(ToString::to_string).collect(),
                token_modifiers: Vec::new(),
            },
            full: Some(Full::Bool(true)),
            range: None,
            work_done_progress_options: Default::default(),
        };
        ServerCapabilities {
            position_encoding: Some(self.encoding.name()),
            text_document_sync: Some(sync.into()),
            completion_provider: Some(completion),
            hover_provider: Some(true.into()),
            definition_provider: Some(true.into()),
            document_symbol_provider: Some(true.into()),
            document_formatting_provider: self.registrations().is_none().then(|| true.into()),
            folding_range_provider: Some(true.into()),
            rename_provider: Some(
                RenameOptions { prepare_provider: Some(true), work_done_progress_options: Default::default() }.into(),
            ),
            code_action_provider: Some(
                CodeActionOptions {
                    code_action_kinds: Some(kinds),
                    resolve_provider: Some(true),
                    ..CodeActionOptions::default()
                }
                .into(),
            ),
            semantic_tokens_provider: Some(colours.into()),
            inlay_hint_provider: self.live.as_ref().map(|_| true.into()),
            code_lens_provider: self.live.as_ref().map(|_| CodeLensOptions::default()),
            execute_command_provider: self.live.as_ref().map(|_| ExecuteCommandOptions {
                commands: vec![hints::OPEN.to_owned()],
                ..ExecuteCommandOptions::default()
            }),
            ..ServerCapabilities::default()
        }
    }
}

fn roots(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = match &params.workspace_folders_initialize_params.workspace_folders {
        Some(WorkspaceFolders::WorkspaceFolderList(folders)) => folders.clone(),
        _ => Vec::new(),
    };
    #[expect(deprecated, reason = "older clients have no workspace folders")]
    let root = params.root_uri.clone();
    let addresses: Vec<_> = folders.into_iter().map(|folder| folder.uri).collect();
    let addresses = if addresses.is_empty() { root.into_iter().collect() } else { addresses };
    addresses.iter().filter_map(address::path).collect()
}
