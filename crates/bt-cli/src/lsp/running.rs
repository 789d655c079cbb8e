//! Reads which nodes are active in a running program. The program serves the live page of `bt-view`; this reads what
//! the page reads.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bt_view::codes::{Sort, What};
use crossbeam_channel::Sender;
use serde_json::Value;

/// The pause before the next attempt if no program is running.
const RETRY: Duration = Duration::from_secs(1);

/// The shortest time between two updates of the editor.
const PAUSE: Duration = Duration::from_millis(200);

/// A program that is silent for this long has ended: a running program sends something twice a second.
const SILENCE: Duration = Duration::from_secs(10);

/// The address of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Host and port.
    host: String,
    /// `?token=..` if the page's viewers may control the program; otherwise empty.
    query: String,
}

impl Address {
    /// Reads `127.0.0.1:7878`, or the whole URL of the page.
    pub fn of(text: &str) -> Option<Self> {
        let text = text.trim().trim_start_matches("http://");
        let (host, query) = text.split_once('?').unwrap_or((text, ""));
        let host = host.trim_end_matches('/').to_owned();
        let query = if query.is_empty() { String::new() } else { format!("?{query}") };
        (!host.is_empty()).then_some(Address { host, query })
    }

    /// The URL of the page.
    pub fn url(&self) -> String {
        format!("http://{}/{}", self.host, self.query)
    }
}

/// What is known about the program, shared with the thread that reads from it.
#[derive(Clone, Default)]
pub struct Running(Arc<Mutex<Program>>);

/// An active node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Active {
    /// The line of its name, from 1.
    pub line: usize,
    /// The column of its name, from 1, in characters.
    pub column: usize,
    /// Its name, as written in the tree.
    pub name: String,
    /// The agent that runs the tree.
    pub agent: String,
}

/// The trees and agents of the program.
#[derive(Default)]
struct Program {
    is_there: bool,
    trees: Vec<Tree>,
    agents: Vec<Agent>,
}

#[derive(Default)]
struct Tree {
    /// Name, line and column of each node, by position.
    nodes: Vec<(String, usize, usize)>,
    /// The position of each id.
    places: Vec<usize>,
    /// The first id of each run of nodes from one file, and the file.
    files: Vec<(usize, String)>,
}

struct Agent {
    name: String,
    tree: usize,
    /// The ids of its active nodes.
    active: BTreeSet<usize>,
}

impl Running {
    /// Reads from a program at this address, forever. Sends a message whenever the active nodes change.
    pub fn watch(&self, address: &Address, changed: &Sender<()>) {
        loop {
            // The program may not be running yet, or no longer.
            let _ = self.read(address, changed);
            let was_there = std::mem::take(&mut *self.program()).is_there;
            if was_there && changed.send(()).is_err() {
                return;
            }
            std::thread::sleep(RETRY);
        }
    }

