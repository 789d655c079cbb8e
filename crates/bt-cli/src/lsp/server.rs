//! The state of the server, and the answer to each message.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crossbeam_channel::Sender;
use gen_lsp_types as lsp;
use gen_lsp_types::{Notification as _, Request as _, Uri};
use lsp_server::{ErrorCode, Message, Notification, Request, Response};

use super::dispatch::{Answer, Dispatch, Refusal};
use super::document::Document;
use super::language::{Language, Workspace, World};
use super::running::{Address, Running};
use super::settings::Settings;
use super::{actions, completion, hints, outline};

/// A server for one client.
pub struct Server {
    settings: Settings,
    sender: Sender<Message>,
    workspace: Workspace,
    running: Running,
    open: HashMap<Uri, Open>,
    /// How many requests the server has sent.
    asked: u64,
    /// Whether the client has sent `shutdown`.
    pub is_shut_down: bool,
}

/// A place in a file.
struct At<'s> {
    document: &'s Document,
    byte: usize,
    world: World<'s>,
}

/// An open file.
struct Open {
    document: Document,
    /// Whether it has changed since it was checked.
    unchecked: bool,
}

impl Server {
    /// A server that does not know any files yet.
    pub fn new(settings: Settings, sender: Sender<Message>, running: Running) -> Self {
        let (workspace, open) = (Workspace::default(), HashMap::new());
        Server { settings, sender, workspace, running, open, asked: 0, is_shut_down: false }
    }

    /// Asks the client to redraw, since other nodes of the running program are active.
    pub fn refresh(&mut self) {
        if self.settings.refreshes {
            self.ask::<lsp::InlayHintRefreshRequest>(&());
            self.ask::<lsp::CodeLensRefreshRequest>(&());
        }
    }

    /// Sends a request to the client and ignores the response.
    fn ask<R: lsp::Request>(&mut self, params: &R::Params) {
        self.asked += 1;
        let params = serde_json::to_value(params).unwrap_or_default();
        self.send(Message::Request(Request::new(format!("bt-{}", self.asked).into(), R::METHOD.to_string(), params)));
    }

    /// Opens the page of the running program.
    fn open_page(&mut self) {
        if let Some(address) = &self.settings.live {
            let page = lsp::ShowDocumentParams::new(Uri(address.url()), Some(true), None, None);
            self.ask::<lsp::ShowDocumentRequest>(&page);
        }
    }

    /// Stores the files found in the workspace. Open files stay as the editor shows them.
    pub fn learn(&mut self, workspace: Workspace) {
        self.workspace = workspace;
        self.open.values().for_each(|open| self.workspace.update(&open.document.path, &open.document.text));
    }

    /// Answers a request.
    pub fn request(&mut self, request: Request) {
        let (id, method) = (request.id.clone(), request.method.clone());
        let response = match catch_unwind(AssertUnwindSafe(|| self.answer(request))) {
            Ok(Ok(result)) => Response::new_ok(id, result),
            Ok(Err(Refusal { code, message })) => Response::new_err(id, code as i32, message),
            Err(_) => Response::new_err(id, ErrorCode::InternalError as i32, format!("a panic in {method}")),
        };
        self.send(Message::Response(response));
        forget_spans();
    }

    fn send(&self, message: Message) {
        // If the client is gone, the receiver reports that, too.
        let _ = self.sender.send(message);
    }

