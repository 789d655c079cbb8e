//! The page that an example writes when it is called with `--replay out.html`, or serves with `--live`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

use bt::Tree;
use bt_view::serve::{Broadcast, LivePage, Options};
use bt_view::{AgentKey, Recorder, Recording};

use crate::watching::Watching;

/// Shows the trees of an example: not at all, on a page that it writes, or on a page that it serves while it runs.
#[derive(Default)]
pub struct Replay {
    page: Page,
    agents: BTreeMap<String, AgentKey>,
}

#[derive(Default)]
enum Page {
    #[default]
    None,
    /// For `--replay out.html`.
    File(PathBuf, Recorder),
    /// For `--live`.
    Live(LivePage),
}

/// Runs an example without other arguments; `name` is the name of the example, for errors.
pub fn with_replay(name: &str, run: impl FnOnce(&mut Replay)) -> ExitCode {
    with_args(name, |args, replay| match args {
        [] => {
            run(replay);
            Ok(())
        }
        [arg, ..] => {
            Err(format!("expected `--replay` and a file, `--live` or nothing, found `{}`", arg.to_string_lossy()))
        }
    })
}

/// Runs an example with its other arguments, and writes the page.
pub(crate) fn with_args(name: &str, run: impl FnOnce(&[OsString], &mut Replay) -> Result<(), String>) -> ExitCode {
    let result = Replay::from_args(std::env::args_os().skip(1)).and_then(|(mut replay, args)| {
        run(&args, &mut replay)?;
        replay.write()
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{name}: {message}");
            ExitCode::FAILURE
        }
    }
}

impl Replay {
    /// Records nothing.
    pub fn off() -> Self {
        Replay::default()
    }

    /// Records for a page with this file name.
    pub fn to(file: impl Into<PathBuf>) -> Self {
        Replay { page: Page::File(file.into(), Recorder::new()), ..Replay::off() }
    }

    /// Serves the page.
    fn live() -> Result<Self, String> {
        let options = Options::new().control(true).mocks(true).always(true);
        let live = options.start().map_err(|error| format!("the page cannot be served: {error}"))?;
        Ok(Replay { page: Page::Live(live), ..Replay::off() })
    }

    /// The recording, if it records.
    pub fn recording(&self) -> Option<&Recording> {
        match &self.page {
            Page::File(_, recorder) => Some(recorder.recording()),
            _ => None,
        }
    }

    /// Whether it shows anything.
    pub fn is_on(&self) -> bool {
        !matches!(self.page, Page::None)
    }

    /// Removes `--replay out.html` or `--live` from some arguments.
    fn from_args(args: impl Iterator<Item = OsString>) -> Result<(Self, Vec<OsString>), String> {
        let mut args: Vec<OsString> = args.collect();
        if let Some(at) = args.iter().position(|arg| arg == "--live") {
            args.remove(at);
            return Ok((Replay::live()?, args));
        }
        let Some(at) = args.iter().position(|arg| arg == "--replay") else { return Ok((Replay::off(), args)) };
        if at + 1 == args.len() {
            return Err("expected a file after `--replay`".to_owned());
        }
        let file = args.drain(at..at + 2).nth(1).map(PathBuf::from).unwrap_or_default();
        Ok((Replay::to(file), args))
    }

    /// Begins a frame of this length. With `--live`, it takes this long in real time; it also waits for the first
    /// viewer, and while viewers have paused the program.
    pub fn frame(&mut self, length: Duration) {
        let Page::Live(live) = &mut self.page else { return };
        if live.viewers() == 0 && self.agents.is_empty() {
            eprintln!("open {} in a browser", live.url());
        }
        while live.viewers() == 0 {
            sleep(Duration::from_millis(20));
        }
        live.gate();
        sleep(length);
    }

    /// A picture of the world after the last tick.
    pub fn world(&mut self, svg: impl FnOnce() -> String) {
        match &mut self.page {
            Page::None => {}
            Page::File(_, recorder) => recorder.world(svg()),
            Page::Live(live) => live.world(svg),
        }
    }

