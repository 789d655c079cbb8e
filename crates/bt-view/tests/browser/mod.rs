//! Chromium, driven by its own protocol: over two pipes, in JSON messages that end with a zero byte.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(30);

pub struct Browser {
    child: Child,
    folder: PathBuf,
    orders: File,
    answers: BufReader<File>,
    session: Value,
    number: u64,
    errors: Vec<String>,
}

impl Browser {
    /// A browser with an empty page, if the variable `BT_BROWSER` asks for one.
    pub fn start(name: &str) -> Option<Self> {
        if std::env::var_os("BT_BROWSER").is_none() {
            println!("SKIPPED: `BT_BROWSER=1` opens the page in Chromium");
            return None;
        }
        let program = ["chromium", "chromium-browser", "google-chrome"]
            .into_iter()
            .find(|name| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success()))
            .expect("`BT_BROWSER` is set, and there is no Chromium here");
        let folder = std::env::temp_dir().join(format!("bt-view-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let [orders, answers] = ["orders", "answers"].map(|pipe| folder.join(pipe));
        let made = Command::new("mkfifo").args([&orders, &answers]).status().expect("`mkfifo` runs");
        assert!(made.success());
        let script = "exec \"$0\" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
                      --disable-background-networking --disable-component-update --disable-sync \
                      --window-size=1400,900 --remote-debugging-pipe --user-data-dir=\"$1/profile\" 3<\"$1/orders\" \
                      4>\"$1/answers\"";
        let child = Command::new("sh")
            .args(["-c", script, program])
            .arg(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("`sh` runs");
        let orders = File::options().write(true).open(&orders).expect("a pipe");
        let answers = BufReader::new(File::open(&answers).expect("a pipe"));
        let mut browser =
            Browser { child, folder, orders, answers, session: Value::Null, number: 0, errors: Vec::new() };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].take();
        let attached = browser.call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        browser.session = attached["sessionId"].clone();
        for domain in ["Runtime.enable", "Log.enable", "Page.enable"] {
            browser.call(domain, json!({}));
        }
        Some(browser)
    }

    /// Gives the browser an order, and waits for its answer.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.number += 1;
        let mut order = json!({ "id": self.number, "method": method, "params": params });
        if !self.session.is_null() {
            order["sessionId"] = self.session.clone();
        }
        write!(self.orders, "{order}\0").expect("the browser listens");
        loop {
            let mut answer = Vec::new();
            self.answers.read_until(0, &mut answer).expect("the browser answers");
            answer.pop();
            let mut answer: Value = serde_json::from_slice(&answer).expect("JSON");
            match answer["method"].as_str() {
                Some("Runtime.exceptionThrown") => self.errors.push(answer["params"]["exceptionDetails"].to_string()),
                Some("Runtime.consoleAPICalled") => self.errors.push(answer["params"]["args"].to_string()),
                // A browser asks for a picture of the site by itself.
                Some("Log.entryAdded") if !answer.to_string().contains("favicon") => {
                    self.errors.push(answer["params"]["entry"].to_string());
                }
                _ if answer["id"] == self.number => {
                    assert!(answer["error"].is_null(), "{method}: {answer}");
                    return answer["result"].take();
                }
                _ => {}
            }
        }
    }

    #[track_caller]
    pub fn open(&mut self, url: &str) {
        self.call("Page.navigate", json!({ "url": url }));
        // The page may write another moment into its address.
        let page = url.split('#').next().unwrap_or_default();
        self.wait(&format!("location.href.split('#')[0] === '{page}' && document.readyState === 'complete'"));
    }

    /// Lets pages save files, in a folder of their own.
    pub fn saves(&mut self) -> PathBuf {
        let folder = self.folder.join("saved");
        std::fs::create_dir_all(&folder).expect("a folder");
        self.call(
            "Browser.setDownloadBehavior",
            json!({ "behavior": "allow", "downloadPath": folder.display().to_string() }),
        );
        folder
    }

    /// What an expression is in the page.
    pub fn say(&mut self, expression: &str) -> String {
        let params = json!({ "expression": format!("Promise.resolve({expression}).then(String)"), "returnByValue": true, "awaitPromise": true });
        let said = self.call("Runtime.evaluate", params);
        said["result"]["value"].as_str().map_or_else(|| format!("error: {said}"), str::to_owned)
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub fn wait(&mut self, expression: &str) {
        let began = Instant::now();
        while self.say(expression) != "true" {
            assert!(began.elapsed() < PATIENCE, "never was `{expression}`; errors: {:?}", self.errors);
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Saves a picture of the page in the folder that `BT_PICTURES` names, if it is set.
    pub fn picture(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("BT_PICTURES") else { return };
        let picture = self.call("Page.captureScreenshot", json!({}))["data"].take();
        let file = PathBuf::from(folder).join(format!("{name}.png.base64"));
        std::fs::write(file, picture.as_str().unwrap_or_default()).expect("a picture");
    }

    /// What the page has complained about.
    pub fn errors(&self) -> &[String] {
        &self.errors
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
