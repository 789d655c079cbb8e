//! The page that an example writes when it is called with `--replay out.html`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use bt::Tree;
use bt_view::{AgentKey, Recorder, Recording, Watching};

/// Records the trees of an example, if it was called with `--replay out.html`.
#[derive(Default)]
pub struct Replay {
    page: Option<(PathBuf, Recorder)>,
    agents: BTreeMap<String, AgentKey>,
}

/// Runs an example without other arguments; `name` is that of the example, for errors.
pub fn with_replay(name: &str, run: impl FnOnce(&mut Replay)) -> ExitCode {
    with_args(name, |args, replay| match args {
        [] => {
            run(replay);
            Ok(())
        }
        [arg, ..] => Err(format!("expected `--replay` and a file or nothing, found `{}`", arg.to_string_lossy())),
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

    /// Records, for a page of this name.
    pub fn to(file: impl Into<PathBuf>) -> Self {
        Replay { page: Some((file.into(), Recorder::new())), ..Replay::off() }
    }

    /// What was recorded, if it records.
    pub fn recording(&self) -> Option<&Recording> {
        self.page.as_ref().map(|(_, recorder)| recorder.recording())
    }

    /// Whether it records.
    pub fn is_on(&self) -> bool {
        self.page.is_some()
    }

    /// Takes `--replay out.html` out of some arguments.
    fn from_args(args: impl Iterator<Item = OsString>) -> Result<(Self, Vec<OsString>), String> {
        let mut args: Vec<OsString> = args.collect();
        let Some(at) = args.iter().position(|arg| arg == "--replay") else { return Ok((Replay::off(), args)) };
        if at + 1 == args.len() {
            return Err("expected a file after `--replay`".to_owned());
        }
        let file = args.drain(at..at + 2).nth(1).map(PathBuf::from).unwrap_or_default();
        Ok((Replay::to(file), args))
    }

    /// The observer for a tick of somebody's tree.
    pub fn tick<T: Tree>(&mut self, who: &str, span: Duration) -> Option<Watching<'_>> {
        self.watch::<T>(who).map(|(recorder, agent)| recorder.tick_for(agent, span))
    }

    /// The observer for an abort of somebody's tree.
    pub fn abort<T: Tree>(&mut self, who: &str) -> Option<Watching<'_>> {
        self.watch::<T>(who).map(|(recorder, agent)| recorder.abort(agent))
    }

    /// The observer for a message to somebody's tree.
    pub fn send<T: Tree>(&mut self, who: &str) -> Option<Watching<'_>> {
        self.watch::<T>(who).map(|(recorder, agent)| recorder.send(agent))
    }

    fn watch<T: Tree>(&mut self, who: &str) -> Option<(&mut Recorder, AgentKey)> {
        let (_, recorder) = self.page.as_mut()?;
        let agent = match self.agents.get(who) {
            Some(agent) => *agent,
            None => {
                let agent = recorder.agent::<T>(who);
                self.agents.insert(who.to_owned(), agent);
                agent
            }
        };
        Some((recorder, agent))
    }

    fn write(&self) -> Result<(), String> {
        let Some((file, recorder)) = &self.page else { return Ok(()) };
        let recording = recorder.recording();
        std::fs::write(file, recording.to_html()).map_err(|error| format!("`{}`: {error}", file.display()))?;
        eprintln!("{}: {} events in {} ticks", file.display(), recording.events(), recording.steps());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(Replay::off().tick::<Nod>("one", Duration::ZERO).is_none());
    }
}
