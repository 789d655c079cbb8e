//! Requests of viewers, and their answers.

use bt::Status;

use super::control::{Allowed, Request as Ask, Setting, Turn};
use super::lock::lock;
use super::shared::Shared;
use crate::recording::AgentKey;

/// A request of a viewer.
#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    /// `GET` or `POST`.
    pub method: &'r str,
    /// The path, without the query after the `?`.
    pub path: &'r str,
    pub query: &'r str,
}

/// An answer that is not a refusal.
#[derive(Debug)]
pub struct Answer {
    /// A status line of HTTP.
    pub status: &'static str,
    pub kind: &'static str,
    pub body: String,
}

/// Why a request is refused: a status line of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal(pub &'static str);

pub const BAD: Refusal = Refusal("400 Bad Request");
pub const FORBIDDEN: Refusal = Refusal("403 Forbidden");
pub const NOT_FOUND: Refusal = Refusal("404 Not Found");
pub const BAD_METHOD: Refusal = Refusal("405 Method Not Allowed");
pub const TOO_MANY: Refusal = Refusal("429 Too Many Requests");

/// All requests to an editor begin with this path; only requests with exactly this path have a body.
pub const WITH_BODY: &str = "/edit";

/// Reads the body of a request.
pub type Body<'b> = &'b mut dyn FnMut() -> Result<String, Refusal>;

/// Answers a request.
#[cfg_attr(not(feature = "edit"), expect(unused_variables, reason = "only edits have a body"))]
pub fn answer(shared: &Shared, request: Request<'_>, body: Body<'_>) -> Result<Answer, Refusal> {
    #[cfg(feature = "edit")]
    if request.path.starts_with(WITH_BODY) {
        return edits::answer(shared, request, body);
    }
    match request.method {
        "GET" => Err(NOT_FOUND),
        "POST" => {
            ask(shared, request)?;
            Ok(Answer { status: "204 No Content", kind: "text/plain", body: String::new() })
        }
        _ => Err(BAD_METHOD),
    }
}

/// Carries out a viewer's request to the program.
fn ask(shared: &Shared, Request { path, query, .. }: Request<'_>) -> Result<(), Refusal> {
    let Allowed { control, aborts, mocks, sets, .. } = shared.control.allowed;
    let is_allowed = match path {
        "/mock" => mocks,
        "/set" => sets,
        "/abort" | "/reset" => aborts,
        _ => control,
    };
    if !is_allowed {
        return Err(FORBIDDEN);
    }
    let nodes = |agent: usize| lock(&shared.ring).nodes(agent);
    let agent = || number(query, "agent").filter(|agent| nodes(*agent).is_some()).ok_or(BAD);
    let node = |agent| {
        let node = number(query, "node");
        node.filter(|node| nodes(agent).is_some_and(|nodes| *node < nodes)).ok_or(BAD)
    };
    if path == "/set" {
        let text = |name| value(query, name).and_then(decoded).ok_or(BAD);
        let setting = Setting { agent: AgentKey(agent()?), name: text("name")?, value: text("value")? };
        return if shared.control.set(setting) { Ok(()) } else { Err(TOO_MANY) };
    }
    let ask = match path {
        "/pause" => Ask::Pause,
        "/resume" => Ask::Resume,
        "/step" => Ask::Step,
        "/until" => Ask::Until((agent()?, node(agent()?)?)),
        "/abort" => Ask::Turn(Turn::Abort(AgentKey(agent()?))),
        "/reset" => Ask::Turn(Turn::Reset(AgentKey(agent()?))),
        "/mock" => {
            let answer = match value(query, "answer") {
                Some("success") => Some(Status::Success),
                Some("failure") => Some(Status::Failure),
                Some("running") => Some(Status::Running),
                Some("own") => None,
                _ => return Err(BAD),
            };
            Ask::Mock((agent()?, node(agent()?)?), answer)
        }
        _ => return Err(NOT_FOUND),
    };
    let taken = shared.control.ask(ask);
    shared.tell_orders();
    if taken { Ok(()) } else { Err(TOO_MANY) }
}

/// The value of a key in a query, as a number.
pub fn number(query: &str, name: &str) -> Option<usize> {
    value(query, name)?.parse().ok()
}

