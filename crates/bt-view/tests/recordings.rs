//! Recordings: what they hold, their bounds, and their files.

use std::time::Duration;

use bt::{Status, bt, leaf};
use bt_view::{AgentKey, ReadError, Recorder, Recording};

const FRAME: Duration = Duration::from_millis(50);

#[leaf]
fn patrol(steps: &mut u32) -> Status {
    *steps += 1;
    if steps.is_multiple_of(20) { Status::Success } else { Status::Running }
}

// Functions have no parts, whose texts would be counted with the events.
fn is_late(steps: &u32) -> bool {
    *steps % 50 > 45
}

fn is_above_five(n: &u32) -> bool {
    *n > 5
}

fn is_not_three(n: &u32) -> bool {
    *n != 3
}

bt! {
    Sentry(u32) = forever < reactive_selector <
        alarm: sequence < condition(is_late), bark: action(|steps| *steps += 1) >,
        round: sequence < patrol, timeout(2.0) < wait(0.31) > >,
    > >
}

bt! { Idle(u32) = switch(|n| *n) < 0 => running, _ => running > }

fn record(recorder: &mut Recorder, ticks: usize) -> AgentKey {
    let key = recorder.agent::<Sentry>("sentry");
    let (mut sentry, mut steps) = (Sentry::new(), 0);
    for _ in 0..ticks {
        sentry.tick_for_with(FRAME, &mut steps, &mut recorder.tick_for(key, FRAME));
    }
    key
}

#[test]
fn a_file_holds_all_that_was_recorded() {
    let mut recorder = Recorder::new();
    record(&mut recorder, 300);
    let idle = recorder.agent::<Idle>("<idle> \"😀\"");
    let mut tree = Idle::new();
    tree.tick_with(&mut 0, &mut recorder.tick(idle));
    tree.abort_with(&mut 0, &mut recorder.abort(idle));
    tree.reset();
    recorder.reset(idle);
    record(&mut recorder, 10);
    recorder.world("<svg/>");
    recorder.world("<svg></svg>");
    recorder.value("battery", 0.5);
    recorder.value("battery", f64::NAN);
    recorder.value("heat", 21);
    let recording = recorder.into_recording();
    assert_eq!((recording.steps(), recording.agents().len()), (313, 3));
    let read = Recording::from_bytes(&recording.to_bytes()).expect("it was just written");
    assert_eq!(read, recording);
    assert_eq!(read.tree("<idle> \"😀\"").map(|tree| tree.nodes().len()), Some(3));
}

#[derive(Clone, Debug)]
struct Wolf(u32);

#[leaf]
fn find(n: &mut u32) -> Option<Wolf> {
    *n += 1;
    Some(Wolf(*n))
}

#[leaf]
fn howl(_: &mut u32, names: Vec<Wolf>) -> bool {
    names.is_empty()
}

bt! {
    Hunt(u32) = sequence <
        priority < is_above_five => find, guard(is_not_three) < find > > -> prey,
        switch(|n| n % 2 == 0) < true => condition(|_| prey.0 > 1), false => succeed >,
        action(|n| Some(vec![Wolf(*n); 1000])) -> pack: Vec<Wolf>,
        howl(pack),
    >
}

/// The data in a page.
fn data(page: &str) -> serde_json::Value {
    let (_, rest) = page.split_once("id=\"recording\">").expect("it has data");
    let (data, _) = rest.split_once("</script>").expect("it has an end");
    let data = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, data).expect("Base64");
    let data = miniz_oxide::inflate::decompress_to_vec_zlib(&data).expect("it is compressed");
    serde_json::from_slice(&data).expect("JSON")
}

/// A recording with reasons, and the numbers of its steps and events.
fn hunts(recorder: &mut Recorder) {
    let key = recorder.agent::<Hunt>("hunter");
    let (mut hunt, mut n) = (Hunt::new(), 0);
    for _ in 0..20 {
        hunt.tick_with(&mut n, &mut recorder.tick(key));
    }
}

