//! `bt watch`, as it is run.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bt::{bt, leaf};
use bt_view::Recording;
use bt_view::groot2::Publisher;

#[leaf]
fn step(steps: &mut u32) -> bool {
    *steps += 1;
    steps.is_multiple_of(2)
}

bt! { Walker(u32) = selector < step, rest: succeed > }

/// A program that is killed at the end.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill().and_then(|()| self.0.wait());
    }
}

#[test]
fn a_program_is_shown_and_recorded() {
    let mut publisher = Publisher::on_port::<Walker>(0, "walker").expect("ports");
    let address = publisher.address().to_string();
    let file = std::env::temp_dir().join(format!("bt-watch-{}.rec", std::process::id()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_bt"));
    command.args(["watch", &format!("tcp://{address}"), "--record"]).arg(&file).stdout(Stdio::piped());
    let mut watch = Killed(command.spawn().expect("it was just built"));
    let mut lines = BufReader::new(watch.0.stdout.take().expect("a pipe")).lines().map(|line| line.expect("text"));
    assert!(lines.next().expect("a line").starts_with("open http://127.0.0.1:"));
    assert_eq!(lines.next().expect("a line"), format!("{address}: `walker`, 3 nodes"));
    let (mut walker, mut steps, began) = (Walker::new(), 0, Instant::now());
    let seen = loop {
        walker.tick_with(&mut steps, &mut publisher.tick());
        let recording = std::fs::read(&file).ok().map(|bytes| Recording::from_bytes(&bytes).expect("a whole file"));
        if let Some(recording) = recording.filter(|recording| recording.events() > 0) {
            break recording;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "nothing is recorded");
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(seen.agents().collect::<Vec<_>>(), [&*address]);
    std::fs::remove_file(&file).expect("it is there");
}

#[test]
fn an_address_that_cannot_be_one_is_an_error() {
    let output = Command::new(env!("CARGO_BIN_EXE_bt")).args(["watch", "http://robot"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let why = "error: `http://robot` is not an address like `tcp://127.0.0.1:1667`\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), why);
}
