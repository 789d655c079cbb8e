//! The mission without bindings: leaves share their data on a blackboard in the context, as in nav2.
//!
//! These data are `Option`s, since they may be unset; and nothing clears them.

use bt::{Status, bt, leaf};

use crate::level::{Cell, place};
use crate::robot::Robot;
use crate::trees::{BackUp, Charge, ClearMap, Deliver, Skip, Spin};

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// The number of the next stop.
    pub next: usize,
    pub stop: Option<Cell>,
    pub goal: Option<Cell>,
    pub path: Option<Vec<Cell>>,
}

/// Takes the next stop from the list.
#[leaf]
fn take_stop(robot: &mut Robot) -> bool {
    robot.board.stop = robot.stops.get(robot.board.next).copied();
    robot.board.next += 1;
    robot.board.stop.is_some()
}

#[leaf]
fn compute_path(robot: &mut Robot) -> bool {
    let Some(goal) = robot.board.goal else { return false };
    robot.board.path = robot.plan(goal);
    robot.board.path.is_some()
}

#[leaf]
fn follow_path(robot: &mut Robot) -> Status {
    let Some(path) = robot.board.path.clone() else { return Status::Failure };
    robot.follow(&path)
}

bt! {
    NavigateByBoard(Robot) = recover(6) <
        pipeline <
            throttle(1.0) < recover(1) < compute_path, clear_map > >,
            recover(1) < follow_path, wait(2.0) >,
        >,
        round_robin < clear_map, spin(4), wait(5.0), back_up >,
    >
}

bt! {
    RechargeByBoard(Robot) = sequence <
        condition(Robot::is_low),
        action(|robot| robot.board.goal = Some(place('D'))),
        navigate_by_board,
        charge,
    >
}

/// The stop on the board. Only the order of the leaves ensures that it is set.
fn stop(robot: &Robot) -> Cell {
    robot.board.stop.expect("a stop has been taken")
}

bt! {
    /// `navigate` takes its goal from the board, so it must be written there before each start.
    pub MissionByBoard(Robot) = repeat_until_failure < sequence <
        take_stop,
        selector <
            sequence <
                recover(2) <
                    guard(|robot| !robot.is_low()) < sequence <
                        action(|robot| robot.board.goal = robot.board.stop),
                        navigate_by_board,
                    > >,
                    recharge_by_board,
                >,
                deliver(|robot| stop(robot)),
            >,
            skip(|robot| stop(robot)),
        >,
    > >
}
