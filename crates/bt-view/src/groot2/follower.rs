//! A thread that follows one program, over all its runs.

use std::convert::Infallible;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};
use std::{io, thread};

use super::client::{Client, Fault};
use super::entries::{Changed, Entries};
use super::follow::{Follow, Seen};
use super::protocol::{MOST_TRANSITIONS, Uuid};
use super::xml::Program;
use crate::state::State;

/// How long it waits before it connects again.
const AGAIN: Duration = Duration::from_millis(500);
/// How often statuses are compared, and entries asked for.
const STATUSES: Duration = Duration::from_secs(1);
const ENTRIES: Duration = Duration::from_millis(250);

/// What has happened to a program.
#[derive(Debug)]
pub enum Told {
    /// A run of the program was found.
    Began(Box<Program>, State),
    Seen {
        steps: Vec<Seen>,
        /// Numbers in entries, after these steps.
        values: Vec<(String, f64)>,
    },
    /// The program cannot be reached, or breaks the protocol.
    Lost(String),
}

/// Follows the program at an address, and tells what happens with this number, until nobody listens.
pub fn follow(number: usize, address: &str, period: Duration, to: &SyncSender<(usize, Told)>) {
    let mut known = None;
    let mut said = None;
    loop {
        let mut tell = |told| to.send((number, told)).map_err(|_| Ended::Unheard);
        let ended = Client::connect(address).map_err(Ended::from).and_then(|client| {
            said = None;
            run(client, &mut known, period, &mut tell)
        });
        let mut is_absent = false;
        let why = match ended {
            Err(Ended::Unheard) => return,
            Err(Ended::Fault(fault)) => {
                is_absent = matches!(&fault, Fault::Lost(error) if error.kind() == io::ErrorKind::ConnectionRefused);
                fault.to_string()
            }
            Err(Ended::Broken(why)) => format!("its tree cannot be read: {why}"),
        };
        // The same once more is no news, nor is it that a program that has ended is not there.
        if said.as_ref() != Some(&why) && !(said.is_some() && is_absent) {
            if tell(Told::Lost(why.clone())).is_err() {
                return;
            }
            said = Some(why);
        }
        thread::sleep(AGAIN);
    }
}

/// Why a connection ended.
enum Ended {
    Fault(Fault),
    Broken(String),
    /// Nobody listens any more.
    Unheard,
}

impl From<Fault> for Ended {
    fn from(fault: Fault) -> Self {
        Ended::Fault(fault)
    }
}

/// A run that is known: it may only have lost the connection.
struct Known {
    run: Option<Uuid>,
    /// The XML. Before 4.10, all runs of all programs had the same UUID.
    text: String,
    program: Program,
    follow: Follow,
    entries: Entries,
    began: Instant,
}

/// Follows one run of the program.
fn run(
    mut client: Client,
    known: &mut Option<Known>,
    period: Duration,
    tell: &mut dyn FnMut(Told) -> Result<(), Ended>,
) -> Result<Infallible, Ended> {
    let text = client.tree()?;
    let mut base = Instant::now();
    client.record()?;
    let statuses = client.statuses()?;
    let known = match known.take().filter(|known| (known.run, &known.text) == (client.run(), &text)) {
        Some(mut old) => {
            let steps = old.follow.lose(&statuses, micros(old.began));
            tell(Told::Seen { steps, values: Vec::new() })?;
            known.insert(old)
        }
        None => {
            let program = Program::read(&text).map_err(Ended::Broken)?;
            let mut follow = Follow::new(&program);
            let state = follow.begin(&statuses);
            tell(Told::Began(Box::new(program.clone()), state))?;
            known.insert(Known { run: client.run(), text, program, follow, entries: Entries::default(), began: base })
        }
    };
    let boards: Vec<&str> = known.program.boards.iter().map(|(name, _)| name.as_str()).collect();
    let boards = boards.join(";");
    let (mut compared, mut asked, mut has_entries) = (Instant::now(), None, true);
    loop {
        let now = Instant::now();
        let statuses = (now - compared >= STATUSES).then(|| client.statuses()).transpose()?;
        let transitions = client.transitions()?;
        let offset = (base - known.began).as_micros() as u64;
        let mut steps = known.follow.take(&transitions, offset, micros(known.began));
        if let Some(statuses) = &statuses {
            compared = now;
            if known.follow.misses(statuses, &transitions) {
                // Another client has taken some, or has stopped the recording.
                (base, steps) = (Instant::now(), [steps, known.follow.lose(statuses, micros(known.began))].concat());
                client.record()?;
            }
        } else if transitions.len() >= MOST_TRANSITIONS {
            let statuses = client.statuses()?;
            steps.append(&mut known.follow.lose(&statuses, micros(known.began)));
        }
        let mut values = Vec::new();
        if has_entries && asked.is_none_or(|asked| now - asked >= ENTRIES) {
            asked = Some(now);
            match client.entries(&boards) {
                Ok(answer) => {
                    let at = (now - known.began).as_micros() as u64;
                    values = known.note(answer, at, &mut steps);
                }
                // It has none, or cannot write them.
                Err(Fault::Refused(_)) => has_entries = false,
                Err(fault) => return Err(fault.into()),
            }
        }
        if !steps.is_empty() || !values.is_empty() {
            tell(Told::Seen { steps, values })?;
        }
        thread::sleep(period.saturating_sub(now.elapsed()));
    }
}

impl Known {
    /// Notes entries that have changed, in a step: texts become reasons of the node that stands for their tree. Returns the
    /// numbers.
    fn note(&mut self, answer: serde_json::Value, at: u64, steps: &mut Vec<Seen>) -> Vec<(String, f64)> {
        let (mut values, mut texts, all) = (Vec::new(), Vec::new(), self.entries.see(answer, &self.program.name));
        if all.is_empty() {
            return values;
        }
        for changed in all {
            match changed {
                Changed::Number { board, name, value } => {
                    let is_main = board == self.program.name;
                    values.push((if is_main { name } else { format!("{board}/{name}") }, value));
                }
                Changed::Text { board, text } => {
                    let place = self.program.boards.iter().find(|(name, _)| *name == board);
                    texts.push((place.map_or(0, |(_, position)| *position), text));
                }
            }
        }
        steps.append(&mut self.follow.note(texts, at));
        values
    }
}

fn micros(since: Instant) -> u64 {
    since.elapsed().as_micros() as u64
}

/// Begins to follow a program in a thread of its own.
pub fn spawn(number: usize, address: String, period: Duration, to: SyncSender<(usize, Told)>) -> io::Result<()> {
    thread::Builder::new().name("bt-groot2".to_owned()).spawn(move || follow(number, &address, period, &to)).map(drop)
}
