//! The trees of the village, edited on the page in a browser while the day passes: see `crates/bt-view/tests/page`.

#[path = "../../crates/bt-view/tests/browser/mod.rs"]
#[expect(
    dead_code,
    clippy::disallowed_macros,
    reason = "its other users call more of it, and nothing reads what it prints"
)]
mod browser;

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
        let name = Path::new(file!()).with_file_name("trees.rs");
        let file = folder.join(&name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find(|folder| folder.join(&name).is_file());
        fs::copy(root.expect("the sources are there").join(&name), &file).expect("it can be copied");
        sources(&folder);
        let live = Options::new().control(true).edits(LiveFiles::new()).start().expect("a port");
        let url = live.url();
        let (told, ends) = (Arc::default(), Arc::new(AtomicBool::new(false)));
        let (says, stop) = (Arc::clone(&told), Arc::clone(&ends));
        let thread = thread::spawn(move || run(Page::new(live), &says, &stop));
        Village { file, url, told, ends, thread: Some(thread) }
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

    /// Waits until somebody has told this.
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
        let _ = fs::remove_dir_all(self.file.ancestors().nth(3).expect("a folder"));
    }
}

/// Days of the village, until it is stopped.
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
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true, cancelable: true, {more} }}))"
    ));
}

/// One test, since all that is live in a file changes at once.
#[test]
fn the_village_is_edited_by_hand() {
    let Some(mut browser) = Browser::start("hand") else { return };
    let village = Village::new();
    let built = village.text();
    browser.open(&village.url);
    browser.wait("recording.agents.length >= 5 && !element('hand').hidden && live.hand.files.length > 0");
    browser.say("choose(recording.agents.findIndex(({ name }) => name === 'baker'))");

    // 1: an argument, which the baker says.
    select(&mut browser, "tells(\"The baker lights the oven\")");
    browser.picture("hand");
    write(&mut browser, "hand-arg-0", "\"The baker lights ten candles\"");
    village.wait(&mut browser, "tells(\"The baker lights ten candles\"),");
    browser.wait("agent().name.startsWith('baker') && agent().nodes.some(({ text }) => text.includes('ten candles'))");
    browser.wait("agent().nodes[moment.node]?.text.includes('ten candles') && live.status.textContent === 'live'");
    village.hears("The baker lights ten candles");

    // 2: a number, in the field.
    select(&mut browser, "wait(30.0)");
    write(&mut browser, "hand-arg-0", "20.0");
    village.wait(&mut browser, "repeat(3) < sequence < wait(20.0), take_out_bread > >");

    // 3: the same with the slider: held, and kept.
    select(&mut browser, "wait(20.0)");
    browser.say("(element('hand-slide-0').value = 10, element('hand-slide-0').dispatchEvent(new Event('input')))");
    browser.wait("agent().nodes.some(({ text }) => text === 'wait(10.0)')");
    assert!(village.text().contains("wait(20.0), take_out_bread"), "it is only held");
    browser.say("element('hand-slide-0').dispatchEvent(new Event('change'))");
    village.wait(&mut browser, "wait(10.0), take_out_bread");

    // 4: held, and taken back.
    select(&mut browser, "wait(10.0)");
    browser.say("(element('hand-slide-0').value = 2, element('hand-slide-0').dispatchEvent(new Event('input')))");
    browser.wait("agent().nodes.some(({ text }) => text === 'wait(2.0)')");
    browser
        .say("element('hand-slide-0').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))");
    browser.wait("agent().nodes.some(({ text }) => text === 'wait(10.0)')");
    assert!(village.text().contains("wait(10.0), take_out_bread"));

    // 5: a label.
    select(&mut browser, "take_out_bread");
    write(&mut browser, "hand-label", "loaves");
    village.wait(&mut browser, "loaves: take_out_bread");
    select(&mut browser, "loaves: take_out_bread");

    // 6: by keys: up, and a copy.
    press(&mut browser, "ArrowUp", "altKey: true");
    village.wait(&mut browser, "loaves: take_out_bread, wait(10.0)");
    select(&mut browser, "loaves: take_out_bread");
    press(&mut browser, "d", "ctrlKey: true");
    village.wait(&mut browser, "loaves: take_out_bread, take_out_bread, wait(10.0)");

    // 7: deleted, and undone, twice.
    select(&mut browser, "take_out_bread");
    press(&mut browser, "Delete", "");
    village.wait(&mut browser, "loaves: take_out_bread, wait(10.0)");
    browser.wait("live.hand.files[live.hand.place?.file]?.undo === 7");
    press(&mut browser, "z", "ctrlKey: true");
    village.wait(&mut browser, "loaves: take_out_bread, take_out_bread, wait(10.0)");
    press(&mut browser, "z", "ctrlKey: true");
    village.wait(&mut browser, "loaves: take_out_bread, wait(10.0)");

    // 8: inserted from the list, by search and Enter.
    select(&mut browser, "loaves: take_out_bread");
    press(&mut browser, "o", "");
    browser.wait("element('insert').open");
    browser
        .say("(element('insert-search').value = 'feed', element('insert-search').dispatchEvent(new Event('input')))");
    browser.wait("document.querySelectorAll('#insert-list .offer').length === 1");
    browser.picture("insert");
    browser.say("element('insert-form').requestSubmit()");
    village.wait(&mut browser, "loaves: take_out_bread, feed_dog, wait(10.0)");
    village.hears("loaves to the dog");

    // 9: wrapped, and of another kind, and unwrapped.
    select(&mut browser, "feed_dog");
    browser.say("(element('hand-wrap').value = 'retry(3)', element('hand-wrap').dispatchEvent(new Event('change')))");
    village.wait(&mut browser, "retry(3) < feed_dog >");
    select(&mut browser, "retry(3)");
    write(&mut browser, "hand-kind", "repeat");
    village.wait(&mut browser, "repeat(3) < feed_dog >");
    browser.wait("agent().nodes.filter(({ text }) => text === 'repeat(3)').length === 2");
    browser.say("select(agent().nodes.findLast(({ text }) => text === 'repeat(3)').position)");
    browser.wait("live.hand.shown?.text === 'repeat(3) < feed_dog >' && live.hand.shown.state === live.hand.files[live.hand.place.file].state");
    browser.say("element('hand-unwrap').click()");
    village.wait(&mut browser, "loaves: take_out_bread, feed_dog, wait(10.0)");

    // 10: as text.
    select(&mut browser, "feed_dog");
    press(&mut browser, "e", "");
    browser.wait("element('as-text').open && element('as-text-field').value === 'feed_dog'");
    browser.say("(element('as-text-field').value = 'tells(\"Text\")', element('as-text-form').requestSubmit())");
    village.wait(&mut browser, "loaves: take_out_bread, tells(\"Text\"), wait(10.0)");

    // 11: cut, and pasted elsewhere.
    select(&mut browser, "tells(\"Text\")");
    let clipboard = "(name) => document.body.dispatchEvent(new ClipboardEvent(name, { clipboardData: window.board ??= new DataTransfer(), bubbles: true, cancelable: true }))";
    browser.say(&format!("({clipboard})('cut')"));
    village.wait(&mut browser, "loaves: take_out_bread, wait(10.0)");
    select(&mut browser, "wait(10.0)");
    browser.say(&format!("({clipboard})('paste')"));
    village.wait(&mut browser, "loaves: take_out_bread, wait(10.0), tells(\"Text\")");

    // 12: dragged by the mouse, before another node.
    select(&mut browser, "tells(\"Text\")");
    let middle = |browser: &mut Browser, text: &str| -> Vec<f64> {
        let node = format!(
            "tree.elements[agent().nodes.find((node) => node.text === {text:?}).position].querySelector('rect').getBoundingClientRect()"
        );
        let said = browser.say(&format!(
            "(({{ left, top, width, height }}) => [left + width / 2, top + height / 2, height].join())({node})"
        ));
        said.split(',').map(|number| number.parse().unwrap_or_else(|_| panic!("{said}"))).collect()
    };
    let (from, to) = (middle(&mut browser, "tells(\"Text\")"), middle(&mut browser, "wait(10.0)"));
    let mouse = |kind: &str, x: f64, y: f64| json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
    browser.call("Input.dispatchMouseEvent", mouse("mousePressed", from[0], from[1]));
    browser.call("Input.dispatchMouseEvent", mouse("mouseMoved", to[0], to[1]));
    browser.call("Input.dispatchMouseEvent", mouse("mouseMoved", to[0], to[1] - 0.4 * to[2]));
    browser.wait("document.querySelectorAll('.node.drop-before').length === 1");
    browser.picture("drag");
    browser.call("Input.dispatchMouseEvent", mouse("mouseReleased", to[0], to[1] - 0.4 * to[2]));
    village.wait(&mut browser, "loaves: take_out_bread, tells(\"Text\"), wait(10.0)");

    // What is wrong stands at the node, and changes nothing.
    let before = village.text();
    select(&mut browser, "tells(\"Text\")");
    write(&mut browser, "hand-arg-0", "7");
    browser
        .wait("element('hand-error')?.textContent.length > 0 && document.querySelectorAll('.node.wrong').length === 1");
    browser.picture("refused");
    assert_eq!(village.text(), before);

    // A subtree: the tree in it.
    browser.say("choose(recording.agents.findIndex(({ name }) => name === 'dog'))");
    browser.say("choose(agents.newest(moment.agent))");
    browser.wait("agent().nodes.some(({ text }) => text.startsWith('eat: selector'))");
    browser.say("select(agent().nodes.find(({ text }) => text.startsWith('eat: selector')).position)");
    browser.wait("live.hand.shown?.text === 'eat' && !!element('hand-inner')");
    browser.say("element('hand-inner').click()");
    browser.wait("live.hand.shown?.tree === 'Eat' && live.hand.shown.name === 'selector'");

    // A text editor makes a mistake, and mends it.
    let saved = village.text();
    fs::write(&village.file, saved.replacen("random_selector <", "random_selektor <", 1)).expect("it can be written");
    browser.wait("!element('mistakes').hidden && element('mistakes').textContent.includes('random_selektor')");
    browser.picture("mistakes");
    browser.say("document.querySelector('#mistakes button').click()");
    browser.wait("agent().nodes[moment.node]?.name === 'random_selector'");
    fs::write(&village.file, &saved).expect("it can be written");
    browser.wait("element('mistakes').hidden");

    // All of it can be taken back, to the byte.
    for _ in 0..20 {
        browser.say("live.hand.order('undo')");
    }
    for _ in 0..500 {
        if village.text() == built {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(village.text(), built);
    let errors: Vec<&String> = browser.errors().iter().filter(|error| !error.contains("409")).collect();
    assert!(errors.is_empty(), "{errors:?}");
}
