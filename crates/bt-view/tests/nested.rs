//! Trees in `dynamic` nodes: in recordings, their files, traces and logs, and on the live page.

use bt::describe::NodeInfo;
use bt::{DynTree, bt};
use bt_view::{Drawing, ReadError, Recorder, Recording};

type Skill = Box<dyn DynTree<u32>>;

bt! { Dig(u32) = sequence < wait(0.5), dug: succeed, rest: wait(0.25) > }
bt! { Deep(u32) = repeat(2) < inner: dynamic(|_| Box::new(Dig::new())) > }
bt! { Nap(u32) = asleep: wait(1.0) }

fn skill(turn: u32) -> Skill {
    match turn % 3 {
        0 => Box::new(Dig::new()),
        1 => Box::new(Nap::new()),
        _ => Box::new(Deep::new()),
    }
}

bt! {
    Work(u32) = parallel <
        forever < sequence < left: dynamic(|turn| skill(*turn)), action(|turn| *turn += 1), wait(0.25) > >,
        right: forever < dynamic(|_| Box::new(Dig::new())) >,
    >
}

const TICKS: u32 = 60;

/// Two agents with the same tree, recorded in turn. For each tick of the first one, the nodes that were active after
/// it.
fn record(recorder: &mut Recorder) -> Vec<Vec<String>> {
    let keys = ["one", "other"].map(|name| recorder.agent::<Work>(name));
    let mut agents = [(Work::new(), 0), (Work::new(), 2)];
    let mut active = Vec::new();
    for _ in 0..TICKS {
        for (key, (tree, turn)) in keys.into_iter().zip(&mut agents) {
            tree.tick_for_with(0.125, turn, &mut recorder.tick_for(key, 0.125));
        }
        active.push(agents[0].0.active().map(line).collect());
    }
    agents[0].0.abort_with(&mut 0, &mut recorder.abort(keys[0]));
    active.push(Vec::new());
    active
}

fn line(node: NodeInfo) -> String {
    format!("{} {}", node.depth, node.title())
}

/// The data in a page.
fn data(page: &str) -> serde_json::Value {
    let (_, rest) = page.split_once("id=\"recording\">").expect("it has data");
    let (data, _) = rest.split_once("</script>").expect("it has an end");
    let data = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, data).expect("Base64");
    let data = miniz_oxide::inflate::decompress_to_vec_zlib(&data).expect("it is compressed");
    serde_json::from_slice(&data).expect("JSON")
}

fn numbers(value: &serde_json::Value) -> Vec<u64> {
    value.as_array().expect("a list").iter().map(|number| number.as_u64().expect("a number")).collect()
}

/// The active nodes of the first agent after each of its steps, as the page shows them.
fn replayed(data: &serde_json::Value) -> Vec<Vec<String>> {
    let tree = data["trees"][0].as_array().expect("a tree");
    let marks = numbers(&data["agents"][0][4]);
    let mut active: Vec<bool> = marks.iter().map(|mark| mark & 1 == 1).collect();
    assert_eq!(active.len(), tree.len());
    let (steps, events) = (numbers(&data["steps"]), numbers(&data["events"]));
    let (mut events, mut shown) = (events.chunks(3), Vec::new());
    for step in steps.chunks(4) {
        for event in events.by_ref().take(step[3] as usize).filter(|_| step[0] == 0) {
            match event[1] {
                0 => active[event[0] as usize] = true,
                4..=6 => active[event[0] as usize] = false,
                _ => {}
            }
        }
        if step[0] == 0 {
            let title = |row: &serde_json::Value| row[2].as_str().or(row[3].as_str()).expect("a title").to_owned();
            let nodes = tree.iter().zip(&active).filter(|(_, active)| **active);
            shown.push(nodes.map(|(row, _)| format!("{} {}", row[1], title(row))).collect());
        }
    }
    shown
}