    fn answer(&mut self, request: Request) -> Result<serde_json::Value, Refusal> {
        if self.is_shut_down {
            return Err(Refusal::new(ErrorCode::InvalidRequest, "the server is shut down"));
        }
        if request.method == lsp::ShutdownRequest::METHOD.to_string() {
            self.is_shut_down = true;
            return Ok(serde_json::Value::Null);
        }
        Dispatch::new(self, request.method, request.params)
            .on::<lsp::CompletionRequest>(|server, params| {
                let at = server.at(&params.text_document_position_params).ok();
                Ok(at
                    .and_then(|At { document, byte, world }| Language::of(document).completion(&world, document, byte))
                    .map(Into::into))
            })
            .on::<lsp::CompletionResolveRequest>(|_, item| Ok(completion::resolve(item)))
            .on::<lsp::HoverRequest>(|server, params| {
                let at = server.at(&params.text_document_position_params).ok();
                Ok(at.and_then(|At { document, byte, world }| Language::of(document).hover(&world, document, byte)))
            })
            .on::<lsp::DefinitionRequest>(|server, params| {
                let at = server.at(&params.text_document_position_params).ok();
                Ok(at
                    .and_then(|At { document, byte, world }| Language::of(document).definition(&world, document, byte)))
            })
            .on::<lsp::PrepareRenameRequest>(|server, params| {
                let At { document, byte, world } = server.at(&params.text_document_position_params)?;
                Ok(Language::of(document).prepare_rename(&world, document, byte).map(Into::into))
            })
            .on::<lsp::RenameRequest>(|server, params| {
                let At { document, byte, world } = server.at(&params.text_document_position_params)?;
                Language::of(document).rename(&world, document, byte, &params.new_name)
            })
            .on::<lsp::DocumentSymbolRequest>(|server, params| {
                let document = server.document(&params.text_document.uri)?;
                let trees = Language::of(document).outline(document);
                Ok(Some(outline::outline(document, trees, server.settings.nested_outline)))
            })
            .on::<lsp::CodeActionRequest>(|server, params| {
                let document = server.document(&params.text_document.uri)?;
                let found = Language::of(document).actions(&server.world(), document, params.range);
                Ok(Some(found.into_iter().map(Into::into).collect()))
            })
            .on::<lsp::CodeActionResolveRequest>(|server, action| {
                let uri = action.data.as_ref().and_then(|data| data.get("uri")?.as_str());
                let document = uri.and_then(|uri| server.open.get(&Uri(uri.to_owned())));
                Ok(match document {
                    Some(open) => actions::resolve(&open.document, action),
                    None => action,
                })
            })
            .on::<lsp::DocumentFormattingRequest>(|server, params| {
                let document = server.document(&params.text_document.uri)?;
                Ok(Language::of(document).format(&server.world(), document))
            })
            .on::<lsp::FoldingRangeRequest>(|server, params| {
                let document = server.document(&params.text_document.uri)?;
                Ok(Language::of(document).folding(&server.world(), document))
            })
            .on::<lsp::SemanticTokensRequest>(|server, params| {
                let document = server.document(&params.text_document.uri)?;
                Ok(Language::of(document).colours(&server.world(), document))
            })
            .on::<lsp::InlayHintRequest>(|server, params| {
                let document = server.document(&params.text_document.uri)?;
                Ok(Some(hints::hints(document, &server.running, params.range)))
            })
            .on::<lsp::CodeLensRequest>(|server, params| {
                let document = server.document(&params.text_document.uri)?;
                let lenses = |address: &Address| hints::lenses(document, &server.running, address);
                Ok(server.settings.live.as_ref().map(lenses))
            })
            .on::<lsp::ExecuteCommandRequest>(|server, params| {
                match params.command == hints::OPEN {
                    true => server.open_page(),
                    false => return Err(format!("there is no command `{}`", params.command)),
                }
                Ok(None)
            })
            .reply()
    }

