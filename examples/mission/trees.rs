//! The behavior of the robot. Leaves pass data by name: `compute_path -> path`.

use bt::{Status, bt, leaf};

use crate::level::{Cell, place};
use crate::robot::{FULL, Robot, letter};

/// Finds a path around all obstacles in the map.
#[leaf]
fn compute_path(robot: &mut Robot, goal: Cell) -> Option<Vec<Cell>> {
    robot.plan(goal)
}

/// Forgets all obstacles in the map, apart from walls: they may have gone, or never have existed.
#[leaf]
pub fn clear_map(robot: &mut Robot) {
    robot.note("clears its map");
    robot.seen.clear();
}

/// Turns on the spot, a quarter in each tick, and updates the map.
#[leaf]
#[derive(Clone, PartialEq, Eq, Hash)]
pub fn spin(robot: &mut Robot, quarters: &mut u32) -> Status {
    *quarters -= 1;
    if *quarters > 0 {
        return Status::Running;
    }
    robot.note("has looked around");
    robot.look_around();
    Status::Success
}

#[leaf]
pub fn back_up(robot: &mut Robot) -> bool {
    robot.note("backs up");
    robot.back_up()
}

#[leaf]
fn find_dock(_: &Robot) -> Option<Cell> {
    Some(place('D'))
}

/// Charges in the dock, some in each tick.
#[leaf]
#[derive(Clone, PartialEq, Eq, Hash)]
pub fn charge(robot: &mut Robot) -> Status {
    robot.battery = FULL.min(robot.battery + 10);
    if robot.battery < FULL {
        return Status::Running;
    }
    robot.note("is charged");
    Status::Success
}

#[leaf]
pub fn deliver(robot: &mut Robot, stop: Cell) {
    robot.note(format!("delivers at {}", letter(stop)));
}

#[leaf]
pub fn skip(robot: &mut Robot, stop: Cell) {
    robot.note(format!("leaves out {}", letter(stop)));
}

bt! {
    /// Goes to a cell: nav2's `navigate_to_pose_w_replanning_and_recovery`.
    ///
    /// It plans again each second while it drives. `follow` is a closure, so it sees the newest path in each tick,
    /// with a detour around a new obstacle; a leaf `follow(path)` would keep the path of its start.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub Navigate(Robot) { goal: Cell } = recover(6) <
        pipeline <
            throttle(1.0) < plan: recover(1) < compute_path(goal), clear_map > > -> path,
            recover(1) < follow: action(|robot| robot.follow(&path)), let_it_pass: wait(2.0) >,
        >,
        help: round_robin < clear_map, spin(4), let_it_go: wait(5.0), back_up >,
    >
}

bt! {
    /// Only helps if the battery is the problem.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub Recharge(Robot) = sequence < condition(Robot::is_low), find_dock -> dock, navigate(dock), charge >
}

bt! {
    /// Delivers the goods to one stop after another. Skips stops that cannot be reached.
    #[derive(Clone, PartialEq, Eq, Hash)]
    pub Mission(Robot) = for_each(|robot, i| -> Option<Cell> { robot.stops.get(i).copied() }) -> stop <
        selector <
            sequence <
                recover(2) < guard(|robot| !robot.is_low()) < navigate(stop) >, recharge >,
                deliver(stop),
            >,
            skip(stop),
        >
    >
}
