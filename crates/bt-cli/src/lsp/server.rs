//! The state of the server, and the answer to each message.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crossbeam_channel::Sender;
use gen_lsp_types as lsp;
use gen_lsp_types::{Notification as _, Request as _, Uri};
use lsp_server::{ErrorCode, Message, Notification, Request, Response};

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

/// An answer, or why there is none.
type Answer<T> = Result<T, String>;

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
        let method = request.method.clone();
        let is = |other: &dyn std::fmt::Display| other.to_string() == method;
        match () {
            () if self.is_shut_down => {
                let message = "the server is shut down".to_owned();
                Err(Refusal { code: ErrorCode::InvalidRequest, message })
            }
            () if is(&lsp::ShutdownRequest::METHOD) => {
                self.is_shut_down = true;
                Ok(serde_json::Value::Null)
            }
            () if is(&lsp::CompletionRequest::METHOD) => reply::<lsp::CompletionRequest>(request, |params| {
                let place = params.text_document_position_params;
                let snippets = self.settings.snippets;
                let answer = |document: &Document, byte| completion::completion(document, &self.known, byte, snippets);
                Ok(self.everywhere(&place, answer).flatten().map(Into::into))
            }),
            () if is(&lsp::CompletionResolveRequest::METHOD) => {
                reply::<lsp::CompletionResolveRequest>(request, |item| Ok(completion::resolve(item)))
            }
            () if is(&lsp::HoverRequest::METHOD) => reply::<lsp::HoverRequest>(request, |params| {
                let answer = |document: &Document, byte| hover::hover(document, &self.known, byte);
                Ok(self.everywhere(&params.text_document_position_params, answer).flatten())
            }),
            () if is(&lsp::DefinitionRequest::METHOD) => reply::<lsp::DefinitionRequest>(request, |params| {
                let encoding = self.settings.encoding;
                let answer = |document: &Document, byte| definition::definition(document, &self.known, encoding, byte);
                Ok(self.everywhere(&params.text_document_position_params, answer).flatten())
            }),
            () if is(&lsp::PrepareRenameRequest::METHOD) => reply::<lsp::PrepareRenameRequest>(request, |params| {
                let (document, byte) = self.place(&params.text_document_position_params)?;
                Ok(rename::prepare(document, byte, !self.answers_all(document)).map(Into::into))
            }),
            () if is(&lsp::RenameRequest::METHOD) => reply::<lsp::RenameRequest>(request, |params| {
                let (document, byte) = self.place(&params.text_document_position_params)?;
                rename::rename(document, byte, &params.new_name, !self.answers_all(document))
            }),
            () if is(&lsp::DocumentSymbolRequest::METHOD) => reply::<lsp::DocumentSymbolRequest>(request, |params| {
                let document = self.document(&params.text_document.uri)?;
                Ok(Some(outline::outline(document, self.settings.nested_outline)))
            }),
            () if is(&lsp::CodeActionRequest::METHOD) => reply::<lsp::CodeActionRequest>(request, |params| {
                let document = self.document(&params.text_document.uri)?;
                let found = actions::actions(document, &document.bytes(params.range), !self.settings.resolves_actions);
                Ok(Some(found.into_iter().map(Into::into).collect()))
            }),
            () if is(&lsp::CodeActionResolveRequest::METHOD) => {
                reply::<lsp::CodeActionResolveRequest>(request, |action| {
                    let uri = action.data.as_ref().and_then(|data| data.get("uri")?.as_str());
                    let document = uri.and_then(|uri| self.open.get(&Uri(uri.to_owned())));
                    Ok(match document {
                        Some(open) => actions::resolve(&open.document, action),
                        None => action,
                    })
                })
            }
            () if is(&lsp::DocumentFormattingRequest::METHOD) => {
                reply::<lsp::DocumentFormattingRequest>(request, |params| {
                    let document = self.document(&params.text_document.uri)?;
                    Ok(self.answers_all(document).then(|| format::format(document)))
                })
            }
            () if is(&lsp::FoldingRangeRequest::METHOD) => reply::<lsp::FoldingRangeRequest>(request, |params| {
                let document = self.document(&params.text_document.uri)?;
                Ok(self.answers_all(document).then(|| folding::folding(document)))
            }),
            () if is(&lsp::SemanticTokensRequest::METHOD) => reply::<lsp::SemanticTokensRequest>(request, |params| {
                let document = self.document(&params.text_document.uri)?;
                Ok(self.answers_all(document).then(|| colours::colours(document)))
            }),
            () if is(&lsp::InlayHintRequest::METHOD) => reply::<lsp::InlayHintRequest>(request, |params| {
                let document = self.document(&params.text_document.uri)?;
                Ok(Some(hints::hints(document, &self.running, params.range)))
            }),
            () if is(&lsp::CodeLensRequest::METHOD) => reply::<lsp::CodeLensRequest>(request, |params| {
                let document = self.document(&params.text_document.uri)?;
                let lenses = |address: &Address| hints::lenses(document, &self.running, address);
                Ok(self.settings.live.as_ref().map(lenses))
            }),
            () if is(&lsp::ExecuteCommandRequest::METHOD) => reply::<lsp::ExecuteCommandRequest>(request, |params| {
                match params.command == hints::OPEN {
                    true => self.open_page(),
                    false => return Err(format!("there is no command `{}`", params.command)),
                }
                Ok(None)
            }),
            () => Err(Refusal { code: ErrorCode::MethodNotFound, message: format!("`{method}` is not answered") }),
        }
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

    /// An answer in a file where all is answered.
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
        let method = notification.method.clone();
        let is = |other: &dyn std::fmt::Display| other.to_string() == method;
        match () {
            () if is(&lsp::DidOpenTextDocumentNotification::METHOD) => {
                take::<lsp::DidOpenTextDocumentNotification>(notification, |params| {
                    let opened = params.text_document;
                    let document =
                        Document::new(opened.uri.clone(), opened.text, opened.version, self.settings.encoding);
                    // In Rust, what is saved has been seen by `cargo check`.
                    let unchecked = document.holds_trees_alone();
                    self.known.update(&document.path, &document.text);
                    self.open.insert(opened.uri, Open { document, unchecked });
                });
            }
            () if is(&lsp::DidChangeTextDocumentNotification::METHOD) => {
                take::<lsp::DidChangeTextDocumentNotification>(notification, |params| {
                    let version = params.text_document.version;
                    let uri = params.text_document.text_document_identifier.uri;
                    if let Some(open) = self.open.get_mut(&uri) {
                        open.document.change(params.content_changes, version);
                        open.unchecked = true;
                    }
                });
            }
            () if is(&lsp::DidSaveTextDocumentNotification::METHOD) => {
                take::<lsp::DidSaveTextDocumentNotification>(notification, |params| {
                    self.saved(&params.text_document.uri)
                });
            }
            () if is(&lsp::DidCloseTextDocumentNotification::METHOD) => {
                take::<lsp::DidCloseTextDocumentNotification>(notification, |params| {
                    if self.open.remove(&params.text_document.uri).is_some() {
                        self.publish(params.text_document.uri, None, Vec::new());
                    }
                });
            }
            // All others can be ignored.
            () => {}
        }
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

/// Why a request has no answer.
struct Refusal {
    code: ErrorCode,
    message: String,
}

/// Reads the parameters of a request, and writes its answer.
fn reply<R: lsp::Request>(
    request: Request,
    answer: impl FnOnce(R::Params) -> Answer<R::Result>,
) -> Result<serde_json::Value, Refusal> {
    let params = serde_json::from_value(request.params)
        .map_err(|error| Refusal { code: ErrorCode::InvalidParams, message: error.to_string() })?;
    let result = answer(params).map_err(|message| Refusal { code: ErrorCode::RequestFailed, message })?;
    serde_json::to_value(result).map_err(|error| Refusal { code: ErrorCode::InternalError, message: error.to_string() })
}

/// Reads the parameters of a notification. One that cannot be read has no effect: nobody waits for an answer.
fn take<N: lsp::Notification>(notification: Notification, f: impl FnOnce(N::Params)) {
    if let Ok(params) = serde_json::from_value(notification.params) {
        f(params);
    }
}
