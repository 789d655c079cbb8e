//! A small editor: it starts rust-analyzer, opens a file, changes it, and asks.

use std::fs;
use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long an answer may take: the first one waits until the crate is built.
const PATIENCE: Duration = Duration::from_secs(300);

/// How often a question is asked again while the server is still reading.
const TRIES: usize = 40;

/// What can be asked.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Completion,
    Hover,
    Definition,
    Rename,
    Signature,
    Diagnostics,
}

impl Kind {
    pub fn read(word: &str) -> Self {
        match word {
            "completion" => Kind::Completion,
            "hover" => Kind::Hover,
            "definition" => Kind::Definition,
            "rename" => Kind::Rename,
            "signature" => Kind::Signature,
            "diagnostics" => Kind::Diagnostics,
            _ => panic!("nothing is asked with `{word}`"),
        }
    }

    fn method(self) -> &'static str {
        match self {
            Kind::Completion => "textDocument/completion",
            Kind::Hover => "textDocument/hover",
            Kind::Definition => "textDocument/definition",
            Kind::Rename => "textDocument/rename",
            Kind::Signature => "textDocument/signatureHelp",
            Kind::Diagnostics => "textDocument/diagnostic",
        }
    }
}

/// What rust-analyzer says.
pub struct Answer {
    /// The names of the results, in their order.
    pub names: Vec<String>,
    /// Their texts.
    pub texts: Vec<String>,
    /// The word before the cursor.
    typed: String,
}

impl Answer {
    /// The results that begin as typed.
    pub fn begun(&self) -> impl Iterator<Item = &String> {
        let typed = self.typed.to_lowercase();
        self.names.iter().filter(move |name| name.to_lowercase().starts_with(&typed))
    }
}

/// A server, and the file that is open in it.
pub struct Client {
    server: Child,
    input: ChildStdin,
    inbox: Receiver<Value>,
    last: u64,
    path: PathBuf,
    original: String,
    version: u64,
}

