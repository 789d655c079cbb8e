//! A context that records events, and leaves that follow a script.

use std::collections::BTreeMap;

use bt::{Behavior, Outcome, Status};

/// The context of a test.
#[derive(Debug, Default)]
pub struct Bench {
    pub log: Vec<String>,
    pub scripts: BTreeMap<String, Script>,
    /// The flag that conditions read.
    pub flag: bool,
    pub number: u32,
    /// The leaf whose finish clears the flag.
    pub clears_in_finish: Option<&'static str>,
    /// The leaf, and the run of it counted from 1, that clears the flag.
    pub clears_in_run: Option<(&'static str, usize)>,
}

/// The answers of a leaf: one letter for each run; the last one repeats.
///
/// `R` running, `S` success, `F` failure, `E` an error, `P` a panic.
#[derive(Clone, Debug, Default)]
pub struct Script {
    pub letters: String,
    pub position: usize,
    pub runs: usize,
    pub restart: bool,
    pub wrap: bool,
}

impl Bench {
    /// A bench with a script for each leaf: `"A=RS B=F"`.
    pub fn new(scripts: &str) -> Self {
        let script = |text: &str| {
            let (name, letters) = text.split_once('=').expect("a script is `name=letters`");
            (name.to_owned(), Script { letters: letters.to_owned(), ..Script::default() })
        };
        Bench { scripts: scripts.split_whitespace().map(script).collect(), ..Bench::default() }
    }

    /// The events since the last call, joined by commas.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.log).join(", ")
    }

    fn answer(&mut self, name: &'static str) -> char {
        let script = self.scripts.get_mut(name).unwrap_or_else(|| panic!("there is no script for {name}"));
        let letters = script.letters.as_bytes();
        let position =
            if script.wrap { script.position % letters.len() } else { script.position.min(letters.len() - 1) };
        script.position += 1;
        script.runs += 1;
        if self.clears_in_run == Some((name, script.runs)) {
            self.flag = false;
        }
        char::from(letters[position])
    }
}

/// The error of a scripted leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken(pub &'static str);

/// A leaf that follows the script of its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Scripted {
    name: &'static str,
    started: bool,
}

impl Scripted {
    pub fn new(name: &'static str) -> Self {
        Scripted { name, started: false }
    }

    fn begin(&mut self, bench: &mut Bench) {
        let script = bench.scripts.get_mut(self.name).unwrap_or_else(|| panic!("there is no script for {}", self.name));
        if script.restart {
            script.position = 0;
        }
        bench.log.push(format!("start {}", self.name));
    }

    fn go_on(&mut self, bench: &mut Bench) -> char {
        if self.started {
            bench.log.push(format!("run {}", self.name));
        }
        self.started = true;
        bench.answer(self.name)
    }

    fn end(&mut self, bench: &mut Bench, outcome: Outcome) {
        bench.log.push(format!("finish {} {outcome:?}", self.name));
        if bench.clears_in_finish == Some(self.name) {
            bench.flag = false;
        }
    }
}

fn status(letter: char) -> Status {
    match letter {
        'S' => Status::Success,
        'F' => Status::Failure,
        'R' => Status::Running,
        'P' => panic!("the script says so"),
        other => unreachable!("no such letter in a script: {other}"),
    }
}

impl Behavior<Bench> for Scripted {
    type Answer = Status;

    fn start(&mut self, bench: &mut Bench) {
        self.begin(bench);
    }

    fn run(&mut self, bench: &mut Bench) -> Status {
        status(self.go_on(bench))
    }

    fn finish(&mut self, bench: &mut Bench, outcome: Outcome) {
        self.end(bench, outcome);
    }
}

/// A scripted leaf whose `E` returns an error.
#[derive(Clone, Debug, PartialEq)]
pub struct Fallible(Scripted);

impl Fallible {
    pub fn new(name: &'static str) -> Self {
        Fallible(Scripted::new(name))
    }
}

impl Behavior<Bench> for Fallible {
    type Answer = Result<Status, Broken>;

    fn start(&mut self, bench: &mut Bench) {
        self.0.begin(bench);
    }

    fn run(&mut self, bench: &mut Bench) -> Result<Status, Broken> {
        match self.0.go_on(bench) {
            'E' => Err(Broken(self.0.name)),
            letter => Ok(status(letter)),
        }
    }

    fn finish(&mut self, bench: &mut Bench, outcome: Outcome) {
        self.0.end(bench, outcome);
    }
}

/// Ticks a tree with this number in the context, and returns its status and the events of the tick.
macro_rules! tick_with_number {
    ($tree:expr, $bench:expr, $number:expr) => {{
        $bench.number = $number;
        let status = $tree.tick(&mut $bench);
        (status, $bench.take())
    }};
}

pub(crate) use tick_with_number as tick;

/// The result of a tick that leaves the tree running.
pub fn running(events: &str) -> (Status, String) {
    (Status::Running, events.to_owned())
}
