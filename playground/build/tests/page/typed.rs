//! Keys in the editor: what is typed goes to the text, whatever it is.

use serde_json::json;

use super::browser::Browser;
use super::random::{WORDS, texts};
use super::{mistakes, open, write};

/// Numbers that look random, always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0 * 48271 % 2_147_483_647;
        usize::try_from(self.0).expect("31 bits") % end
    }
}

/// A modifier of the protocol.
const SHIFT: u32 = 8;

/// Presses a key. `modifiers` are those of the protocol: Ctrl is 2.
fn key(browser: &mut Browser, name: &str, code: u32, text: &str, modifiers: u32) {
    for kind in ["keyDown", "keyUp"] {
        let text = if kind == "keyDown" { text } else { "" };
        let params = json!({
            "type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code, "text": text,
            "modifiers": modifiers,
        });
        browser.call("Input.dispatchKeyEvent", params);
    }
}

/// Types letters, one after the other.
fn type_in(browser: &mut Browser, text: &str) {
    text.chars().map(String::from).for_each(|letter| key(browser, &letter, 0, &letter, 0));
}

/// The page has keys of one letter, and those of the selected node.
#[test]
fn keys_in_the_text_are_not_those_of_the_tree() {
    let Some(mut browser) = open("keys") else { return };
    write(&mut browser, "sequence < walk, wait(1.0), look >");
    browser.wait("agent().nodes.length === 4");
    browser.say("select(agent().nodes.find(({ text }) => text === 'look').position)");
    browser.wait("agent().nodes[moment.node]?.text === 'look' && live.hand.isReady()");
    browser.say("(playground.editor.open(''), playground.editor.view.focus())");
    type_in(&mut browser, "sequence < build, unlock_exit > // w X o e l i x p n f ? /");
    let typed = "sequence < build, unlock_exit > // w X o e l i x p n f ? /";
    assert_eq!(browser.say("playground.editor.text"), typed);
    browser.wait("agent().nodes.map(({ text }) => text).join(' ') === 'sequence build unlock_exit'");
    key(&mut browser, "Home", 36, "", 0);
    key(&mut browser, "Delete", 46, "", 0);
    browser.wait("playground.editor.text.startsWith('equence <') && playground.mistakes.length > 0");
    key(&mut browser, "z", 90, "", 2);
    browser.wait("playground.mistakes.length === 0");
    assert_eq!(browser.say("playground.editor.text"), typed);
    assert_eq!(mistakes(&mut browser), "");
    assert!(browser.errors().is_empty(), "{:?}", browser.errors());
}

/// Between the text and the tree, there are forty fields and buttons.
#[test]
fn tree_and_text_are_a_few_keys_away() {
    let Some(mut browser) = open("skip") else { return };
    let (tab, enter) = (("Tab", 9, ""), ("Enter", 13, "\r"));
    let press = |browser: &mut Browser, (name, code, text): (&str, u32, &str)| key(browser, name, code, text, 0);
    let is_in = |browser: &mut Browser, place: &str| {
        assert_eq!(browser.say(&format!("document.activeElement.matches('{place}')")), "true", "{place}");
    };
    press(&mut browser, tab);
    is_in(&mut browser, ".skip");
    assert_eq!(browser.say("getComputedStyle(document.activeElement).opacity"), "1");
    press(&mut browser, enter);
    is_in(&mut browser, "#tree .node");
    press(&mut browser, ("ArrowDown", 40, ""));
    is_in(&mut browser, "#tree .node[data-node=\"1\"]");
    let mut back = 0;
    while browser.say("document.activeElement.textContent") != "go to the text" {
        key(&mut browser, "Tab", 9, "", SHIFT);
        back += 1;
        assert!(back < 15, "{back} keys");
    }
    press(&mut browser, enter);
    is_in(&mut browser, ".cm-content");
    for name in [("Escape", 27, ""), tab, enter] {
        press(&mut browser, name);
    }
    is_in(&mut browser, "#tree .node");
    assert!(browser.errors().is_empty(), "{:?}", browser.errors());
}

/// A word is not offered as its own completion.
#[test]
fn a_key_takes_the_first_completion() {
    let Some(mut browser) = open("completion") else { return };
    write(&mut browser, "sequence < walk, >");
    browser.say("(({ view }) => { view.focus(); view.dispatch({ selection: { anchor: 16 } }); })(playground.editor)");
    type_in(&mut browser, "rep");
    browser.wait("document.querySelector('.cm-tooltip-autocomplete [aria-selected]')?.textContent === 'repeat'");
    std::thread::sleep(std::time::Duration::from_millis(200));
    key(&mut browser, "Enter", 13, "\r", 0);
    browser.wait("playground.editor.text.startsWith('sequence < walk,repeat(')");
}

/// A list of completions, which waits to be placed, belongs to the old text.
#[test]
fn another_text_is_opened_below_completions() {
    let Some(mut browser) = open("completions") else { return };
    write(&mut browser, "sequence < walk, walk, walk, walk, >");
    browser.say("(({ view }) => { view.focus(); view.dispatch({ selection: { anchor: 34 } }); })(playground.editor)");
    type_in(&mut browser, "rep");
    browser.wait("document.querySelector('.cm-tooltip-autocomplete [aria-selected]')?.textContent === 'repeat'");
    browser.say(
        "(({ editor }) => { editor.view.dispatch({ changes: { from: 37, insert: 'e' }, selection: { anchor: 38 }, \
         userEvent: 'input.type' }); editor.open('walk'); })(playground)",
    );
    browser.wait("playground.editor.text === 'walk' && !document.querySelector('.cm-tooltip-autocomplete')");
    // The next frame measures.
    browser.say("globalThis.before = playground.ticks");
    browser.wait("playground.ticks > before");
    assert!(browser.errors().is_empty(), "{:?}", browser.errors());
}

/// Keys come faster than the page reads, brackets close themselves, and completions are taken.
#[test]
fn random_keys_in_the_editor_neither_trap_nor_freeze() {
    let Some(mut browser) = open("typed") else { return };
    let mut numbers = Numbers(7);
    let examples: usize = browser.say("playground.examples.length").parse().expect("a number");
    for text in 0..texts() {
        if text % 10 == 0 {
            browser.say(&format!("playground.open(playground.examples[{}])", numbers.below(examples)));
        }
        let at = numbers.below(1000);
        browser.say(&format!(
            "(() => {{ const {{ view }} = playground.editor, {{ length }} = view.state.doc; const at = Math.min({at}, \
             length), head = Math.min(at + {}, length); view.focus(); view.dispatch({{ selection: {{ anchor: at, head \
             }} }}); }})()",
            numbers.below(12)
        ));
        for _ in 0..1 + numbers.below(4) {
            type_in(&mut browser, WORDS[numbers.below(WORDS.len())]);
            match numbers.below(8) {
                0 => key(&mut browser, "Enter", 13, "\r", 0),
                1 => key(&mut browser, "Backspace", 8, "", 0),
                2 => key(&mut browser, "Tab", 9, "", 0),
                3 => key(&mut browser, "z", 90, "", 2),
                _ => key(&mut browser, " ", 32, " ", 0),
            }
        }
        // The last keystroke has been read, and a tree is ticking, perhaps an older one.
        browser.say("globalThis.before = playground.ticks");
        browser.wait("playground.ticks > before");
        let typed = browser.say("playground.editor.text");
        assert_eq!(browser.say("playground.engine.run"), "1", "another engine has begun after `{typed}`");
    }
    println!("{} texts typed, the last one: {}", texts(), browser.say("playground.editor.text"));
    assert!(browser.errors().is_empty(), "{:?}", browser.errors());
}
