//! Rename and code actions: the text after them is a tree, in the style of `bt fmt`.

use std::path::Path;

use bt_cli::{Source, check, files, fmt};
use serde_json::{Value, json};

use super::client::{Client, USUAL, Wishes};
use super::text::{applied, cursor, position};

const TREE: &str = "file:///none/a.bt";
const RUST: &str = "file:///none/a.rs";

const EVERYWHERE: Wishes = Wishes { everywhere: true, ..USUAL };

fn source(file: &str, text: &str) -> Source {
    Source::new(Path::new(file), text.to_owned())
}

fn mistakes(file: &str, text: &str) -> Vec<String> {
    check::check(&source(file, text)).into_iter().map(|report| report.message).collect()
}

/// The text after a rename at the `$0`, or the server's refusal.
fn renamed(client: &mut Client, file: &str, text: &str, new: &str) -> Result<String, String> {
    let encoding = client.encoding.clone();
    let (plain, place) = cursor(text, &encoding);
    client.open(file, &plain);
    let params = json!({"textDocument": {"uri": file}, "position": place, "newName": new});
    let answer = client.answer("textDocument/rename", params);
    client.close(file);
    match answer["error"]["message"].as_str() {
        Some(message) => Err(message.to_owned()),
        None if answer["result"].is_null() => Err("nothing".to_owned()),
        None => Ok(applied(&plain, &answer["result"]["changes"][file], &encoding)),
    }
}

#[test]
fn labels_and_bindings_are_renamed_everywhere_in_their_scope() {
    let mut client = Client::start(None, &USUAL);
    for (file, before, new, after) in [
        (
            RUST,
            "bt! { T(R) = sequence < g$0o: walk, b > } // go",
            "run",
            "bt! { T(R) = sequence < run: walk, b > } // go",
        ),
        (RUST, "fn f() { x(); bt! { T(R) = go$0: walk } g( }", "run", "fn f() { x(); bt! { T(R) = run: walk } g( }"),
        (
            TREE,
            "T(R) = sequence < find -> sp$0ot, go(spot, |spot| spot.x, \"{spot:?} {{spot}}\", format!(\"😀{spot}\")), \
             A { spot }, say(r.spot) >",
            "place",
            "T(R) = sequence < find -> place, go(place, |spot| spot.x, \"{spot:?} {{spot}}\", \
             format!(\"😀{place}\")), A { spot: place }, say(r.spot) >",
        ),
        (
            TREE,
            "T(R) = selector < sequence < find -> x, go(x$0) >, sequence < seek -> x, go(x) > >",
            "y",
            "T(R) = selector < sequence < find -> y, go(y) >, sequence < seek -> x, go(x) > >",
        ),
        (
            TREE,
            "T(R) { speed: f32 } = go(spe$0ed, |r| r.speed < speed)",
            "v",
            "T(R) { v: f32 } = go(v, |r| r.speed < v)",
        ),
        (
            TREE,
            "T(R) = for_each(|r, i| -> Option<u8> { r.at(i) }) -> d < open(d$0) >",
            "door",
            "T(R) = for_each(|r, i| -> Option<u8> { r.at(i) }) -> door < open(door) >",
        ),
    ] {
        let (plain, _) = cursor(before, "utf-8");
        let expected = mistakes(file, &plain);
        let found = renamed(&mut client, file, before, new);
        assert_eq!(found.as_deref(), Ok(after));
        assert_eq!(mistakes(file, after).len(), expected.len(), "{after}");
    }
    for (file, text, new, why) in [
        (TREE, "T(R) = sequence < a$0: x, b: y >", "b", "label"),
        (TREE, "T(R) = sequence < a$0: x, b: y >", "1", "not a name"),
        (TREE, "T(R) = sequence < a$0: x, b: y >", "if", "not a name"),
        (TREE, "T(R) { q: u8 } = sequence < f -> p$0, g(p, q) >", "q", "q"),
        (RUST, "bt! { T(R) = sequence < f -> p$0, g(p) > }", "q", "nothing"),
        (TREE, "T(R) = wal$0k", "run", "nothing"),
    ] {
        let found = renamed(&mut client, file, text, new);
        assert!(found.as_ref().is_err_and(|found| found.contains(why)), "{text}: {found:?}");
    }
    client.stop();
}