    fn world(&self) -> World<'_> {
        World { settings: &self.settings, workspace: &self.workspace }
    }

    fn document(&self, uri: &Uri) -> Answer<&Document> {
        self.open.get(uri).map(|open| &open.document).ok_or_else(|| format!("`{}` is not open", uri.0))
    }

    fn at(&self, place: &lsp::TextDocumentPositionParams) -> Answer<At<'_>> {
        let document = self.document(&place.text_document.uri)?;
        Ok(At { document, byte: document.byte(place.position), world: self.world() })
    }

    /// Handles a notification.
    pub fn notification(&mut self, notification: Notification) {
        let what = notification.method.clone();
        self.guarded(&what, |server| server.take(notification));
    }

    /// Continues after a panic, and reports it to the editor: a bug must not stop the server.
    fn guarded(&mut self, what: &str, f: impl FnOnce(&mut Self)) {
        if catch_unwind(AssertUnwindSafe(|| f(self))).is_err() {
            let message =
                lsp::LogMessageParams { kind: lsp::MessageType::Error, message: format!("a panic in {what}") };
            let method = lsp::LogMessageNotification::METHOD.to_string();
            self.send(Message::Notification(Notification::new(method, message)));
        }
        forget_spans();
    }

    fn take(&mut self, notification: Notification) {
        // All other notifications can be ignored.
        Dispatch::new(self, notification.method, notification.params)
            .take::<lsp::DidOpenTextDocumentNotification>(|server, params| {
                let opened = params.text_document;
                let document = Document::new(opened.uri.clone(), opened.text, opened.version, server.settings.encoding);
                let unchecked = Language::of(&document).is_checked_when_open();
                server.workspace.update(&document.path, &document.text);
                server.open.insert(opened.uri, Open { document, unchecked });
            })
            .take::<lsp::DidChangeTextDocumentNotification>(|server, params| {
                let version = params.text_document.version;
                let uri = params.text_document.text_document_identifier.uri;
                if let Some(open) = server.open.get_mut(&uri) {
                    open.document.change(params.content_changes, version);
                    open.unchecked = true;
                }
            })
            .take::<lsp::DidSaveTextDocumentNotification>(|server, params| server.saved(&params.text_document.uri))
            .take::<lsp::DidCloseTextDocumentNotification>(|server, params| {
                if let Some(Open { document, .. }) = server.open.remove(&params.text_document.uri) {
                    // What was not saved is gone; of a file that is gone, nothing is left.
                    let text = std::fs::read_to_string(&document.path).unwrap_or_default();
                    server.workspace.update(&document.path, &text);
                    server.publish(params.text_document.uri, None, Vec::new());
                }
            });
    }

    /// After a save, `cargo check` reports the mistakes of a Rust file.
    fn saved(&mut self, uri: &Uri) {
        let Some(open) = self.open.get_mut(uri) else { return };
        self.workspace.update(&open.document.path, &open.document.text);
        if !Language::of(&open.document).is_checked_when_open() {
            open.unchecked = false;
            self.publish(uri.clone(), None, Vec::new());
        }
    }

    /// Whether a file has changed since it was checked.
    pub fn has_unchecked(&self) -> bool {
        self.open.values().any(|open| open.unchecked)
    }

    /// Reports the mistakes in all files that have changed.
    pub fn check(&mut self) {
        let unchecked = |(uri, open): (&Uri, &mut Open)| std::mem::take(&mut open.unchecked).then(|| uri.clone());
        let uris: Vec<Uri> = self.open.iter_mut().filter_map(unchecked).collect();
        uris.into_iter().for_each(|uri| self.guarded("a check", |server| server.check_file(uri)));
    }

    fn check_file(&mut self, uri: Uri) {
        let Some(Open { document, .. }) = self.open.get(&uri) else { return };
        self.workspace.update(&document.path, &document.text);
        let problems = Language::of(document).problems(&self.world(), document);
        self.publish(uri, Some(document.version), problems);
    }

    fn publish(&self, uri: Uri, version: Option<i32>, diagnostics: Vec<lsp::Diagnostic>) {
        let params = lsp::PublishDiagnosticsParams { uri, version, diagnostics };
        let method = lsp::PublishDiagnosticsNotification::METHOD.to_string();
        self.send(Message::Notification(Notification::new(method, params)));
    }
}

/// Spans keep every text that was ever read.
fn forget_spans() {
    proc_macro2::extra::invalidate_current_thread_spans();
}
