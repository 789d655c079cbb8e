//! The first tasks of a designer, each seen in the file, and in the tree.

use std::fs;

use super::browser::Browser;
use super::{Village, clipboard, drag, middle, press, release, select, write};

/// The browser shows the baker.
pub fn all(browser: &mut Browser, village: &Village) {
    // 1: an argument, which the baker says.
    select(browser, "tells(\"The baker lights the oven\")");
    browser.picture("hand");
    write(browser, "hand-arg-0", "The baker lights ten candles");
    village.wait(browser, "tells(\"The baker lights ten candles\"),");
    browser.wait("agent().name.startsWith('baker') && agent().nodes.some(({ text }) => text.includes('ten candles'))");
    browser.wait("agent().nodes[moment.node]?.text.includes('ten candles') && live.status.textContent === 'live'");
    village.hears("The baker lights ten candles");

    // 2: a number, in the field.
    select(browser, "wait(30.0)");
    write(browser, "hand-arg-0", "20.0");
    village.wait(browser, "repeat(3) < sequence < wait(20.0), take_out_bread > >");

    // 3: the same with the slider: held, and kept.
    select(browser, "wait(20.0)");
    browser.say("(element('hand-slide-0').value = 10, element('hand-slide-0').dispatchEvent(new Event('input')))");
    browser.wait("agent().nodes.some(({ text }) => text === 'wait(10.0)')");
    assert!(village.text().contains("wait(20.0), take_out_bread"), "it is only held");
    browser.say("element('hand-slide-0').dispatchEvent(new Event('change'))");
    village.wait(browser, "wait(10.0), take_out_bread");

    // 4: held, and taken back.
    select(browser, "wait(10.0)");
    browser.say("(element('hand-slide-0').value = 2, element('hand-slide-0').dispatchEvent(new Event('input')))");
    browser.wait("agent().nodes.some(({ text }) => text === 'wait(2.0)')");
    browser
        .say("element('hand-slide-0').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))");
    browser.wait("agent().nodes.some(({ text }) => text === 'wait(10.0)')");
    assert!(village.text().contains("wait(10.0), take_out_bread"));

    // 5: a label.
    select(browser, "take_out_bread");
    write(browser, "hand-label", "loaves");
    village.wait(browser, "loaves: take_out_bread");
    select(browser, "loaves: take_out_bread");

    // 6: by keys: up, and a copy.
    press(browser, "ArrowUp", "altKey: true");
    village.wait(browser, "loaves: take_out_bread, wait(10.0)");
    select(browser, "loaves: take_out_bread");
    press(browser, "d", "ctrlKey: true");
    village.wait(browser, "loaves: take_out_bread, take_out_bread, wait(10.0)");

    // 7: deleted, and undone, twice.
    select(browser, "take_out_bread");
    press(browser, "Delete", "");
    village.wait(browser, "loaves: take_out_bread, wait(10.0)");
    browser.wait("live.hand.files[live.hand.place?.file]?.undo === 7");
    press(browser, "z", "ctrlKey: true");
    village.wait(browser, "loaves: take_out_bread, take_out_bread, wait(10.0)");
    press(browser, "z", "ctrlKey: true");
    village.wait(browser, "loaves: take_out_bread, wait(10.0)");

    // 8: inserted from the list, by search and Enter.
    select(browser, "loaves: take_out_bread");
    press(browser, "o", "");
    browser.wait("element('insert').open");
    browser
        .say("(element('insert-search').value = 'feed', element('insert-search').dispatchEvent(new Event('input')))");
    browser.wait("document.querySelectorAll('#insert-list .offer').length === 1");
    browser.picture("insert");
    browser.say("element('insert-form').requestSubmit()");
    village.wait(browser, "loaves: take_out_bread, feed_dog, wait(10.0)");
    village.hears("loaves to the dog");

    // 9: wrapped, changed to another kind, and unwrapped.
    select(browser, "feed_dog");
    browser.say("(element('hand-wrap').value = 'retry(3)', element('hand-wrap').dispatchEvent(new Event('change')))");
    village.wait(browser, "retry(3) < feed_dog >");
    select(browser, "retry(3)");
    write(browser, "hand-kind", "repeat");
    village.wait(browser, "repeat(3) < feed_dog >");
    browser.wait("agent().nodes.filter(({ text }) => text === 'repeat(3)').length === 2");
    browser.say("select(agent().nodes.findLast(({ text }) => text === 'repeat(3)').position)");
    browser.wait(
        "live.hand.isReady() && live.hand.shown.text === 'repeat(3) < feed_dog >' && live.hand.shown.state === \
         live.hand.files[live.hand.place.file].state",
    );
    browser.say("element('hand-unwrap').click()");
    village.wait(browser, "loaves: take_out_bread, feed_dog, wait(10.0)");

    // 10: as text.
    select(browser, "feed_dog");
    press(browser, "e", "");
    browser.wait("element('as-text').open && element('as-text-field').value === 'feed_dog'");
    browser.say("(element('as-text-field').value = 'tells(\"Text\")', element('as-text-form').requestSubmit())");
    village.wait(browser, "loaves: take_out_bread, tells(\"Text\"), wait(10.0)");

    // 11: cut, and pasted elsewhere.
    select(browser, "tells(\"Text\")");
    clipboard(browser, "cut");
    village.wait(browser, "loaves: take_out_bread, wait(10.0)");
    select(browser, "wait(10.0)");
    clipboard(browser, "paste");
    village.wait(browser, "loaves: take_out_bread, wait(10.0), tells(\"Text\")");

    // 12: dragged with the mouse, before another node.
    select(browser, "tells(\"Text\")");
    let (from, to) = (middle(browser, "tells(\"Text\")"), middle(browser, "wait(10.0)"));
    drag(browser, from, (to.0, to.1 - 0.4 * to.2));
    browser.wait("document.querySelectorAll('.node.drop-before').length === 1");
    browser.picture("drag");
    release(browser, (to.0, to.1 - 0.4 * to.2));
    village.wait(browser, "loaves: take_out_bread, tells(\"Text\"), wait(10.0)");

    // The mistake is shown at the node, and changes nothing.
    let before = village.text();
    select(browser, "tells(\"Text\")");
    write(browser, "hand-label", "bake");
    browser
        .wait("element('hand-error')?.textContent.length > 0 && document.querySelectorAll('.node.wrong').length === 1");
    browser.picture("refused");
    assert_eq!(village.text(), before);

    // An edit that needs a build is only written on the second request. It waits, and can be undone.
    let new = "wait_until(|village| village.bread > 3)";
    select(browser, "tells(\"Text\")");
    browser.say(&format!("(live.hand.change({{ what: 'replace', text: {new:?} }}), 0)"));
    browser.wait("!!element('hand-build')");
    assert_eq!(village.text(), before);
    browser.say("element('hand-build').click()");
    village.wait(browser, new);
    browser.wait("element('mistakes').textContent.startsWith('1 place in the files waits for a build')");
    press(browser, "z", "ctrlKey: true");
    village.returns(&before);
    browser.wait("element('mistakes').hidden");

    // A subtree: the tree in it.
    browser.say("choose(recording.agents.findIndex(({ name }) => name === 'dog'))");
    browser.say("choose(agents.newest(moment.agent))");
    browser.wait("agent().nodes.some(({ text }) => text.startsWith('eat: selector'))");
    browser.say("select(agent().nodes.find(({ text }) => text.startsWith('eat: selector')).position)");
    browser.wait("live.hand.shown?.text === 'eat' && !!element('hand-inner')");
    browser.say("element('hand-inner').click()");
    browser.wait("live.hand.shown?.tree === 'Eat' && live.hand.shown.name === 'selector'");

    // A text editor saves a mistake, and fixes it.
    let saved = village.text();
    fs::write(&village.file, saved.replacen("random_selector <", "random_selektor <", 1)).expect("it can be written");
    browser.wait("!element('mistakes').hidden && element('mistakes').textContent.includes('random_selektor')");
    browser.picture("mistakes");
    browser.say("document.querySelector('#mistakes button').click()");
    browser.wait("agent().nodes[moment.node]?.name === 'random_selector'");
    fs::write(&village.file, &saved).expect("it can be written");
    browser.wait("element('mistakes').hidden");
}