/// The text after the action with this title, or why it is refused.
fn changed(client: &mut Client, file: &str, text: &str, place: &Value, title: &str) -> Result<String, String> {
    let encoding = client.encoding.clone();
    let found = client.actions(file, place).into_iter().find(|action| action["title"] == title);
    let Some(action) = found else { return Err("not offered".to_owned()) };
    if let Some(why) = action["disabled"]["reason"].as_str() {
        return Err(why.to_owned());
    }
    let action = if action["edit"].is_null() { client.ask("codeAction/resolve", action) } else { action };
    Ok(applied(text, &action["edit"]["changes"][file], &encoding))
}

fn done(client: &mut Client, file: &str, text: &str, title: &str) -> Result<String, String> {
    let (plain, place) = cursor(text, &client.encoding.clone());
    client.open(file, &plain);
    let found = changed(client, file, &plain, &place, title);
    client.close(file);
    found
}

#[test]
fn nodes_are_wrapped_exchanged_and_mended() {
    let mut client = Client::start(None, &EVERYWHERE);
    for (file, before, title, after) in [
        (TREE, "T(R) = sequence < a, b$0, c >", "Wrap into `inverter`", "T(R) = sequence < a, inverter < b >, c >"),
        (
            RUST,
            "fn f() {\n    let t = g(bt!((R) = sequence < find$0 -> x, go(x) >), /* 😀 */ 1",
            "Wrap into `timeout(1.0)`",
            "fn f() {\n    let t = g(bt!((R) = sequence < timeout(1.0) < find > -> x, go(x) >), /* 😀 */ 1",
        ),
        (
            TREE,
            "T(R) = sequence$0 < a, b >",
            "Change `sequence` to `reactive_sequence`",
            "T(R) = reactive_sequence < a, b >",
        ),
        (
            TREE,
            "T(R) = reactive_selector$0 < a, b >",
            "Change `reactive_selector` to `selector`",
            "T(R) = selector < a, b >",
        ),
        (TREE, "T(R) = seq$0uense < a, b >", "Write `sequence`", "T(R) = sequence < a, b >"),
        (
            TREE,
            "T(R) = switch(|r| r.x) < 1 => a$0, _ => b >",
            "Wrap into `retry(3)`",
            "T(R) = switch(|r| r.x) < 1 => retry(3) < a >, _ => b >",
        ),
        (
            TREE,
            "T(R) = sequence < a, pa$0rt >\n\nPart(R) = selector < b, c >",
            "Inline the tree",
            "T(R) = sequence < a, selector < b, c > >\n\nPart(R) = selector < b, c >",
        ),
    ] {
        assert_eq!(done(&mut client, file, before, title).as_deref(), Ok(after), "{before}");
    }
    // A change that would be a mistake is not offered: here the value would be lost, or the rest would never be
    // reached.
    for (text, title) in [
        ("T(R) = sequence < find$0 -> x, go(x) >", "Wrap into `inverter`"),
        ("T(R) = sequence < a$0, b >", "Wrap into `forever`"),
        ("T(R) = sequence < a$0, b", "Wrap into `retry(3)`"),
    ] {
        let found = done(&mut client, TREE, text, title);
        if text.ends_with('>') {
            assert_eq!(found, Err("not offered".to_owned()), "{text}");
        }
    }
    client.stop();
}

