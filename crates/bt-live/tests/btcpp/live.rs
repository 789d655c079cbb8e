//! Runs a case as a live tree, and writes the journal that BehaviorTree.CPP should write.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bt::{Behavior, Outcome, Status};
use bt_live::xml::{Board, Loaded, MapBoard, Palette, Ports, Value, input, parse};

use crate::node::Case;

#[derive(Default)]
struct Robot {
    board: MapBoard,
    /// The answers of each leaf, and how often it was asked.
    answers: BTreeMap<u32, (Vec<u8>, usize)>,
    journal: String,
}

impl Robot {
    fn say(&mut self, text: &str) {
        writeln!(self.journal, "{text}").expect("a text can be written to");
    }

    fn answer(&mut self, id: u32) -> Status {
        let (letters, asked) = self.answers.get_mut(&id).expect("each leaf has answers");
        *asked += 1;
        match letters[(*asked - 1) % letters.len()] {
            b'S' => Status::Success,
            b'F' => Status::Failure,
            _ => Status::Running,
        }
    }

    fn entries(&self) -> String {
        let entry = |key: &&str| self.board.get(key).and_then(|value| value.to::<f64>()).expect("it is always set");
        ["a", "b", "c", "i"].iter().map(|key| format!(" {:.0}", entry(key) * 1000.0 + 0.0)).collect()
    }
}

impl Board for Robot {
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

struct Leaf {
    id: u32,
    is_started: bool,
}

impl Behavior<Robot> for Leaf {
    type Answer = Status;

    fn run(&mut self, robot: &mut Robot) -> Status {
        let word = if std::mem::replace(&mut self.is_started, true) { "run" } else { "start" };
        robot.say(&format!("{word} {}", self.id));
        robot.answer(self.id)
    }

    fn finish(&mut self, robot: &mut Robot, outcome: Outcome) {
        if outcome == Outcome::Aborted {
            robot.say(&format!("halt {}", self.id));
        }
    }
}

fn palette() -> Palette<Robot> {
    let id = |ports: &Ports| ports.get(&MapBoard::default(), "id").expect("it is a number");
    Palette::new()
        .leaf("Leaf", [input("id").integer()], move |ports| Leaf { id: id(&ports), is_started: false })
        .action("Check", [input("id").integer()], move |robot: &mut Robot, ports| {
            let id = id(ports);
            robot.say(&format!("check {id}"));
            robot.answer(id)
        })
}

/// What has become of a case.
pub struct Ran {
    pub journal: String,
    pub warnings: Vec<String>,
    /// What threw an exception in C++.
    pub failures: Vec<String>,
    /// What runs.
    pub text: String,
}

/// Runs a case, or says why its tree is refused.
pub fn run(case: &Case) -> Result<Ran, String> {
    let Loaded { mut tree, warnings, text, .. } =
        parse(&case.xml(), &palette()).map_err(|refused| refused.to_string())?;
    let mut robot = Robot::default();
    for (id, letters) in &case.answers {
        robot.answers.insert(*id, (letters.clone().into_bytes(), 0));
    }
    for key in ["a", "b", "c"] {
        robot.board.set(key, Value::of(0.0));
    }
    robot.board.set("i", Value::of(0));
    robot.board.set("s", Value::of("0"));
    for tick in case.ticks.chars() {
        let what = match tick {
            'h' => {
                tree.abort(&mut robot);
                "halted"
            }
            _ => match tree.tick_for(0.0, &mut robot) {
                Status::Success => "= SUCCESS",
                Status::Failure => "= FAILURE",
                Status::Running => "= RUNNING",
            },
        };
        let entries = robot.entries();
        robot.say(&format!("{what}{entries}"));
    }
    let warnings = warnings.iter().map(|warning| warning.message.clone()).collect();
    Ok(Ran { journal: robot.journal, warnings, failures: robot.board.failures().to_vec(), text })
}
