//! The page on a phone: fingers in place of a mouse, and a drawer in place of a side panel.

use bt_view::{Recorder, Recording};
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::drive::open;
use crate::samples::{FRAME, Guard};

/// A finger goes from one place to another one.
type Path = [[f64; 2]; 2];

/// The screen is that of a phone, with fingers on it.
fn become_a_phone(browser: &mut Browser) {
    let screen = json!({ "width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true });
    browser.call("Emulation.setDeviceMetricsOverride", screen);
    browser.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 2 }));
}

/// Moves fingers over the screen, and returns when the page has noticed that they are lifted.
fn touch(browser: &mut Browser, fingers: &[Path], moves: u32) {
    let points = |part: f64| -> Vec<Value> {
        let point = |(id, [from, to]): (usize, &Path)| {
            let [x, y] = [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part);
            json!({ "x": x, "y": y, "id": id })
        };
        fingers.iter().enumerate().map(point).collect()
    };
    browser.say(
        "(window.gone = 0, window.counts ??= ['pointerup', 'pointercancel'].map((end) => addEventListener(end, () => \
         { gone++; })))",
    );
    browser.call("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": points(0.0) }));
    for step in 1..=moves {
        let part = f64::from(step) / f64::from(moves);
        browser.call("Input.dispatchTouchEvent", json!({ "type": "touchMove", "touchPoints": points(part) }));
    }
    browser.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    browser.wait(&format!("gone === {}", fingers.len()));
}

/// Lanes of six agents: more than fit on the screen.
fn six() -> Recording {
    let mut recorder = Recorder::new();
    let keys = ["one", "two", "three", "four", "five", "six"].map(|name| recorder.agent::<Guard>(name));
    let mut guards = keys.map(|key| (key, Guard::new(), 0));
    for _ in 0..200 {
        for (key, guard, steps) in &mut guards {
            guard.tick_for_with(FRAME, steps, &mut recorder.tick_for(*key, FRAME));
        }
    }
    recorder.into_recording()
}

/// A phone that shows them.
fn phone(name: &str) -> Option<Browser> {
    let mut browser = Browser::start(name)?;
    become_a_phone(&mut browser);
    open(&mut browser, &six().to_html(), "#agent=0&lanes=0,1,2,3,4,5");
    browser.wait("document.querySelectorAll('.node').length === 8 && lanes.rows.length === 30");
    Some(browser)
}

/// A number in the page.
fn number(browser: &mut Browser, expression: &str) -> f64 {
    browser.say(expression).parse().expect("a number")
}

/// A place in an element, from its left and upper border.
fn place(browser: &mut Browser, id: &str, [x, y]: [f64; 2]) -> [f64; 2] {
    let mut side = |side| number(browser, &format!("element('{id}').getBoundingClientRect().{side}"));
    [side("left") + x, side("top") + y]
}

#[test]
fn on_a_phone_the_side_panel_is_a_drawer() {
    let Some(mut browser) = phone("drawer") else { return };
    assert_eq!(browser.say("document.documentElement.scrollWidth <= innerWidth"), "true");
    let open = "getComputedStyle(document.querySelector('aside')).visibility === 'visible' && \
                document.querySelector('aside').getBoundingClientRect().right <= innerWidth + 1";
    browser.picture("phone");
    assert_eq!(browser.say(open), "false");
    browser.say("element('drawer').click()");
    browser.wait(open);
    browser.picture("drawer");
    // While the panel closes, it is drawn above the tree, but taps reach the tree.
    let [x, y] = place(&mut browser, "tree", [150.0, 150.0]);
    assert_eq!(browser.say(&format!("document.elementFromPoint({x}, {y}).closest('aside') !== null")), "true");
    let closing = format!(
        "(element('drawer').click(), [{open}, document.elementFromPoint({x}, {y}).closest('#tree') !== null].join())"
    );
    assert_eq!(browser.say(&closing), "true,true");
    browser.wait(&format!("!({open}) && document.getAnimations().length === 0"));
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn two_fingers_that_go_apart_make_the_tree_larger_about_the_place_between_them() {
    let Some(mut browser) = phone("pinch") else { return };
    let [x, y] = place(&mut browser, "tree", [150.0, 150.0]);
    let before = number(&mut browser, "tree.scale");
    let at = "[(150 - tree.x) / tree.scale, (150 - tree.y) / tree.scale].map(Math.round).join()";
    let middle = browser.say(at);
    // One movement, or several, which the browser may merge.
    for moves in [1, 8] {
        browser.say("tree.fit()");
        touch(&mut browser, &[[[x - 20.0, y], [x - 60.0, y]], [[x + 20.0, y], [x + 60.0, y]]], moves);
        let after = number(&mut browser, "tree.scale");
        assert!((after / before - 3.0).abs() < 0.1, "{before} became {after}");
        assert_eq!(browser.say(at), middle);
    }
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn a_finger_that_goes_up_scrolls_the_lanes_and_one_that_goes_across_scrubs() {
    let Some(mut browser) = phone("swipe") else { return };
    let moment = "[moment.agent, moment.tick, moment.node].join()";
    let before = browser.say(moment);
    let right = number(&mut browser, "element('lanes').clientWidth") - 60.0;
    // Lanes scroll on after the finger is gone, until they stop by themselves.
    browser.say("element('lanes-box').addEventListener('scrollend', () => { isStill = true; })");
    // Several movements; then back in one, as when a busy browser merges them.
    for (up, moves) in [(120.0, 12), (-120.0, 1)] {
        let from = number(&mut browser, "(window.isStill = false, element('lanes-box').scrollTop)");
        let [x, y] = place(&mut browser, "lanes", [right, 90.0 + 0.5 * up]);
        touch(&mut browser, &[[[x, y], [x - 20.0, y - up]]], moves);
        browser.wait("isStill");
        let to = number(&mut browser, "element('lanes-box').scrollTop");
        assert!((to - from) * up.signum() > 40.0, "from {from} to {to}");
        assert_eq!(browser.say(moment), before);
    }
    // On a lane, and not on a name.
    let down =
        number(&mut browser, "[60, 77, 94].find((down) => lanes.rowAt(down).leaf && lanes.rowAt(down + 1).leaf)");
    let agent = browser.say(&format!("recording.agents.indexOf(lanes.rowAt({down}).agent)"));
    let [x, y] = place(&mut browser, "lanes", [right, down]);
    let tick = browser.say(&format!("lanes.tickAt(lanes.rowAt({down}).agent, {right})"));
    for moves in [1, 12] {
        browser.say("go(0)");
        touch(&mut browser, &[[[x - 60.0, y], [x, y]]], moves);
        assert_eq!(browser.say("[moment.agent, moment.tick].join()"), format!("{agent},{tick}"));
    }
    assert_eq!(browser.errors(), [""; 0]);
}
