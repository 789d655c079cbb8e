//! The robot's own nodes, by the names that nav2 gives them.

use bt::{Behavior, Decorator, Span, Status};
use bt_live::xml::{Board, MapBoard, Palette, Ports, Value, input, output};

use crate::level::{Cell, place};
use crate::robot::{FULL, LOW, Robot, letter};

/// Scripts read the battery as an entry. All others are in a map.
impl Board for Robot {
    fn get(&self, key: &str) -> Option<Value> {
        match key {
            "battery" => Some(Value::of(self.battery)),
            "low" => Some(Value::of(LOW)),
            key => self.board.get(key),
        }
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
        self.note(why);
        MapBoard::failed(&mut self.board, why);
    }
}

/// The place whose letter is in a port.
fn cell(robot: &Robot, ports: &Ports, port: &str) -> Option<Cell> {
    let letter = ports.get::<String>(robot, port)?.chars().next()?;
    "ABCD".contains(letter).then(|| place(letter))
}

pub fn palette() -> Palette<Robot> {
    Palette::new()
        .action("ComputePathToPose", [input("goal"), output("path")], |robot: &mut Robot, ports| {
            match cell(robot, ports, "goal").and_then(|goal| robot.plan(goal)) {
                Some(path) => {
                    ports.set(robot, "path", path);
                    Status::Success
                }
                None => Status::Failure,
            }
        })
        .action("FollowPath", [input("path")], |robot, ports| match ports.get::<Vec<Cell>>(robot, "path") {
            Some(path) => robot.follow(&path),
            None => Status::Failure,
        })
        .action("ClearEntireCostmap", [], |robot, _| {
            robot.note("clears its map");
            robot.seen.clear();
            Status::Success
        })
        .action("BackUp", [], |robot, _| {
            robot.note("backs up");
            Status::from(robot.back_up())
        })
        .action("Charge", [], |robot, _| {
            robot.battery = FULL.min(robot.battery + 10);
            if robot.battery < FULL {
                return Status::Running;
            }
            robot.note("is charged");
            Status::Success
        })
        .action("Deliver", [input("stop")], |robot, ports| say(robot, ports, "delivers at"))
        .action("LeaveOut", [input("stop")], |robot, ports| say(robot, ports, "leaves out"))
        .leaf("Spin", [input("quarters").integer().default("4")], |ports| Spin { ports, done: 0 })
        .leaf("Wait", [input("wait_duration").number()], |ports| Wait { ports, seconds: None })
        .decorator("DistanceController", [input("distance").integer()], |ports| DistanceController { ports })
}

fn say(robot: &mut Robot, ports: &Ports, what: &str) -> Status {
    let Some(cell) = cell(robot, ports, "stop") else { return Status::Failure };
    robot.note(format!("{what} {}", letter(cell)));
    Status::Success
}

/// Turns on the spot, a quarter in each tick, and updates the map.
struct Spin {
    ports: Ports,
    done: i64,
}

impl Behavior<Robot> for Spin {
    type Answer = Status;

    fn run(&mut self, robot: &mut Robot) -> Status {
        self.done += 1;
        if self.done < self.ports.get(robot, "quarters").unwrap_or(4) {
            return Status::Running;
        }
        robot.note("has looked around");
        robot.look_around();
        Status::Success
    }
}

struct Wait {
    ports: Ports,
    /// What is left.
    seconds: Option<f64>,
}

impl Behavior<Robot> for Wait {
    type Answer = Status;

    const TAKES_TIME: bool = true;

    fn run(&mut self, _: &mut Robot) -> Status {
        Status::Running
    }

    fn run_for(&mut self, robot: &mut Robot, span: &mut Span) -> Status {
        let left = self.seconds.or_else(|| self.ports.get(robot, "wait_duration")).unwrap_or(0.0);
        if span.spend(left) {
            return Status::Success;
        }
        self.seconds = Some(left - span.seconds());
        Status::Running
    }
}

/// Lets its child run at first, and then each time that the robot has moved on by this many cells.
///
/// A decorator lives while it is active, and this one counts on after a success. So where it began is on the board,
/// with the tick in which it was last there: it starts over if it was not in the tick before this one.
struct DistanceController {
    ports: Ports,
}

impl DistanceController {
    fn key(&self) -> String {
        format!("_began/{}", self.ports.path())
    }
}

impl Decorator<Robot> for DistanceController {
    fn before(&mut self, robot: &mut Robot) -> Option<Status> {
        let began = robot.get(&self.key()).and_then(|began| began.to::<(u32, Cell)>());
        let (tick, cell) = began.filter(|(tick, _)| tick + 1 == robot.now)?;
        let _ = tick;
        robot.set(&self.key(), Value::of((robot.now, cell)));
        let distance = cell.x.abs_diff(robot.at.x) + cell.y.abs_diff(robot.at.y);
        let is_far = distance >= self.ports.get(robot, "distance").unwrap_or(1);
        (!is_far).then_some(Status::Running)
    }

    fn after(&mut self, robot: &mut Robot, status: Status) -> Status {
        robot.set(&self.key(), Value::of((robot.now, robot.at)));
        status
    }
}
