//! The trace for Perfetto.

use std::time::Duration;

use bt::bt;
use bt_view::Recorder;

bt! { Blink(u32) = forever < parallel < wait(0.25), sequence < shut: wait(0.1), open: running > > > }

#[test]
fn each_activation_of_a_leaf_is_a_slice_on_its_track() {
    let mut recorder = Recorder::new();
    let eye = recorder.agent::<Blink>("an \"eye\"");
    let (mut blink, frame) = (Blink::new(), Duration::from_millis(200));
    for _ in 0..2 {
        blink.tick_for_with(frame, &mut 0, &mut recorder.tick_for(eye, frame));
    }
    blink.abort_with(&mut 0, &mut recorder.abort(eye));
    blink.tick_for_with(frame, &mut 0, &mut recorder.tick_for(eye, frame));
    let trace = recorder.into_recording().to_chrome_trace();
    let lines: Vec<&str> = trace.lines().map(|line| line.trim_end_matches(',')).collect();
    let expected = r#"{"displayTimeUnit":"ms","traceEvents":[
{"ph":"M","name":"process_name","pid":0,"tid":0,"args":{"name":"an \"eye\""}}
{"ph":"M","name":"thread_name","pid":0,"tid":2,"args":{"name":"wait(0.25)"}}
{"ph":"M","name":"thread_name","pid":0,"tid":4,"args":{"name":"shut: wait(0.1)"}}
{"ph":"M","name":"thread_name","pid":0,"tid":5,"args":{"name":"open: running"}}
{"ph":"X","name":"shut","cat":"success","pid":0,"tid":4,"ts":0.000,"dur":100000.000}
{"ph":"X","name":"wait","cat":"success","pid":0,"tid":2,"ts":0.000,"dur":250000.000}
{"ph":"X","name":"open","cat":"aborted","pid":0,"tid":5,"ts":100000.000,"dur":300000.000}
{"ph":"X","name":"shut","cat":"success","pid":0,"tid":4,"ts":400000.000,"dur":100000.000}
{"ph":"X","name":"wait","cat":"active","pid":0,"tid":2,"ts":400000.000,"dur":200000.000}
{"ph":"X","name":"open","cat":"active","pid":0,"tid":5,"ts":500000.000,"dur":100000.000}
]}"#;
    assert_eq!(lines, expected.lines().collect::<Vec<_>>(), "{trace}");
}
