//! A scripted editor: it starts `bt lsp`, and talks to it over its streams.

use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// How long an answer may take at most, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A server, and its messages.
pub struct Client {
    server: Child,
    input: ChildStdin,
    inbox: Receiver<Value>,
    last: u64,
    version: i32,
    /// The encoding that was agreed on.
    pub encoding: String,
    /// What the server says that it can do.
    pub capabilities: Value,
    /// How often the server asked for a refresh of the hints.
    pub refreshes: usize,
}

/// What the client says of itself.
pub struct Wishes<'a> {
    pub encodings: &'a [&'a str],
    pub everywhere: bool,
    pub resolves: bool,
    pub registers: bool,
    /// Where a running program serves its page; empty for nowhere.
    pub live: &'a str,
}

/// A client as most editors are.
pub const USUAL: Wishes<'static> =
    Wishes { encodings: &["utf-16"], everywhere: false, resolves: true, registers: false, live: "" };

impl Client {
    pub fn start(root: Option<&Path>, wishes: &Wishes) -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_bt"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the server starts");
        let input = server.stdin.take().expect("it has an input");
        let output = BufReader::new(server.stdout.take().expect("it has an output"));
        let (sender, inbox) = mpsc::channel();
        thread::spawn(move || read_all(output, &sender));
        let (encoding, capabilities) = (String::new(), Value::Null);
        let mut client = Client { server, input, inbox, last: 0, version: 0, encoding, capabilities, refreshes: 0 };
        let resolve = json!({"resolveSupport": {"properties": if wishes.resolves { vec!["edit"] } else { vec![] }}});
        let capabilities = json!({
            "general": {"positionEncodings": wishes.encodings},
            "workspace": {"inlayHint": {"refreshSupport": true}},
            "textDocument": {
                "completion": {"completionItem": {"snippetSupport": true}},
                "codeAction": resolve,
                "formatting": {"dynamicRegistration": wishes.registers},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            },
        });
        let folders: Vec<Value> = root.iter().map(|root| json!({"uri": address(root), "name": "root"})).collect();
        let params = json!({
            "processId": null, "rootUri": null, "capabilities": capabilities, "workspaceFolders": folders,
            "initializationOptions": {"everywhere": wishes.everywhere, "live": wishes.live},
        });
        let answer = client.ask("initialize", params);
        client.encoding =
            answer["capabilities"]["positionEncoding"].as_str().expect("it says what it counts").to_owned();
        client.capabilities = answer["capabilities"].clone();
        client.tell("initialized", json!({}));
        client
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        self.input.flush().expect("the server reads");
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request, and returns its id.
    pub fn request(&mut self, method: &str, params: Value) -> u64 {
        self.last += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}));
        self.last
    }

    /// The whole answer to a request.
    pub fn answer(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.wait(|message| message["id"] == id)
    }

    /// The result of a request, which must have one.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.answer(method, params.clone());
        assert!(answer["error"].is_null(), "{method} {params}: {answer}");
        answer["result"].clone()
    }

    /// Waits for a message.
    pub fn wait(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.inbox.recv_timeout(PATIENCE).expect("the server answers");
            // After a panic it continues.
            assert_ne!(message["method"], "window/logMessage", "{message}");
            self.refreshes += usize::from(message["method"] == "workspace/inlayHint/refresh");
            if wanted(&message) {
                return message;
            }
        }
    }

    /// The mistakes that are reported next.
    pub fn problems(&mut self) -> Vec<String> {
        let message = self.wait(|message| message["method"] == "textDocument/publishDiagnostics");
        let list = message["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
        list.iter().map(|one| one["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        self.version += 1;
        let document = json!({"uri": uri, "languageId": "bt", "version": self.version, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    pub fn change(&mut self, uri: &str, changes: Value) {
        self.version += 1;
        let document = json!({"uri": uri, "version": self.version});
        self.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    pub fn close(&mut self, uri: &str) {
        self.tell("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }

    pub fn ask_at(&mut self, method: &str, uri: &str, position: &Value) -> Value {
        self.ask(method, json!({"textDocument": {"uri": uri}, "position": position}))
    }

    /// The labels of the completions at a place.
    pub fn completions(&mut self, uri: &str, position: &Value) -> Vec<String> {
        let items = self.ask_at("textDocument/completion", uri, position);
        let list = items.as_array().cloned().unwrap_or_default();
        list.iter().map(|item| item["label"].as_str().unwrap_or_default().to_owned()).collect()
    }

    pub fn actions(&mut self, uri: &str, at: &Value) -> Vec<Value> {
        let range = json!({"start": at, "end": at});
        let params = json!({"textDocument": {"uri": uri}, "range": range, "context": {"diagnostics": []}});
        self.ask("textDocument/codeAction", params).as_array().cloned().unwrap_or_default()
    }

    /// Ends the server as an editor does; it must end well.
    pub fn stop(mut self) {
        self.ask("shutdown", Value::Null);
        let late = self.answer("textDocument/hover", Value::Null);
        assert_eq!(late["error"]["code"], -32600, "{late}");
        self.tell("exit", Value::Null);
        let status = self.server.wait().expect("it ends");
        assert!(status.success(), "the server ends with {status}");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // After a failed assertion it still runs.
        let _ = self.server.kill();
    }
}

/// Reads messages until there are no more.
fn read_all(mut output: impl BufRead, sender: &mpsc::Sender<Value>) {
    loop {
        let (mut length, mut line) = (0, String::new());
        while output.read_line(&mut line).is_ok_and(|read| read > 0) && !line.trim().is_empty() {
            if let Some(number) = line.to_lowercase().strip_prefix("content-length:") {
                length = number.trim().parse().unwrap_or(0);
            }
            line.clear();
        }
        let mut text = vec![0; length];
        if length == 0 || output.read_exact(&mut text).is_err() {
            return;
        }
        if sender.send(serde_json::from_slice(&text).expect("a message is JSON")).is_err() {
            return;
        }
    }
}

pub fn address(path: &Path) -> String {
    format!("file://{}", path.display())
}