#[test]
fn a_recording_has_the_nodes_of_all_trees() {
    let mut recorder = Recorder::new();
    let active = record(&mut recorder);
    let recording = recorder.into_recording();
    assert!(
        active.iter().any(|nodes| nodes.iter().any(|node| node == "7 rest")),
        "no tree in a tree in a tree was active"
    );
    let outline = recording.tree("one").expect("there is one");
    assert_eq!(
        Drawing::new(outline).text(),
        "\
parallel
├── forever
│   └── sequence
│       ├── left: dynamic(|turn| skill(*turn))
│       │   ├── sequence
│       │   │   ├── wait(0.5)
│       │   │   ├── dug: succeed
│       │   │   └── rest: wait(0.25)
│       │   ├── repeat(2)
│       │   │   └── inner: dynamic(|_| Box::new(Dig::new()))
│       │   │       └── sequence
│       │   │           ├── wait(0.5)
│       │   │           ├── dug: succeed
│       │   │           └── rest: wait(0.25)
│       │   └── asleep: wait(1.0)
│       ├── action(|turn| *turn += 1)
│       └── wait(0.25)
└── right: forever
    └── dynamic(|_| Box::new(Dig::new()))
        └── sequence
            ├── wait(0.5)
            ├── dug: succeed
            └── rest: wait(0.25)
"
    );
    let shown = replayed(&data(&recording.to_html()));
    assert_eq!(shown, active);
}

#[test]
fn a_bounded_recording_begins_where_its_trees_were() {
    let mut recorder = Recorder::new().last_ticks(25);
    let active = record(&mut recorder);
    let recording = recorder.into_recording();
    assert_eq!(replayed(&data(&recording.to_html())), active[active.len() - 25..]);
    assert_eq!(Recording::from_bytes(&recording.to_bytes()), Ok(recording));
}

#[test]
fn a_file_has_the_nodes_of_all_trees() {
    let mut recorder = Recorder::new();
    record(&mut recorder);
    let (recording, bytes) = (recorder.recording(), recorder.recording().to_bytes());
    assert_eq!(bytes[8], 5);
    assert_eq!(Recording::from_bytes(&bytes).as_ref(), Ok(recording));
    // Without such trees, a recording is the same as in the older version.
    let mut recorder = Recorder::new();
    let key = recorder.agent::<Nap>("napper");
    Nap::new().tick_for_with(0.5, &mut 0, &mut recorder.tick_for(key, 0.5));
    assert_eq!(recorder.recording().to_bytes()[8], 4);
}

/// Writes the hash of a file that was changed.
fn hash_anew(bytes: &mut [u8]) {
    let (body, end) = bytes.split_at_mut(bytes.len() - 8);
    let hash = body
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    end.copy_from_slice(&hash.to_le_bytes());
}

#[test]
fn damaged_files_are_errors() {
    let mut recorder = Recorder::new().last_ticks(6);
    record(&mut recorder);
    let bytes = recorder.recording().to_bytes();
    let mut errors = 0;
    for at in 9..bytes.len() - 8 {
        for change in [1, 0x40, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            hash_anew(&mut damaged);
            // Whatever can be read can also be written, drawn and shown.
            match Recording::from_bytes(&damaged) {
                Err(error) => errors += usize::from(error != ReadError::NotARecording),
                Ok(read) => assert_eq!(Recording::from_bytes(&read.to_bytes()), Ok(read)),
            }
        }
    }
    assert!(errors > 500, "{errors} errors");
    // Cuts off the nested trees, which the version promises.
    let mut cut = bytes[..bytes.len() - 40].to_vec();
    hash_anew(&mut cut);
    assert!(Recording::from_bytes(&cut).is_err());
}

#[test]
fn traces_and_logs_have_the_nodes_of_all_trees() {
    let mut recorder = Recorder::new();
    record(&mut recorder);
    let recording = recorder.into_recording();
    let trace: serde_json::Value = serde_json::from_str(&recording.to_chrome_trace()).expect("JSON");
    let slices = |title: &str| {
        let entries = trace["traceEvents"].as_array().expect("a list");
        let of_title = entries.iter().filter(|entry| entry["ph"] == "X" && entry["name"] == title && entry["pid"] == 0);
        of_title.map(|entry| entry["dur"].as_f64().expect("a number")).collect::<Vec<_>>()
    };
    assert!(slices("asleep").contains(&1_000_000.0), "{:?}", slices("asleep"));
    assert!(slices("rest").len() > 5, "{:?}", slices("rest"));
    let log = recording.to_btlog("one").expect("there is one");
    let text = String::from_utf8_lossy(&log);
    assert!(text.contains("name=\"asleep: wait(1.0)\""), "{text}");
}

