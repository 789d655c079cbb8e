//! A node is dragged into a tree of another file.

mod path;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use bt::bt;
use bt_live::{Live, LiveFiles};
use bt_view::serve::Options;

use super::browser::Browser;
use super::{Village, drag, middle, release, select};

bt! { pub Scout(Vec<u8>) = forever < sequence < path: path::Path, rest: wait(0.5), look: wait(0.1) > > }

/// The files of these trees.
pub const FILES: [&str; 2] = [file!(), path::FILE];

fn wait(browser: &mut Browser, file: &Path, text: &str) {
    let read = || fs::read_to_string(file).expect("it can be read");
    for _ in 0..1500 {
        if read().contains(text) {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!(
        "the file never had `{text}`; the page says `{}`\n{}",
        browser.say("element('hand-error')?.textContent"),
        read()
    );
}

pub fn all(browser: &mut Browser, village: &Village) {
    let files = FILES.map(|name| village.folder().join(name));
    let mut page = Options::new().control(true).edits(LiveFiles::new()).start().expect("a port");
    let (url, ends) = (page.url(), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            let (key, mut scout, mut steps) = (page.agent::<Scout>("scout"), Live::from(Scout::new()), Vec::new());
            // At most a minute.
            for _ in (0..12_000).take_while(|_| !ends.load(Ordering::SeqCst)) {
                scout.tick_for_with(0.05, &mut steps, &mut page.tick_for(key, 0.05, || scout.active()));
                thread::sleep(Duration::from_millis(5));
            }
        });
        browser.open(&url);
        browser.wait("recording.agents.length > 0 && !element('hand').hidden && live.hand.files.length > 1");
        select(browser, "rest: wait(0.5)");
        let (from, to) = (middle(browser, "rest: wait(0.5)"), middle(browser, "pause: wait(0.2)"));
        let above = (to.0, to.1 - 0.4 * to.2);
        drag(browser, from, above);
        browser.wait("live.hand.dragged.why.size > 0");
        assert_eq!(browser.say("[...live.hand.dragged.why.values()].join()"), "");
        release(browser, above);
        wait(browser, &files[1], "action(|steps| steps.push(1)), rest: wait(0.5), pause: wait(0.2)");
        wait(browser, &files[0], "sequence < path: path::Path, look: wait(0.1) >");
        ends.store(true, Ordering::SeqCst);
    });
}
