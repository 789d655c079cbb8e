//! Phones, dark, and what a screen reader finds. With `BT_PICTURES=folder`, there are pictures to look at.

use serde_json::json;

use super::browser::Browser;
use super::{open, write};

fn size(browser: &mut Browser, width: u32, height: u32) {
    let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
    browser.call("Emulation.setDeviceMetricsOverride", metrics);
    browser.say("new Promise(requestAnimationFrame)");
}

fn dark(browser: &mut Browser, is_dark: bool) {
    let value = if is_dark { "dark" } else { "light" };
    let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] });
    browser.call("Emulation.setEmulatedMedia", features);
}

/// Reloads the page, which asks only once what the viewer prefers.
fn again(browser: &mut Browser) {
    let page = browser.say("location.href.split('#')[0]");
    browser.open("about:blank");
    browser.open(&page);
    browser.wait("globalThis.playground !== undefined && playground.ticks > 0");
}

/// The controls that stick out of the window. The head of the text can be scrolled.
const OUTSIDE: &str = "[...document.querySelectorAll('button, select, input, summary, .cm-editor')] .filter((element) \
                       => element.checkVisibility() && !element.closest('#play-head, dialog')) .map((element) => \
                       [element, element.getBoundingClientRect()]) .filter(([, box]) => box.width > 0 && (box.left < \
                       -1 || box.right > innerWidth + 1)) .map(([element, box]) => `${element.id || element.className \
                       || element.textContent} ${Math.round(box.left)}..${Math.round(box.right)}`) .join('; ')";

/// Whether the root is inside the picture.
const ROOT_IS_SEEN: &str = "((root, tree) => root.left >= tree.left && root.top >= tree.top && root.right <= \
                            tree.right && root.bottom <= tree.bottom)(...['#nodes .node', '#tree'].map((part) => \
                            document.querySelector(part).getBoundingClientRect()))";

/// The lists above the text, with more than one tree to run.
#[test]
fn the_head_is_one_line_with_lists_that_can_be_read() {
    let Some(mut browser) = open("head") else { return };
    write(&mut browser, "One(W) = sequence < walk, look >\nTwo(W) = selector < look, kick >");
    browser.wait("document.getElementById('play-root').options.length === 2");
    for (width, height) in [(1400, 900), (390, 844)] {
        size(&mut browser, width, height);
        assert_eq!(browser.say("document.getElementById('play-head').offsetHeight < 50"), "true", "{width}");
        let lists = "[...document.querySelectorAll('#play-head select')].map((list) => list.offsetWidth)";
        assert_eq!(browser.say(&format!("{lists}.every((width) => width >= 75)")), "true", "{}", browser.say(lists));
        browser.picture(&format!("head-{width}"));
    }
}

#[test]
fn a_phone_has_all_of_it() {
    let Some(mut browser) = open("phone") else { return };
    size(&mut browser, 390, 844);
    again(&mut browser);
    for (number, name) in ["text", "world"].into_iter().enumerate() {
        browser.say(&format!("playground.open(playground.examples[{number}])"));
        browser.wait("agent()?.nodes.length > 4");
        assert_eq!(browser.say(OUTSIDE), "", "{name}");
        assert_eq!(browser.say("document.documentElement.scrollWidth <= innerWidth"), "true");
        browser.picture(&format!("phone-{name}"));
        browser.say("document.getElementById('play-view').click()");
        browser.wait("document.querySelector('[role=tree]')?.checkVisibility() === true");
        browser.wait(ROOT_IS_SEEN);
        assert_eq!(browser.say("document.documentElement.scrollWidth <= innerWidth"), "true");
        browser.picture(&format!("phone-{name}-tree"));
        browser.say("document.getElementById('play-view').click()");
        browser.wait("document.querySelector('.cm-content').checkVisibility()");
    }
    assert!(browser.errors().is_empty(), "{:?}", browser.errors());
}

#[test]
fn dark_is_dark() {
    let Some(mut browser) = open("dark") else { return };
    let brightness = "(() => { const [r, g, b] = \
                      getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number); return r + g + b; \
                      })()";
    let mut bright = |is_dark, number: usize| -> u32 {
        dark(&mut browser, is_dark);
        again(&mut browser);
        browser.say(&format!("playground.open(playground.examples[{number}])"));
        browser.wait("playground.ticks > 8");
        browser.picture(&format!("wide-{number}-{}", if is_dark { "dark" } else { "light" }));
        browser.say(brightness).parse().expect("a colour")
    };
    assert!(bright(false, 1) > 600);
    assert!(bright(true, 1) < 200);
    bright(true, 2);
    bright(false, 3);
}

#[test]
fn a_screen_reader_finds_names_and_roles() {
    let Some(mut browser) = open("roles") else { return };
    browser.say("playground.open(playground.examples[1])");
    browser.wait("document.querySelectorAll('[role=tree] [role=treeitem]').length > 4");
    // Each control has a name: its text, its label, or what it is called for screen readers.
    let nameless = browser.say(
        "[...document.querySelectorAll('button, select, input, textarea')] .filter((element) => \
         element.checkVisibility() && !(element.textContent.trim() || element.labels?.length || element.ariaLabel || \
         element.getAttribute('aria-labelledby') || element.title)) .map((element) => element.outerHTML.slice(0, \
         80)).join('; ')",
    );
    assert_eq!(nameless, "");
    let said = browser.say(
        "document.getElementById(document.getElementById('play-picture').getAttribute('aria-labelledby')).textContent",
    );
    assert!(said.starts_with("The bot is in"), "{said}");
}
