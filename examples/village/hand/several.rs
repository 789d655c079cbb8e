//! Several nodes at once, trees that are extracted and written where they are used, and places that say why not.

use super::browser::Browser;
use super::{Village, clipboard, drag, middle, press, release, select};

/// Waits until this many siblings are selected, with their buttons.
fn has(browser: &mut Browser, count: usize) {
    browser.wait(&format!(
        "live.hand.selected().length === {count} && live.hand.isReady() && live.hand.texts.length === {count}"
    ));
}

/// The browser shows the baker.
pub fn all(browser: &mut Browser, village: &Village) {
    by_keyboard(browser, village);
    by_mouse(browser, village);
    as_a_tree(browser, village);
}

const TWO: &str = "tells(\"The baker lights the oven\"),\n            action(|village| village.fire = true),\n";

fn by_keyboard(browser: &mut Browser, village: &Village) {
    select(browser, "tells(\"The baker lights the oven\")");
    press(browser, "ArrowDown", "shiftKey: true");
    has(browser, 2);
    browser.wait("element('hand-label') === null && document.querySelectorAll('.node.selected').length === 2");
    press(browser, "ArrowDown", "shiftKey: true");
    has(browser, 3);
    press(browser, "ArrowUp", "shiftKey: true");
    has(browser, 2);
    browser.picture("several");
    press(browser, "ArrowDown", "altKey: true");
    let moved = format!("village.oven >= 200.0),\n            {TWO}            repeat(3)");
    village.wait(browser, &moved);
    browser.wait("live.hand.files.some(({ undo }) => undo === 1)");
    has(browser, 2);
    press(browser, "d", "ctrlKey: true");
    let twice = format!("200.0),\n            {TWO}            {TWO}            repeat(3)");
    village.wait(browser, &twice);
    browser.wait("live.hand.files.some(({ undo }) => undo === 2)");
    browser.wait("agent().nodes.filter(({ text }) => text.startsWith('tells(\"The baker lights')).length === 2");
    has(browser, 2);
    press(browser, "Delete", "");
    village.wait(browser, &moved);
    browser.wait("live.hand.files.some(({ undo }) => undo === 3)");
    browser.wait("agent().nodes[moment.node]?.text === '5..=7 => bake: sequence' && live.hand.isReady()");
    press(browser, "z", "ctrlKey: true");
    village.wait(browser, &twice);

    // Copied, and pasted elsewhere.
    select(browser, "wait(30.0)");
    press(browser, "ArrowDown", "shiftKey: true");
    has(browser, 2);
    clipboard(browser, "copy");
    select(browser, "delay(15.0)");
    clipboard(browser, "paste");
    village.wait(browser, "delay(15.0) < tells(\"The baker has lunch\") >, wait(30.0), take_out_bread, running >");
    for _ in 0..3 {
        browser.say("live.hand.order('undo')");
    }
    village.wait(browser, &format!("bake: sequence <\n            {TWO}            wait_until"));
    // The page shows the change a little later than the file.
    browser.wait("agent().nodes.filter((node) => node.text === 'take_out_bread').length === 1");
}

/// Clicks a node with the shift key.
fn click_with_shift(browser: &mut Browser, text: &str) {
    browser.say(&format!(
        "tree.elements[agent().nodes.find((node) => node.text === {text:?}).position].dispatchEvent(new \
         MouseEvent('click', {{ shiftKey: true, bubbles: true, cancelable: true }}))"
    ));
}

fn by_mouse(browser: &mut Browser, village: &Village) {
    select(browser, "tells(\"The baker lights the oven\")");
    click_with_shift(browser, "action(|village| village.fire = true)");
    has(browser, 2);
    let (from, to) = (middle(browser, "action(|village| village.fire = true)"), middle(browser, "repeat(3)"));
    drag(browser, from, (to.0, to.1 - 0.4 * to.2));
    browser.wait("element('drag').textContent === '2 nodes' && live.hand.dragged.why.size > 0");
    release(browser, (to.0, to.1 - 0.4 * to.2));
    village.wait(browser, &format!("200.0),\n            {TWO}            repeat(3)"));

    // A place that cannot take it says why, before the drop.
    select(browser, "wait(30.0)");
    click_with_shift(browser, "take_out_bread");
    has(browser, 2);
    let before = village.text();
    let (from, to) = (middle(browser, "take_out_bread"), middle(browser, "repeat(3)"));
    drag(browser, from, (to.0, to.1 - 0.4 * to.2));
    browser.wait("element('drag').className === 'bad' && element('drag').textContent.includes('`sequence` takes')");
    browser.wait("document.querySelectorAll('.node.drop-before.drop-no').length === 1");
    browser.picture("why-not");
    press(browser, "Escape", "");
    browser.wait("element('drag').hidden && live.hand.dragged === null");
    release(browser, (to.0, to.1 - 0.4 * to.2));
    assert_eq!(village.text(), before);

    // Wrapped as one.
    has(browser, 2);
    browser.say("(element('hand-wrap').value = 'sequence', element('hand-wrap').dispatchEvent(new Event('change')))");
    village.wait(browser, "repeat(3) < sequence < sequence < wait(30.0), take_out_bread > > >");
    for _ in 0..2 {
        browser.say("live.hand.order('undo')");
    }
    village.wait(browser, &format!("bake: sequence <\n            {TWO}            wait_until"));
}

fn as_a_tree(browser: &mut Browser, village: &Village) {
    let (extracted, inlined) = ("repeat(3) < part >,", "repeat(3) < sequence < wait(30.0), take_out_bread > >,");
    select(browser, "sequence");
    press(browser, "x", "");
    village.wait(browser, extracted);
    village.wait(browser, "\n\nbt! { pub Part(Village) = sequence < wait(30.0), take_out_bread > }\n");
    browser.wait("agent().nodes[moment.node]?.text.startsWith('part: sequence') && live.hand.isReady()");
    browser.wait("element('hand-inline')?.disabled === false");
    browser.picture("extracted");
    browser.say("element('hand-inline').click()");
    village.wait(browser, inlined);
    select(browser, "sequence");
    browser.say("element('hand-extract').click()");
    village.wait(browser, extracted.replacen("part", "part2", 1).as_str());
    browser.wait("agent().nodes[moment.node]?.text.startsWith('part2: sequence') && live.hand.isReady()");
    browser.wait("element('hand-inline')?.disabled === false");
    press(browser, "X", "shiftKey: true");
    village.wait(browser, inlined);
}
