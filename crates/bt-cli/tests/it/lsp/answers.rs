//! Completion, hover, definition, outline, folding, errors; positions in each encoding.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::client::{Client, USUAL, Wishes, address};
use super::text::{applied, cursor, position};

const EVERYWHERE: Wishes = Wishes { everywhere: true, ..USUAL };

/// A folder with a Rust file in it.
fn workspace(name: &str, rust: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp").join(name);
    fs::create_dir_all(&folder).expect("it can be made");
    fs::write(folder.join("leaves.rs"), rust).expect("it can be written");
    folder
}

/// Asks at the `$0` of a text.
fn ask(client: &mut Client, file: &str, text: &str, method: &str) -> Value {
    let (plain, place) = cursor(text, &client.encoding.clone());
    client.open(file, &plain);
    let answer = client.ask_at(method, file, &place);
    client.close(file);
    answer
}

fn labels(client: &mut Client, file: &str, text: &str) -> Vec<String> {
    let (plain, place) = cursor(text, &client.encoding.clone());
    client.open(file, &plain);
    let found = client.completions(file, &place);
    client.close(file);
    found
}

const TREE: &str = "file:///none/a.bt";
const RUST: &str = "file:///none/a.rs";

#[test]
fn completion_knows_each_place() {
    let mut client = Client::start(None, &EVERYWHERE);
    for (text, has, has_not) in [
        ("A(R) = se$0", "sequence", "spot"),
        ("A(R) = sequence < pat -> spot, $0", "selector", "spot"),
        ("A(R) = sequence < pat -> spot, go(sp$0", "spot", "selector"),
        ("A(R) = sequence < pat -> spot, go(sp$0), b >", "spot", "selector"),
        ("A(R) { speed: f32 } = go($0)", "speed", "selector"),
        ("A(R) { speed: f32 } = action(|r| r.x = sp$0)", "speed", "selector"),
        ("A(R) = parallel($0) < a, b >", "success = ", "selector"),
        ("A(R) = parallel(success = $0) < a, b >", "any", "selector"),
        ("A(R) = switch(|r| r.x) < 1 => $0", "selector", "spot"),
        ("A(R) = guard: $0", "selector", "spot"),
        ("A(R) = sequence < guard(|r| r.x) < wa$0 >, b >", "wait", "spot"),
        ("A(R) = a\nB(R) = sequence < $0 >", "a", "spot"),
        ("A(R) = for_each(|r, i| -> Option<u8> { r.get(i) }) -> door < go($0) >", "door", "selector"),
        ("A(R) = selector < pat -> spot, go($0) >", "", "spot"),
        ("A(R) = if_else < pat -> spot, go($0) >", "spot", "selector"),
        ("A(R) = if_else(|r| r.ok) < pat -> spot, go($0) >", "", "spot"),
        ("A(R) = reactive_if_else(|r| r.ok) < pat -> spot, go($0) >", "", "spot"),
        ("A(R) = sequence < $0", "a", "spot"),
    ] {
        let found = labels(&mut client, TREE, text);
        assert!(has.is_empty() || found.iter().any(|label| label == has), "{text}: {has} is missing in {found:?}");
        assert!(!found.iter().any(|label| label == has_not), "{text}: {has_not} is in {found:?}");
        let rust = labels(&mut client, RUST, &format!("bt! {{ {text}"));
        assert!(has.is_empty() || rust.iter().any(|label| label == has), "{text}: {has} is missing in Rust");
    }
    for nothing in
        ["A(R) = sequence < // se$0", "A(R) = go(\"se$0\")", "A$0(R) = a", "A(R) = a -> x$0", "A(R) = go(|r| r.x$0)"]
    {
        assert_eq!(labels(&mut client, TREE, nothing), [""; 0], "{nothing}");
    }
    client.stop();
}

