//! The page of the playground in headless Chromium, from `file://`: `BT_BROWSER=1`, after the page has been built.

#[path = "../../../../crates/bt-view/tests/browser/mod.rs"]
#[expect(dead_code, reason = "its other users call more of it")]
mod browser;
mod figures;
#[path = "../../src/link.rs"]
mod link;
mod looks;
mod random;
#[path = "../../src/trees.rs"]
mod trees;
mod tries;
mod typed;
mod worlds;

use std::path::Path;
use std::time::Instant;

use browser::Browser;

/// Opens the page, and waits for its first tick.
fn open(name: &str) -> Option<Browser> {
    let mut browser = Browser::start(name)?;
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dist/index.html");
    let page = page.canonicalize().expect("the page is built: `cargo playground`");
    let began = Instant::now();
    browser.open(&format!("file://{}", page.display()));
    browser.wait("globalThis.playground !== undefined && playground.ticks > 0 && agent()?.ticks > 0");
    println!("first tick after {} ms", began.elapsed().as_millis());
    Some(browser)
}

/// Types a text, as a user does, and waits until the engine has read it.
fn write(browser: &mut Browser, text: &str) {
    let text = serde_json::to_string(text).expect("a text");
    let change = "changes: { from: 0, to: playground.editor.view.state.doc.length, insert: text }";
    browser.say(&format!(
        "((text) => {{ playground.editor.view.dispatch({{ {change} }}); playground.write(); }})({text})"
    ));
}

fn mistakes(browser: &mut Browser) -> String {
    browser.say("playground.mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`).join('; ')")
}

#[test]
fn each_example_ticks_without_a_mistake() {
    let Some(mut browser) = open("examples") else { return };
    let count: usize = browser.say("playground.examples.length").parse().expect("a number");
    assert!(count > 40, "{count}");
    let wrong = browser.say(
        "(async () => { const wrong = []; for (const example of playground.examples) { playground.open(example); for \
         (let frames = 0; frames < 300 && playground.ticks < 3; frames++) await new Promise(requestAnimationFrame); \
         const said = playground.mistakes.map(({ line, message }) => `${line}: ${message}`).join('; '); if (said || \
         playground.ticks < 3) wrong.push(`${example.name}: ${said || 'does not tick'}`); } return wrong.join('\\n'); \
         })()",
    );
    assert_eq!(wrong, "");
    assert!(browser.errors().is_empty(), "{:?}", browser.errors());
}

#[test]
fn a_mistake_is_shown_and_mended() {
    let Some(mut browser) = open("mistakes") else { return };
    write(&mut browser, "sequense <\n    walk,\n    wait(1.0),\n>");
    browser.wait("!document.getElementById('play-mistakes').hidden");
    let found = mistakes(&mut browser);
    assert!(found.starts_with("1:1 ") && found.contains("`sequense`"), "{found}");
    browser.wait("document.querySelectorAll('.cm-lintRange-error').length === 1");
    assert_eq!(browser.say("document.querySelector('#play-mistakes .fix').textContent"), "write sequence");
    browser.say("document.querySelector('#play-mistakes .fix').click()");
    browser.wait("document.getElementById('play-mistakes').hidden && playground.editor.text.startsWith('sequence <')");
    browser.wait("agent().nodes[0]?.text === 'sequence' && agent().nodes.length === 3");
    // The old tree continues while the text is wrong.
    write(&mut browser, "sequence < walk, wait(1.0)");
    browser.wait("playground.mistakes.length > 0");
    let before: u64 = browser.say("playground.ticks").parse().expect("a number");
    browser.wait(&format!("playground.ticks > {before}"));
    assert!(browser.errors().is_empty(), "{:?}", browser.errors());
}

