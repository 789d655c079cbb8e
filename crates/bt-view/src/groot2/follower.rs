//! A thread that follows one program across its runs.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};
use std::{io, thread};

use super::client::{Client, Fault};
use super::entries::{Changed, Entries};
use super::follow::{Follow, Seen};
use super::hand::Hand;
use super::protocol::{MOST_TRANSITIONS, Uuid};
use super::steering::Steering;
use super::xml::Program;
use crate::feed::control::NodeKey;
use crate::state::State;

/// How long it waits before it reconnects.
const AGAIN: Duration = Duration::from_millis(500);
/// How often it compares statuses and asks for entries.
const STATUSES: Duration = Duration::from_secs(1);
const ENTRIES: Duration = Duration::from_millis(250);

/// News about a program.
#[derive(Debug)]
pub enum Report {
    /// A run of the program was found.
    Began(Box<Program>, State),
    Seen {
        steps: Vec<Seen>,
        /// Numbers in entries, after these steps.
        values: Vec<(String, f64)>,
    },
    /// The program waits at the node that viewers ran it to.
    Reached(NodeKey),
    /// The program cannot be reached, or breaks the protocol.
    Lost(String),
}

/// Follows a program.
#[derive(Debug)]
pub struct Follower {
    /// Identifies the program in its news.
    pub number: usize,
    pub address: String,
    /// How often it asks.
    pub period: Duration,
    pub to: SyncSender<(usize, Report)>,
    /// The requests of viewers, if they may steer.
    pub steering: Option<Arc<Steering>>,
}

impl Follower {
    /// Starts to follow the program, in a thread of its own.
    pub fn spawn(self) -> io::Result<()> {
        thread::Builder::new().name("bt-groot2".to_owned()).spawn(move || follow(&self)).map(drop)
    }

    fn tell(&self, report: Report) -> Result<(), Ended> {
        self.to.send((self.number, report)).map_err(|_| Ended::Unheard)
    }
}

/// Follows a program across its runs, until nobody listens.
fn follow(follower: &Follower) {
    let mut known = None;
    let mut said = None;
    loop {
        let client = Client::connect(&follower.address).map_err(Ended::from);
        let ended = client.and_then(|client| run(client, &mut known, &mut said, follower));
        let mut is_absent = false;
        let why = match ended {
            Err(Ended::Unheard) => return,
            Err(Ended::Fault(fault)) => {
                is_absent = matches!(&fault, Fault::Lost(error) if error.kind() == io::ErrorKind::ConnectionRefused);
                fault.to_string()
            }
            Err(Ended::Broken(why)) => format!("its tree cannot be read: {why}"),
        };
        // Neither a repeated reason nor the silence of an ended program is news.
        if said.as_ref() != Some(&why) && !(said.is_some() && is_absent) {
            if follower.tell(Report::Lost(why.clone())).is_err() {
                return;
            }
            said = Some(why);
        }
        thread::sleep(AGAIN);
    }
}

/// Why a connection ended.
pub enum Ended {
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

/// A known run: perhaps only the connection was lost.
struct Known {
    run: Option<Uuid>,
    /// The XML, which helps to tell runs apart: before 4.10, all runs of all programs had the same UUID.
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
    said: &mut Option<String>,
    follower: &Follower,
) -> Result<Infallible, Ended> {
    let text = client.tree()?;
    let mut base = Instant::now();
    let has_transitions = match client.record() {
        Ok(()) => true,
        // An older version.
        Err(Fault::Refused(_)) => false,
        Err(fault) => return Err(fault.into()),
    };
    let statuses = client.statuses()?;
    let known = match known.take().filter(|known| (known.run, &known.text) == (client.run(), &text)) {
        Some(mut old) => {
            let steps = old.follow.lose(&statuses, micros(old.began));
            follower.tell(Report::Seen { steps, values: Vec::new() })?;
            known.insert(old)
        }
        None => {
            let program = Program::read(&text).map_err(Ended::Broken)?;
            let mut follow = Follow::new(&program);
            let state = follow.begin(&statuses);
            follower.tell(Report::Began(Box::new(program.clone()), state))?;
            known.insert(Known { run: client.run(), text, program, follow, entries: Entries::default(), began: base })
        }
    };
    *said = None;
    let boards: Vec<&str> = known.program.boards.iter().map(|(name, _)| name.as_str()).collect();
    let boards = boards.join(";");
    let mut hand = follower
        .steering
        .as_deref()
        .map(|steering| Hand::new(steering, follower.number, &follower.address))
        .transpose()?;
    let (mut compared, mut asked, mut has_entries) = (Instant::now(), None, true);
    loop {
        let now = Instant::now();
        let is_due = !has_transitions || now - compared >= STATUSES;
        let statuses = is_due.then(|| client.statuses()).transpose()?;
        let transitions = match &statuses {
            Some(statuses) if !has_transitions => known.follow.differences(statuses, micros(base)),
            _ => client.transitions()?,
        };
        let offset = (base - known.began).as_micros() as u64;
        let mut steps = known.follow.take(&transitions, offset, micros(known.began));
        if let Some(statuses) = &statuses {
            compared = now;
            if known.follow.misses(statuses, &transitions) {
                // Another client has taken some, or stopped the recording.
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
                // The program has no entries, or cannot write them.
                Err(Fault::Refused(_)) => has_entries = false,
                Err(fault) => return Err(fault.into()),
            }
        }
        let reached = hand.as_mut().map_or(Ok(None), |hand| hand.act(&mut client, &known.program.uids))?;
        if reached.is_some() {
            // Viewers see what led there first.
            steps.append(&mut known.follow.take(&[], offset, 0));
        }
        if !steps.is_empty() || !values.is_empty() {
            follower.tell(Report::Seen { steps, values })?;
        }
        if let Some(node) = reached {
            follower.tell(Report::Reached(node))?;
        }
        thread::sleep(follower.period.saturating_sub(now.elapsed()));
    }
}

impl Known {
    /// Adds changed entries to a step: texts become reasons, at the `SubTree` node of their tree or at the root.
    /// Returns the numbers.
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
