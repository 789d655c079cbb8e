//! The picture of a world.

use super::{open, open_its_link, write};

/// Opens the example of a world.
const OPEN: &str = "playground.open(playground.examples.find(({ world }) => world === 'door'))";

#[test]
fn a_world_is_shown_and_its_buttons_change_it() {
    let Some(mut browser) = open("worlds") else { return };
    assert_eq!(browser.say("document.getElementById('play-world').hidden"), "true");
    browser.say(OPEN);
    browser.wait("document.getElementById('play-words').textContent.startsWith('The bot is in the left room.')");
    browser.wait("document.querySelectorAll('#play-picture > *').length > 5");
    // Paused, so that only the button changes the picture.
    browser.say("document.getElementById('live-pause').click()");
    browser.wait("document.getElementById('live-pause').textContent === 'resume'");
    browser.say("document.querySelector('#play-buttons button').click()");
    browser.wait("document.getElementById('play-words').textContent.endsWith('The door is open.')");
    browser.say("document.getElementById('live-pause').click()");
    browser.wait("/right room/.test(document.getElementById('play-words').textContent)");
    // The link has the world.
    open_its_link(&mut browser);
    browser.wait("globalThis.playground !== undefined && playground.state().world === 'door'");
    browser.wait("!document.getElementById('play-world').hidden");
    // Other trees have no world.
    browser.say("playground.open({ text: 'sequence < walk >' })");
    browser.wait("document.getElementById('play-world').hidden");
    assert!(browser.errors().is_empty(), "{:?}", browser.errors());
}

#[test]
fn leaves_of_a_world_are_offered() {
    let Some(mut browser) = open("offers") else { return };
    browser.say(OPEN);
    write(&mut browser, "sequence < unlock >");
    let offers = "playground.engine.call({ order: 'names', text: playground.editor.text }).offers";
    let found = browser.say(&format!("{offers}.find(({{ word }}) => word === 'walk_to')?.snippet"));
    assert_eq!(found, "walk_to(\"$1\")$0");
}
