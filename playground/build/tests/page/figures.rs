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

/// The bytes of the program, and those of the page after a garbage collection.
fn memory(browser: &mut Browser) -> (u64, u64) {
    browser.call("HeapProfiler.collectGarbage", json!({}));
    let program = browser.say("playground.engine.exports.memory.buffer.byteLength").parse().expect("a number");
    let page = browser.call("Runtime.getHeapUsage", json!({}))["usedSize"].as_f64().expect("a number");
    (program, page as u64)
}

/// Memory is counted, not timed: the same texts and ticks, repeated, take no more of it.
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
        keys(&mut browser, nodes);
    }
    write(&mut browser, &tree(200));
    let minutes: u64 = std::env::var("BT_MINUTES").ok().and_then(|minutes| minutes.parse().ok()).unwrap_or(1);
    browser.say("document.getElementById('play-speed').value = '60'");
    for minute in 0..=minutes {
        let (program, page) = memory(&mut browser);
        // The page keeps 5,000 to 10,000 of them: only minutes with as many can be compared.
        let ticks = browser.say("`${playground.ticks} ticks, ${agent().ticks} kept`");
        println!("minute {minute}: program {program} bytes, page {page} bytes, {ticks}");
        if minute < minutes {
            std::thread::sleep(Duration::from_secs(60));
        }
    }
}

/// How many keys are typed for a figure.
const KEYS: usize = 21;

/// Types digits into the first `wait(..)`, and prints how long each takes: from the key until the tree with it is
/// painted, and how much of that time the page computes.
fn keys(browser: &mut Browser, nodes: usize) {
    write(browser, &tree(nodes));
    browser.wait(&format!("agent().nodes.length > {}", nodes - 5));
    browser.say(WATCH);
    browser.call("Performance.enable", json!({ "timeDomain": "threadTicks" }));
    let mut computes = Vec::new();
    for key in 0..KEYS {
        browser.say(SELECT);
        std::thread::sleep(Duration::from_millis(300));
        let before = computed(browser);
        let digit = (key % 8 + 2).to_string();
        browser.call("Input.dispatchKeyEvent", json!({ "type": "keyDown", "key": digit, "text": digit }));
        browser.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": digit }));
        browser.wait(&format!("keyed.times.length > {key}"));
        computes.push(computed(browser) - before);
    }
    let times = browser.say("keyed.times.sort((one, other) => one - other).map(Math.round).join(' ')");
    let times: Vec<&str> = times.split(' ').collect();
    computes.sort_by(f64::total_cmp);
    let (half, last) = (KEYS / 2, KEYS - 1);
    println!(
        "{nodes} nodes: a key takes {} ms, the slowest of {KEYS} {} ms; the page computes {:.0} ms for it",
        times[half], times[last], computes[half]
    );
}

/// For how long the page has computed, in milliseconds.
fn computed(browser: &mut Browser) -> f64 {
    let metrics = browser.call("Performance.getMetrics", json!({}))["metrics"].take();
    let tasks = metrics.as_array().into_iter().flatten().find(|metric| metric["name"] == "TaskDuration");
    tasks.and_then(|tasks| tasks["value"].as_f64()).expect("a number") * 1000.0
}

/// Notes for each key how long it takes until a frame with another tree has been painted.
const WATCH: &str = "(() => { const first = () => agent().nodes.find(({ text }) => text.startsWith('wait('))?.text; \
                     const keyed = { times: [], at: 0, text: '' }; if (!globalThis.keyed) { \
                     addEventListener('keydown', ({ timeStamp }) => { Object.assign(globalThis.keyed, { at: \
                     timeStamp, text: first() }); }, true); const look = () => { const { at, text, times } = \
                     globalThis.keyed; if (at > 0 && first() !== text) { globalThis.keyed.at = 0; const { port1, \
                     port2 } = new MessageChannel(); port1.onmessage = () => times.push(performance.now() - at); \
                     port2.postMessage(0); } requestAnimationFrame(look); }; requestAnimationFrame(look); } \
                     globalThis.keyed = keyed; })()";

/// Selects the first digit of the first `wait(..)`.
const SELECT: &str = "(() => { const view = playground.editor.view, at = \
                      view.state.doc.toString().indexOf('wait(') + 5; view.focus(); view.dispatch({ selection: { \
                      anchor: at, head: at + 1 } }); })()";
