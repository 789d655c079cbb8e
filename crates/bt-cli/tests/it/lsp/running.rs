//! Hints at active nodes: a program that serves its page, and an editor with the text of its trees.

use std::path::Path;
use std::time::{Duration, Instant};

use bt_view::serve::{LivePage, Options};
use serde_json::{Value, json};

use super::client::{Client, PATIENCE, USUAL, Wishes, address};

#[rustfmt::skip]
mod trees {
    bt::bt! { pub Door(u32) = sequence < wait_until(|opens: &u32| *opens > 0), open: wait(100_000.0) > }
}

use trees::Door;

/// This file, in which the tree is.
const TEXT: &str = include_str!("running.rs");

/// A program with an agent that has this tree.
struct Game {
    live: LivePage,
    doors: Vec<(bt_view::AgentKey, Door)>,
}

impl Game {
    fn new(agents: &[&str], options: Options) -> Self {
        let mut live = options.start().expect("a port");
        let doors = agents.iter().map(|name| (live.agent::<Door>(*name), Door::new())).collect();
        Game { live, doors }
    }

    fn tick(&mut self, opens: u32) {
        for (key, door) in &mut self.doors {
            door.tick_for_with(0.5, &mut { opens }, &mut self.live.tick_for(*key, 0.5, || door.active()));
        }
        self.live.flush();
    }
}

/// The text that comes after each hint, with the text of the hint.
fn hints(client: &mut Client, uri: &str, text: &str) -> Vec<String> {
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 1000, "character": 0}});
    let found = client.ask("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": range}));
    let hint = |hint: &Value| {
        let number = |key: &str| hint["position"][key].as_u64().expect("a number") as usize;
        let line = text.lines().nth(number("line")).expect("a line");
        let word = line[number("character")..].split(['(', ' ']).next().expect("a word");
        format!("{} {word}", hint["label"].as_str().expect("a text"))
    };
    found.as_array().expect("a list").iter().map(hint).collect()
}

/// Waits until the hints are these, and the editor was asked to refresh them. Meanwhile the program keeps ticking: a
/// viewer that connects between two ticks learns about the agents with the next one.
fn wait_for(client: &mut Client, uri: &str, text: &str, expected: &[&str], mut go_on: impl FnMut()) {
    let asked = client.refreshes;
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        go_on();
        if hints(client, uri, text) == expected && client.refreshes > asked {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the hints are never {expected:?}, after {} refreshes", client.refreshes - asked);
}

#[test]
fn active_nodes_have_hints_while_the_program_runs() {
    let mut game = Game::new(&["front", "back"], Options::new());
    let served = game.live.address().to_string();
    let mut client = Client::start(None, &Wishes { live: &served, ..USUAL });
    let uri = address(&Path::new("/home/project").join(file!()));
    client.open(&uri, TEXT);
    let (in_sequence, waiting) = ("▶ back, front sequence", "▶ back, front wait_until");
    wait_for(&mut client, &uri, TEXT, &[in_sequence, waiting], || game.tick(0));
    wait_for(&mut client, &uri, TEXT, &[in_sequence, "▶ back, front wait"], || game.tick(1));

    // In another text, nodes that are not where they were have no hint.
    let other = TEXT.replace("sequence < wait_until", "/* */ sequence < wait_until");
    client.close(&uri);
    client.open(&uri, &other);
    assert_eq!(hints(&mut client, &uri, &other), Vec::<String>::new());
    // A file of another name has no hints.
    let elsewhere = address(Path::new("/home/project/tests/other.rs"));
    client.open(&elsewhere, TEXT);
    assert_eq!(hints(&mut client, &elsewhere, TEXT), Vec::<String>::new());

    client.close(&uri);
    client.open(&uri, TEXT);
    drop(game);
    wait_for(&mut client, &uri, TEXT, &[], || {});
    client.stop();
}

#[test]
fn a_lens_opens_the_page() {
    let mut game = Game::new(&["front"], Options::new().control(true).token("secret"));
    let url = game.live.url();
    let mut client = Client::start(None, &Wishes { live: &url, ..USUAL });
    let uri = address(&Path::new("/home/project").join(file!()));
    client.open(&uri, TEXT);
    wait_for(&mut client, &uri, TEXT, &["▶ front sequence", "▶ front wait_until"], || game.tick(0));
    let lenses = client.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
    let line = TEXT.lines().position(|line| line.contains("bt::bt!")).expect("a tree");
    assert_eq!(lenses[0]["range"]["start"]["line"], line);
    assert_eq!(lenses.as_array().map(Vec::len), Some(1), "{lenses}");
    let command = lenses[0]["command"].clone();
    client
        .request("workspace/executeCommand", json!({"command": command["command"], "arguments": command["arguments"]}));
    let shown = client.wait(|message| message["method"] == "window/showDocument");
    assert_eq!(shown["params"], json!({"uri": url, "external": true}));
    client.stop();
}

#[test]
fn without_an_address_nothing_is_offered() {
    let client = Client::start(None, &USUAL);
    assert!(client.capabilities["inlayHintProvider"].is_null() && client.capabilities["codeLensProvider"].is_null());
    client.stop();
}
