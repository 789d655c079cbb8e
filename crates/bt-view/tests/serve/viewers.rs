//! What viewers get.

use std::time::{Duration, Instant};

use bt::bt;
use bt_view::serve::Options;

use super::{Guard, PATIENCE, Site, Viewer, numbers, sorts, wait_for};

#[test]
fn a_late_viewer_first_gets_what_is_active() {
    let mut live = Options::new().start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    for _ in 0..6 {
        guard.tick_for_with(0.5, &mut steps, &mut live.tick_for(key, 0.5, || guard.active()));
    }
    let mut viewer = Viewer::new(&Site::of(&live));
    wait_for(&live, 1);
    let first = viewer.part().expect("a part");
    assert_eq!(first["trees"][0].as_array().map(Vec::len), Some(4));
    assert_eq!(first["agents"][0][0], "guard");
    assert_eq!(first["orders"]["mayPause"], false);
    guard.tick_for_with(0.5, &mut steps, &mut live.tick_for(key, 0.5, || guard.active()));
    let part = viewer.until(|part| part["steps"] != serde_json::json!([]));
    // Six ticks of half a second without a viewer; then `forever`, `sequence` and `patrol` are active. Then one tick.
    assert_eq!(numbers(&part["steps"]), [0, 4, 3_000_000_000, 3, 6, 0, 0, 500_000_000, 1]);
    assert_eq!(numbers(&part["events"])[..12], [0, 0, 0, 1, 0, 0, 2, 0, 0, 2, 3, 500_000_000]);

    // A second viewer gets what the first one got.
    let mut second = Viewer::new(&Site::of(&live));
    let again = second.part().expect("a part");
    assert_eq!((&again["steps"], &again["events"]), (&part["steps"], &part["events"]));
    drop(live);
    assert!(second.part().is_none() && viewer.part().is_none());
}

#[test]
fn ticks_without_an_observer_are_a_gap_and_the_viewer_gets_what_is_active_after_it() {
    let mut live = Options::new().always(true).start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    guard.tick(&mut steps);
    live.unseen(key, 2, Duration::from_secs(3));
    guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
    let first = Viewer::new(&Site::of(&live)).part().expect("a part");
    assert_eq!(numbers(&first["steps"]), [0, 4, 3_000_000_000, 3, 2, 0, 0, 0, 1]);
    assert_eq!(numbers(&first["events"]), [0, 0, 0, 1, 0, 0, 2, 0, 0, 2, 3, 0]);
}

#[test]
fn the_world_is_drawn_while_there_are_viewers() {
    let mut live = Options::new().start().expect("a port");
    live.world(|| panic!("nobody looks"));
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    let mut viewer = Viewer::new(&Site::of(&live));
    wait_for(&live, 1);
    let began = Instant::now();
    loop {
        guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
        live.world(|| format!("<svg>{steps}</svg>"));
        let part = viewer.part().expect("the program continues");
        if part["worlds"] != serde_json::json!([]) {
            assert!(part["worlds"][0][1].as_str().is_some_and(|svg| svg.starts_with("<svg>")));
            return;
        }
        assert!(began.elapsed() < PATIENCE, "no world is seen");
    }
}

#[test]
fn ticks_are_kept_for_later_viewers() {
    let mut live = Options::new().always(true).start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    for _ in 0..4 {
        guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
    }
    guard.abort_with(&mut steps, &mut live.abort(key, || guard.active()));
    live.reset(key);
    let first = Viewer::new(&Site::of(&live)).part().expect("a part");
    let sorts: Vec<u64> = numbers(&first["steps"]).chunks(4).map(|step| step[1]).collect();
    assert_eq!(sorts, [0, 0, 0, 0, 1, 3]);
}

bt! { Part(u32) = sequence < condition(|_| true), condition(|_| true), condition(|_| true), condition(|_| true) > }
bt! { Large(u32) = sequence < part, part, part, part, part, part, part, part, part, part > }

#[test]
fn a_slow_viewer_gets_what_it_lost_and_the_program_does_not_wait() {
    const TICKS: u64 = 40_000;
    // However slow the machine is, this viewer only starts to read after the last tick.
    let mut live = Options::new().patience(Duration::from_secs(3600)).start().expect("a port");
    let (key, mut large) = (live.agent::<Large>("large"), Large::new());
    let mut slow = Viewer::new(&Site::of(&live));
    wait_for(&live, 1);
    for _ in 0..TICKS {
        large.tick_with(&mut 0, &mut live.tick(key, || large.active()));
    }
    live.flush();
    let (mut seen, mut lost) = (0, 0);
    while seen + lost < TICKS {
        let part = slow.part().expect("the program continues");
        for row in part["lost"].as_array().expect("a list") {
            assert_eq!((row[0].as_u64(), row[1].as_u64()), (Some(0), Some(seen + lost)), "from where it was");
            lost += row[2].as_u64().expect("a number") - row[1].as_u64().expect("a number");
            assert_eq!(row[4].as_array().map(Vec::len), Some(51), "a mark for each node");
        }
        let steps = numbers(&part["steps"]);
        let mut rest = &steps[..];
        while let [_, sort, _, _, others @ ..] = rest {
            let (count, others) = if *sort == 4 { (others[0], &others[1..]) } else { (1, others) };
            (seen, rest) = (seen + count, others);
        }
    }
    println!("{seen} ticks seen, {lost} lost");
    assert!(lost > 0 && seen > 0, "{seen} seen, {lost} lost");
}

#[test]
fn an_abort_that_nobody_saw_ends_what_was_active() {
    let mut live = Options::new().start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    let mut viewer = Viewer::new(&Site::of(&live));
    wait_for(&live, 1);
    guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
    live.flush();
    viewer.until(|part| sorts(part) == [0]);
    drop(viewer);
    wait_for(&live, 0);
    guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
    for _ in 0..3 {
        guard.abort_with(&mut steps, &mut live.abort(key, || guard.active()));
    }
    live.flush();
    let mut viewer = Viewer::new(&Site::of(&live));
    let part = viewer.until(|part| part["steps"] != serde_json::json!([]));
    // The tick with a viewer; then a tick and an abort without one, after which nothing is active.
    assert_eq!(numbers(&part["steps"])[4..], [0, 4, 0, 0, 2]);
}

#[test]
fn values_are_sent_to_viewers() {
    let mut live = Options::new().always(true).start().expect("a port");
    let (key, mut guard, mut steps) = (live.agent::<Guard>("guard"), Guard::new(), 0);
    for _ in 0..3 {
        guard.tick_with(&mut steps, &mut live.tick(key, || guard.active()));
        live.flush();
        live.value("steps", steps);
    }
    live.value("nothing", f64::NAN);
    let part = Viewer::new(&Site::of(&live)).until(|part| part["values"] != serde_json::json!([]));
    assert_eq!(part["names"], serde_json::json!(["steps", "nothing"]));
    assert_eq!(part["values"], serde_json::json!([[0, 1, 0, 1.0], [0, 2, 0, 2.0], [0, 3, 0, 3.0], [0, 3, 1, null]]));
}