#[test]
fn text_and_tree_follow_each_other() {
    let Some(mut browser) = open("hand") else { return };
    write(&mut browser, "// kept\nsequence < walk, wait(1.0), look >");
    browser.wait("agent().nodes.length === 4");
    let select = |browser: &mut Browser, text: &str| {
        browser.say(&format!("select(agent().nodes.find(({{ text }}) => text === '{text}').position)"));
        browser.wait(&format!("agent().nodes[moment.node]?.text === '{text}' && live.hand.isReady()"));
    };
    select(&mut browser, "wait(1.0)");
    browser.say("(element('hand-arg-0').value = '2.5', element('hand-arg-0').dispatchEvent(new Event('change')))");
    browser.wait("playground.editor.text === '// kept\\nsequence < walk, wait(2.5), look >'");
    browser.wait("agent().nodes.some(({ text }) => text === 'wait(2.5)')");
    select(&mut browser, "look");
    browser.say("live.hand.change({ what: 'up' })");
    browser.wait("playground.editor.text === '// kept\\nsequence < walk, look, wait(2.5) >'");
    browser.wait("agent().nodes.map(({ text }) => text).join(' ') === 'sequence walk look wait(2.5)'");
    // A value is held, and dropped: the text stays.
    select(&mut browser, "wait(2.5)");
    browser.say("live.hand.hold(0, '9.0')");
    browser.wait("agent().nodes.some(({ text }) => text === 'wait(9.0)')");
    assert!(browser.say("playground.editor.text").contains("wait(2.5)"));
    browser.say("live.hand.dropHeld()");
    browser.wait("agent().nodes.some(({ text }) => text === 'wait(2.5)')");
    // Undo works on the text.
    browser.say("live.hand.order('undo')");
    browser.wait("playground.editor.text === '// kept\\nsequence < walk, wait(2.5), look >'");
    browser.wait("agent().nodes[2]?.text === 'wait(2.5)'");
    assert!(browser.errors().is_empty(), "{:?}", browser.errors());
}

#[test]
fn a_key_changes_the_tree_at_once_and_only_where_it_is() {
    let Some(mut browser) = open("key") else { return };
    // No tick comes by itself.
    browser.say("document.getElementById('play-speed').append(new Option('never', '0', false, true))");
    write(&mut browser, "sequence < walk, walk, wait(1.0), walk, look >");
    browser.wait("document.querySelectorAll('#nodes .node').length === 6");
    let text = "sequence < walk, walk, wait(2.0), walk, look >";
    browser.say("globalThis.before = [...document.querySelectorAll('#nodes .node')]");
    write(&mut browser, text);
    assert_eq!(browser.say("agent().nodes[3].text"), "wait(2.0)");
    let same = "[...document.querySelectorAll('#nodes .node')].map((node, at) => Number(node === before[at])).join('')";
    assert_eq!(browser.say(same), "111011");
    assert_eq!(browser.say("document.querySelectorAll('#nodes .text')[3].textContent"), "wait(2.0)");
    // The element of a moved node is at the right place in the order, and keeps its edge.
    write(&mut browser, "sequence < look, walk, wait(2.0), walk >");
    let texts = "[...document.querySelectorAll('#nodes .text')].map(({ textContent }) => textContent).join(' ')";
    assert_eq!(browser.say(texts), "sequence look walk wait(2.0) walk");
    assert_eq!(browser.say("document.querySelectorAll('#edges path').length"), "4");
    let positions = "[...document.querySelectorAll('#nodes .node')].map(({ dataset }) => dataset.node).join('')";
    assert_eq!(browser.say(positions), "01234");
    assert!(browser.errors().is_empty(), "{:?}", browser.errors());
}

#[test]
fn old_edits_and_old_ticks_are_forgotten() {
    let Some(mut browser) = open("forgotten") else { return };
    for edit in 1..=40 {
        write(&mut browser, &format!("sequence < walk, wait({edit}.0), look >"));
    }
    browser.wait("agent().nodes[2]?.text === 'wait(40.0)'");
    assert_eq!(browser.say("recording.agents.length > 40"), "true");
    assert_eq!(browser.say("recording.agents.filter(({ nodes }) => nodes.length > 0).length < 25"), "true");
    // A tree that was forgotten comes back.
    write(&mut browser, "sequence < walk, wait(3.0), look >");
    browser.wait("agent().nodes[2]?.text === 'wait(3.0)' && agent().nodes.length === 4");
    browser.say("playground.open({ ...playground.state(), ticks: 10000 })");
    browser.wait("playground.ticks > 10000 && agent().ticks < 6000 && moment.tick === agent().ticks - 1");
    assert!(browser.errors().is_empty(), "{:?}", browser.errors());
}

/// Copies the link to what the page shows, and opens it.
fn open_its_link(browser: &mut Browser) {
    browser.wait("/^#v1=/.test(location.hash)");
    browser.say("document.getElementById('play-link').click()");
    browser.wait("document.getElementById('play-said').textContent !== ''");
    let link = browser.say("location.href");
    browser.open("about:blank");
    browser.open(&link);
}

