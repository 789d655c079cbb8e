//! `bt watch`: programs of BehaviorTree.CPP on a page, while they run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bt_view::Recorder;
use bt_view::groot2::Watch;
use bt_view::serve::Options;
use clap::Args;

/// The arguments of `bt watch`.
#[derive(Args)]
pub struct Arguments {
    /// The addresses of the programs' `Groot2Publisher`: `tcp://127.0.0.1:1667`, a host, or a host and a port. The
    /// programs need not run yet, and may restart.
    #[arg(default_value = "tcp://127.0.0.1:1667")]
    addresses: Vec<String>,
    /// The port of the page. Default: a free port.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Lets viewers stop the programs at a node, and answer instead of nodes. The address of the page then contains a
    /// token. Whoever knows it can stop a robot in the middle of its work.
    #[arg(long)]
    control: bool,
    /// Records what happens, and writes the recording every few seconds: as a page if the name ends with `.html`,
    /// otherwise as a file for `bt_view::Recording`. It keeps the last 32 million events, in 512 MB of memory: an hour
    /// of a tree of 2,000 nodes.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// The maximum number of events in a recording: 512 MB, at 16 bytes each.
const MOST_EVENTS: usize = 32_000_000;
/// The maximum number of steps of a program: eleven hours, at 25 per second.
const MOST_STEPS: usize = 1_000_000;
/// How often the recording is written.
const WRITES: Duration = Duration::from_secs(5);
/// Writing takes at most one hundredth of the time.
const PART: u32 = 100;

/// Runs `bt watch` until it is killed.
///
/// # Errors
/// If an address is invalid, the port is taken, or the recording cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let options = Options::new().port(arguments.port).always(true);
    let live = options.control(arguments.control).mocks(arguments.control).start();
    let live = live.map_err(|error| format!("cannot serve the page: {error}"))?;
    println!("open {}", live.url());
    let mut watch = Watch::new(live);
    if let Some(path) = &arguments.record {
        watch = watch.record(Recorder::new().at_most_events(MOST_EVENTS).last_ticks(MOST_STEPS));
        write(&watch, path)?;
    }
    for address in &arguments.addresses {
        watch.add(address).map_err(|error| error.to_string())?;
    }
    let mut due = Instant::now() + WRITES;
    loop {
        if let Some(news) = watch.next(due.saturating_duration_since(Instant::now())) {
            println!("{news}");
        }
        if let Some(path) = &arguments.record
            && Instant::now() >= due
        {
            let began = Instant::now();
            write(&watch, path)?;
            due = Instant::now() + WRITES.max(began.elapsed() * PART);
        } else if Instant::now() >= due {
            due = Instant::now() + WRITES;
        }
    }
}

/// Writes the recording to a second file, which then replaces the first: whenever it is killed, a whole file remains.
fn write(watch: &Watch, path: &Path) -> Result<(), String> {
    let Some(recording) = watch.recorder().map(Recorder::recording) else { return Ok(()) };
    let is_page = path.extension().is_some_and(|extension| extension == "html");
    let bytes = if is_page { recording.to_html().into_bytes() } else { recording.to_bytes() };
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let written = fs::write(&new, bytes).and_then(|()| fs::rename(&new, path));
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))
}