#[test]
fn a_file_holds_reasons() {
    let mut recorder = Recorder::new();
    hunts(&mut recorder);
    let (recording, bytes) = (recorder.recording(), recorder.recording().to_bytes());
    let read = Recording::from_bytes(&bytes).expect("it was just written");
    assert_eq!(&read, recording);
    let has = |text: &str| bytes.windows(text.len()).filter(|window| *window == text.as_bytes()).count();
    // The file has each text once, and long ones are cut.
    for text in ["child 0: false", "prey = Wolf(1)", "prey = Wolf(2)", "pack = [Wolf(2), Wolf(2),"] {
        assert_eq!(has(text), 1, "{text}");
    }
    assert!(bytes.len() < 3000, "{} bytes", bytes.len());
    let reasons = data(&recording.to_html())["reasons"].to_string();
    assert!(reasons.starts_with(r#"["child 0: false","true","prey = Wolf(1)","false""#), "{reasons}");
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
fn a_reason_that_is_too_long_is_an_error() {
    let mut recorder = Recorder::new();
    hunts(&mut recorder);
    let mut bytes = recorder.recording().to_bytes();
    let end = bytes.windows(3).position(|window| window == "…".as_bytes()).expect("a text was cut");
    bytes[end..end + 3].copy_from_slice(b"...");
    hash_anew(&mut bytes);
    assert_eq!(Recording::from_bytes(&bytes), Err(ReadError::Damaged("a reason has more than 200 characters")));
}

#[test]
fn reasons_are_dropped_with_their_events() {
    let mut all = Recorder::new();
    hunts(&mut all);
    let count = all.recording().events();
    for events in [0, 1, 7, 8, 9, 10, 11, count - 1] {
        let mut last = Recorder::new().at_most_events(events);
        hunts(&mut last);
        let recording = last.into_recording();
        assert_eq!(recording.events(), events);
        assert_eq!(Recording::from_bytes(&recording.to_bytes()), Ok(recording));
    }
    let mut none = Recorder::new().last_ticks(0);
    hunts(&mut none);
    assert_eq!(none.recording().events(), 0);
    assert_eq!(Recording::from_bytes(&none.recording().to_bytes()).as_ref(), Ok(none.recording()));
}

#[test]
fn the_time_of_a_tick_is_a_duration_or_seconds() {
    let recording = |time: fn(&mut Recorder, AgentKey) -> bt_view::StepRecorder<'_>| {
        let mut recorder = Recorder::new();
        let key = recorder.agent::<Idle>("idle");
        Idle::new().tick_with(&mut 0, &mut time(&mut recorder, key));
        recorder.into_recording()
    };
    let duration = recording(|recorder, key| recorder.tick_for(key, Duration::from_millis(500)));
    assert_eq!(recording(|recorder, key| recorder.tick_for(key, 0.5)), duration);
    assert_eq!(recording(|recorder, key| recorder.tick_for(key, 0.5_f32)), duration);
    assert_ne!(recording(|recorder, key| recorder.tick_for(key, 0.6)), duration);
}

#[test]
fn ten_thousand_ticks_are_small() {
    let mut recorder = Recorder::new();
    record(&mut recorder, 10_000);
    let (recording, bytes) = (recorder.recording(), recorder.recording().to_bytes());
    assert!(recording.events() > 50_000, "{}", recording.events());
    assert!(
        bytes.len() < 1_000_000 && bytes.len() < 2 * recording.events(),
        "{} bytes, {} events",
        bytes.len(),
        recording.events()
    );
}

#[test]
fn a_bounded_recorder_says_what_it_dropped() {
    let (mut all, mut last) = (Recorder::new(), Recorder::new().last_ticks(100));
    record(&mut all, 1000);
    record(&mut last, 1000);
    let (all, last) = (all.into_recording(), last.into_recording());
    assert_eq!((last.steps(), last.dropped().steps), (100, 900));
    assert_eq!(last.events() as u64 + last.dropped().events, all.events() as u64);
    assert_eq!(Recording::from_bytes(&last.to_bytes()), Ok(last));
}

#[test]
fn the_last_ticks_of_each_agent_are_kept() {
    let mut recorder = Recorder::new().last_ticks(10);
    let (rare, often) = (recorder.agent::<Sentry>("rare"), recorder.agent::<Sentry>("often"));
    let mut all = Recorder::new();
    let keys = [all.agent::<Sentry>("rare"), all.agent::<Sentry>("often")];
    let trees = || [(Sentry::new(), 0), (Sentry::new(), 0)];
    let (mut trees, mut same) = (trees(), trees());
    for tick in 0..200 {
        for (number, key) in [(0, rare), (1, often)] {
            if number == 1 || tick % 40 == 3 {
                let (tree, steps) = &mut trees[number];
                tree.tick_for_with(FRAME, steps, &mut recorder.tick_for(key, FRAME));
                recorder.value("steps", *steps);
                recorder.world(format!("<svg>{number} {tick}</svg>"));
                let (tree, steps) = &mut same[number];
                tree.tick_for_with(FRAME, steps, &mut all.tick_for(keys[number], FRAME));
                all.value("steps", *steps);
            }
        }
    }
    let (recording, all) = (recorder.into_recording(), all.into_recording());
    assert_eq!((recording.steps(), recording.dropped().steps), (15, 190));
    assert_eq!(recording.events() as u64 + recording.dropped().events, all.events() as u64);
    let (kept, whole) = (data(&recording.to_html()), data(&all.to_html()));
    let steps = |data: &serde_json::Value, agent: u64| {
        let numbers: Vec<u64> = serde_json::from_value(data["steps"].clone()).expect("numbers");
        numbers.chunks(4).filter(|step| step[0] == agent).map(<[u64]>::to_vec).collect::<Vec<_>>()
    };
    assert_eq!(steps(&kept, 0), steps(&whole, 0));
    assert_eq!(steps(&kept, 1), steps(&whole, 1)[190..]);
    assert_eq!((kept["agents"][1][2].as_u64(), kept["agents"][0][2].as_u64()), (Some(190), Some(0)));
    // The values are those of the steps that are kept, and the worlds are in order.
    let list = |key: &str| kept[key].as_array().cloned().unwrap_or_default();
    let order: Vec<u64> = list("values").iter().map(|value| value[1].as_u64().expect("a number")).collect();
    assert_eq!(order, (191..=205).collect::<Vec<u64>>());
    let values: Vec<f64> =
        list("values").iter().rev().take(10).map(|value| value[3].as_f64().expect("a number")).collect();
    let last: Vec<f64> = whole["values"]
        .as_array()
        .expect("a list")
        .iter()
        .rev()
        .take(10)
        .map(|value| value[3].as_f64().expect("a number"))
        .collect();
    assert_eq!(values, last);
    let worlds: Vec<u64> = list("worlds").iter().map(|world| world[0].as_u64().expect("a number")).collect();
    assert!(worlds.is_sorted() && worlds.len() <= 16 && worlds.last() == Some(&205), "{worlds:?}");
    assert_eq!(Recording::from_bytes(&recording.to_bytes()), Ok(recording));
}

#[test]
fn one_endless_tick_is_bounded_too() {
    bt! { Busy(u32) = repeat(9000) < action(|count| *count += 1) > }
    let mut recorder = Recorder::new().at_most_events(100);
    let busy = recorder.agent::<Busy>("busy");
    Busy::new().tick_with(&mut 0, &mut recorder.tick(busy));
    let recording = recorder.into_recording();
    assert_eq!((recording.steps(), recording.events(), recording.dropped().steps), (1, 100, 0));
    assert_eq!(recording.dropped().events, 2 + 3 * 9000 - 100);
}

fn small() -> Vec<u8> {
    let mut recorder = Recorder::new().last_ticks(8);
    record(&mut recorder, 12);
    hunts(&mut recorder);
    record(&mut recorder, 3);
    recorder.recording().to_bytes()
}

#[test]
fn whatever_is_cut_off_is_an_error() {
    let bytes = small();
    for length in 0..bytes.len() {
        assert_eq!(Recording::from_bytes(&bytes[..length]), Err(ReadError::CutOff), "{length} of {}", bytes.len());
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(Recording::from_bytes(&longer), Err(ReadError::Damaged("there is extra data after its end")));
}

#[test]
fn whatever_is_damaged_is_an_error() {
    let bytes = small();
    for index in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[index] ^= 1 << bit;
            assert!(Recording::from_bytes(&damaged).is_err(), "bit {bit} of byte {index}");
        }
    }
    let mut newer = bytes;
    for version in [3, 6] {
        newer[8] = version;
        let error = Recording::from_bytes(&newer).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the recording has version {version}, and this `bt-view` reads versions 4 and 5: record it again")
        );
    }
}

/// Random bytes after a valid beginning, and valid files with some bytes replaced.
#[test]
fn hostile_bytes_are_errors_and_take_no_memory() {
    let (bytes, mut chance) = (small(), 1_u64);
    let mut next = move || {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) as usize
    };
    for round in 0..20_000 {
        let mut hostile = bytes.clone();
        if round % 2 == 0 {
            hostile[9..].iter_mut().for_each(|byte| *byte = [next() as u8, 0xff, 0, 1][next() % 4]);
        } else {
            for _ in 0..=next() % 4 {
                let index = next() % hostile.len();
                hostile[index] = next() as u8;
            }
        }
        if hostile != bytes {
            assert!(Recording::from_bytes(&hostile).is_err());
        }
    }
}

#[test]
#[should_panic(expected = "this agent belongs to another recorder")]
fn agents_of_other_recorders_are_refused() {
    let key = Recorder::new().agent::<Idle>("idle");
    Recorder::new().tick(key);
}