#[test]
fn in_rust_files_only_what_rust_analyzer_cannot_answer_is_answered() {
    let mut client = Client::start(None, &USUAL);
    let text = "bt! { A(R) = sequence < go: wa$0it(1.0), b -> x, c(x) > }";
    for method in ["completion", "hover", "definition", "prepareRename"] {
        assert_eq!(ask(&mut client, RUST, text, &format!("textDocument/{method}")), Value::Null, "{method}");
        let alone = ask(&mut client, TREE, &text[6..text.len() - 2], &format!("textDocument/{method}"));
        let has_answer = !matches!(method, "prepareRename") && alone != Value::Null;
        assert_eq!(has_answer, method != "prepareRename", "{method}: {alone}");
    }
    client.open(RUST, &text.replace("$0", ""));
    for method in ["formatting", "foldingRange", "semanticTokens/full"] {
        let options = json!({"tabSize": 4, "insertSpaces": true});
        let params = json!({"textDocument": {"uri": RUST}, "options": options});
        assert_eq!(client.ask(&format!("textDocument/{method}"), params), Value::Null, "{method}");
    }
    let label = ask(&mut client, RUST, &text.replace("$0", "").replace("go:", "g$0o:"), "textDocument/prepareRename");
    assert_eq!(label["start"]["character"], 24);
    client.stop();
}

