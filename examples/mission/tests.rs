use bt::Status;
use bt_examples::dice::Dice;
use bt_examples::outputs::assert_printed;
use bt_examples::replay::Replay;

use crate::board::MissionByBoard;
use crate::level::{Cell, WAREHOUSE, mark, place, shortest};
use crate::robot::{FULL, LOW, Robot};
use crate::trees::{Mission, Navigate, Recharge};
use crate::{TICK, carry_out, robot, story};

fn after(mut robot: Robot) -> Robot {
    carry_out(Mission::new(), &mut robot, &mut Replay::off());
    robot
}

#[test]
fn it_delivers_at_each_stop_and_charges_in_between() {
    let robot = after(Robot::new("ABCAB"));
    let deliveries: Vec<&str> = robot.deeds().into_iter().filter(|deed| deed.starts_with("delivers")).collect();
    assert_eq!(deliveries, ["delivers at A", "delivers at B", "delivers at C", "delivers at A", "delivers at B"]);
    assert!(robot.deeds().contains(&"is charged") && robot.battery > 0);
}

#[test]
fn what_is_only_in_the_map_is_cleared_away() {
    let mut ghost = Robot::new("A");
    ghost.seen.insert(place('A'));
    let (ghost, plain) = (after(ghost), after(Robot::new("A")));
    assert_eq!(ghost.deeds(), ["clears its map", "delivers at A"]);
    assert_eq!(ghost.now, plain.now);
}

#[test]
fn around_it_the_map_is_what_it_sees() {
    let (ghost, thing) = (Cell { x: 1, y: 4 }, Cell { x: 2, y: 5 });
    let mut robot = Robot::new("D").with(thing, 0..10);
    robot.at = Cell { x: 1, y: 5 };
    robot.seen.insert(ghost);
    robot.look_around();
    assert!(robot.seen.contains(&thing) && !robot.seen.contains(&ghost), "{:?}", robot.seen);
}

#[test]
fn it_follows_the_newest_path_round_what_it_met() {
    // The way through the bottom is as long as the way through the top, and comes first.
    let path = shortest(place('D'), place('A'), |_| false).expect("there is a way");
    let met = path[10];
    let robot = after(Robot::new("A").with(met, 0..1000));
    assert_eq!(robot.deeds(), ["something is in the way", "delivers at A"], "no recovery of the whole was needed");
    assert!(robot.now < 40, "{}", robot.now);
}

#[test]
fn it_waits_for_what_leaves() {
    let alone = Cell { x: 1, y: 5 };
    let mut robot = Robot::new("D").with(Cell { x: 1, y: 4 }, 0..20);
    robot.at = alone;
    // Both ways out of the corner are closed for a while.
    let robot = after(robot.with(Cell { x: 2, y: 5 }, 0..20));
    assert_eq!(robot.deeds().last(), Some(&"delivers at D"));
    assert!(robot.now >= 20, "{}", robot.now);
}

/// If obstacles never leave, the robot tries each way as often as `Navigate` allows, then skips the stop.
#[test]
fn it_tries_every_way_out_in_turn() {
    let mut robot = Robot::new("D").with(Cell { x: 1, y: 3 }, 0..10_000).with(Cell { x: 2, y: 5 }, 0..10_000);
    robot.at = Cell { x: 1, y: 5 };
    let expected = [
        "   1       69  something is in the way (1, 3)",
        "   9       68  something is in the way (2, 5)",
        "   9       68  clears its map",
        "  10       67  something is in the way (1, 3)",
        "  18       66  something is in the way (2, 5)",
        "  21       66  has looked around",
        "  21       66  clears its map",
        "  22       65  something is in the way (1, 3)",
        "  30       64  something is in the way (2, 5)",
        "  49       64  clears its map",
        "  50       63  something is in the way (1, 3)",
        "  58       62  something is in the way (2, 5)",
        "  58       62  backs up",
        "  58       61  clears its map",
        "  58       61  something is in the way (1, 3)",
        "  66       60  something is in the way (2, 5)",
        "  66       60  clears its map",
        "  67       59  something is in the way (1, 3)",
        "  75       58  something is in the way (2, 5)",
        "  78       58  has looked around",
        "  78       58  clears its map",
        "  79       57  something is in the way (1, 3)",
        "  87       56  something is in the way (2, 5)",
        "  87       56  leaves out D",
    ];
    assert_eq!(after(robot).log, expected);
}

