//! The story of the chapter "A designer's ten minutes", with its pictures.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::browser::Browser;
use super::view::place;
use super::{Village, drag, middle, middle_of, press, release, select, write};

/// Each step is one of the chapter.
pub fn all(browser: &mut Browser, village: &Village) {
    let size = json!({ "width": 1100, "height": 800, "deviceScaleFactor": 1, "mobile": false });
    browser.call("Emulation.setDeviceMetricsOverride", size);
    the_guard_sleeps_less(browser, village);
    the_cat_becomes_a_thief(browser, village);
    a_place_says_why_not(browser, village);
    the_theft_is_a_tree(browser, village);
    browser.call("Emulation.clearDeviceMetricsOverride", json!({}));
}

/// Keeps a picture of the tree and the panel, if `BT_PICTURES` names a folder: `book/pictures` takes it from there.
fn picture(browser: &mut Browser, name: &str) {
    let Some(folder) = std::env::var_os("BT_PICTURES") else { return };
    // All animations have ended.
    browser.wait("document.getAnimations().length === 0");
    let clip = browser.say(
        "(({ x, y, width, height }) => JSON.stringify({ x, y, width, height, scale: 1 \
         }))(document.querySelector('main').getBoundingClientRect())",
    );
    let clip: Value = serde_json::from_str(&clip).unwrap_or_else(|_| panic!("{clip}"));
    let shot = browser.call("Page.captureScreenshot", json!({ "clip": clip }))["data"].take();
    let file = PathBuf::from(folder).join(format!("{name}.png.base64"));
    fs::write(file, shot.as_str().unwrap_or_default()).expect("it can be written");
}

fn choose(browser: &mut Browser, name: &str) {
    browser.say(&format!(
        "(choose(recording.agents.findIndex((agent) => agent.name === '{name}')), \
         choose(agents.newest(moment.agent)), live.setFollows(true))"
    ));
}

/// Drags a slider, and lets it go.
fn slide(browser: &mut Browser, argument: usize, value: &str) {
    let slider = format!("element('hand-slide-{argument}')");
    browser.say(&format!("({slider}.value = {value}, {slider}.dispatchEvent(new Event('input')))"));
    browser.wait(&format!("agent().nodes[moment.node]?.text.includes('{value}.0')"));
    browser.say(&format!("{slider}.dispatchEvent(new Event('change'))"));
}

fn the_guard_sleeps_less(browser: &mut Browser, village: &Village) {
    choose(browser, "dog");
    select(browser, "wait_between(60.0, 120.0)");
    slide(browser, 0, "10");
    village.wait(browser, "wait_between(10.0, 120.0)");
    select(browser, "wait_between(10.0, 120.0)");
    slide(browser, 1, "20");
    village.wait(browser, "race < wait_between(10.0, 20.0), wait_until(|village| village.dog.woken) >");
    select(browser, "wait_between(10.0, 20.0)");
    picture(browser, "designer-guard");
}

fn the_cat_becomes_a_thief(browser: &mut Browser, village: &Village) {
    choose(browser, "cat");
    select(browser, "tells(\"The cat plays with a leaf in the garden\")");
    write(browser, "hand-arg-0", "The cat steals a loaf");
    village.wait(browser, "tells(\"The cat steals a loaf\"),");
    select(browser, "tells(\"The cat steals a loaf\")");
    press(browser, "u", "");
    browser.say("(element('use-search').value = 'bread', element('use-search').dispatchEvent(new Event('input')))");
    browser.wait("document.querySelector('#use-list .offer')?.textContent.startsWith('get_bread')");
    browser.say("element('use-list').querySelector('.offer').scrollIntoView({ block: 'nearest' })");
    let from = middle_of(browser, "document.querySelector('#use-list .offer')");
    let to = middle(browser, "tells(\"The cat steals a loaf\")");
    let at = (to.0, to.1 + 0.4 * to.2);
    drag(browser, from, at);
    browser.wait("document.querySelectorAll('.node.drop-after').length === 1 && live.hand.dragged.why.size > 0");
    picture(browser, "designer-drag");
    // The tree is in columns, and stays where it is.
    let nodes = ["priority", "tells(\"The cat steals a loaf\")", "finally"];
    let before = nodes.map(|node| place(browser, node));
    release(browser, at);
    village.wait(browser, "tells(\"The cat steals a loaf\"),\n                get_bread,\n");
    browser.wait("agent().nodes.some(({ text }) => text === 'get_bread')");
    assert_eq!(nodes.map(|node| place(browser, node)), before);
    village.hears("The cat steals a loaf");
}

fn a_place_says_why_not(browser: &mut Browser, village: &Village) {
    let before = village.text();
    select(browser, "get_bread");
    browser.say("(element('use-search').value = 'running', element('use-search').dispatchEvent(new Event('input')))");
    browser.wait(
        "[...document.querySelectorAll('#use-list .offer')].some(({ firstChild }) => firstChild.textContent === \
         'running')",
    );
    let running = "[...document.querySelectorAll('#use-list .offer')].find(({ firstChild }) => firstChild.textContent \
                   === 'running')";
    browser.say(&format!("{running}.scrollIntoView({{ block: 'nearest' }})"));
    let (from, to) = (middle_of(browser, running), middle(browser, "get_bread"));
    let at = (to.0, to.1 - 0.4 * to.2);
    drag(browser, from, at);
    browser.wait("element('drag').className === 'bad' && element('drag').textContent.includes('reach')");
    picture(browser, "designer-why-not");
    press(browser, "Escape", "");
    release(browser, at);
    assert_eq!(village.text(), before);
    browser.say("showTab('steps')");
}

fn the_theft_is_a_tree(browser: &mut Browser, village: &Village) {
    // The node around it gets a name, and becomes a tree.
    select(browser, "get_bread");
    browser
        .say("(element('hand-wrap').value = 'cooldown(1.0)', element('hand-wrap').dispatchEvent(new Event('change')))");
    village.wait(browser, "cooldown(1.0) < get_bread >,");
    select(browser, "cooldown(1.0)");
    write(browser, "hand-arg-0", "60.0");
    village.wait(browser, "cooldown(60.0) < get_bread >,");
    browser.wait("agent().nodes.some(({ text }) => text === 'cooldown(60.0)')");
    browser.say("select(agent().nodes[agent().nodes.find(({ text }) => text === 'cooldown(60.0)').parent].position)");
    browser.wait("live.hand.isReady() && live.hand.shown.name === 'sequence' && !!element('hand-label')");
    write(browser, "hand-label", "steal");
    village.wait(browser, "steal: sequence <\n                tells(\"The cat steals a loaf\"),");
    select(browser, "steal: sequence");
    press(browser, "x", "");
    village.wait(browser, "            steal: steal,\n");
    village.wait(
        browser,
        "\nbt! {\n    pub Steal(Village) = sequence <\n        tells(\"The cat steals a loaf\"),\n        \
         cooldown(60.0) < get_bread >,\n",
    );
    browser.wait("agent().nodes[moment.node]?.text.startsWith('steal: sequence') && live.hand.isReady()");
    browser.wait("element('hand-inline')?.disabled === false");
    picture(browser, "designer-thief");
}
