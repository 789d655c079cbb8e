//! The view does not jump, and nodes move to their new places if the user wants motion.

use super::browser::Browser;
use super::{Village, press, select};
use serde_json::json;

/// Where the node with this text is on the screen.
pub fn place(browser: &mut Browser, text: &str) -> String {
    browser.say(&format!(
        "(({{ x, y }}) => [tree.x + x * tree.scale, tree.y + y * tree.scale, \
         tree.scale].map(Math.round).join())(tree.boxes[agent().nodes.find((node) => node.text === \
         {text:?}).position])"
    ))
}

/// The browser shows the baker.
pub fn all(browser: &mut Browser, village: &Village) {
    // The selected node stays where it is, although more nodes appear above it.
    select(browser, "take_out_bread");
    let before = place(browser, "take_out_bread");
    press(browser, "d", "ctrlKey: true");
    village.wait(browser, "wait(30.0), take_out_bread, take_out_bread > >");
    browser.wait("agent().nodes.filter(({ text }) => text === 'take_out_bread').length === 2");
    assert_eq!(place(browser, "take_out_bread"), before);
    press(browser, "z", "ctrlKey: true");
    village.wait(browser, "wait(30.0), take_out_bread > >");
    browser.wait("agent().nodes.filter(({ text }) => text === 'take_out_bread').length === 1");

    // Two edits lead back to the same nodes, but in a new agent: the edited node is selected there.
    select(browser, "take_out_bread");
    browser.say(
        "(live.hand.want = { ...live.hand.place, at: { tree: 0, node: 1 }, nodes: agent().nodes, agent: -1, count: 1 \
         }, live.hand.key = null, show())",
    );
    browser.wait("moment.node === 1 && live.hand.isReady()");

    // Two nodes swap places.
    let moved = "(tree.change(agent().nodes, agent().nodes.map(({ position }) => position === 2 ? 3 : position === 3 \
                 ? 2 : position), -1), tree.elements.map((element) => element.getAnimations().length).join(''))";
    let motion = |browser: &mut Browser, value: &str| {
        let features = json!([{ "name": "prefers-reduced-motion", "value": value }]);
        browser.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    };
    motion(browser, "no-preference");
    let shown = browser.say(moved);
    assert!(shown.starts_with("00110"), "{shown}");
    motion(browser, "reduce");
    let shown = browser.say(moved);
    assert!(shown.starts_with("00000") && !shown.contains('1'), "{shown}");
    motion(browser, "no-preference");

    // Only a part of a big tree is visible: the outline shows all of it, and a click there moves the view.
    browser.say("(tree.fit(), showNow())");
    assert_eq!(browser.say("element('outline').hidden"), "true");
    browser.say("(tree.zoom(3), showNow())");
    let outlined = browser.say("agent().nodes.length < LEAST_OUTLINED || !element('outline').hidden");
    assert_eq!(outlined, "true");
    browser.say("(setTheme('dark'), tree.fit(), showTab('use'), showNow())");
    browser.picture("dark");

    // On a phone, the drawer shows all of the panel, and nothing is wider than it.
    let phone = json!({ "width": 390, "height": 780, "deviceScaleFactor": 1, "mobile": true });
    browser.call("Emulation.setDeviceMetricsOverride", phone);
    browser.say("(setTheme('light'), showDrawer(true))");
    browser.wait("element('side').getBoundingClientRect().right <= innerWidth && innerWidth === 390");
    browser.wait("document.querySelectorAll('#use-list .offer').length > 0");
    browser.picture("phone-hand");
    let wide = "[...document.querySelectorAll('#hand *, #use *')].filter((part) => part.getBoundingClientRect().right \
                > innerWidth).length";
    assert_eq!(browser.say(wide), "0");
    browser.call("Emulation.clearDeviceMetricsOverride", json!({}));
    browser.say("(showDrawer(false), showTab('steps'))");
}
