//! A robot whose leaves follow scripts, and which records events.

use std::collections::BTreeMap;

use bt::{Behavior, Outcome, Status};
use bt_live::xml::{Board, Loaded, MapBoard, Palette, Ports, Value, input, parse};

#[derive(Default)]
pub struct Bench {
    pub log: Vec<String>,
    pub answers: BTreeMap<String, Answers>,
    pub board: MapBoard,
}

/// The answers of a leaf: a letter for each run; the last one repeats, or they start over.
#[derive(Default)]
pub struct Answers {
    pub letters: String,
    pub position: usize,
    pub restart: bool,
    pub wrap: bool,
}

impl Board for Bench {
    fn get(&self, key: &str) -> Option<Value> {
        self.board.get(key)
    }

    fn set(&mut self, key: &str, value: Value) {
        self.board.set(key, value);
    }

    fn unset(&mut self, key: &str) {
        self.board.unset(key);
    }

    fn was_updated(&mut self, key: &str, node: &str) -> Option<bool> {
        self.board.was_updated(key, node)
    }

    fn failed(&mut self, why: &str) {
        self.board.failed(why);
    }
}

impl Bench {
    /// A bench with answers for each leaf: `A=RS B=F`.
    pub fn new(answers: &str) -> Self {
        let answers = answers.split_whitespace().map(|text| {
            let (name, letters) = text.split_once('=').expect("it is `name=letters`");
            (name.to_owned(), Answers { letters: letters.to_owned(), ..Answers::default() })
        });
        Bench { answers: answers.collect(), ..Bench::default() }
    }

    /// The events since the last call.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.log).join(", ")
    }
}

/// A leaf that follows its answers.
pub struct Scripted {
    name: String,
    is_started: bool,
}

impl Behavior<Bench> for Scripted {
    type Answer = Status;

    fn start(&mut self, bench: &mut Bench) {
        let answers = bench.answers.get_mut(&self.name).unwrap_or_else(|| panic!("no answers for {}", self.name));
        if answers.restart {
            answers.position = 0;
        }
        bench.log.push(format!("start {}", self.name));
    }

    fn run(&mut self, bench: &mut Bench) -> Status {
        if self.is_started {
            bench.log.push(format!("run {}", self.name));
        }
        self.is_started = true;
        let answers = bench.answers.get_mut(&self.name).expect("it was there at the start");
        let letters = answers.letters.as_bytes();
        let last = letters.len() - 1;
        let at = if answers.wrap { answers.position % letters.len() } else { answers.position.min(last) };
        answers.position += 1;
        match letters[at] {
            b'S' => Status::Success,
            b'F' => Status::Failure,
            _ => Status::Running,
        }
    }

    fn finish(&mut self, bench: &mut Bench, outcome: Outcome) {
        bench.log.push(format!("finish {} {outcome:?}", self.name));
    }
}

/// `Leaf`, whose answers are those of its port `name_of`.
pub fn palette() -> Palette<Bench> {
    Palette::new()
        .leaf("Leaf", [input("leaf")], |ports: Ports| Scripted {
            name: ports.get(&MapBoard::default(), "leaf").unwrap_or_default(),
            is_started: false,
        })
        .action("Note", [input("text")], |bench: &mut Bench, ports| {
            let text = ports.value(bench, "text").map_or("nothing".to_owned(), |value| format!("{value:?}"));
            bench.log.push(text);
            Status::Success
        })
        .constant("RED", 1)
        .constant("GREEN", 2)
}

/// A file with these trees. The first one runs.
pub fn file(trees: &[(&str, &str)]) -> String {
    let main = trees[0].0;
    let trees: String =
        trees.iter().map(|(name, body)| format!("<BehaviorTree ID='{name}'>{body}</BehaviorTree>\n")).collect();
    format!("<root BTCPP_format='4' main_tree_to_execute='{main}'>\n{trees}</root>")
}

/// One tree.
pub fn tree(body: &str) -> Loaded<Bench> {
    parse(&file(&[("Main", body)]), &palette()).unwrap_or_else(|refused| panic!("{refused}"))
}

/// What behaves slightly differently.
pub fn warnings(loaded: &Loaded<Bench>) -> Vec<&str> {
    loaded.warnings.iter().map(|warning| &*warning.message).collect()
}
