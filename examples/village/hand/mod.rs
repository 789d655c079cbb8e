//! The trees of the village, edited on the page in a browser while the day passes: see `crates/bt-view/tests/page`.

mod across;
#[path = "../../../crates/bt-view/tests/browser/mod.rs"]
#[expect(
    dead_code,
    clippy::disallowed_macros,
    reason = "its other users call more of it, and nothing reads what it prints"
)]
mod browser;
mod designer;
mod offered;
mod several;
mod tasks;
mod view;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use browser::Browser;
use bt_live::{LiveFiles, sources};
use bt_view::serve::Options;
use serde_json::json;

use crate::SEED;
use crate::live::{Day, Page};

/// A village that runs until it is dropped, with a copy of its trees.
struct Village {
    file: PathBuf,
    url: String,
    told: Arc<Mutex<Vec<String>>>,
    ends: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Village {
    fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("bt-village-{}", std::process::id()));
        let name = Path::new(file!()).ancestors().nth(2).expect("a folder").join("trees.rs");
        let file = copied(&name, &folder);
        across::FILES.iter().for_each(|name| drop(copied(Path::new(name), &folder)));
        sources(&folder);
        let live = Options::new().control(true).edits(LiveFiles::new()).start().expect("a port");
        let url = live.url();
        let (told, ends) = (Arc::default(), Arc::new(AtomicBool::new(false)));
        let (says, stop) = (Arc::clone(&told), Arc::clone(&ends));
        let thread = thread::spawn(move || run(Page::new(live), &says, &stop));
        Village { file, url, told, ends, thread: Some(thread) }
    }

    /// The folder with the copied sources.
    fn folder(&self) -> &Path {
        self.file.ancestors().nth(3).expect("a folder")
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.file).expect("it can be read")
    }

    /// Waits until the file has this text.
    #[track_caller]
    fn wait(&self, browser: &mut Browser, text: &str) {
        for _ in 0..1500 {
            if self.text().contains(text) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        let error = browser.say("element('hand-error')?.textContent");
        panic!("the file never had `{text}`; the page says `{error}`, errors: {:?}\n{}", browser.errors(), self.text());
    }

    /// Waits until the file has exactly this text.
    #[track_caller]
    fn returns(&self, text: &str) {
        for _ in 0..500 {
            if self.text() == text {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(self.text(), text);
    }

    /// Waits until this has been reported.
    #[track_caller]
    fn hears(&self, line: &str) {
        for _ in 0..1500 {
            if self.told.lock().expect("nobody panics").iter().any(|told| told.contains(line)) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("nobody tells `{line}`");
    }
}

impl Drop for Village {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::SeqCst);
        let _ = self.thread.take().map(thread::JoinHandle::join);
        let _ = fs::remove_dir_all(self.folder());
    }
}

/// Copies a source file into a folder.
fn copied(name: &Path, folder: &Path) -> PathBuf {
    let copy = folder.join(name);
    fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find(|folder| folder.join(name).is_file());
    fs::copy(root.expect("the sources are there").join(name), &copy).expect("it can be copied");
    copy
}

/// Runs days of the village until it is stopped.
fn run(mut page: Page, told: &Mutex<Vec<String>>, ends: &AtomicBool) {
    while !ends.load(Ordering::SeqCst) {
        Day::new(SEED, None).on(&mut page).pass(|line| {
            told.lock().expect("nobody panics").push(line.to_owned());
            let pause = if ends.load(Ordering::SeqCst) { 0 } else { 5 };
            thread::sleep(Duration::from_millis(pause));
        });
    }
}

/// Selects the node of the shown tree with this text, and waits until its fields are there.
#[track_caller]
fn select(browser: &mut Browser, text: &str) {
    browser.wait(&format!("agent().nodes.some(({{ text }}) => text === {text:?})"));
    browser.say(&format!("select(agent().nodes.find(({{ text }}) => text === {text:?}).position)"));
    browser.wait(&format!(
        "agent().nodes[moment.node]?.text === {text:?} && live.hand.isReady() && !!element('hand-label')"
    ));
}

/// Writes something into a field, as a user does.
fn write(browser: &mut Browser, id: &str, text: &str) {
    browser.say(&format!("(element('{id}').value = {text:?}, element('{id}').dispatchEvent(new Event('change')))"));
}

fn press(browser: &mut Browser, key: &str, more: &str) {
    browser.say(&format!(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true, cancelable: true, \
         {more} }}))"
    ));
}

/// The middle of a node on the screen, and its height.
fn middle(browser: &mut Browser, text: &str) -> (f64, f64, f64) {
    // A node that still moves is somewhere else a moment later.
    browser.wait("tree.elements.every((element) => !element || element.getAnimations().length === 0)");
    middle_of(
        browser,
        &format!("tree.elements[agent().nodes.find((node) => node.text === {text:?}).position].querySelector('rect')"),
    )
}

/// The middle of an element.
#[track_caller]
fn middle_of(browser: &mut Browser, element: &str) -> (f64, f64, f64) {
    let said = browser.say(&format!(
        "(({{ left, top, width, height }}) => [left + width / 2, top + height / 2, \
         height].join())({element}.getBoundingClientRect())"
    ));
    let numbers: Vec<f64> = said.split(',').map(|number| number.parse().unwrap_or_else(|_| panic!("{said}"))).collect();
    (numbers[0], numbers[1], numbers[2])
}

/// Drags something with the mouse, and holds it somewhere else.
fn drag(browser: &mut Browser, from: (f64, f64, f64), (x, y): (f64, f64)) {
    mouse(browser, "mousePressed", (from.0, from.1));
    mouse(browser, "mouseMoved", (x, y + 1.0));
    mouse(browser, "mouseMoved", (x, y));
}

fn release(browser: &mut Browser, at: (f64, f64)) {
    mouse(browser, "mouseReleased", at);
}

fn mouse(browser: &mut Browser, kind: &str, (x, y): (f64, f64)) {
    let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
    browser.call("Input.dispatchMouseEvent", event);
}

/// Cuts, copies or pastes, with a clipboard of the page.
fn clipboard(browser: &mut Browser, name: &str) {
    browser.say(&format!(
        "document.body.dispatchEvent(new ClipboardEvent('{name}', {{ clipboardData: window.board ??= new \
         DataTransfer(), bubbles: true, cancelable: true }}))"
    ));
}

/// One test, since everything that is live in a file changes at once.
#[test]
fn the_village_is_edited_by_hand() {
    let Some(mut browser) = Browser::start("hand") else { return };
    let village = Village::new();
    let built = village.text();
    browser.open(&village.url);
    browser.wait("recording.agents.length >= 5 && !element('hand').hidden && live.hand.files.length > 0");
    browser.say("choose(recording.agents.findIndex(({ name }) => name === 'baker'))");

    for part in [tasks::all, offered::all, several::all, view::all, designer::all] {
        let baker = "recording.agents.findIndex(({ name }) => name === 'baker')";
        browser.say(&format!("(choose({baker}), choose(agents.newest(moment.agent)))"));
        part(&mut browser, &village);
        // All of it can be taken back, to the byte.
        for _ in 0..20 {
            browser.say("live.hand.order('undo')");
        }
        village.returns(&built);
    }
    across::all(&mut browser, &village);
    let errors: Vec<&String> = browser.errors().iter().filter(|error| !error.contains("409")).collect();
    assert!(errors.is_empty(), "{errors:?}");
}
