//! Viewers that control the program.

use std::thread;
use std::time::{Duration, Instant};

use bt_view::serve::{LivePage, Options, Turn};

use super::{Guard, PATIENCE, Site, Viewer, numbers, post, sorts, status, wait_for};

#[test]
fn viewers_control_nothing_unless_the_program_allows_it() {
    let mut live = Options::new().start().expect("a port");
    let key = live.agent::<Guard>("guard");
    for path in [
        "/pause",
        "/step",
        "/until?agent=0&node=0",
        "/abort?agent=0",
        "/reset?agent=0",
        "/mock?agent=0&node=2&answer=own",
        "/set?agent=0&name=a&value=b",
    ] {
        assert_eq!(status(&post(&Site::of(&live), path)), "403", "{path}");
    }
    assert_eq!(live.gate(), Turn::Go);
    assert!(live.tick(key, || []).is_none());
}

/// A program that calls the gate before each tick, until its viewers have left.
fn run(mut live: LivePage) -> (u32, u32) {
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    let (mut aborts, mut resets) = (0, 0);
    wait_for(&live, 1);
    while live.viewers() > 0 {
        match live.gate() {
            Turn::Abort(agent) => {
                assert_eq!(agent, key);
                guard.abort_with(&mut steps, &mut live.abort(key, || guard.active()));
                aborts += 1;
            }
            Turn::Reset(_) => {
                guard.reset();
                live.reset(key);
                resets += 1;
            }
            _ => {
                guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
            }
        }
        thread::sleep(Duration::from_millis(2));
    }
    (aborts, resets)
}

#[test]
fn viewers_pause_and_step_and_run_to_a_node() {
    let live = Options::new().control(true).aborts(true).start().expect("a port");
    let site = Site::of(&live);
    let program = thread::spawn(move || run(live));
    let mut viewer = Viewer::new(&site);
    viewer.until(|part| sorts(part).contains(&0));

    assert_eq!(status(&post(&site, "/pause")), "204");
    viewer.until(|part| part["orders"]["paused"] == true);
    thread::sleep(Duration::from_millis(50));
    assert_eq!(status(&post(&site, "/step")), "204");
    // Everything that was ticked before, and the orders of the step.
    let mut ticks = 0;
    viewer.until(|part| {
        assert!(part["orders"].is_null() || part["orders"]["paused"] == true);
        !part["orders"].is_null()
    });
    for _ in 0..3 {
        post(&site, "/step");
    }
    let began = Instant::now();
    while ticks < 3 {
        ticks += viewer.until(|part| !sorts(part).is_empty()).get("steps").map_or(0, |steps| numbers(steps).len() / 4);
        assert!(began.elapsed() < PATIENCE);
    }

    // To the node `bark`, which is number 3.
    assert_eq!(status(&post(&site, "/until?agent=0&node=3")), "204");
    let mut last = Vec::new();
    loop {
        let part = viewer.part().expect("the program continues");
        if !sorts(&part).is_empty() {
            last = numbers(&part["events"]);
        }
        if part["orders"]["hit"] == serde_json::json!([0, 3]) {
            assert_eq!(part["orders"]["paused"], true);
            break;
        }
    }
    assert!(last.chunks(3).any(|event| event[0] == 3), "the node is in the last tick: {last:?}");

    assert_eq!(status(&post(&site, "/abort?agent=0")), "204");
    viewer.until(|part| sorts(part).contains(&1));
    assert_eq!(status(&post(&site, "/reset?agent=0")), "204");
    viewer.until(|part| sorts(part).contains(&3));
    // It is still paused. When the last viewer leaves, it continues, and ends.
    drop(viewer);
    assert_eq!(program.join().expect("no panic"), (1, 1));
}

