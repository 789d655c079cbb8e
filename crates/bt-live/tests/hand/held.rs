//! Values that a viewer holds.

use bt::{Literal, bt, leaf};
use bt_live::{Live, poll};
use serde_json::{Value, json};

use crate::program::{Program, Viewer, message};

/// Pushes.
#[leaf]
fn push(pushed: &mut Vec<u32>, much: u32) {
    pushed.push(much);
}

/// No tree has it.
#[leaf]
fn pull(pulled: &mut Vec<u32>, much: u32, hard: bool) {
    pulled.retain(|pushed| !hard && *pushed != much);
}

bt! { pub Pusher(Vec<u32>) = forever < sequence < push(1), wait(1.0) > > }

#[derive(Clone, Copy, Debug, Literal)]
enum Much {
    None,
    All,
}

#[leaf]
fn push_all(pushed: &mut Vec<u32>, much: Much) {
    if matches!(much, Much::All) {
        pushed.push(9);
    }
}

bt! { pub All(Vec<u32>) = push_all(Much::None) }

#[test]
fn a_held_value_is_kept_or_taken_back() {
    let program = Program::new(file!()).with::<Pusher>();
    let (mut pusher, mut pushed) = (Live::from(Pusher::new()), Vec::new());
    let mut pushes = |much| {
        pusher.tick_for(1.0, &mut pushed);
        assert_eq!(pushed.last(), Some(&much));
        // A poll must not undo it. Its result may be about other tests.
        let _ = poll();
    };
    let (before, state, place, file) = (program.text(), program.state(), program.place("push"), program.number());
    let viewer = |viewer: &mut Viewer| viewer.event("viewer").parse::<u64>().expect("a number");
    let mut first = Viewer::new(&program);
    let mut second = Viewer::new(&program);
    let (one, two) = (viewer(&mut first), viewer(&mut second));
    let hold = |viewer: u64, much: &str| {
        let change = json!({ "what": "argument", "index": 0, "text": much });
        program.edit(json!({ "viewer": viewer, "order": "hold", "place": place, "state": state, "change": change }))
    };
    let order = |viewer: u64, order: &str| program.edit(json!({ "viewer": viewer, "order": order, "file": file }));
    let held = || program.files()[file]["held"].clone();

    pushes(1);
    for much in [2, 3, 4] {
        hold(one, &much.to_string()).expect("it is right");
        pushes(much);
        assert_eq!((program.text(), held()), (before.clone(), json!(true)));
    }
    // Meanwhile, another viewer can neither hold nor edit, and wrong requests change nothing.
    let busy = message(hold(two, "9"));
    assert_eq!(busy, "a value of this file is held: keep it or drop it first");
    assert_eq!(message(program.change("wait", json!({ "what": "down" }))), busy);
    assert!(hold(one, "-9").is_err() && order(two, "keep").is_err() && order(two, "drop").is_err());
    pushes(4);

    order(one, "drop").expect("it is held");
    pushes(1);
    assert_eq!((program.text(), held()), (before.clone(), json!(false)));

    // Several values that are kept in the end are one step to undo.
    for much in [5, 6, 7] {
        hold(one, &much.to_string()).expect("it is right");
    }
    order(one, "keep").expect("it is held");
    assert!(order(one, "keep").is_err());
    pushes(7);
    assert_eq!(program.text(), before.replacen("push(1)", "push(7)", 1));
    let undone = order(two, "undo").expect("it was made");
    pushes(1);
    assert_eq!((program.text(), &undone["state"]), (before.clone(), &state));

    // A viewer that leaves drops what it holds, and the others see that.
    hold(one, "8").expect("it is right");
    pushes(8);
    drop(first);
    while held() != json!(false) {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // The other viewer learns of it, after all earlier news.
    while second.event("files").contains("\"held\":true") {}
    pushes(1);
    assert_eq!(program.text(), before);
}

#[test]
fn the_page_asks_for_places_and_offers() {
    let program = Program::new(file!()).with::<Pusher>();
    let _pusher = Live::from(Pusher::new());
    let places = program.get("/edit/tree?agent=0");
    let nodes: Vec<&Value> =
        places.as_array().expect("a list").iter().map(|place| &place["node"]["at"]["node"]).collect();
    assert_eq!(nodes, [&json!(0), &json!(1), &json!(2), &json!(3)]);
    let file = program.number();
    let shown = program.get(&format!("/edit/node?file={file}&tree=0&node=3"));
    assert_eq!(
        (&shown["text"], &shown["args"][0]["kind"], &shown["tree"]),
        (&json!("wait(1.0)"), &json!("float"), &json!("Pusher"))
    );
    let offers = program.get(&format!("/edit/offers?file={file}&tree=0&node=1"));
    let texts: Vec<&str> =
        offers.as_array().expect("a list").iter().filter_map(|offer| offer["text"].as_str()).collect();
    for wanted in ["push(1)", "wait(1.0)", "sequence < succeed >", "retry(3) < succeed >"] {
        assert!(texts.contains(&wanted), "{texts:?}");
    }
    let offer = |text: &str| {
        let offers = offers.as_array().expect("a list");
        offers.iter().find(|offer| offer["text"] == text).unwrap_or_else(|| panic!("no `{text}` in {texts:?}")).clone()
    };
    let name = program.files()[file]["name"].clone();
    let line = program.text().lines().position(|line| line.starts_with("fn push(")).map(|line| line + 1);
    let push = offer("push(1)");
    assert_eq!((&push["sort"], &push["docs"], &push["args"]), (&json!("leaf"), &json!("Pushes."), &json!("much: u32")));
    assert_eq!((&push["source"]["file"], &push["source"]["line"]), (&name, &json!(line)));
    // No tree has this leaf, so its argument is a sample of its type.
    assert_eq!(offer("pull(1, true)")["args"], json!("much: u32, hard: bool"));
    assert_eq!(offer("wait(1.0)")["sort"], json!("node"));
}