#[test]
fn what_cannot_be_reached_is_left_out() {
    let wall = Cell { x: 11, y: 1 };
    let robot = after(
        Robot::new("ABC")
            .with(wall, 0..100_000)
            .with(Cell { x: 13, y: 2 }, 0..100_000)
            .with(Cell { x: 12, y: 1 }, 0..100_000),
    );
    let ends = robot.deeds().into_iter().filter(|deed| deed.starts_with("delivers") || deed.starts_with("leaves"));
    assert_eq!(ends.collect::<Vec<_>>(), ["leaves out A", "delivers at B", "delivers at C"]);
}

#[test]
fn it_charges_only_where_the_battery_is_the_trouble() {
    for (battery, status) in [(FULL, Status::Failure), (LOW, Status::Failure), (LOW - 1, Status::Running)] {
        let mut robot = Robot::new("A");
        robot.battery = battery;
        assert_eq!(Recharge::new().tick_for(TICK, &mut robot), status, "at {battery}");
    }
}

#[test]
fn it_plans_once_a_second_while_it_drives() {
    let robot = after(Robot::new("A"));
    assert_eq!((robot.now, robot.plans), (20, 6), "twenty cells at four a second, and one plan at the start");
}

#[test]
fn the_story_of_the_program() {
    assert_printed("mission", &story(&mut Replay::off()));
}

#[test]
fn with_a_board_it_does_the_same() {
    let mut both = [robot(), robot()];
    carry_out(Mission::new(), &mut both[0], &mut Replay::off());
    carry_out(MissionByBoard::new(), &mut both[1], &mut Replay::off());
    assert_eq!(both[0].log, both[1].log);
    for seed in 0..40 {
        let mut both = [by_chance(seed), by_chance(seed)];
        carry_out(Mission::new(), &mut both[0], &mut Replay::off());
        carry_out(MissionByBoard::new(), &mut both[1], &mut Replay::off());
        assert_eq!(both[0].log, both[1].log, "seed {seed}");
    }
}

/// Stops in any order, with some obstacles. No stop is twice in a row: the loop of the board would wait a tick after
/// a stop that took no time.
fn by_chance(seed: u64) -> Robot {
    let (mut dice, mut at) = (Dice::new(seed), 0);
    let mut next = || {
        at = (at + 1 + dice.below(2) as usize) % 3;
        ['A', 'B', 'C'][at]
    };
    let stops: String = (0..5).map(|_| next()).collect();
    let rows = WAREHOUSE.lines().count() as u64;
    (0..6).fold(Robot::new(&stops), |robot, _| {
        let at = Cell { x: 1 + dice.below(13) as usize, y: 1 + dice.below(rows - 2) as usize };
        let from = dice.below(150) as u32;
        if mark(at) == '.' { robot.with(at, from..from + dice.below(100) as u32) } else { robot }
    })
}

#[test]
fn a_path_on_a_board_is_still_there_when_nobody_goes_along_it() {
    let (mut by_name, mut by_board) = (Robot::new("A"), Robot::new("A"));
    let (mut mission, mut board_mission) = (Mission::new(), MissionByBoard::new());
    for _ in 0..5 {
        assert!(mission.tick_for(TICK, &mut by_name).is_running());
        assert!(board_mission.tick_for(TICK, &mut by_board).is_running());
    }
    mission.abort(&mut by_name);
    board_mission.abort(&mut by_board);
    assert!(by_board.board.path.is_some() && by_board.board.goal.is_some(), "stale values");
    assert!(by_name.board.path.is_none() && by_name.board.goal.is_none());
}

#[test]
fn a_name_is_drawn_behind_its_node() {
    let drawing = bt::describe::drawing(&Navigate::new(place('A'))).to_string();
    assert!(drawing.contains("-> path"), "{drawing}");
}
