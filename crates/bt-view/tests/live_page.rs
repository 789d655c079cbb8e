//! The live page in a browser, if there is one: see `page.rs`.

mod browser;

use std::thread;
use std::time::Duration;

use browser::Browser;
use bt::{Status, bt, leaf};
use bt_view::serve::{Live, Options, Turn};

#[leaf]
fn patrol(steps: &mut u32) -> Status {
    *steps += 1;
    if steps.is_multiple_of(4) { Status::Success } else { Status::Running }
}

bt! {
    Guard(u32) = forever < selector <
        alarm: sequence < hears: condition(|steps| *steps % 8 == 4), bark: action(|steps| *steps += 1) >,
        round: sequence < patrol, rest: wait(0.25) >,
    > >
}

/// Two guards, ticked until nobody looks any more.
fn run(mut live: Live) {
    let names = ["</script><script>document.title='run'</script>", "second"];
    let keys = names.map(|name| live.agent::<Guard>(name));
    let mut guards = [Guard::new(), Guard::new()];
    let mut steps = [0, 2];
    let mut had_viewers = false;
    while live.viewers() > 0 || !had_viewers {
        had_viewers |= live.viewers() > 0;
        match live.gate() {
            Turn::Abort(agent) => {
                let index = keys.iter().position(|key| *key == agent).expect("one of them");
                guards[index].abort_with(&mut steps[index], &mut live.abort(agent, || guards[index].active()));
            }
            Turn::Reset(agent) => {
                let index = keys.iter().position(|key| *key == agent).expect("one of them");
                guards[index].reset();
                live.reset(agent);
            }
            _ => {
                for ((guard, steps), key) in guards.iter_mut().zip(&mut steps).zip(keys) {
                    guard.tick_for_with(0.1, steps, &mut live.tick_for(key, 0.1, || guard.active()));
                }
            }
        }
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_page_follows_and_steers_the_program() {
    let Some(mut browser) = Browser::start("live") else { return };
    let live = Options::new().control(true).aborts(true).mocks(true).start().expect("a port");
    let url = live.url();
    let program = thread::spawn(move || run(live));
    browser.open(&url);
    browser.wait("recording.agents.length === 2 && agent().ticks > 20");
    assert_eq!(browser.say("document.title + document.querySelectorAll('.node').length"), "Behavior tree recording8");
    assert_eq!(browser.say("element('live-status').textContent"), "live");
    browser.wait("Number(element('scrub').value) > 30");

    // Pause, and step.
    browser.say("element('live-pause').click()");
    browser.wait("element('live-status').textContent === 'the program is paused'");
    thread::sleep(Duration::from_millis(100));
    let ticks: u32 = browser.say("agent().ticks").parse().expect("a number");
    browser.say("element('live-step').click()");
    browser.wait(&format!("agent().ticks === {}", ticks + 1));
    browser.wait(&format!("Number(element('scrub').value) === {ticks}"));

    // To the next start of `bark`.
    browser.say("(select(4), element('live-until').click())");
    browser.wait("element('live-status').textContent === 'stopped at bark'");
    browser.wait("document.querySelector('#steps .here')?.textContent.trim() === '✓ bark success'");
    browser.wait(
        "[...document.querySelectorAll('#steps li')].some((line) => line.textContent === '✓ hears true, success')",
    );
    browser.picture("live");

    // A fault.
    browser.say("(element('live-mock').value = 'failure', element('live-mock').dispatchEvent(new Event('change')))");
    browser.wait("document.querySelectorAll('.node.mocked').length === 1");
    browser.say("element('live-step').click()");
    browser.picture("mock");
    browser.say("(element('live-mock').value = 'own', element('live-mock').dispatchEvent(new Event('change')))");
    browser.wait("document.querySelectorAll('.node.mocked').length === 0");

    // Search, scrub, fold and another agent, while it is paused.
    browser.say("(element('search').value = 'bark', element('search').dispatchEvent(new Event('input')))");
    browser.wait("element('found').textContent === '1 found'");
    browser.say("(element('search').value = '', element('search').dispatchEvent(new Event('input')))");
    browser.say("(element('scrub').value = 3, element('scrub').dispatchEvent(new Event('input')))");
    browser.wait("location.hash.includes('tick=3&')");
    browser.say("tree.toggle(2)");
    assert_eq!(browser.say("document.querySelectorAll('.node').length"), "6");
    browser.say("choose(1)");
    browser.wait("location.hash.startsWith('#agent=1')");

    // The lanes of both, which grow while the program runs.
    browser.say("(agents.open(), element('choice-all').click(), element('choice').close())");
    browser.wait("location.hash.endsWith('&lanes=0,1') && lanes.rows.length === 10");
    browser.say("[lanes.from, lanes.to] = lanes.axis.range()");
    let end = browser.say("lanes.to");
    browser.say("element('live-step').click()");
    browser.wait(&format!("lanes.to > {end} && lanes.from === 0 && moment.agent === 1"));
    browser.picture("both");

    // Abort and reset of the second agent.
    browser.say("element('live-abort').click()");
    browser.wait("recording.agents[1].sorts.includes(1) && !recording.agents[0].sorts.includes(1)");
    browser.say("element('live-reset').click()");
    browser.wait("recording.agents[1].sorts.includes(3)");

    browser.say("element('live-pause').click()");
    browser.wait("element('live-status').textContent === 'live'");
    browser.open("about:blank");
    program.join().expect("it ends when nobody looks");
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn the_page_may_be_open_before_there_are_agents() {
    let Some(mut browser) = Browser::start("early") else { return };
    let mut live = Options::new().control(true).start().expect("a port");
    browser.open(&live.url());
    browser.wait("!element('control').hidden && element('live-status').textContent === 'live'");
    browser.say("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }))");
    let (key, mut guard) = (live.agent::<Guard>("guard"), Guard::new());
    guard.tick_for_with(0.1, &mut 0, &mut live.tick_for(key, 0.1, || guard.active()));
    browser.wait("document.querySelectorAll('.node').length === 8 && element('aborts').hidden");
    assert_eq!(browser.errors(), [""; 0]);
}

#[test]
fn the_page_forgets_and_is_told_of_the_end() {
    let Some(mut browser) = Browser::start("end") else { return };
    let mut live = Options::new().always(true).start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    for _ in 0..500 {
        guard.tick_for_with(0.1, &mut steps, &mut live.tick_for(key, 0.1, || guard.active()));
    }
    browser.open(&live.url());
    browser.wait(
        "recording.agents.length === 1 && agent().ticks === 500 && element('live-status').textContent === 'live'",
    );
    assert_eq!(browser.say("element('control').hidden"), "true");
    // What is forgotten changes nothing of what comes after it.
    let state = "JSON.stringify([...agent().stateAt(agent().ticks - 1, 1e9).last])";
    let before = browser.say(state);
    assert_eq!(
        browser.say("agent().forgetHalf() > 200 && (go(Infinity), agent().ticks) < 300 && agent().nextNumber"),
        "500"
    );
    assert_eq!(browser.say(state), before);
    drop(live);
    browser.wait("element('live-status').textContent === 'the program has ended'");
    assert_eq!(browser.errors(), [""; 0]);
}