impl Client {
    /// Starts a server for a crate, and opens a file of it.
    pub fn start(folder: &Path, file: &str) -> Self {
        let mut server = Command::new("rust-analyzer")
            .current_dir(folder)
            .env("CARGO_TARGET_DIR", concat!(env!("CARGO_TARGET_TMPDIR"), "/editor"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("rust-analyzer starts: `rustup component add rust-analyzer`");
        let input = server.stdin.take().expect("it has an input");
        let output = BufReader::new(server.stdout.take().expect("it has an output"));
        let (sender, inbox) = mpsc::channel();
        thread::spawn(move || read_all(output, &sender));
        let path = folder.join(file);
        let original = fs::read_to_string(&path).expect("the file can be read");
        let mut client = Client { server, input, inbox, last: 0, path, original, version: 1 };
        client.open(folder);
        client
    }

    fn open(&mut self, folder: &Path) {
        let completion = json!({"completionItem": {"snippetSupport": true, "labelDetailsSupport": true}});
        let capabilities = json!({
            "general": {"positionEncodings": ["utf-32"]},
            "experimental": {"serverStatusNotification": true},
            "workspace": {"configuration": false},
            "textDocument": {"completion": completion, "hover": {"contentFormat": ["markdown"]}, "diagnostic": {}},
        });
        let options = json!({"checkOnSave": false, "cachePriming": {"enable": false}});
        let root = address(folder);
        self.ask(
            "initialize",
            &json!({"processId": null, "rootUri": root, "capabilities": capabilities, "initializationOptions": options}),
        );
        self.tell("initialized", &json!({}));
        let document = json!({"uri": address(&self.path), "languageId": "rust", "version": 1, "text": self.original});
        self.tell("textDocument/didOpen", &json!({"textDocument": document}));
        let is_ready = |message: &Value| {
            message["method"] == "experimental/serverStatus" && message["params"]["quiescent"] == true
        };
        self.wait(is_ready);
    }

    /// Asks at a place of the file: see `checks.txt`.
    pub fn ask_at(&mut self, kind: Kind, place: &str) -> Answer {
        let (text, at) = self.edited(place);
        self.version += 1;
        let document = json!({"uri": address(&self.path), "version": self.version});
        let changed = json!({"textDocument": document, "contentChanges": [{"text": text}]});
        self.tell("textDocument/didChange", &changed);
        let before = &text[..at];
        let line = before.matches('\n').count();
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count());
        let question = json!({
            "textDocument": {"uri": address(&self.path)},
            "position": {"line": line, "character": column},
            "newName": "renamed",
        });
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let typed = before.rsplit(|letter| !is_word(letter)).next().unwrap_or_default().to_owned();
        answer(kind, &self.ask(kind.method(), &question), typed)
    }

    /// The text that is meant, and where the cursor is in it.
    fn edited(&self, place: &str) -> (String, usize) {
        let (old, new) = place.split_once(" ==> ").unwrap_or((place, place));
        let plain = new.replace("$0", "");
        let old = if old == new { plain.as_str() } else { old };
        let start = self.original.find(old).unwrap_or_else(|| panic!("not in the file: {old}"));
        let text = self.original.replacen(old, &plain, 1);
        (text, start + new.find("$0").unwrap_or(0))
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        self.input.flush().expect("the server reads");
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        for _ in 0..TRIES {
            self.last += 1;
            let id = self.last;
            self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
            let answer = self.wait(|message| message["id"] == id && message["method"].is_null());
            if answer["error"].is_null() {
                return answer["result"].clone();
            }
            thread::sleep(Duration::from_millis(200));
        }
        panic!("no answer to {method}: {params}")
    }

    /// Waits for a message. Requests of the server get an empty answer.
    fn wait(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let message = self.inbox.recv_timeout(left).expect("the server answers");
            if !message["method"].is_null() && !message["id"].is_null() {
                self.send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": null}));
            }
            if wanted(&message) {
                return message;
            }
        }
    }

    pub fn stop(mut self) {
        self.ask("shutdown", &Value::Null);
        self.tell("exit", &Value::Null);
        // It has nothing to save.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Reads messages until there are no more.
fn read_all(mut output: impl std::io::BufRead, sender: &mpsc::Sender<Value>) {
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

fn address(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// The names and texts of the results.
fn answer(kind: Kind, result: &Value, typed: String) -> Answer {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let texts: Vec<String> = match kind {
        Kind::Completion => {
            let mut items = if result["items"].is_array() { list(&result["items"]) } else { list(result) };
            // rust-analyzer does not order items that suit equally; editors then go by the label.
            items.sort_by_key(|item| {
                let order = text(if item["sortText"].is_string() { &item["sortText"] } else { &item["label"] });
                (order, text(&item["label"]))
            });
            items.iter().map(|item| text(&item["label"])).collect()
        }
        // Several hovers are separated by a line.
        Kind::Hover => {
            let shown = text(&result["contents"]["value"]);
            shown.split("\n---\n\n```rust").filter(|part| !part.trim().is_empty()).map(str::to_owned).collect()
        }
        Kind::Definition => list(result).iter().map(|place| place["range"]["start"].to_string()).collect(),
        Kind::Rename => {
            let changes = list(&result["documentChanges"]);
            let edits = changes.iter().flat_map(|change| list(&change["edits"]));
            edits.map(|edit| edit["range"]["start"].to_string()).collect()
        }
        Kind::Signature => list(&result["signatures"]).iter().map(|signature| text(&signature["label"])).collect(),
        Kind::Diagnostics => list(&result["items"]).iter().map(|item| text(&item["message"])).collect(),
    };
    let name = |text: &String| text.split([' ', '(', '!', '{']).next().unwrap_or_default().to_owned();
    Answer { names: texts.iter().map(name).collect(), texts, typed }
}
