//! The XML of BehaviorTree.CPP, in an editor.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::client::{Client, USUAL, address};
use super::text::{applied, cursor, position};

const MODELS: &str = r#"<root BTCPP_format="4"><TreeNodesModel>
    <Action ID="MoveTo">
        <input_port name="goal" type="Pose">Where to go.</input_port>
        <output_port name="left" type="double"/>
    </Action>
    <Condition ID="IsHome"/>
</TreeNodesModel></root>"#;

const DOCK: &str = r#"<root BTCPP_format="4">
    <BehaviorTree ID="Dock" _description="Goes home.">
        <Sequence _skipIf="speed &lt; 1 &amp;&amp; goal == &apos;goal&apos;">
            <MoveTo goal="{goal}" left="{rest}"/>
            <SetBlackboard value="{goal}" output_key="last"/>
        </Sequence>
    </BehaviorTree>
    <TreeNodesModel><SubTree ID="Dock"><input_port name="goal"/></SubTree></TreeNodesModel>
</root>"#;

const MAIN: &str = r#"<root BTCPP_format="4" main_tree_to_execute="Main">
    <BehaviorTree ID="Main">
        <Sequence>
            <SubTree ID="Dock" goal="{=}"/>
            <RetryUntilSuccessful num_attempts="3"><IsHome/></RetryUntilSuccessful>
        </Sequence>
    </BehaviorTree>
</root>"#;

struct Editor {
    client: Client,
    folder: PathBuf,
}

