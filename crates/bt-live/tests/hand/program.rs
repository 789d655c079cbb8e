//! A program whose page may edit its trees, and a client of it.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use bt::Tree;
use bt_live::{LiveFiles, sources};
use bt_view::serve::{LivePage, Options};
use serde_json::{Value, json};

/// The trees of each test are in a separate copy of a file, since everything that is live in a file changes at once.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hand");
        let package = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let here = Path::new(file!()).parent().expect("a folder");
        let root = package.ancestors().find(|folder| folder.join(file!()).is_file()).expect("the test has a source");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join(here)).expect("a folder");
        for file in fs::read_dir(root.join(here)).expect("it is there") {
            let file = file.expect("a file").path();
            fs::copy(&file, folder.join(here).join(file.file_name().expect("a name"))).expect("it can be copied");
        }
        sources(&folder);
        folder
    })
}

pub struct Program {
    /// The file of its trees.
    pub file: PathBuf,
    pub page: LivePage,
    token: String,
}

pub fn text(file: &Path) -> String {
    fs::read_to_string(file).expect("it can be read")
}

impl Program {
    /// Begins to serve. `file` is the `file!()` of the trees.
    pub fn new(file: &str) -> Self {
        let file = folder().join(file);
        let page = Options::new().edits(LiveFiles::new()).start().expect("a port");
        let token = page.url().split_once("token=").expect("it needs a token").1.to_owned();
        Program { file, page, token }
    }

    pub fn address(&self) -> SocketAddr {
        self.page.address()
    }

    /// The same with the tree of an agent that the page has not seen yet.
    pub fn with<T: Tree>(mut self) -> Self {
        self.page.agent::<T>("agent");
        self
    }

    pub fn text(&self) -> String {
        text(&self.file)
    }

    /// Sends a request, and returns the status and the body.
    pub fn send(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let (address, sign) = (self.address(), if path.contains('?') { '&' } else { '?' });
        let token = &self.token;
        let length = body.len();
        ask(
            address,
            &format!(
                "{method} {path}{sign}token={token} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Length: {length}\r\n\r\n{body}"
            ),
        )
    }

    pub fn get(&self, path: &str) -> Value {
        let (status, body) = self.send("GET", path, "");
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).expect("JSON")
    }

    /// Asks for an edit: what was done, or why not.
    pub fn edit(&self, order: Value) -> Result<Value, Value> {
        let (status, body) = self.send("POST", "/edit", &order.to_string());
        let answer = serde_json::from_str(&body).unwrap_or_else(|_| panic!("{status}: {body}"));
        match status {
            200 => Ok(answer),
            409 => Err(answer),
            _ => panic!("{status}: {body}"),
        }
    }

    /// The number of the file of the trees, in the list of the program.
    pub fn number(&self) -> usize {
        let name = self.file.file_name().expect("a name").to_string_lossy().into_owned();
        let files = self.files();
        files
            .iter()
            .position(|file| file["name"].as_str().is_some_and(|known| known.ends_with(&name)))
            .expect("it is live")
    }

    /// The list of files, as the page asks for it.
    pub fn files(&self) -> Vec<Value> {
        serde_json::from_value(self.get("/edit/files")).expect("a list")
    }

    /// Where a node of the file is: the one with this text before its children.
    pub fn place(&self, node: &str) -> Value {
        let holds_trees_alone = self.file.extension().is_some_and(|end| end == "bt");
        let text = bt_text::Text::new(self.text(), holds_trees_alone);
        for (tree, read) in text.trees().iter().enumerate() {
            let found = read.nodes().iter().position(|found| text.text()[found.whole().start..].starts_with(node));
            if let Some(found) = found {
                return json!({ "file": self.number(), "at": { "tree": tree, "node": found } });
            }
        }
        panic!("there is no `{node}` in {}", text.text())
    }

    pub fn state(&self) -> Value {
        self.files()[self.number()]["state"].clone()
    }

    /// A change of the node with this text, on the current state.
    pub fn change(&self, node: &str, change: Value) -> Result<Value, Value> {
        let (place, state) = (self.place(node), self.state());
        self.edit(json!({ "viewer": 0, "order": "change", "place": place, "state": state, "change": change }))
    }

    pub fn order(&self, order: &str) -> Result<Value, Value> {
        self.edit(json!({ "viewer": 0, "order": order, "file": self.number() }))
    }
}

/// The message of a refusal.
#[track_caller]
pub fn message(refused: Result<Value, Value>) -> String {
    refused.expect_err("it is refused")["message"].as_str().expect("a message").to_owned()
}

pub fn ask(address: SocketAddr, request: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("somebody listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
    let _ = stream.write_all(request.as_bytes());
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let status = answer.get(9..12).and_then(|status| status.parse().ok()).expect("a status");
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status, body.to_owned())
}

/// A client that listens.
pub struct Viewer(BufReader<TcpStream>);

impl Viewer {
    pub fn new(program: &Program) -> Self {
        let address = program.address();
        let mut stream = TcpStream::connect(address).expect("somebody listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        write!(stream, "GET /events?token={} HTTP/1.1\r\nHost: {address}\r\n\r\n", program.token)
            .expect("it can be asked");
        Viewer(BufReader::new(stream))
    }

    /// The data of the next event with this name.
    pub fn event(&mut self, name: &str) -> String {
        let wanted = format!("event: {name}");
        let mut line = String::new();
        let mut is_wanted = false;
        loop {
            line.clear();
            assert_ne!(self.0.read_line(&mut line).expect("a line"), 0, "the program has ended");
            match line.trim_end().strip_prefix("data: ") {
                Some(data) if is_wanted => return data.to_owned(),
                _ => is_wanted = line.trim_end() == wanted,
            }
        }
    }
}