#[test]
fn a_paused_program_that_draws_does_not_wait() {
    let mut live = Options::new().control(true).aborts(true).start().expect("a port");
    let _viewer = Viewer::new(&Site::of(&live));
    wait_for(&live, 1);
    assert_eq!(live.try_gate(), Some(Turn::Go));
    post(&Site::of(&live), "/pause");
    assert_eq!((live.try_gate(), live.try_gate()), (None, None));
    post(&Site::of(&live), "/step");
    assert_eq!((live.try_gate(), live.try_gate()), (Some(Turn::Go), None));
    post(&Site::of(&live), "/resume");
    assert_eq!((live.try_gate(), live.try_gate()), (Some(Turn::Go), Some(Turn::Go)));
}

#[test]
fn viewers_answer_in_place_of_leaves() {
    let mut live = Options::new().mocks(true).start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    let viewer = Viewer::new(&Site::of(&live));
    wait_for(&live, 1);
    let site = Site::of(&live);
    assert_eq!(status(&post(&site, "/pause")), "403");
    assert_eq!(status(&post(&site, "/mock?agent=0&node=2&answer=maybe")), "400");
    assert_eq!(status(&post(&site, "/mock?agent=0&node=2&answer=failure")), "204");
    let mut tick = |live: &mut LivePage| {
        assert_eq!(live.gate(), Turn::Go);
        guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
        steps
    };
    // `patrol` fails without a run, and with it the loop.
    assert_eq!((tick(&mut live), tick(&mut live)), (0, 0));
    post(&site, "/mock?agent=0&node=2&answer=own");
    assert_eq!((tick(&mut live), tick(&mut live)), (1, 2));
    post(&site, "/mock?agent=0&node=2&answer=running");
    assert_eq!(tick(&mut live), 2);
    drop(viewer);
    wait_for(&live, 0);
    assert_eq!(tick(&mut live), 3);
}

#[test]
fn viewers_see_the_entries_of_a_blackboard_and_set_them() {
    let mut live = Options::new().sets(true).start().expect("a port");
    let site = Site::of(&live);
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    let mut viewer = Viewer::new(&site);
    wait_for(&live, 1);
    let mut tick = |live: &mut LivePage, entries: &[(&'static str, &str)]| {
        guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
        live.entries(key, entries.iter().map(|(name, value)| (*name, (*value).to_owned())));
    };
    tick(&mut live, &[("battery", "80"), ("room", "hall")]);
    tick(&mut live, &[("battery", "80"), ("room", "hall")]);
    tick(&mut live, &[("battery", "79.5")]);
    tick(&mut live, &[("battery", "79.5")]);
    live.flush();
    let (mut values, mut notes) = (Vec::new(), Vec::new());
    while notes.len() < 2 {
        let part = viewer.until(|_| true);
        let all = |rows: &str| part[rows].as_array().cloned().unwrap_or_default();
        values.extend(all("values"));
        notes.extend(
            all("reasons").into_iter().filter(|reason| reason.as_str().is_some_and(|it| it.starts_with("room"))),
        );
    }
    assert_eq!(notes, ["room = \"hall\"", "room is not set"]);
    assert_eq!(values.len(), 2, "each number is shown when it changes: {values:?}");

    for (path, expected) in [
        ("/set?agent=0&name=the+room&value=%C3%A4%3D1", "204"),
        ("/set?agent=0&name=battery&value=", "204"),
        ("/set?agent=1&name=battery&value=1", "400"),
        ("/set?agent=0&name=battery", "400"),
        ("/set?agent=0&name=%&value=1", "400"),
    ] {
        assert_eq!(status(&post(&site, path)), expected, "{path}");
    }
    let set: Vec<(String, String)> = live.settings().into_iter().map(|set| (set.name, set.value)).collect();
    assert_eq!(set, [("the room".to_owned(), "ä=1".to_owned()), ("battery".to_owned(), String::new())]);
    assert_eq!(live.settings(), []);
    let statuses: Vec<String> =
        (0..65).map(|_| status(&post(&site, "/set?agent=0&name=a&value=b")).to_owned()).collect();
    assert!(statuses[..64].iter().all(|status| status == "204") && statuses[64] == "429", "{statuses:?}");
}
