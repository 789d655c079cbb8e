//! Runs the example of each world for some minutes.

use serde_json::{Value, json};

use crate::orders::Page;

const TICK: f64 = 0.1;

/// A page that runs an example.
fn page(world: &str, text: &str) -> Page {
    let mut page = Page::default();
    let read = ask(&mut page, json!({ "write": { "text": text, "root": null, "world": world } }));
    assert_eq!(read["mistakes"], json!([]), "{read}");
    page
}

fn ask(page: &mut Page, order: Value) -> Value {
    serde_json::from_str(&page.answer(&order.to_string())).expect("JSON")
}

/// The picture in words, after each tick.
fn seen(page: &mut Page, ticks: usize) -> Vec<String> {
    let mut words = Vec::new();
    for _ in 0..ticks {
        ask(page, json!({ "tick": { "count": 1, "frame": TICK } }));
        let picture = ask(page, json!({ "picture": {} }));
        words.push(picture["picture"]["words"].as_str().expect("there is a world").to_owned());
    }
    words
}

#[test]
fn the_bot_gets_through_the_door_and_back() {
    let mut page = page("door", include_str!("../../examples/2-door.bt"));
    ask(&mut page, json!({ "reset": { "seed": 1 } }));
    let words = seen(&mut page, 1200);
    let rooms: Vec<bool> = words.iter().map(|words| words.contains("right room")).collect();
    let passes = rooms.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(passes >= 4, "{passes} passes: {}", words.last().expect("ticks"));
    for (ticks, before) in words.windows(2).zip(&rooms) {
        let passes = ticks[1].contains("right room") != *before;
        assert!(!passes || ticks[1].contains("open") || ticks[1].contains("broken"), "through a shut door: {ticks:?}");
    }
}

#[test]
fn the_robot_stores_boxes_and_never_stops() {
    let mut page = page("robot", include_str!("../../examples/3-robot.bt"));
    let words = seen(&mut page, 3000);
    assert!(words.iter().any(|words| words.contains("The lamp is on.")), "it charges");
    assert!(words.iter().all(|words| !words.contains(" at 0 %")), "its battery is never empty");
    let stored = words.last().and_then(|words| words.trim_end_matches('.').split("On the shelf: ").last());
    let last: u32 = stored.and_then(|stored| stored.parse().ok()).expect("a number");
    assert!(last >= 8, "{last} boxes");
}

#[test]
fn the_dog_fetches_each_sheep_that_strays() {
    let mut page = page("meadow", include_str!("../../examples/4-meadow.bt"));
    ask(&mut page, json!({ "press": { "button": 0 } }));
    let words = seen(&mut page, 3000);
    assert!(words[0].starts_with("A sheep has strayed."), "{}", words[0]);
    let strays: Vec<bool> = words.iter().map(|words| words.starts_with("A sheep")).collect();
    let longest = strays.split(|strays| !strays).map(<[bool]>::len).max().expect("some");
    assert!((1..200).contains(&longest), "a sheep strays for {longest} ticks");
}

#[test]
fn the_white_sheep_runs_from_the_dog() {
    let text = include_str!("../../examples/4-meadow.bt");
    let mut page = Page::default();
    let read = ask(&mut page, json!({ "write": { "text": text, "root": "Sheep", "world": "meadow" } }));
    assert_eq!(read["root"], "Sheep");
    seen(&mut page, 20);
    ask(&mut page, json!({ "press": { "button": 1 } }));
    seen(&mut page, 2);
    let active = |page: &mut Page| ask(page, json!({ "news": {} })).to_string().contains("run_away");
    assert!(active(&mut page), "it runs away");
}

#[test]
fn a_place_is_a_text_and_unknown_leaves_are_scripted() {
    let mut page = page("door", "sequence < walk_to(\"nowhere\"), open >");
    let read =
        ask(&mut page, json!({ "write": { "text": "sequence < walk_to(3), open >", "root": null, "world": "door" } }));
    assert_eq!(read["mistakes"][0]["message"], "mismatched types: expected `String`, found integer");
    let read =
        ask(&mut page, json!({ "write": { "text": "sequence < open, dance >", "root": null, "world": "door" } }));
    assert_eq!(read["lines"], json!([{ "name": "dance", "part": "leaf", "usual": "1sS" }]));
    // Another world, or none, has other leaves.
    let read = ask(&mut page, json!({ "write": { "text": "sequence < open, dance >", "root": null } }));
    assert_eq!(read["lines"].as_array().map(Vec::len), Some(2), "{read}");
    assert_eq!(ask(&mut page, json!({ "picture": {} }))["picture"], Value::Null);
}
