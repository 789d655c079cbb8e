//! Figures: how fast the page is, and that its memory stays flat.

use std::time::{Duration, Instant};

use serde_json::json;

use super::browser::Browser;
use super::{open, write};

/// A tree of this many nodes.
fn tree(nodes: usize) -> String {
    let parts: Vec<String> =
        (0..(nodes - 1) / 4).map(|part| format!("    sequence < walk_{part}, wait(1.0), look >,\n")).collect();
    format!("forever < sequence <\n{}> >", parts.concat())
}

/// The bytes of the program, and those of the page after what is not used has been thrown away.
fn memory(browser: &mut Browser) -> (u64, u64) {
    browser.call("HeapProfiler.collectGarbage", json!({}));
    let program = browser.say("playground.engine.exports.memory.buffer.byteLength").parse().expect("a number");
    let page = browser.call("Runtime.getHeapUsage", json!({}))["usedSize"].as_f64().expect("a number");
    (program, page as u64)
}

/// What is counted, and not timed: the same texts and ticks again take no more memory.
#[test]
fn the_same_texts_and_ticks_take_no_more_memory() {
    let Some(mut browser) = open("memory") else { return };
    let round = |browser: &mut Browser| {
        browser.say(
            "(() => { for (const { text, world } of playground.examples) { playground.engine.call({ order: 'write', \
             text, root: null, world: world ?? '' }); playground.engine.call({ order: 'tick', count: 200, frame: 0.1 \
             }); playground.engine.call({ order: 'news' }); } })()",
        );
        memory(browser).0
    };
    let first = (0..3).map(|_| round(&mut browser)).last().expect("rounds");
    let last = (0..10).map(|_| round(&mut browser)).last().expect("rounds");
    assert_eq!(first, last);
}

/// Figures for people: `BT_BROWSER=1 cargo test .. figures -- --ignored --nocapture`, `BT_MINUTES=10` for ten minutes
/// of memory.
#[test]
#[ignore = "figures, which take minutes"]
fn figures() {
    let mut starts: Vec<u128> = (0..5)
        .map(|number| {
            let began = Instant::now();
            drop(open(&format!("first-{number}")).expect("`BT_BROWSER=1`"));
            began.elapsed().as_millis()
        })
        .collect();
    starts.sort_unstable();
    println!("with the start of the browser: {starts:?} ms");
    let mut browser = open("figures").expect("`BT_BROWSER=1`");
    for nodes in [20, 200] {
        write(&mut browser, &tree(nodes));
        browser.wait(&format!("agent().nodes.length > {}", nodes - 5));
        println!("{nodes} nodes: {}", browser.say(KEYS));
    }
    write(&mut browser, &tree(200));
    let minutes: u64 = std::env::var("BT_MINUTES").ok().and_then(|minutes| minutes.parse().ok()).unwrap_or(1);
    browser.say("document.getElementById('play-speed').value = '60'");
    for minute in 0..=minutes {
        let (program, page) = memory(&mut browser);
        let ticks = browser.say("playground.ticks");
        println!("minute {minute}: program {program} bytes, page {page} bytes, {ticks} ticks");
        if minute < minutes {
            std::thread::sleep(Duration::from_secs(60));
        }
    }
}

/// Types 12 digits, one by one, and waits each time until the tree of the page has followed and is painted.
const KEYS: &str = "(async () => { const times = [], view = playground.editor.view, frame = () => new \
                    Promise(requestAnimationFrame); for (let key = 0; key < 12; key++) { const at = \
                    view.state.doc.toString().indexOf('wait(') + 5, before = agent().nodes.find(({ text }) => \
                    text.startsWith('wait('))?.text; await frame(); const began = performance.now(); view.dispatch({ \
                    changes: { from: at, to: at + 1, insert: String(key % 9 + 1) }, userEvent: 'input.type' }); for \
                    (let frames = 0; frames < 300 && agent().nodes.find(({ text }) => text.startsWith('wait('))?.text \
                    === before; frames++) await new Promise((then) => setTimeout(then)); times.push(performance.now() \
                    - began); await new Promise((then) => setTimeout(then, 120)); } times.sort((a, b) => a - b); \
                    return `a key takes ${Math.round(times[6])} ms, the slowest of 12 ${Math.round(times[11])} ms`; \
                    })()";
