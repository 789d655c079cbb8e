//! A robot delivers goods in a warehouse: it plans its path again while it drives, recovers when something is in the
//! way, and charges its battery.
//!
//! After nav2's tree `navigate_to_pose_w_replanning_and_recovery`. There, goal and path are on a blackboard; here
//! they are bindings, `compute_path(goal) -> path`, which cannot be unset. The example also has the same mission with
//! a board in the context.
//!
//! ```text
//! cargo run --example mission
//! ```

mod board;
#[cfg(test)]
mod checked;
mod level;
mod robot;
#[cfg(test)]
mod tests;
mod trees;

use std::process::ExitCode;
use std::time::Duration;

use board::MissionByBoard;
use bt::{Status, TreeFor};
use bt_examples::replay::{Replay, with_replay};
use bt_examples::say;
use level::{Cell, WAREHOUSE, place};
use robot::{Robot, Thing};
use trees::Mission;

/// The duration of a tick, in which the robot moves by one cell.
const TICK: Duration = Duration::from_millis(250);

/// Lets a robot carry out its mission, and returns where it has been.
fn carry_out<T: TreeFor<Robot, Answer = Status>>(mut mission: T, robot: &mut Robot, replay: &mut Replay) -> Vec<Cell> {
    let mut way = vec![robot.at];
    loop {
        replay.frame(TICK);
        let status = mission.tick_for_with(TICK, robot, &mut replay.tick::<T>("robot", TICK));
        if !status.is_running() {
            return way;
        }
        robot.now += 1;
        way.push(robot.at);
    }
}

/// An obstacle of each kind: one that is only in the map, one that leaves, and one that stays.
fn robot() -> Robot {
    let mut robot = Robot::new("ABC");
    robot.seen.insert(place('A'));
    robot.with(Cell { x: 9, y: 5 }, 0..200).with(Cell { x: 7, y: 2 }, 0..40)
}

/// The warehouse, with the robot's way and everything that was ever in it.
fn picture(way: &[Cell], things: &[Thing]) -> String {
    let mut rows: Vec<Vec<char>> = WAREHOUSE.lines().map(|row| row.replace('.', " ").chars().collect()).collect();
    for cell in way {
        let mark = &mut rows[cell.y][cell.x];
        if *mark == ' ' {
            *mark = '·';
        }
    }
    for thing in things {
        rows[thing.at.y][thing.at.x] = 'x';
    }
    rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("\n")
}

/// What the program prints.
fn story(replay: &mut Replay) -> String {
    let mut by_name = robot();
    let way = carry_out(Mission::new(), &mut by_name, replay);
    let mut by_board = robot();
    carry_out(MissionByBoard::new(), &mut by_board, &mut Replay::off());
    let same = if by_name.log == by_board.log { "the same" } else { "something else" };
    let Robot { log, plans, now, things, .. } = &by_name;
    format!(
        "D dock, A to C stops, · way of the robot, x something in the way. Its map has something at A, too.\n\
         {}\n\ntick  battery\n{}\n\n{plans} plans in {now} ticks.\n\
         In `board.rs`, the same mission hands its data on by a blackboard, and does {same}.",
        picture(&way, things),
        log.join("\n"),
    )
}

fn main() -> ExitCode {
    with_replay("mission", |replay| say!("{}", story(replay)))
}
