//! Scripts that act on the page as a user does, and report what they see.

use crate::browser::Browser;
use crate::samples::recording;

/// Functions for the scripts. The page shows a new moment in the next frame: after two frames, it is drawn.
const HELPERS: &str = "
    const said = [], say = (...words) => said.push(words.join(' '));
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const press = async (key, shiftKey = false) => {
        document.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
        await drawn();
    };
    const address = async (hash) => {
        const changed = new Promise((done) => addEventListener('hashchange', done, { once: true }));
        location.hash = hash;
        await changed; await drawn();
    };
    const classes = (node) => document.querySelector(`[data-node='${node}']`)?.getAttribute('class');
    const text = (id) => document.getElementById(id).textContent;";

/// Opens a page from a file, at a moment that its address holds.
#[track_caller]
pub fn open(browser: &mut Browser, html: &str, moment: &str) {
    let file = browser.saves().join("page.html");
    std::fs::write(&file, html).expect("the page is written");
    browser.open(&format!("file://{}{moment}", file.display()));
}

/// Opens a page, lets a script act in it, and returns what it said: a line for each call of `say`.
pub fn drive(name: &str, html: &str, script: &str) -> Option<Vec<String>> {
    let mut browser = Browser::start(name)?;
    open(&mut browser, html, "");
    let said = browser.say(&format!(
        "(async () => {{
            {HELPERS}
            try {{ await ready; await drawn(); {script} }} catch (error) {{ say('error:', error.stack); }}
            return said.join('\\n');
        }})()"
    ));
    browser.picture(name);
    assert_eq!(browser.errors(), [""; 0]);
    Some(said.split('\n').map(str::to_owned).collect())
}

/// The same with the recording of most tests.
#[track_caller]
pub fn assert_said(name: &str, script: &str, expected: &[&str]) {
    if let Some(said) = drive(name, &recording().to_html(), script) {
        assert_eq!(said, expected);
    }
}