/// The value of a key in a query.
pub fn value<'q>(query: &'q str, name: &str) -> Option<&'q str> {
    query.split('&').filter_map(|pair| pair.split_once('=')).find_map(|(key, value)| (key == name).then_some(value))
}

/// Decodes a text of a query: `a+b%3D` is `a b=`.
fn decoded(text: &str) -> Option<String> {
    let (mut bytes, mut decoded) = (text.bytes(), Vec::with_capacity(text.len()));
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [bytes.next()?, bytes.next()?].map(|digit| char::from(digit).to_digit(16));
                let [Some(high), Some(low)] = digits else { return None };
                (high * 16 + low) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(decoded).ok()
}

/// Requests of viewers that edit trees.
#[cfg(feature = "edit")]
pub mod edits {
    use bt_text::At;
    use serde::{Deserialize, Serialize};

    use super::{Answer, BAD, BAD_METHOD, Body, FORBIDDEN, NOT_FOUND, Refusal, Request, WITH_BODY, number};
    use crate::edit::{Edit, Editor, Place, Refused};
    use crate::feed::lock::lock;
    use crate::feed::shared::Shared;

    /// A request, and the viewer that makes it.
    #[derive(Deserialize)]
    struct Asked {
        viewer: u64,
        #[serde(flatten)]
        edit: Edit,
    }

    /// Answers a request for the editor.
    pub fn answer(shared: &Shared, request: Request<'_>, body: Body<'_>) -> Result<Answer, Refusal> {
        let Some(editor) = shared.editor.as_deref() else { return Err(FORBIDDEN) };
        let Request { method, path, query } = request;
        match (method, path) {
            ("GET", "/edit/files") => Ok(json(Ok(editor.files()))),
            ("GET", "/edit/tree") => {
                let tree = number(query, "agent").and_then(|agent| lock(&shared.ring).description(agent));
                tree.map(|tree| json(Ok(editor.places(tree)))).ok_or(BAD)
            }
            ("GET", "/edit/node") => place(query).map(|place| json(editor.node(place))),
            ("GET", "/edit/offers") => place(query).map(|place| json(editor.offers(place))),
            ("POST", WITH_BODY) => {
                let Asked { viewer, edit } = serde_json::from_str(&body()?).map_err(|_| BAD)?;
                let answer = json(editor.edit(viewer, edit));
                // All viewers learn of it at once.
                shared.tell_orders();
                Ok(answer)
            }
            ("GET" | "POST", _) => Err(NOT_FOUND),
            _ => Err(BAD_METHOD),
        }
    }

    /// The files, if anything is new since a version. That then becomes the current version.
    pub fn news(editor: &dyn Editor, told: &mut Option<u64>) -> Option<String> {
        let version = editor.version();
        if *told == Some(version) {
            return None;
        }
        *told = Some(version);
        Some(json(Ok(editor.files())).body)
    }

    fn place(query: &str) -> Result<Place, Refusal> {
        let number = |name| number(query, name).ok_or(BAD);
        Ok(Place { file: number("file")?, at: At { tree: number("tree")?, node: number("node")? } })
    }

    fn json<T: Serialize>(answer: Result<T, Refused>) -> Answer {
        let written = match &answer {
            Ok(answer) => serde_json::to_string(answer),
            Err(refused) => serde_json::to_string(refused),
        };
        let status = if answer.is_ok() { "200 OK" } else { "409 Conflict" };
        Answer { status, kind: "application/json", body: written.expect("its data are JSON") }
    }
}

#[cfg(test)]
mod tests {
    use super::{decoded, number};

    #[test]
    fn queries_are_texts() {
        assert_eq!(decoded("a+b%3d%C3%A4").as_deref(), Some("a b=ä"));
        assert_eq!(["%", "%3", "%3g", "%ff"].map(decoded), [const { None }; 4]);
    }

    #[test]
    fn queries_are_numbers() {
        assert_eq!(number("agent=1&node=22", "node"), Some(22));
        assert_eq!(number("agent=-1&node=x", "agent").or(number("agent=1&node=x", "node")), None);
    }
}