#[test]
fn a_subtree_is_extracted_with_what_it_needs() {
    let mut client = Client::start(None, &USUAL);
    let title = "Extract into a tree";
    for (file, before, after) in [
        (
            TREE,
            "T(R) = sequence < a, selector$0 < b, c > >",
            "T(R) = sequence < a, part >\n\nPart(R) = selector < b, c >",
        ),
        (
            RUST,
            "    bt! {\n        /// Docs.\n        #[derive(Clone)]\n        pub T(R<'_>) { v: f32, w: u8 } on M -> \
             Result<E> =\n            sequence < a, hunt: sequence$0 < go(v), b > >\n    }\n",
            "    bt! {\n        /// Docs.\n        #[derive(Clone)]\n        pub T(R<'_>) { v: f32, w: u8 } on M -> \
             Result<E> = sequence < a, hunt: hunt(v) >\n    }\n\n    bt! {\n        #[derive(Clone)]\n        pub \
             Hunt(R<'_>) { v: f32 } on M -> Result<E> = sequence < go(v), b >\n    }\n",
        ),
        (
            RUST,
            "bt! { pub T(R) = sequence < find -> x, look -> y: Vec<u8>, retry$0(3) < go(x, |r| r.y < y) > > }",
            "bt! { pub T(R) = sequence < find -> x, look -> y: Vec<u8>, part(x, y) > }\n\nbt! { Part(R) { x: <Find as \
             bt::Produces>::Value, y: Vec<u8> } = retry(3) < go(x, |r| r.y < y) > }",
        ),
        (
            TREE,
            "T(R) = sequence < timeout$0(1.0) < find > -> x: u8, go(x) >",
            "T(R) = sequence < part -> x: u8, go(x) >\n\nPart(R) -> Option<u8> = timeout(1.0) < find >",
        ),
        (
            TREE,
            "T(R) -> Result<Option<(A, B)>, E> = selector < see, retry$0(3) < smell > >",
            "T(R) -> Result<Option<(A, B)>, E> = selector < see, part >\n\nPart(R) -> Result<Option<(A, B)>, E> = \
             retry(3) < smell >",
        ),
        (
            TREE,
            "T(R) = for_each(|r, i| -> Option<Vec<u8>> { r.at(i) }) -> d < retry$0(3) < go(d) > >\n// End.\n",
            "T(R) = for_each(|r, i| -> Option<Vec<u8>> { r.at(i) }) -> d < part(d) >\n\nPart(R) { d: Vec<u8> } = \
             retry(3) < go(d) >\n// End.\n",
        ),
    ] {
        let found = done(&mut client, file, before, title);
        assert_eq!(found.as_deref(), Ok(after), "{before}");
        assert_eq!(mistakes(file, after), [""; 0], "{after}");
        assert_eq!(fmt::format(&source(file, after)).text.trim_end(), after.trim_end(), "not formatted");
    }
    for (text, why) in [
        ("T(R) = sequence < retry(2) < find > -> x, retry$0(3) < go(x) > >", "the type of `x` is not known"),
        ("T(R) = reactive_sequence < find -> x, retry$0(3) < go(x) > >", "`x` can change"),
        ("T(R) = sequence < retry$0(2) < find > -> x, go(x) >", "the type of its value is not known"),
        ("T(R) = seq$0uence < a, b >", "not offered"),
        ("sequence < a, selector$0 < b, c > >", "not offered"),
    ] {
        let found = done(&mut client, TREE, text, title);
        assert!(found.as_ref().is_err_and(|found| found.contains(why)), "{text}: {found:?}");
    }
    client.stop();
}

/// Everything that `bt` says about a tree without types, for each tree of the repository: no change that is offered
/// causes a new mistake, and its result has the one style.
#[test]
fn every_change_that_is_offered_leaves_a_tree() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut client = Client::start(None, &Wishes { resolves: false, ..USUAL });
    let mut random = fastrand::Rng::with_seed(11);
    let (mut count, mut extracted) = (0, 0);
    let files = files::find(&[root.join("examples"), root.join("fuzz/corpus")]).expect("they can be read");
    for path in files.iter().filter(|path| path.components().all(|part| part.as_os_str() != "target")) {
        let file = files::read(path).expect("it can be read");
        let text = fmt::format(&file).text;
        let before = check::check(&Source::new(path, text.clone())).len();
        let uri = super::client::address(path);
        client.open(&uri, &text);
        for name in ["sequence <", "selector <", "reactive_selector <", "timeout(", "retry(", "-> ", "guard("] {
            let places: Vec<usize> = text.match_indices(name).map(|(at, _)| at).collect();
            if places.is_empty() || random.u8(..3) > 0 {
                continue;
            }
            let place = position(&text, places[random.usize(..places.len())], "utf-16");
            let actions = client.actions(&uri, &place);
            for action in actions.iter().filter(|action| action["disabled"].is_null()) {
                let after = applied(&text, &action["edit"]["changes"][&uri], "utf-16");
                let source = Source::new(path, after.clone());
                assert!(after != text, "{}: {action}", path.display());
                assert!(check::check(&source).len() <= before, "{}: {action}", path.display());
                assert_eq!(fmt::format(&source).text, after, "{}: {action}", path.display());
                count += 1;
                extracted += usize::from(action["title"] == "Extract into a tree");
            }
        }
        client.close(&uri);
    }
    assert!(count > 100 && extracted > 3, "only {count} changes, {extracted} extracted");
    client.stop();
}