#[test]
fn hover_and_definition_know_the_workspace() {
    let rust = "use bt::bt;\n/// Goes 😀 there.\n#[leaf]\nfn go_to(npc: &mut Npc, to: Vec2) -> Status { todo!() \
                }\nbt! { Sentry(Npc) = go_to }\n";
    let folder = workspace("known", rust);
    let mut client = Client::start(Some(&folder), &USUAL);
    let file = address(&folder.join("a.bt"));
    let text = "/// Walks.\nWalk(Npc) { speed: f32 } = sequence < patrol -> spot: Vec2, go_to(spot), sen$0try, \
                walk2(speed) >\nWalk2(Npc) { s: f32 } = go_to(s)";
    // The workspace is read while the first questions are answered.
    let mut tries = 0;
    while ask(&mut client, &file, text, "textDocument/hover") == Value::Null {
        tries += 1;
        assert!(tries < 500, "the workspace is never read");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let at = |word: &str| {
        let plain = text.replace("$0", "");
        let at = plain.find(word).expect("it is there");
        format!("{}$0{}", &plain[..at + 1], &plain[at + 1..])
    };
    for (word, shows) in [
        ("sequence", "Runs its children in order"),
        ("go_to", "Goes 😀 there."),
        ("sentry", "Sentry(Npc)"),
        ("spot:", "spot: Vec2"),
        ("spot)", "spot: Vec2"),
        ("speed)", "speed: f32"),
        ("walk2", "Walk2(Npc)"),
    ] {
        let hover = ask(&mut client, &file, &at(word), "textDocument/hover");
        let shown = hover["contents"]["value"].as_str().unwrap_or_default();
        assert!(shown.contains(shows) && !shown.contains("\n# "), "{word}: {hover}");
    }
    for (word, name, line, character) in [
        ("go_to", "leaves.rs", 3, 3),
        ("sentry", "leaves.rs", 4, 6),
        ("spot)", "a.bt", 1, 48),
        ("speed)", "a.bt", 1, 12),
        ("walk2", "a.bt", 2, 0),
    ] {
        let found = ask(&mut client, &file, &at(word), "textDocument/definition");
        let first = if found.is_array() { found[0].clone() } else { found };
        assert!(first["uri"].as_str().is_some_and(|uri| uri.ends_with(name)), "{word}: {first}");
        assert_eq!(first["range"]["start"], json!({"line": line, "character": character}), "{word}");
    }
    client.stop();
}

#[test]
fn columns_count_what_was_agreed_on() {
    for (encodings, agreed) in [
        (&["utf-16"][..], "utf-16"),
        (&["utf-16", "utf-8"], "utf-8"),
        (&["utf-16", "utf-32"], "utf-32"),
        (&[], "utf-16"),
    ] {
        let mut client = Client::start(None, &Wishes { encodings, ..USUAL });
        assert_eq!(client.encoding, agreed);
        // Emoji before, between and inside the positions in question; and changes of parts of the text.
        let text = "/* 😀é */ A(R) = sequence < say(\"😀\") -> x, /* 👩‍🚀 */ say(x) >\r\n// ß😀\r\nB(R) = a";
        client.open(TREE, text);
        let first = text.find("-> x").expect("it is there") + 3;
        let second = text.find("say(x)").expect("it is there") + 4;
        let here = position(text, second, agreed);
        let found = client.ask_at("textDocument/definition", TREE, &here);
        assert_eq!(found["range"]["start"], position(text, first, agreed), "{agreed}");
        let emoji = text.find('😀').expect("it is there");
        let range = json!({"start": position(text, emoji, agreed), "end": position(text, emoji + 4, agreed)});
        client.change(TREE, json!([{"range": range, "text": "🎉🎉\r\n😀"}]));
        let text = text.replacen('😀', "🎉🎉\r\n😀", 1);
        let last = position(&text, text.len(), agreed);
        client.change(TREE, json!([{"range": {"start": last, "end": last}, "text": "aaa"}]));
        let text = format!("{text}aaa");
        let outline = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": TREE}}));
        assert_eq!(outline[1]["children"][0]["name"], "aaaa");
        let second = position(&text, second + "🎉🎉\r\n".len(), agreed);
        let found = client.ask_at("textDocument/definition", TREE, &second);
        assert_eq!(found["range"]["start"], position(&text, first + "🎉🎉\r\n".len(), agreed), "{agreed}");
        client.stop();
    }
}

#[test]
fn the_outline_and_folding_show_the_trees() {
    let mut client = Client::start(None, &EVERYWHERE);
    let text = "fn f() {\n    let a = bt!((R) = a);\n}\nbt! {\n    pub Guard(Npc) = selector <\n        hunt: \
                sequence <\n            find -> prey,\n            bite(prey),\n        >,\n        rest,\n    \
                >\n}\nbt! { Half(R) = sequence < a, b";
    client.open(RUST, text);
    let outline = client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": RUST}}));
    fn lines(symbols: &Value, depth: usize, found: &mut Vec<String>) {
        for symbol in symbols.as_array().into_iter().flatten() {
            let detail = symbol["detail"].as_str().map(|detail| format!(" {detail}")).unwrap_or_default();
            found.push(format!("{}{}{detail}", "  ".repeat(depth), symbol["name"].as_str().unwrap_or_default()));
            lines(&symbol["children"], depth + 1, found);
        }
    }
    let mut found = Vec::new();
    lines(&outline, 0, &mut found);
    let expected = [
        "bt! (R)",
        "  a",
        "Guard (Npc)",
        "  selector",
        "    hunt sequence",
        "      find",
        "      bite",
        "    rest",
        "Half (R)",
        "  sequence",
        "    a",
        "    b",
    ];
    assert_eq!(found, expected);
    let folding = client.ask("textDocument/foldingRange", json!({"textDocument": {"uri": RUST}}));
    let lines = |fold: &Value| (fold["startLine"].as_u64(), fold["endLine"].as_u64());
    let folds: Vec<_> = folding.as_array().into_iter().flatten().map(lines).collect();
    assert_eq!(folds, [(Some(4), Some(9)), (Some(5), Some(7))]);
    let colours = client.ask("textDocument/semanticTokens/full", json!({"textDocument": {"uri": RUST}}));
    // `a` of the first tree: in its second line, after 22 units, a function.
    assert_eq!(
        colours["data"].as_array().map(|data| data[..5].to_vec()),
        Some(vec![1.into(), 22.into(), 1.into(), 1.into(), 0.into()])
    );
    client.stop();
}

#[test]
fn formatting_is_offered_where_no_other_server_formats() {
    let mut client = Client::start(None, &Wishes { registers: true, ..USUAL });
    assert_eq!(client.capabilities["documentFormattingProvider"], Value::Null);
    let asked = client.wait(|message| message["method"] == "client/registerCapability");
    let selector = &asked["params"]["registrations"][0]["registerOptions"]["documentSelector"];
    assert_eq!(*selector, json!([{"pattern": "**/*.bt"}]));
    client.open(TREE, "T(R)=sequence<a,b>");
    let options = json!({"tabSize": 4, "insertSpaces": true});
    let edits = client.ask("textDocument/formatting", json!({"textDocument": {"uri": TREE}, "options": options}));
    assert_eq!(applied("T(R)=sequence<a,b>", &edits, "utf-16").trim_end(), "T(R) = sequence < a, b >");
    client.stop();
    for wishes in [USUAL, Wishes { registers: true, ..EVERYWHERE }] {
        let client = Client::start(None, &wishes);
        assert_eq!(client.capabilities["documentFormattingProvider"], true);
        client.stop();
    }
}

#[test]
fn mistakes_are_shown_until_a_rust_file_is_saved() {
    let mut client = Client::start(None, &USUAL);
    client.open(TREE, "T(R) = sequense < a, b >");
    let problems = client.problems();
    assert!(problems.len() == 1 && problems[0].contains("did you mean `sequence`"), "{problems:?}");
    client.change(TREE, json!([{"text": "T(R) = sequence < a, b >"}]));
    assert_eq!(client.problems(), [""; 0]);

    client.open(RUST, "bt! { T(R) = sequence < a, b > }");
    client.change(RUST, json!([{"text": "bt! { T(R) = sequence(1) < a, b > }"}]));
    assert_eq!(client.problems().len(), 1);
    client.tell("textDocument/didSave", json!({"textDocument": {"uri": RUST}}));
    assert_eq!(client.problems(), [""; 0]);
    client.stop();
}

#[test]
fn nested_types_do_not_end_the_server() {
    let mut client = Client::start(None, &USUAL);
    client.open(TREE, "T(R) = a");
    assert_eq!(client.problems(), [""; 0]);
    for (before, after) in [("V<", ">"), ("&", ""), ("fn() -> ", ""), ("(", ")")] {
        let nested = format!("{}u8{}", before.repeat(400), after.repeat(400));
        for place in ["T(@) = a", "T(R) -> Option<@> = a", "T(R) = sequence < a -> x: @, b(x) >", "T(R) = a::<@>"] {
            client.change(TREE, json!([{"text": place.replace('@', &nested)}]));
            let problems = client.problems();
            assert!(
                problems.len() == 1 && problems[0].contains("nested more than 128"),
                "{before} {place}: {problems:?}"
            );
            client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": TREE}}));
        }
    }
    client.stop();
}

#[test]
fn a_closed_file_is_what_is_on_disk() {
    let rust = "#[bt::leaf] fn kept(npc: &mut Npc) -> Status { todo!() }\n";
    let folder = workspace("closed", rust);
    let mut client = Client::start(Some(&folder), &USUAL);
    let (leaves, tree) = (address(&folder.join("leaves.rs")), address(&folder.join("a.bt")));
    let knows =
        |client: &mut Client, leaf: &str| labels(client, &tree, "T(Npc) = $0").iter().any(|label| label == leaf);
    let mut tries = 0;
    while !knows(&mut client, "kept") {
        tries += 1;
        assert!(tries < 500, "the workspace is never read");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    client.open(&leaves, &rust.replace("kept", "typed"));
    assert!(knows(&mut client, "typed") && !knows(&mut client, "kept"));
    client.close(&leaves);
    assert!(knows(&mut client, "kept") && !knows(&mut client, "typed"));
    fs::remove_file(folder.join("leaves.rs")).expect("it is there");
    client.open(&leaves, rust);
    client.close(&leaves);
    assert!(!knows(&mut client, "kept"));
    client.stop();
}
