//! What is refused, and changes nothing.

use bt::{bt, leaf};
use bt_live::Live;
use bt_view::serve::Options;
use serde_json::{Value, json};

use crate::program::{Program, ask, message};

#[leaf]
fn walk(steps: &mut u32, by: u32) {
    *steps += by;
}

bt! { pub Walker(u32) = sequence < step: walk(2), wait(1.0) > }

#[test]
fn refused_edits_change_nothing_and_say_why() {
    let program = Program::new(file!()).with::<Walker>();
    let (mut walker, mut steps) = (Live::from(Walker::new()), 0);
    walker.tick_for(0.5, &mut steps);
    let before = program.text();
    for (node, change, why) in [
        (
            "step",
            json!({ "what": "argument", "index": 0, "text": "-1" }),
            "cannot apply unary operator `-` to type `u32`",
        ),
        ("step", json!({ "what": "argument", "index": 0, "text": "2)" }), "not closed"),
        ("step", json!({ "what": "argument", "index": 3, "text": "2" }), "no such argument"),
        ("step", json!({ "what": "replace", "text": "wlak(2)" }), "no built tree has this leaf"),
        ("step", json!({ "what": "replace", "text": "wait_until(|steps| *steps > 7)" }), "build again"),
        ("wait", json!({ "what": "label", "name": "step" }), "label"),
        ("sequence", json!({ "what": "delete" }), "the root has no parent"),
        ("sequence", json!({ "what": "insert", "index": 0, "text": "fail" }), "reach"),
        ("sequence", json!({ "what": "kind", "name": "selector" }), ""),
        ("wait", json!({ "what": "kind", "name": "wiat" }), "not a built-in"),
        ("step", json!({ "what": "wrap", "wrapper": "repeat_until_failure" }), ""),
        ("step", json!({ "what": "up" }), "first child"),
    ] {
        let refused = program.change(node, change.clone());
        assert!(refused.is_err(), "{change}");
        let refused = message(refused);
        assert!(refused.contains(why), "{change}: {refused}");
        assert_eq!(program.text(), before, "{change}");
    }
    assert_eq!(program.files()[program.number()]["mistakes"], json!([]), "the file has none");
    walker.tick_for(0.4, &mut steps);
    assert_eq!((steps, walker.is_running()), (2, true), "the agent carries on");
    let undo = message(program.order("undo"));
    assert_eq!(undo, "there is nothing to undo in this file");

    // A mistake has a position.
    let refused = program.change("step", json!({ "what": "replace", "text": "wlak(2)" })).expect_err("it is a mistake");
    let mistake = &refused["mistakes"][0];
    assert_eq!((&mistake["at"]["node"], &mistake["column"]), (&json!(1), &json!(36)), "{refused}");
}

#[test]
fn requests_that_the_page_does_not_make_are_refused() {
    let program = Program::new(file!()).with::<Walker>();
    let _walker = Live::from(Walker::new());
    let before = program.text();
    let (place, state, number) = (program.place("step"), program.state(), program.number());
    let order =
        |change: Value| json!({ "viewer": 0, "order": "change", "place": place, "state": state, "change": change });
    let good = order(json!({ "what": "label", "name": "x" })).to_string();
    let address = program.address();
    let token = program.page.url().split_once('?').expect("a token").1.to_owned();
    let length = good.len();
    for (head, status) in [
        // Without the token, with a wrong one, from another origin, to another host, without an origin.
        (format!("POST /edit HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}"), 403),
        (format!("POST /edit?token=0 HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}"), 403),
        (format!("POST /edit?{token} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://evil.example"), 403),
        (format!("POST /edit?{token} HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example"), 403),
        (format!("POST /edit?{token} HTTP/1.1\r\nHost: {address}"), 403),
        (format!("POST /edit?{token} HTTP/1.1\r\nHost: {address}\r\nOrigin: null"), 403),
        (format!("POST /edit/node?{token} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}"), 413),
        (format!("POST /pause?{token} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}"), 413),
    ] {
        let request = format!("{head}\r\nContent-Length: {length}\r\n\r\n{good}");
        assert_eq!(ask(address, &request).0, status, "{head}");
    }
    for body in [
        "",
        "{}",
        "null",
        "[",
        "{\"viewer\":0}",
        "{\"viewer\":0,\"order\":\"write\",\"path\":\"/etc/passwd\"}",
        &good[..9],
    ] {
        assert_eq!(program.send("POST", "/edit", body).0, 400, "{body}");
    }
    assert_eq!(program.send("GET", "/edit", "").0, 404);
    assert_eq!(program.send("PUT", "/edit/node", "").0, 405);
    for path in ["/edit/node", "/edit/node?file=../x&tree=0&node=0", "/edit/tree?agent=7", "/edit/offers?file=0"] {
        assert_eq!(program.send("GET", path, "").0, 400, "{path}");
    }
    for (file, tree, node) in [(99, 0, 0), (number, 9, 0), (number, 0, 99)] {
        assert_eq!(program.send("GET", &format!("/edit/node?file={file}&tree={tree}&node={node}"), "").0, 409);
    }
    let unknown = json!({ "viewer": 0, "order": "change", "place": place, "state": "0", "change": { "what": "down" } });
    assert!(message(program.edit(unknown)).contains("too often"));
    assert_eq!(program.text(), before);

    // A page without permission to edit.
    let closed = Options::new().control(true).start().expect("a port");
    let (address, token) = (closed.address(), closed.url().split_once('?').expect("a token").1.to_owned());
    let request = format!(
        "POST /edit?{token} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nContent-Length: \
         {length}\r\n\r\n{good}"
    );
    assert_eq!(ask(address, &request).0, 403);
}
