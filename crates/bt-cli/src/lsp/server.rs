//! The state of the server, and the answer to each message.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crossbeam_channel::Sender;
use gen_lsp_types as lsp;
use gen_lsp_types::{Notification as _, Request as _, Uri};
use lsp_server::{ErrorCode, Message, Notification, Request, Response};

use super::dispatch::{Answer, Dispatch, Refusal};
use super::document::Document;
use super::known::Known;
use super::running::{Address, Running};
use super::settings::Settings;
use super::{actions, colours, completion, definition, folding, format, hints, hover, outline, problems, rename};

/// A server for one client.
pub struct Server {
    settings: Settings,
    sender: Sender<Message>,
    known: Known,
    running: Running,
    open: HashMap<Uri, Open>,
    /// How many requests were sent.
    asked: u64,
    /// Whether the client has said `shutdown`.
    pub is_shut_down: bool,
}

/// An open file.
struct Open {
    document: Document,
    /// Whether it has changed since it was checked.
    unchecked: bool,
}

impl Server {
    /// A server that knows no file yet.
    pub fn new(settings: Settings, sender: Sender<Message>, running: Running) -> Self {
        let (known, open) = (Known::default(), HashMap::new());
        Server { settings, sender, known, running, open, asked: 0, is_shut_down: false }
    }

    /// Other nodes of the running program are active.
    pub fn refresh(&mut self) {
        if self.settings.refreshes {
            self.ask::<lsp::InlayHintRefreshRequest>(&());
            self.ask::<lsp::CodeLensRefreshRequest>(&());
        }
    }

    /// Asks the client for something. Its answer is ignored.
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

    /// Takes what was found in the workspace. Files that are open are as the editor shows them.
    pub fn learn(&mut self, known: Known) {
        self.known = known;
        self.open.values().for_each(|open| self.known.update(&open.document.path, &open.document.text));
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
        // If the client is gone, the receiver says so, too.
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
                let place = params.text_document_position_params;
                let snippets = server.settings.snippets;
                let answer =
                    |document: &Document, byte| completion::completion(document, &server.known, byte, snippets);
                Ok(server.everywhere(&place, answer).flatten().map(Into::into))
            })
            .on::<lsp::CompletionResolveRequest>(|_, item| Ok(completion::resolve(item)))
            .on::<lsp::HoverRequest>(|server, params| {
                let answer = |document: &Document, byte| hover::hover(document, &server.known, byte);
                Ok(server.everywhere(&params.text_document_position_params, answer).flatten())
            })
            .on::<lsp::DefinitionRequest>(|server, params| {
                let encoding = server.settings.encoding;
                let answer =
                    |document: &Document, byte| definition::definition(document, &server.known, encoding, byte);
                Ok(server.everywhere(&params.text_document_position_params, answer).flatten())
            })
            .on::<lsp::PrepareRenameRequest>(|server, params| {
                let (document, byte) = server.place(&params.text_document_position_params)?;
                Ok(rename::prepare(document, byte, !server.answers_all(document)).map(Into::into))
            })
            .on::<lsp::RenameRequest>(|server, params| {
                let (document, byte) = server.place(&params.text_document_position_params)?;
                rename::rename(document, byte, &params.new_name, !server.answers_all(document))
            })
            .on::<lsp::DocumentSymbolRequest>(|server, params| {
                let document = server.document(&params.text_document.uri)?;
                Ok(Some(outline::outline(document, server.settings.nested_outline)))
            })
            .on::<lsp::CodeActionRequest>(|server, params| {
                let document = server.document(&params.text_document.uri)?;
                let found =
                    actions::actions(document, &document.bytes(params.range), !server.settings.resolves_actions);
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
                server.whole(&params.text_document.uri, format::format)
            })
            .on::<lsp::FoldingRangeRequest>(|server, params| server.whole(&params.text_document.uri, folding::folding))
            .on::<lsp::SemanticTokensRequest>(|server, params| {
                server.whole(&params.text_document.uri, colours::colours)
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

    /// Whether nobody else answers in this file.
    fn answers_all(&self, document: &Document) -> bool {
        self.settings.everywhere || document.holds_trees_alone()
    }

    fn document(&self, uri: &Uri) -> Answer<&Document> {
        self.open.get(uri).map(|open| &open.document).ok_or_else(|| format!("`{}` is not open", uri.0))
    }

    fn place(&self, place: &lsp::TextDocumentPositionParams) -> Answer<(&Document, usize)> {
        let document = self.document(&place.text_document.uri)?;
        Ok((document, document.byte(place.position)))
    }

    /// An answer about a file where all is answered.
    fn whole<T>(&self, uri: &Uri, answer: impl FnOnce(&Document) -> T) -> Answer<Option<T>> {
        let document = self.document(uri)?;
        Ok(self.answers_all(document).then(|| answer(document)))
    }

    /// An answer at a place in a file where all is answered.
    fn everywhere<T>(
        &self,
        place: &lsp::TextDocumentPositionParams,
        answer: impl FnOnce(&Document, usize) -> T,
    ) -> Option<T> {
        let (document, byte) = self.place(place).ok()?;
        self.answers_all(document).then(|| answer(document, byte))
    }

    /// Takes a notification.
    pub fn notification(&mut self, notification: Notification) {
        let what = notification.method.clone();
        self.guarded(&what, |server| server.take(notification));
    }

    /// Goes on after a panic, and tells the editor: a mistake of this server must not cost its answers.
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
        // All others can be ignored.
        Dispatch::new(self, notification.method, notification.params)
            .take::<lsp::DidOpenTextDocumentNotification>(|server, params| {
                let opened = params.text_document;
                let document = Document::new(opened.uri.clone(), opened.text, opened.version, server.settings.encoding);
                // In Rust, what is saved has been seen by `cargo check`.
                let unchecked = document.holds_trees_alone();
                server.known.update(&document.path, &document.text);
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
                if server.open.remove(&params.text_document.uri).is_some() {
                    server.publish(params.text_document.uri, None, Vec::new());
                }
            });
    }

    /// From now on `cargo check` reports the mistakes of a Rust file.
    fn saved(&mut self, uri: &Uri) {
        let Some(open) = self.open.get_mut(uri) else { return };
        self.known.update(&open.document.path, &open.document.text);
        if !open.document.holds_trees_alone() {
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
        self.known.update(&document.path, &document.text);
        self.publish(uri, Some(document.version), problems::problems(document));
    }

    fn publish(&self, uri: Uri, version: Option<i32>, diagnostics: Vec<lsp::Diagnostic>) {
        let params = lsp::PublishDiagnosticsParams { uri, version, diagnostics };
        let method = lsp::PublishDiagnosticsNotification::METHOD.to_string();
        self.send(Message::Notification(Notification::new(method, params)));
    }
}

/// Spans keep the text of all that was ever read.
fn forget_spans() {
    proc_macro2::extra::invalidate_current_thread_spans();
}