#[test]
fn a_link_holds_all_and_xml_is_read() {
    let Some(mut browser) = open("link") else { return };
    write(&mut browser, "selector < condition(is_open), kick >");
    browser.say("playground.open({ ...playground.state(), scripts: { is_open: 'F' }, seed: 7, ticks: 25 })");
    open_its_link(&mut browser);
    browser.wait("globalThis.playground !== undefined && playground.ticks >= 25");
    assert!(browser.say("playground.editor.text").starts_with("selector < condition(is_open)"));
    assert_eq!(browser.say("JSON.stringify(playground.state().scripts)"), r#"{"is_open":"F"}"#);
    assert_eq!(browser.say("document.getElementById('play-seed').value"), "7");

    let xml = r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><Sequence><Sleep msec="500"/><MoveTo goal="home"/></Sequence></BehaviorTree></root>"#;
    browser.say("document.getElementById('play-import').click()");
    browser.say(&format!(
        "(document.getElementById('play-xml-text').value = {xml:?}, \
         document.getElementById('play-xml-form').requestSubmit())"
    ));
    browser.wait("playground.editor.text.includes('wait(0.5)') && playground.mistakes.length === 0");
    assert!(browser.errors().is_empty(), "{:?}", browser.errors());
}

/// Puts XML into the dialog, as a user does.
fn import(browser: &mut Browser, xml: &str) {
    let xml = serde_json::to_string(xml).expect("a text");
    browser.say("document.getElementById('play-import').click()");
    browser.say(&format!(
        "(document.getElementById('play-xml-text').value = {xml}, \
         document.getElementById('play-xml-form').requestSubmit())"
    ));
    browser.wait(
        "document.getElementById('play-xml-problems').textContent !== '' || !document.getElementById('play-xml').open",
    );
    browser.say("document.getElementById('play-xml').close()");
    assert_eq!(mistakes(browser), "");
}

#[test]
fn xml_that_is_exported_becomes_the_same_trees() {
    let Some(mut browser) = open("export") else { return };
    let export = |browser: &mut Browser| {
        browser.say("document.getElementById('play-export').click()");
        let xml = browser.say("document.getElementById('play-written-text').value");
        let problems = browser.say("document.getElementById('play-written-problems').textContent");
        browser.say("document.getElementById('play-written').close()");
        (xml, problems)
    };
    import(&mut browser, NAV2);
    let text = browser.say("playground.editor.text");
    assert!(text.contains("compute_path_to_pose") && text.contains("recover(6)"), "{text}");
    let (xml, problems) = export(&mut browser);
    assert!(xml.contains("<RecoveryNode") && xml.contains("<ComputePathToPose"), "{xml}\n{problems}");
    write(&mut browser, "running");
    import(&mut browser, &xml);
    assert_eq!(browser.say("playground.editor.text").trim_end(), text.trim_end());
    // Nodes that BehaviorTree.CPP does not have are reported, with their lines.
    write(&mut browser, "// one\nselector <\n    condition(|npc| npc.is_far),\n    kick >");
    let (xml, problems) = export(&mut browser);
    assert!(xml.contains("<BehaviorTree ID=\"Tree\">"), "{xml}");
    assert!(problems.contains("3: `condition` has no counterpart"), "{problems}");
    // A text with mistakes has no XML.
    write(&mut browser, "sequense < kick >");
    let (xml, problems) = export(&mut browser);
    assert_eq!(xml, "");
    assert!(problems.contains("`sequense`"), "{problems}");
    assert!(browser.errors().is_empty(), "{:?}", browser.errors());
}

/// The tree that nav2 runs by default.
const NAV2: &str = include_str!("../../../../crates/bt-live/examples/nav2/mission.xml");

#[test]
fn a_link_of_the_site_opens_its_tree() {
    let Some(mut browser) = open("site") else { return };
    let page = browser.say("location.href.split('#')[0]");
    browser.open("about:blank");
    browser.open(&format!("{page}#{}", link::to("// é\nsequence < walk_to(DOOR), wait(1.0) >\n")));
    browser.wait("globalThis.playground !== undefined && playground.ticks > 3");
    assert_eq!(browser.say("playground.editor.text"), "// é\nsequence < walk_to(DOOR), wait(1.0) >\n");
    assert_eq!(mistakes(&mut browser), "");
}
