//! A tree that is edited while it is recorded, and while it is served.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use bt::{bt, leaf};
use bt_live::{Live, offer};
use bt_view::serve::Options;
use bt_view::{Recorder, Recording};

#[leaf]
fn walk(steps: &mut u32) {
    *steps += 1;
}

bt! { pub Guard(u32) = forever < sequence < walk, rest: wait(5.0) > > }

/// Offers this file with another tree.
fn edit(tree: &str) {
    let old = "forever < sequence < walk, rest: wait(5.0) > >";
    offer(file!(), &include_str!("edited.rs").replacen(old, tree, 1)).expect("the tree is right");
}

/// One test, since everything that is live in this file is edited at once.
#[test]
fn a_page_shows_the_edited_tree() {
    let (mut recorder, mut page) = (Recorder::new(), Options::new().always(true).start().expect("a port"));
    let (mut guard, mut scout, mut steps) = (Live::from(Guard::new()), Live::from(Guard::new()), 0);
    let (recorded, served) = (recorder.agent::<Guard>("guard"), page.agent::<Guard>("scout"));
    for tick in 0..3 {
        if tick == 1 {
            edit("forever < sequence < walk, walk, sequence < rest: wait(5.0), walk > > >");
        }
        guard.tick_for_with(1.0, &mut steps, &mut recorder.tick_for(recorded, 1.0));
        scout.tick_for_with(1.0, &mut steps, &mut page.tick_for(served, 1.0, Vec::new));
    }
    page.flush();
    check_recording(&recorder.into_recording());
    check_page(page.address());
}

fn check_recording(recording: &Recording) {
    assert_eq!(recording.agents().collect::<Vec<_>>(), ["guard", "guard, edit 1"]);
    assert_eq!(recording.tree("guard, edit 1").map(|tree| tree.nodes().len()), Some(7));
    // The tick with the edit is the last one of the old tree, which is reset, and the first one of the new tree.
    assert_eq!(recording.steps(), 5);
    let trace: serde_json::Value = serde_json::from_str(&recording.to_chrome_trace()).expect("it is JSON");
    let events = trace["traceEvents"].as_array().expect("events");
    let lasted = |name: &str| -> Vec<f64> {
        let named = events.iter().filter(|event| event["ph"] == "X" && event["name"] == name);
        named.filter_map(|event| event["dur"].as_f64()).map(|micros| micros / 1e6).collect()
    };
    // The rest continues: a second in the old tree, and two in the new one.
    assert_eq!((lasted("walk"), lasted("rest")), (vec![0.0], vec![1.0, 2.0]), "{trace:#}");
    assert!(recording.to_html().contains("<html"));
    assert_eq!(Recording::from_bytes(&recording.to_bytes()).map(|read| read.steps()).ok(), Some(5));
}

fn check_page(address: SocketAddr) {
    let mut stream = TcpStream::connect(address).expect("the page is served");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
    write!(stream, "GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", address).expect("it can be asked");
    let (mut text, mut bytes) = (String::new(), [0; 4096]);
    while !text.contains("scout, edit 1") {
        let count = stream.read(&mut bytes).expect("the viewer sees the agent of the edited tree");
        assert_ne!(count, 0, "{text}");
        text += &String::from_utf8_lossy(&bytes[..count]);
    }
}