impl Editor {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp").join(name);
        fs::create_dir_all(&folder).expect("it can be made");
        for (file, text) in [("models.xml", MODELS), ("dock.xml", DOCK), ("main.xml", MAIN), ("page.xml", "<html/>")] {
            fs::write(folder.join(file), text).expect("it can be written");
        }
        let mut editor = Editor { client: Client::start(Some(&folder), &USUAL), folder };
        // The workspace is read in the background: once the file has its mistakes, that is done.
        for _ in 0..600 {
            let uri = editor.uri("main.xml");
            editor.client.open(&uri, MAIN);
            let problems = editor.client.problems();
            editor.client.close(&uri);
            editor.client.problems();
            if problems.is_empty() {
                return editor;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!("the workspace is never read");
    }

    fn uri(&self, file: &str) -> String {
        address(&self.folder.join(file))
    }

    /// Asks at the `$0` of a text.
    fn ask(&mut self, file: &str, text: &str, method: &str) -> Value {
        let (uri, (plain, place)) = (self.uri(file), cursor(text, "utf-16"));
        self.client.open(&uri, &plain);
        let answer = self.client.ask_at(method, &uri, &place);
        self.client.close(&uri);
        answer
    }

    fn labels(&mut self, text: &str) -> Vec<String> {
        let answer = self.ask("new.xml", text, "textDocument/completion");
        let items = answer.as_array().cloned().unwrap_or_default();
        items.iter().map(|item| item["label"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// The texts of all files after a rename at the `$0` of one of them, or why there is none.
    fn renamed(&mut self, file: &str, text: &str, new: &str) -> Result<Vec<(String, String)>, String> {
        let (uri, (plain, place)) = (self.uri(file), cursor(text, "utf-16"));
        self.client.open(&uri, &plain);
        let params = json!({"textDocument": {"uri": uri}, "position": place, "newName": new});
        let answer = self.client.answer("textDocument/rename", params);
        self.client.close(&uri);
        if let Some(message) = answer["error"]["message"].as_str() {
            return Err(message.to_owned());
        }
        let files = [("models.xml", MODELS), ("dock.xml", DOCK), ("main.xml", MAIN)];
        let changed = files.into_iter().filter_map(|(name, on_disk)| {
            let text = if name == file { &plain } else { on_disk };
            let edits = &answer["result"]["changes"][self.uri(name)];
            (!edits.is_null()).then(|| (name.to_owned(), applied(text, edits, "utf-16")))
        });
        Ok(changed.collect())
    }
}

#[test]
fn completion_in_files_that_are_half_typed() {
    let mut editor = Editor::new("xml_completion");
    let tree = |inner: &str| format!("<root BTCPP_format=\"4\">\n<BehaviorTree ID=\"A\">\n{inner}");
    let closed = |inner: &str| tree(inner) + "\n<Sleep msec=\"5\"/></Sequence></BehaviorTree></root>";
    for (text, has, has_not) in [
        ("<Sequence><$0", "RetryUntilSuccessful", "BehaviorTree"),
        ("<Sequence><Mov$0", "MoveTo", "goal"),
        ("<Sequence><Mov$0/>", "IsHome", "goal"),
        ("<Sequence><MoveTo $0", "goal", "MoveTo"),
        ("<Sequence><MoveTo $0/>", "left", "MoveTo"),
        ("<Sequence><MoveTo goal=\"1\" $0/>", "_skipIf", "goal"),
        ("<Sequence><Timeout $0", "msec", "goal"),
        ("<Sequence><Action ID=\"$0\"/>", "MoveTo", "IsHome"),
        ("<Sequence><SubTree ID=\"$0", "Dock", "MoveTo"),
        ("<Sequence><SubTree ID=\"Dock\" $0/>", "rest", "MoveTo"),
        ("<Sequence><MoveTo goal=\"{here}\"/><MoveTo goal=\"$0\"/>", "{here}", "here"),
        ("<Sequence><MoveTo goal=\"{here}\"/><MoveTo goal=\"{h$0", "{here}", "{h"),
        ("<Sequence><MoveTo goal=\"{here}\"/><Script code=\"he$0\"/>", "here", "{here}"),
        ("<Sequence><MoveTo goal=\"{here}\"/><Script code=\"é$0\"/>", "here", "{here}"),
        ("<Sequence><ForceSuccess><RunOnce then_skip=\"$0\"/>", "false", "SUCCESS"),
        ("<Sequence></$0", "Sequence", "MoveTo"),
    ] {
        for text in [tree(text), closed(text)] {
            let found = editor.labels(&text);
            assert!(found.iter().any(|label| label == has), "{text}: {has} is missing in {found:?}");
            assert!(!found.iter().any(|label| label == has_not), "{text}: {has_not} is in {found:?}");
        }
    }
    for (text, has) in [
        ("<$0", "root"),
        ("<root><$0", "BehaviorTree"),
        ("<root main_tree_to_execute=\"$0\"><BehaviorTree ID=\"A\">", "A"),
        ("<root><TreeNodesModel><$0", "Decorator"),
        ("<root><TreeNodesModel><Action ID=\"A\"><$0", "output_port"),
    ] {
        let found = editor.labels(text);
        assert!(found.iter().any(|label| label == has), "{text}: {has} is missing in {found:?}");
    }
    for nothing in ["<root><BehaviorTree ID=\"A\"> $0", "<html><$0", "<root><!-- <$0 -->"] {
        assert_eq!(editor.labels(nothing), [""; 0], "{nothing}");
    }
    editor.client.stop();
}

#[test]
fn each_beginning_of_a_file_has_answers() {
    let mut editor = Editor::new("xml_prefixes");
    let uri = editor.uri("new.xml");
    editor.client.open(&uri, "");
    for (end, _) in DOCK.char_indices() {
        editor.client.change(&uri, json!([{"text": &DOCK[..end]}]));
        let place = position(&DOCK[..end], end, "utf-16");
        for method in ["completion", "hover", "definition", "prepareRename"] {
            editor.client.ask_at(&format!("textDocument/{method}"), &uri, &place);
        }
        editor.client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}));
    }
    editor.client.stop();
}

#[test]
fn hover_and_definition() {
    let mut editor = Editor::new("xml_hover");
    let hover = |editor: &mut Editor, text: &str| {
        let answer = editor.ask("main.xml", text, "textDocument/hover");
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    for (at, expected) in [
        ("<Retry$0Until", "`RetryUntilSuccessful` takes one child.\n\n- `num_attempts`, must be written"),
        ("num_$0attempts", "`num_attempts` of `RetryUntilSuccessful`. It must be written."),
        ("<Is$0Home", "Condition `IsHome`\n"),
        ("ID=\"Do$0ck", "`Dock`, a tree in `dock.xml`\n\nGoes home.\n\nSubTree `Dock`\n\n- `goal`, reads."),
        ("{$0=}", "`goal`, an entry of the tree.\n\n- read by `goal` of `Dock`"),
    ] {
        let text = MAIN.replacen(&at.replace("$0", ""), at, 1);
        assert_eq!(hover(&mut editor, &text), expected, "{at}");
    }
    let dock = DOCK.replacen("goal=\"{goal", "goal=\"{go$0al", 1);
    let answer = editor.ask("dock.xml", &dock, "textDocument/hover");
    let text = answer["contents"]["value"].as_str().unwrap_or_default();
    assert!(
        text.contains("- read by `goal` of `MoveTo`") && text.contains("- used by `_skipIf` of `Sequence`"),
        "{text}"
    );

    for (file, whole, at, target, declared) in [
        ("main.xml", MAIN, "ID=\"Do$0ck", "dock.xml", (DOCK, "Dock\" _desc")),
        ("main.xml", MAIN, "_execute=\"Ma$0in", "main.xml", (MAIN, "Main\">\n        <")),
        ("main.xml", MAIN, "<Is$0Home", "models.xml", (MODELS, "IsHome")),
        ("dock.xml", DOCK, "<MoveTo go$0al", "models.xml", (MODELS, "goal")),
        ("dock.xml", DOCK, "output_key=\"la$0st", "dock.xml", (DOCK, "last")),
    ] {
        let answer = editor.ask(file, &whole.replacen(&at.replace("$0", ""), at, 1), "textDocument/definition");
        let (text, begins) = declared;
        let byte = text.find(begins).expect("it is in the text");
        assert_eq!(answer[0]["uri"], json!(editor.uri(target)), "{at}: {answer}");
        assert_eq!(answer[0]["range"]["start"], position(text, byte, "utf-16"), "{at}: {answer}");
    }
    editor.client.stop();
}

#[test]
fn trees_and_entries_are_renamed_in_all_files() {
    let mut editor = Editor::new("xml_rename");
    let at = |text: &str, at: &str| text.replacen(&at.replace("$0", ""), at, 1);
    let both = |dock: String, main: String| Ok(vec![("dock.xml".to_owned(), dock), ("main.xml".to_owned(), main)]);

    let charge = both(DOCK.replace("\"Dock\"", "\"Charge\""), MAIN.replace("\"Dock\"", "\"Charge\""));
    assert_eq!(editor.renamed("main.xml", &at(MAIN, "ID=\"Do$0ck"), "Charge"), charge);
    assert_eq!(editor.renamed("dock.xml", &at(DOCK, "ID=\"Do$0ck"), "Charge"), charge);
    let day = Ok(vec![("main.xml".to_owned(), MAIN.replace("\"Main\"", "\"Day\""))]);
    assert_eq!(editor.renamed("main.xml", &at(MAIN, "_execute=\"Ma$0in"), "Day"), day);

    // The name of a text in a script stays, and so does the port of the leaf.
    let renamed = DOCK
        .replace("; goal ==", "; place ==")
        .replace("{goal}", "{place}")
        .replace("port name=\"goal\"", "port name=\"place\"");
    let place = both(renamed, MAIN.replace("goal=\"{=}\"", "place=\"{goal}\""));
    assert_eq!(editor.renamed("dock.xml", &at(DOCK, "goal=\"{go$0al"), "place"), place);
    assert_eq!(editor.renamed("dock.xml", &at(DOCK, "; go$0al =="), "place"), place);
    assert_eq!(editor.renamed("main.xml", &at(MAIN, "go$0al=\"{=}"), "place"), place);
    let last = Ok(vec![("dock.xml".to_owned(), DOCK.replace("\"last\"", "\"before\""))]);
    assert_eq!(editor.renamed("dock.xml", &at(DOCK, "\"la$0st"), "before"), last);

    for (file, text, new, why) in [
        ("main.xml", at(MAIN, "ID=\"Do$0ck"), "Main", "there is a tree `Main`"),
        ("main.xml", at(MAIN, "ID=\"Do$0ck"), "a.b", "`a.b` cannot be the name of a tree"),
        ("dock.xml", at(DOCK, "\"la$0st"), "goal", "the tree has an entry `goal`"),
        ("dock.xml", at(DOCK, "\"la$0st"), "a b", "`a b` cannot be the name of an entry"),
        (
            "main.xml",
            at(&MAIN.replace("goal=\"{=}\"", "goal=\"{=}\" _autoremap=\"true\""), "go$0al=\"{=}"),
            "place",
            "`_autoremap` connects `goal` to other trees: rename it by hand",
        ),
    ] {
        assert_eq!(editor.renamed(file, &text, new), Err(why.to_owned()), "{text}");
    }
    let prepared = editor.ask("main.xml", &at(MAIN, "<Retry$0"), "textDocument/prepareRename");
    assert_eq!(prepared, Value::Null);
    editor.client.stop();
}

#[test]
fn mistakes_and_the_outline() {
    let mut editor = Editor::new("xml_mistakes");
    let uri = editor.uri("main.xml");
    let text = MAIN.replace("num_attempts=\"3\"", "num_attempts=\"many\"").replace("\"Dock\" goal", "\"Dokc\" goal");
    editor.client.open(&uri, &text);
    let expected = ["the tree `Dokc` is in none of the files\nname its file too", "`num_attempts` is a whole number"];
    assert_eq!(editor.client.problems(), expected);
    // Trees and entries are looked for in other files.
    editor.client.change(&uri, json!([{"text": MAIN.replace(" goal=\"{=}\"", "")}]));
    let expected = ["the subtree `Dock` needs the port `goal`\nits model names no default"];
    assert_eq!(editor.client.problems(), expected);
    editor.client.change(&uri, json!([{"text": MAIN}]));
    assert_eq!(editor.client.problems(), [""; 0]);

    let symbols = editor.client.ask("textDocument/documentSymbol", json!({"textDocument": {"uri": uri}}));
    let names = |list: &Value| -> Vec<String> {
        let list = list.as_array().cloned().unwrap_or_default();
        list.iter().map(|symbol| symbol["name"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(names(&symbols), ["Main"]);
    assert_eq!(names(&symbols[0]["children"]), ["Sequence"]);
    assert_eq!(names(&symbols[0]["children"][0]["children"]), ["Dock", "RetryUntilSuccessful"]);
    editor.client.stop();
}
