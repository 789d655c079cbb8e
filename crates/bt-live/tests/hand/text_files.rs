//! Files that hold the text of a tree of a palette.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bt::Status;
use bt_live::{Contexts, LiveTreeFor, PaletteFor, TreeFileFor, offer, poll};
use serde_json::{Value, json};

use crate::program::{Program, Viewer, message};

/// What a tree has in one frame.
struct Scene<'frame> {
    said: &'frame mut Vec<String>,
    is_open: bool,
}

struct Scenes;

impl Contexts for Scenes {
    type Context<'frame> = Scene<'frame>;
}

#[bt::leaf]
fn call(scene: &mut Scene<'_>, what: String, times: u32) {
    scene.said.push(format!("{what} {times}"));
}

fn palette() -> PaletteFor<Scenes> {
    PaletteFor::<Scenes>::of_leaves()
        .condition("is_open", |scene| scene.is_open)
        .action("honk", |scene| scene.said.push("honk".to_owned()))
}

const GOOSE: &str = "// A goose.\nforever < sequence <\n    action(honk), // loudly\n    wait(1.0),\n> >\n";

/// A file of its own, with this text.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hand-texts");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, text).expect("it can be written");
    path
}

/// What a tree says in its first second and a half, with a context of its own.
fn said(tree: &mut LiveTreeFor<Scenes>) -> String {
    let mut said = Vec::new();
    let scene = &mut Scene { said: &mut said, is_open: true };
    tree.abort(scene);
    assert_eq!(tree.tick_for(1.5, scene), Status::Running);
    said.join(", ")
}

fn texts(offers: &Value) -> Vec<&str> {
    offers.as_array().expect("a list").iter().filter_map(|offer| offer["text"].as_str()).collect()
}

#[test]
fn a_text_of_a_palette_is_edited_as_a_rust_file_is() {
    let path = file("goose.bt", GOOSE);
    let goose = TreeFileFor::open(&path, Arc::new(palette())).expect("it is right");
    let mut program = Program::new(path.to_str().expect("it is text"));
    let (mut one, mut other) = (goose.tree(), goose.tree());
    assert_eq!((said(&mut one), said(&mut other)), ("honk, honk".into(), "honk, honk".into()));

    // The agents continue in the edited text, which is written; comments stay.
    let argument = |text: &str| json!({ "what": "argument", "index": 0, "text": text });
    program.change("wait", argument("3.0")).expect("it is right");
    let edited = GOOSE.replace("1.0", "3.0");
    assert_eq!(program.text(), edited);
    assert_eq!((said(&mut one), said(&mut other)), ("honk".into(), "honk".into()));
    program.order("undo").expect("it can be undone");
    assert_eq!(program.text(), GOOSE);
    assert_eq!(said(&mut one), "honk, honk");

    // What is refused changes nothing, and says why in the palette's words.
    let refused = program.change("action", json!({ "what": "replace", "text": "action(honkk)" }));
    assert_eq!(message(refused), "there is no action `honkk`");
    assert_eq!(
        message(program.change("wait", argument("-1.0"))).split(',').next(),
        Some("`wait` takes a time: a `Duration`")
    );
    assert_eq!(program.text(), GOOSE);

    // What the palette has is offered, and can be inserted as it is.
    let place = program.place("sequence");
    let at = format!("file={}&tree={}&node={}", place["file"], place["at"]["tree"], place["at"]["node"]);
    let offers = program.get(&format!("/edit/offers?{at}"));
    for text in ["action(honk)", "condition(is_open)", "call(\"\".to_owned(), 1)"] {
        assert!(texts(&offers).contains(&text), "{text}: {offers}");
        let change = json!({ "what": "insert", "index": 0, "text": text });
        program.change("sequence", change).unwrap_or_else(|refused| panic!("{text}: {refused}"));
        program.order("undo").expect("it can be undone");
    }
    assert_eq!(texts(&offers).iter().filter(|text| **text == "action(honk)").count(), 1, "{offers}");

    // The page finds the nodes of an agent in the file. It knows the tree since the first tick.
    let mut viewer = Viewer::new(&program);
    viewer.event("viewer");
    let agent = program.page.agent::<LiveTreeFor<Scenes>>("goose");
    let (mut seen, page) = (Vec::new(), &mut program.page);
    let scene = &mut Scene { said: &mut seen, is_open: true };
    one.abort(scene);
    one.tick_for_with(0.1, scene, &mut page.tick_for(agent, 0.1, || [].into_iter()));
    let nodes = program.get("/edit/tree?agent=1");
    let nodes: Vec<&Value> =
        nodes.as_array().expect("a list").iter().map(|places| &places["node"]["at"]["node"]).collect();
    assert_eq!(nodes, [&json!(0), &json!(1), &json!(2), &json!(3)]);

    // While a value is held, the agents use it, but it is not in the file.
    let state = program.state();
    let hold = json!({ "viewer": 7, "order": "hold", "place": program.place("wait"), "state": state, "change": argument("9.0") });
    program.edit(hold).expect("it is right");
    assert_eq!((program.text(), said(&mut other)), (GOOSE.to_owned(), "honk".into()));
    program.edit(json!({ "viewer": 7, "order": "drop", "file": program.number() })).expect("it is held");

    // A text editor saves: the agents follow, and a text with mistakes changes nothing.
    fs::write(&path, GOOSE.replace("honk", "hiss")).expect("it can be written");
    // The result of a poll may be about other tests, too.
    let until = |is: &mut dyn FnMut() -> bool| {
        let polled = |_| {
            let _ = poll();
            is()
        };
        assert!((0..10_000).any(polled), "nothing has changed");
    };
    let number = program.number();
    until(&mut || program.files()[number]["mistakes"][0]["message"] == "there is no action `hiss`");
    assert_eq!(said(&mut one), "honk, honk");
    fs::write(&path, GOOSE.replace("action(honk)", "call(\"all\", 2)")).expect("it can be written");
    until(&mut || said(&mut one) == "all 2, all 2");
    offer(&path, GOOSE).expect("it is right");
    assert_eq!(said(&mut one), "honk, honk");

    // One agent gets another tree: edits of the file no longer reach it.
    let still =
        bt_live::LiveTreeFor::parse("forever < sequence < action(honk), action(honk), wait(2.0) > >", &palette());
    one.switch_to(&still.expect("it is right"));
    program.change("wait", argument("5.0")).expect("it is right");
    assert_eq!((said(&mut one), said(&mut other)), ("honk, honk".into(), "all 2".into()));

    // No agent runs this file any more.
    drop((goose, other));
    assert_eq!(message(program.change("wait", argument("6.0"))), "no tree of the program runs from this file any more");
    assert!(TreeFileFor::open(path.with_extension("none"), palette()).is_err());
}
