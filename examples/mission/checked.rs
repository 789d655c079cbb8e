//! Checks what holds whenever something gets in the way, in all states of the mission and its robot.

use std::hash::{Hash, Hasher};

use bt::{TreeFor, bt};
use bt_check::{Agent, Check, Checkable};

use crate::TICK;
use crate::level::{Cell, place};
use crate::robot::{LOW, Robot, Thing};
use crate::trees::{Deliver, Mission, Navigate, Skip};

/// Here things get in the way: on the short way from the south to the dock. The other way is twice as long.
const GATE: Cell = Cell { x: 9, y: 5 };

#[derive(Clone, Debug)]
struct Warehouse {
    robot: Robot,
    /// How many more things get in the way.
    things: u8,
}

impl Warehouse {
    /// What is compared. No leaf of the mission reads the log, the count of plans or the board.
    fn state(&self) -> impl Eq + Hash {
        let Robot { at, came_from, battery, low, stops, seen, things, now, .. } = &self.robot;
        (at, came_from, battery, low, stops, seen, things, now, self.things)
    }
}

impl PartialEq for Warehouse {
    fn eq(&self, other: &Self) -> bool {
        self.state() == other.state()
    }
}

impl Eq for Warehouse {}

impl Hash for Warehouse {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state().hash(hasher);
    }
}

/// A robot that goes to the dock when its battery has less than `low`. Things come whenever they like, one at a time,
/// and stay as long as they like.
fn warehouse<T: TreeFor<Robot> + Checkable>(mission: T, low: u32, things: u8) -> Check<'static, Warehouse, Agent<T>> {
    let mut robot = Robot::new("ABC");
    robot.low = low;
    Check::new(Warehouse { robot, things }, mission)
        .tick(|Warehouse { robot, .. }, mission| {
            mission.tick_for(TICK, robot);
        })
        .moves(|warehouse, next| {
            let mut moved = warehouse.clone();
            if moved.robot.things.pop().is_some() {
                next.may("the thing goes away", moved);
            } else if warehouse.things > 0 && warehouse.robot.at != GATE {
                moved.robot.things.push(Thing { at: GATE, ticks: 0..1 });
                moved.things -= 1;
                next.may("something gets in the way", moved);
            }
        })
        .never("the battery is empty away from the dock", |now| {
            now.world.robot.battery == 0 && now.world.robot.at != place('D')
        })
}

#[test]
fn the_battery_lasts_to_the_dock() {
    for things in 0..=2 {
        let report = warehouse(Mission::new(), LOW, things).holds();
        assert!(report.states() > 50, "{report}");
    }
}

/// A test without the thing, or with the thing at any other time, would not find this.
#[test]
fn with_less_in_reserve_it_does_not_last_for_a_detour() {
    warehouse(Mission::new(), LOW - 1, 0).holds();
    let report = warehouse(Mission::new(), LOW - 1, 1).run();
    let story = report.counterexample().expect("the thing comes when the robot is on its way home");
    assert_eq!(story.ticks(), 78, "{story}");
    assert_eq!(story.moves().filter(|happens| *happens == "something gets in the way").count(), 1);
}

bt! {
    /// A mission that never looks at the battery.
    #[derive(Clone, PartialEq, Eq, Hash)]
    Careless(Robot) = for_each(|robot, i| -> Option<Cell> { robot.stops.get(i).copied() }) -> stop <
        selector < sequence < navigate(stop), deliver(stop) >, skip(stop) >
    >
}

#[test]
fn without_the_guard_it_does_not_last() {
    let report = warehouse(Careless::new(), LOW, 0).run();
    let story = report.counterexample().expect("the stops are far apart");
    assert_eq!(story.ticks(), 72, "{story}");
}