    fn program(&self) -> MutexGuard<'_, Program> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, address: &Address, changed: &Sender<()>) -> std::io::Result<()> {
        let mut stream = TcpStream::connect(&address.host)?;
        stream.set_read_timeout(Some(SILENCE))?;
        let Address { host, query } = address;
        write!(stream, "GET /events{query} HTTP/1.1\r\nHost: {host}\r\n\r\n")?;
        let mut lines = BufReader::new(stream).lines();
        if !lines.next().transpose()?.is_some_and(|status| status.contains(" 200 ")) {
            return Ok(());
        }
        let (mut told, mut unsaid) = (None::<Instant>, false);
        for line in lines {
            let line = line?;
            if let Some(news) = line.strip_prefix("data: ").and_then(|data| serde_json::from_str::<Value>(data).ok()) {
                let mut program = self.program();
                unsaid |= !program.is_there;
                program.is_there = true;
                unsaid |= program.take(&news);
            }
            // A keep-alive line also releases an update that was held back.
            if unsaid && told.is_none_or(|told| told.elapsed() >= PAUSE) {
                (told, unsaid) = (Some(Instant::now()), false);
                if changed.send(()).is_err() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Whether a program is running.
    pub fn is_there(&self) -> bool {
        self.program().is_there
    }

    /// The active nodes in a file, in file order.
    pub fn active(&self, path: &Path) -> Vec<Active> {
        let program = self.program();
        let mut found = BTreeSet::new();
        for agent in &program.agents {
            let Some(tree) = program.trees.get(agent.tree) else { continue };
            for &id in &agent.active {
                let file = tree.files.iter().rev().find(|(first, _)| *first <= id).map(|(_, file)| file);
                // Paths in a program are relative to the folder in which Cargo was run.
                let is_here = file.is_some_and(|file| !file.is_empty() && path.ends_with(file));
                let node = tree.places.get(id).and_then(|&place| tree.nodes.get(place)).filter(|_| is_here);
                found.extend(node.map(|(name, line, column)| Active {
                    line: *line,
                    column: *column,
                    name: name.clone(),
                    agent: agent.name.clone(),
                }));
            }
        }
        found.into_iter().collect()
    }
}

impl Tree {
    fn new(rows: &Value) -> Self {
        let node = |row: &Value| (text(&row[3]), number(&row[6]), number(&row[7]));
        let nodes: Vec<_> = list(rows).map(node).collect();
        Tree { places: (0..nodes.len()).collect(), nodes, files: Vec::new() }
    }

    /// The id of the node at a position.
    fn id(&self, place: usize) -> usize {
        let is_own = self.places.get(place) == Some(&place);
        if is_own { place } else { self.places.iter().position(|other| *other == place).unwrap_or(place) }
    }

    fn active(&self, marks: &Value) -> BTreeSet<usize> {
        let active = list(marks).enumerate().filter(|(_, mark)| number(mark) & 1 == 1);
        active.map(|(place, _)| self.id(place)).collect()
    }
}

impl Program {
    /// Takes an update. Returns whether the active nodes changed.
    fn take(&mut self, news: &Value) -> bool {
        let before: Vec<BTreeSet<usize>> = self.agents.iter().map(|agent| agent.active.clone()).collect();
        let files = |rows: &Value| list(rows).map(|row| (number(&row[0]), text(&row[1]))).collect();
        let trees = list(&news["trees"]).zip(list(&news["files"]));
        self.trees.extend(trees.map(|(rows, of_rows)| Tree { files: files(of_rows), ..Tree::new(rows) }));
        for row in list(&news["grown"]) {
            if let Some(tree) = self.trees.get_mut(number(&row[0])) {
                tree.nodes = Tree::new(&row[1]).nodes;
                tree.places = list(&row[2]).map(number).collect();
            }
        }
        for row in list(&news["agents"]) {
            let tree = number(&row[1]);
            let active = self.trees.get(tree).map(|tree| tree.active(&row[4])).unwrap_or_default();
            self.agents.push(Agent { name: text(&row[0]), tree, active });
        }
        for row in list(&news["lost"]) {
            if let Some(agent) = self.agents.get_mut(number(&row[0])) {
                agent.active = self.trees.get(agent.tree).map(|tree| tree.active(&row[4])).unwrap_or_default();
            }
        }
        self.take_steps(news);
        !self.agents.iter().map(|agent| &agent.active).eq(&before)
    }

    fn take_steps(&mut self, news: &Value) {
        let steps: Vec<usize> = list(&news["steps"]).map(number).collect();
        let events: Vec<usize> = list(&news["events"]).map(number).collect();
        let (mut steps, mut events) = (&steps[..], events.chunks_exact(3));
        while let [agent, sort, _, count, rest @ ..] = steps {
            let sort = Sort::of(*sort);
            // Lost steps are followed by their number.
            steps = if sort == Some(Sort::Lost) { rest.get(1..).unwrap_or_default() } else { rest };
            let events = events.by_ref().take(*count);
            let Some(agent) = self.agents.get_mut(*agent) else { continue };
            let Some(tree) = self.trees.get(agent.tree) else { continue };
            if sort.is_some_and(Sort::clears) {
                agent.active.clear();
            }
            for event in events {
                match What::of(event[1]) {
                    What::Start => _ = agent.active.insert(tree.id(event[0])),
                    What::Finish(_) => _ = agent.active.remove(&tree.id(event[0])),
                    What::Run(_) | What::Why => {}
                }
            }
        }
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn number(value: &Value) -> usize {
    value.as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or(0)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