    /// The observer for a tick of an agent's tree.
    pub fn tick<T: Tree>(&mut self, who: &str, span: Duration) -> Watching<'_> {
        self.watch::<T>(
            who,
            |recorder, agent| recorder.tick_for(agent, span),
            |live, agent| live.tick_for(agent, span, || []),
        )
    }

    /// The observer for an abort of an agent's tree.
    pub fn abort<T: Tree>(&mut self, who: &str) -> Watching<'_> {
        self.watch::<T>(who, Recorder::abort, |live, agent| live.abort(agent, || []))
    }

    /// The observer for a message to an agent's tree.
    pub fn send<T: Tree>(&mut self, who: &str) -> Watching<'_> {
        self.watch::<T>(who, Recorder::send, |live, agent| live.send(agent, || []))
    }

    fn watch<'r, T: Tree>(
        &'r mut self,
        who: &str,
        record: impl FnOnce(&'r mut Recorder, AgentKey) -> bt_view::StepRecorder<'r>,
        serve: impl FnOnce(&'r mut LivePage, AgentKey) -> Option<Broadcast<'r>>,
    ) -> Watching<'r> {
        let known = self.agents.get(who).copied();
        let agent = known.or_else(|| match &mut self.page {
            Page::None => None,
            Page::File(_, recorder) => Some(recorder.agent::<T>(who)),
            Page::Live(live) => Some(live.agent::<T>(who)),
        });
        let Some(agent) = agent else { return Watching::Nobody };
        if known.is_none() {
            self.agents.insert(who.to_owned(), agent);
        }
        match &mut self.page {
            Page::None => Watching::Nobody,
            Page::File(_, recorder) => Watching::Recorded(record(recorder, agent)),
            Page::Live(live) => Watching::Served(serve(live, agent)),
        }
    }

    fn write(&self) -> Result<(), String> {
        let Page::File(file, recorder) = &self.page else { return Ok(()) };
        let recording = recorder.recording();
        std::fs::write(file, recording.to_html()).map_err(|error| format!("`{}`: {error}", file.display()))?;
        eprintln!("{}: {} events in {} ticks", file.display(), recording.events(), recording.steps());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bt::TreeObserver as _;

    fn from_args(args: &[&str]) -> Result<(Replay, Vec<OsString>), String> {
        Replay::from_args(args.iter().map(OsString::from))
    }

    #[test]
    fn the_file_is_taken_from_the_arguments() {
        for (args, on, rest) in [
            (&[][..], false, &[][..]),
            (&["7"], false, &["7"]),
            (&["--replay", "a.html"], true, &[]),
            (&["7", "--replay", "a.html"], true, &["7"]),
            (&["--replay", "a.html", "7"], true, &["7"]),
            (&["7", "--live"], true, &["7"]),
        ] {
            let (replay, others) = from_args(args).expect("they are right");
            assert_eq!((replay.is_on(), &others[..]), (on, &rest.iter().map(OsString::from).collect::<Vec<_>>()[..]));
        }
        assert_eq!(from_args(&["--replay"]).err().as_deref(), Some("expected a file after `--replay`"));
    }

    #[test]
    fn each_name_is_an_agent() {
        bt::bt! { Nod(u32) = action(|nods| *nods += 1) }
        let mut replay = Replay::to("a.html");
        for who in ["one", "other", "one"] {
            Nod::new().tick_with(&mut 0, &mut replay.tick::<Nod>(who, Duration::ZERO));
        }
        let recording = replay.recording().expect("it records");
        assert_eq!(recording.agents().collect::<Vec<_>>(), ["one", "other"]);
        assert_eq!(recording.steps(), 3);
        assert!(!Replay::off().tick::<Nod>("one", Duration::ZERO).is_enabled());
    }

    #[test]
    fn one_that_is_live_is_served() {
        use std::io::{Read as _, Write as _};
        bt::bt! { Nod(u32) = action(|nods| *nods += 1) }
        let mut replay = Replay::live().expect("a port is free");
        let Page::Live(live) = &replay.page else { panic!("it is live") };
        let (address, url) = (live.address(), live.url());
        let (_, token) = url.split_once('?').expect("viewers may steer it, so it has a token");
        let mut viewer = std::net::TcpStream::connect(address).expect("somebody listens");
        write!(viewer, "GET /events?{token} HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("a request");
        // Waits until the viewer is there.
        replay.frame(Duration::from_millis(1));
        Nod::new().tick_with(&mut 0, &mut replay.tick::<Nod>("nodder", Duration::ZERO));
        drop(replay);
        let mut seen = String::new();
        viewer.read_to_string(&mut seen).expect("it ends");
        assert!(seen.contains("\"nodder\"") && seen.contains("event: end"), "{seen}");
    }
}
