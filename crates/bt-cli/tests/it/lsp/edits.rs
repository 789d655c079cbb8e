//! Many edits: the server survives them, keeps the text that the editor has, and answers soon.

use std::path::Path;
use std::time::Instant;

use bt_cli::files;
use serde_json::{Value, json};

use super::client::{Client, USUAL, Wishes};
use super::text::position;

const TREE: &str = "file:///none/a.bt";

/// What is typed, besides parts of the text itself.
const PIECES: [&str; 30] = [
    "<",
    ">",
    ",",
    "(",
    ")",
    "{",
    "}",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "\n",
    "\r\n",
    "😀",
    "é",
    "->",
    "=>",
    ":",
    "bt! {",
    "sequence < ",
    "T(R) = ",
    "-> x",
    "go(x)",
    "|r| r.x",
    "r#\"",
    "#[cfg(a)] ",
    "switch(|r| r.x) < 1 => a >",
    "macro_rules! m {",
    "\u{feff}",
];

/// How many edits are made: `BT_EDITS`, or a few.
fn wanted() -> usize {
    std::env::var("BT_EDITS").map_or(2000, |count| count.parse().expect("BT_EDITS is a number"))
}

#[test]
fn no_edit_is_too_much() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let paths = files::find(&[root.join("examples"), root.join("fuzz/corpus")]).expect("they can be read");
    let texts: Vec<String> = paths.iter().map(|path| files::read(path).expect("it can be read").text).collect();
    let mut random = fastrand::Rng::with_seed(3);
    let wanted = wanted();
    let mut made = 0;
    while made < wanted {
        let encodings: &[&str] = if random.bool() { &["utf-8"] } else { &["utf-16"] };
        let mut client = Client::start(None, &Wishes { encodings, everywhere: true, ..USUAL });
        let uri = if random.bool() { TREE } else { "file:///none/a.rs" };
        let mut text = part(&mut random, &texts);
        client.open(uri, &text);
        for _ in 0..200 {
            let encoding = client.encoding.clone();
            let changes: Vec<Value> =
                (0..random.usize(1..4)).map(|_| edit(&mut random, &mut text, &encoding)).collect();
            made += changes.len();
            client.change(uri, Value::Array(changes));
            if random.u8(..4) == 0 {
                questions(&mut client, uri, &mut random, &text);
            }
            if text.len() > 6000 {
                text = part(&mut random, &texts);
                client.change(uri, json!([{"text": text}]));
            }
        }
        // The server's answers about its text are its answers about ours.
        let before = whole(&mut client, uri);
        client.close(uri);
        client.open(uri, &text);
        assert_eq!(whole(&mut client, uri), before, "the texts differ");
        client.stop();
    }
    println!("{made} edits");
}

/// Some lines of a file.
fn part(random: &mut fastrand::Rng, texts: &[String]) -> String {
    let text = &texts[random.usize(..texts.len())];
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let from = random.usize(..lines.len().max(1));
    lines[from.min(lines.len())..lines.len().min(from + 40)].concat()
}

/// Changes the text, and says how.
fn edit(random: &mut fastrand::Rng, text: &mut String, encoding: &str) -> Value {
    // Not in the middle of a line end: editors do not do that.
    let is_place = |text: &str, at: usize| {
        text.is_char_boundary(at) && !(text[..at].ends_with('\r') && text[at..].starts_with('\n'))
    };
    let mut place = || {
        let at = random.usize(..=text.len());
        (at..=text.len()).find(|&at| is_place(text, at)).unwrap_or(text.len())
    };
    let start = place();
    let end = (start + [0, 0, 0, 1, 2, 9, 60][random.usize(..7)]).min(text.len());
    let end = (end..=text.len()).find(|&at| is_place(text, at)).unwrap_or(text.len());
    let new = match random.u8(..3) {
        0 => String::new(),
        1 => text[start..end].repeat(2),
        _ => PIECES[random.usize(..PIECES.len())].to_owned(),
    };
    let range = json!({"start": position(text, start, encoding), "end": position(text, end, encoding)});
    text.replace_range(start..end, &new);
    json!({"range": range, "text": new})
}

/// Asks everything at a random place. Each question gets an answer, even if it is empty.
fn questions(client: &mut Client, uri: &str, random: &mut fastrand::Rng, text: &str) {
    let at = random.usize(..=text.len());
    let at = (at..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
    let place = position(text, at, &client.encoding.clone());
    for method in ["completion", "hover", "definition", "prepareRename"] {
        client.ask_at(&format!("textDocument/{method}"), uri, &place);
    }
    if random.u8(..4) == 0 {
        let rename = json!({"textDocument": {"uri": uri}, "position": place, "newName": "renamed"});
        // A rename may be refused, but must not panic.
        let answer = client.answer("textDocument/rename", rename);
        assert!(!answer["error"]["message"].as_str().unwrap_or_default().contains("panic"), "{answer}");
        client.actions(uri, &place);
    }
    whole(client, uri);
}

/// What is known of a whole file.
fn whole(client: &mut Client, uri: &str) -> Vec<Value> {
    let ask = |method: &&str| client.ask(&format!("textDocument/{method}"), json!({"textDocument": {"uri": uri}}));
    ["documentSymbol", "foldingRange", "semanticTokens/full"].iter().map(ask).collect()
}

/// Prints how long a completion takes after each key, in a file of 5,000 lines. No limit is checked: machines differ.
#[test]
fn completion_in_a_long_file() {
    let mut client = Client::start(None, &USUAL);
    let tree = |number: usize| {
        let child = |at: usize| {
            format!("    sequence <\n        find(|r| r.x < {at}) -> spot,\n        go(spot, \"😀\"),\n    >,\n")
        };
        let children: String = (0..23).map(child).collect();
        format!(
            "/// Number {number}.\nTree{number}(R) {{ speed: f32 }} = selector <\n{children}    go(speed),\n    \
             rest,\n>\n\n"
        )
    };
    let mut text: String = (0..52).map(tree).collect();
    assert!(text.lines().count() >= 5000, "{}", text.lines().count());
    client.open(TREE, &text);
    // The server starts, and reads the file for the first time.
    client.completions(TREE, &position(&text, 0, "utf-16"));
    let mut times = Vec::new();
    let middle = text.find("/// Number 26.").expect("it is there");
    let at = middle + text[middle..].find("go(spot").expect("it is there") + "go(".len();
    let mut typed = at;
    for round in 0..50 {
        let key = if round % 5 == 0 { "," } else { "s" };
        let place = position(&text, typed, "utf-16");
        text.insert_str(typed, key);
        typed += 1;
        let started = Instant::now();
        client.change(TREE, json!([{"range": {"start": place, "end": place}, "text": key}]));
        let found = client.completions(TREE, &position(&text, typed, "utf-16"));
        times.push(started.elapsed());
        assert!(found.contains(&"spot".to_owned()), "{found:?}");
    }
    times.sort();
    println!("completion in {} lines: median {:?}, longest {:?}", text.lines().count(), times[25], times[49]);
    client.stop();
}
