//! Routes a message to its handler by the types of the protocol.

use gen_lsp_types as lsp;
use lsp_server::ErrorCode;
use serde_json::Value;

/// An answer, or why there is none.
pub type Answer<T> = Result<T, String>;

/// Why a request has no answer.
pub struct Refusal {
    pub code: ErrorCode,
    pub message: String,
}

impl Refusal {
    pub fn new(code: ErrorCode, message: impl ToString) -> Self {
        Refusal { code, message: message.to_string() }
    }
}

/// A message to a server, and its answer as soon as a handler has given it.
pub struct Dispatch<'s, S> {
    server: &'s mut S,
    method: String,
    params: Value,
    reply: Option<Result<Value, Refusal>>,
}

impl<'s, S> Dispatch<'s, S> {
    pub fn new(server: &'s mut S, method: String, params: Value) -> Self {
        Dispatch { server, method, params, reply: None }
    }

    /// Answers the message if it is this request.
    pub fn on<R: lsp::Request>(mut self, answer: impl FnOnce(&mut S, R::Params) -> Answer<R::Result>) -> Self {
        if R::METHOD.to_string() == self.method {
            let params = serde_json::from_value(self.params.take());
            let params = params.map_err(|error| Refusal::new(ErrorCode::InvalidParams, error));
            let result = params.and_then(|params| {
                answer(self.server, params).map_err(|message| Refusal::new(ErrorCode::RequestFailed, message))
            });
            let written = |result| serde_json::to_value(result);
            self.reply = Some(
                result
                    .and_then(|result| written(result).map_err(|error| Refusal::new(ErrorCode::InternalError, error))),
            );
        }
        self
    }

    /// Handles the message if it is this notification. A malformed notification is ignored, as nobody waits for an
    /// answer.
    pub fn take<N: lsp::Notification>(mut self, take: impl FnOnce(&mut S, N::Params)) -> Self {
        if N::METHOD.to_string() == self.method
            && let Ok(params) = serde_json::from_value(self.params.take())
        {
            take(self.server, params);
        }
        self
    }

    /// The answer to the request.
    pub fn reply(self) -> Result<Value, Refusal> {
        let message = || format!("`{}` is not supported", self.method);
        self.reply.unwrap_or_else(|| Err(Refusal::new(ErrorCode::MethodNotFound, message())))
    }
}