#[cfg(feature = "serve")]
mod live {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::net::TcpStream;
    use std::time::Duration;

    use bt_view::serve::Options;

    use super::*;

    /// All parts that a viewer gets from its first one on, until the program ends.
    fn parts(stream: TcpStream) -> Vec<serde_json::Value> {
        let lines = BufReader::new(stream).lines().map_while(Result::ok);
        let data = lines.filter_map(|line| line.strip_prefix("data: ").map(str::to_owned));
        data.filter(|data| !data.trim().is_empty()).map(|data| serde_json::from_str(&data).expect("JSON")).collect()
    }

    /// A viewer that connects late sees which nodes of nested trees are active, and where they are.
    #[test]
    fn viewers_see_the_nodes_of_all_trees() {
        let mut live = Options::new().start().expect("a port");
        let key = live.agent::<Work>("one");
        let (mut tree, mut turn) = (Work::new(), 2);
        let mut tick = |live: &mut bt_view::serve::LivePage, ticks: usize| {
            for _ in 0..ticks {
                tree.tick_for_with(0.125, &mut turn, &mut live.tick_for(key, 0.125, || tree.active()));
            }
            tree.active().map(line).collect::<Vec<_>>()
        };
        let before = tick(&mut live, 5);
        assert!(before.contains(&"7 rest".to_owned()), "{before:?}");
        let address = live.address();
        let mut stream = TcpStream::connect(address).expect("it is served");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time");
        write!(stream, "GET /events HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("a request");
        let began = std::time::Instant::now();
        while live.viewers() == 0 {
            assert!(began.elapsed() < Duration::from_secs(20), "nobody looks");
            std::thread::yield_now();
        }
        let mut active = Vec::new();
        for _ in 0..40 {
            active.push(tick(&mut live, 1));
        }
        live.flush();
        drop(live);
        let parts = parts(stream);
        // Does what the page does: takes the final tree, and all events at their last positions.
        let mut places: Vec<u64> = Vec::new();
        let mut rows = parts[0]["trees"][0].clone();
        let (mut shown, mut on): (Vec<Vec<u64>>, Vec<u64>) = (Vec::new(), Vec::new());
        for part in &parts {
            for grown in part["grown"].as_array().expect("a list") {
                let new = numbers(&grown[2]);
                let id = |place: u64| places.iter().position(|known| *known == place).map_or(place, |id| id as u64);
                let moved = |list: &mut Vec<u64>| list.iter_mut().for_each(|place| *place = new[id(*place) as usize]);
                shown.iter_mut().for_each(moved);
                moved(&mut on);
                (rows, places) = (grown[1].clone(), new);
            }
            let (steps, events) = (numbers(&part["steps"]), numbers(&part["events"]));
            let (mut events, mut steps) = (events.chunks(3), steps.into_iter());
            while let (Some(_), Some(sort), Some(_), Some(count)) =
                (steps.next(), steps.next(), steps.next(), steps.next())
            {
                if sort == 4 {
                    assert_eq!(steps.next(), Some(5), "the ticks before it looked");
                    on.clear();
                }
                for event in events.by_ref().take(count as usize) {
                    match event[1] {
                        0 => on.push(event[0]),
                        4..=6 => on.retain(|node| *node != event[0]),
                        _ => {}
                    }
                }
                shown.push(on.clone());
            }
        }
        let titles = |on: &Vec<u64>| {
            let mut on = on.clone();
            on.sort_unstable();
            let row = |place: u64| rows[place as usize].clone();
            let title = |row: serde_json::Value| {
                format!("{} {}", row[1], row[2].as_str().or(row[3].as_str()).expect("a title"))
            };
            on.into_iter().map(row).map(title).collect::<Vec<_>>()
        };
        assert_eq!(titles(&shown[0]), before, "the gap");
        assert_eq!(shown[1..].iter().map(titles).collect::<Vec<_>>(), active);
    }
}
