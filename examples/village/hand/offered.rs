//! The panel of what can be used: searched, and dragged from.

use super::browser::Browser;
use super::{Village, drag, middle, middle_of, press, release, select};

/// The browser shows the baker.
pub fn all(browser: &mut Browser, village: &Village) {
    // With the keyboard: search, and Enter.
    select(browser, "take_out_bread");
    press(browser, "u", "");
    browser.wait("!element('use').hidden && document.activeElement.id === 'use-search'");
    browser.wait(
        "[...document.querySelectorAll('#use-list h3')].map((head) => \
         head.textContent).join().startsWith('trees,leaves,')",
    );
    browser
        .say("(element('use-search').value = 'bowl loaves', element('use-search').dispatchEvent(new Event('input')))");
    browser.wait("document.querySelectorAll('#use-list .offer').length === 1");
    let row = browser.say("document.querySelector('#use-list .offer').textContent");
    assert!(row.starts_with("feed_dog Fills the bowl with the loaves that are left. · trees.rs:"), "{row}");
    browser.picture("used");
    browser.say("element('use-search').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))");
    village.wait(browser, "repeat(3) < sequence < wait(30.0), take_out_bread, feed_dog > >");
    select(browser, "feed_dog");

    // With the mouse: drag a leaf with an argument to the place before a node.
    browser.say("(element('use-search').value = 'drive', element('use-search').dispatchEvent(new Event('input')))");
    browser.wait("document.querySelectorAll('#use-list .offer').length > 0");
    browser.say(
        "(element('use-search').value = 'lie_down doormat', element('use-search').dispatchEvent(new Event('input')))",
    );
    browser.wait("document.querySelectorAll('#use-list .offer').length === 1");
    let from = middle_of(browser, "document.querySelector('#use-list .offer')");
    let to = middle(browser, "wait(30.0)");
    let at = (to.0, to.1 - 0.4 * to.2);
    drag(browser, from, at);
    browser.wait("!element('drag').hidden && document.querySelectorAll('.node.drop-before').length === 1");
    browser.picture("dragged");
    release(browser, at);
    let dragged = "repeat(3) < sequence < lie_down(\"on the doormat\"), wait(30.0), take_out_bread, feed_dog > >";
    village.wait(browser, dragged);
    browser.wait("element('drag').hidden && live.hand.dragged === null");
    browser.say("showTab('steps')");
}
