//! What is in the file, and what it may reach.

use bt_view::Recorder;

use crate::browser::Browser;
use crate::drive::{assert_said, drive, open};
use crate::samples::{Guard, recording};

#[test]
fn the_file_is_one_piece_in_which_names_are_no_code() {
    let html = recording().to_html();
    assert_eq!(html.matches("<script").count(), 2, "the data and the program");
    assert_eq!(html.matches("</script").count(), 2);
    for outside in ["http:", "https:", " src=", "@import", "url("] {
        let found = html.matches(outside).count();
        let allowed = if outside == "http:" { 1 } else { usize::from(outside == " src=") };
        assert!(found <= allowed, "the page contains `{outside}` {found} times");
    }
    assert!(html.contains("\"http://www.w3.org/2000/svg\""));
    let policy = html.split("script-src '").nth(1).and_then(|rest| rest.split('\'').next());
    assert!(policy.is_some_and(|source| source.starts_with("sha256-")), "only one script may run: {policy:?}");
}

#[test]
fn names_are_shown_and_not_run() {
    assert_said(
        "names",
        "say(document.title, document.images.length);
         say([...document.getElementById('agents').options].map((option) => option.textContent.slice(0, \
         24)).join('|'));
         await press(']'); say(location.hash, document.querySelectorAll('.node').length, document.images.length);
         say(document.querySelector(\"[data-node='1'] title\").textContent);
         await press('End'); say(text('moment').slice(0, 7), classes(2));",
        &[
            "Behavior tree recording 0",
            "guard </script><script>d|\u{202e}עברית <img src=x onerro",
            "#agent=1&tick=0&step=6 3 0",
            r#"evil: action(|_| { let _ = "</script><script>alert(1)</script>'\"`${"; })"#,
            "abort 1 node last-3 now",
        ],
    );
}

#[test]
fn no_agents_and_no_ticks_are_shown() {
    if let Some(said) = drive("empty", &Recorder::new().recording().to_html(), "say(text('moment'))") {
        assert_eq!(said, ["no agents were recorded"]);
    }
    let mut recorder = Recorder::new();
    recorder.agent::<Guard>("asleep");
    let script = "for (const key of ['ArrowRight', 'ArrowLeft', 'End', ' ', 'r', 'n', 'Enter', 'f']) await press(key);
         await press('ArrowRight', true); say(text('moment'), document.querySelectorAll('.node').length)";
    if let Some(said) = drive("asleep", &recorder.recording().to_html(), script) {
        assert_eq!(said, ["no ticks were recorded 8"]);
    }
}

#[test]
fn a_page_in_a_file_reaches_nothing_outside() {
    let Some(mut browser) = Browser::start("file") else { return };
    let mut recorder = Recorder::new();
    recorder.agent::<Guard>("guard");
    open(&mut browser, &recorder.recording().to_html(), "");
    browser.wait("recording.agents.length === 1");
    let blocked = |act: &str| {
        format!(
            "new Promise((done) => {{
                document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective), {{ \
             once: true }});
                setTimeout(() => done('nothing'), 20000);
                {act}
            }})"
        )
    };
    let fetched = browser.say(&blocked("fetch('http://127.0.0.1:9/').catch(() => {});"));
    let loaded =
        browser.say(&blocked("document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:9/' }));"));
    let run = browser.say(&blocked(
        "document.body.append(Object.assign(document.createElement('script'), { src: 'http://127.0.0.1:9/' }));",
    ));
    assert_eq!([fetched, loaded, run], ["connect-src", "img-src", "script-src-elem"]);
    // Nor does it run any other script.
    let script = browser.say(&blocked(
        "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = true' }));",
    ));
    let handler =
        browser.say(&blocked("document.body.setAttribute('onclick', 'window.ran = true'); document.body.click();"));
    assert_eq!([script, handler], ["script-src-elem", "script-src-attr"]);
    assert_eq!(browser.say("window.ran"), "undefined");
}
