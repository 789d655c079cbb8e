//! A robot delivers goods in a warehouse by `mission.xml`, a file for BehaviorTree.CPP with the control nodes of nav2. No
//! Rust is made from the file: it runs as it is.
//!
//! The warehouse and the robot are those of the example `mission`, whose tree is written in Rust.
//!
//! ```text
//! cargo run --manifest-path crates/bt-live/Cargo.toml --features xml --example nav2
//! ```

#[allow(dead_code, reason = "of the other example, which uses more of it")]
#[path = "../../../../examples/mission/level.rs"]
mod level;
mod palette;
#[allow(dead_code, reason = "of the other example, which uses more of it")]
#[path = "../../../../examples/mission/robot.rs"]
mod robot;

/// The field `board` of the robot.
mod board {
    pub type Board = bt_live::xml::MapBoard;
}

use std::time::Duration;

use bt_live::xml::{self, Board, Value};
use level::{Cell, place};
use robot::Robot;

/// The duration of a tick, in which the robot moves by one cell.
const TICK: Duration = Duration::from_millis(250);

const MISSION: &str = include_str!("mission.xml");

/// More ticks than the mission takes.
const MOST: u32 = 2000;

/// Lets a robot carry out a mission.
fn carry_out(file: &str, robot: &mut Robot) -> Result<(), bt_live::Refused> {
    let loaded = xml::parse(file, &palette::palette())?;
    for warning in &loaded.warnings {
        println!("mission.xml:{}:{}: {}", warning.line, warning.column, warning.message);
    }
    let mut tree = loaded.tree;
    robot.set("plans", Value::of(0));
    robot.set("charged", Value::of(0));
    while robot.now < MOST && tree.tick_for(TICK, robot).is_running() {
        robot.now += 1;
    }
    Ok(())
}

/// An obstacle of each kind: one that is only in the map, one that leaves, and one that stays.
fn robot() -> Robot {
    let mut robot = Robot::new("ABC");
    robot.seen.insert(place('A'));
    robot.with(Cell { x: 9, y: 5 }, 0..200).with(Cell { x: 7, y: 2 }, 0..40)
}

fn main() {
    let mut robot = robot();
    if let Err(refused) = carry_out(MISSION, &mut robot) {
        println!("{refused}");
        return;
    }
    println!("The ticks at which it ..\n{}\n\nIts board:", robot.log.join("\n"));
    for (key, value) in robot.board.entries() {
        println!("{key} = {value:?}");
    }
}

#[cfg(test)]
mod tests {
    use bt_live::xml::Board;

    use super::{MISSION, Robot, carry_out, place, robot};

    /// What it does, without the ticks.
    fn deeds(robot: &Robot) -> Vec<&str> {
        robot.log.iter().map(|line| line.trim_start().split_once(' ').map_or("", |(_, deed)| deed)).collect()
    }

    #[test]
    fn the_file_delivers_and_charges() {
        let mut robot = robot();
        carry_out(MISSION, &mut robot).unwrap_or_else(|refused| panic!("{refused}"));
        let deliveries: Vec<&str> = deeds(&robot).into_iter().filter(|deed| deed.starts_with("delivers")).collect();
        assert_eq!(deliveries, ["delivers at A", "delivers at B", "delivers at C"], "{:#?}", robot.log);
        assert_eq!(robot.get("plans").and_then(|plans| plans.to::<u32>()), Some(robot.plans));
        assert_eq!(robot.board.failures(), [""; 0]);
    }

    #[test]
    fn what_is_only_in_the_map_is_cleared_away() {
        let mut ghost = Robot::new("A");
        ghost.seen.insert(place('A'));
        carry_out(&MISSION.replace("A;B;C", "A"), &mut ghost).unwrap_or_else(|refused| panic!("{refused}"));
        assert_eq!(deeds(&ghost), ["clears its map", "delivers at A"]);
    }

    /// Three deliveries more than one battery lasts for.
    #[test]
    fn it_charges_at_the_dock() {
        let mut robot = Robot::new("");
        carry_out(&MISSION.replace("A;B;C", "A;B;C;A;B"), &mut robot).unwrap_or_else(|refused| panic!("{refused}"));
        let count = |what: &str| deeds(&robot).into_iter().filter(|deed| deed.starts_with(what)).count();
        assert_eq!(count("delivers"), 5, "{:#?}", robot.log);
        assert!(count("is charged") > 0 && robot.battery > 0);
        assert_eq!(robot.get("charged").and_then(|times| times.to::<usize>()), Some(count("is charged")));
    }

    #[test]
    fn a_changed_file_is_another_mission() {
        let mut robot = robot();
        let refused = carry_out(&MISSION.replace("<Deliver ", "<Delivr "), &mut robot).expect_err("no such node");
        assert_eq!(refused.mistakes()[0].help.as_deref(), Some("did you mean `Deliver`?"));
    }
}
