//! A robot that can dock with a running gripper, since the low battery aborts what it does.

use bt::TreeFor;
use bt_check::{Agent, Check, Checkable};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Robot {
    battery: u8,
    part: bool,
    gripper: bool,
    docked: bool,
}

fn drain(robot: &mut Robot) {
    robot.battery = if robot.docked { (robot.battery + 2).min(6) } else { robot.battery.saturating_sub(1) };
}

/// Robots, each with what it does about a low battery, and with a part.
macro_rules! robots {
    ($($robot:ident = $composite:ident [$($first:tt)*] [$($second:tt)*];)*) => {$(
        bt::bt! {
            #[derive(Clone, PartialEq, Eq, Hash)]
            $robot(Robot) = forever < $composite < $($first)*, $($second)*, idle: running > >
        }
    )*};
}

robots! {
    Tidy = priority
        [if |robot| robot.battery <= 2 => charge]
        [|robot| robot.part => finally < grip, action(release) >];
    // The low battery aborts the work before the gripper is off.
    Hasty = priority
        [if |robot| robot.battery <= 2 => charge]
        [|robot| robot.part => sequence < grip, action(release) >];
    // The gripper is switched off, but a part that arrives at the dock aborts the charging, which stays docked.
    HalfTidy = priority
        [|robot| robot.battery <= 2 || robot.docked && robot.battery < 5 => charge]
        [|robot| robot.part => finally < grip, action(release) >];
    // The battery is checked second, or too late, or only between two parts.
    Eager = priority
        [|robot| robot.part => finally < grip, action(release) >]
        [if |robot| robot.battery <= 2 => charge];
    Late = priority
        [if |robot| robot.battery == 0 => charge]
        [|robot| robot.part => finally < grip, action(release) >];
    Stubborn = selector
        [sequence < condition(|robot| robot.battery <= 2), charge >]
        [sequence < condition(|robot| robot.part), finally < grip, action(release) > >];
    // It leaves the dock before it is charged.
    Restless = priority
        [if |robot| robot.battery <= 2 => sequence < action(|robot| robot.docked = true), action(|robot| robot.docked = false) >]
        [|robot| robot.part => finally < grip, action(release) >];
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Grip(Robot) = sequence < action(|robot| robot.gripper = true), grip: wait_until(|robot| !robot.part) >
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Charge(Robot) = sequence <
        action(|robot| robot.docked = true),
        wait_until(|robot| robot.battery >= 5),
        action(|robot| robot.docked = false),
    >
}

fn release(robot: &mut Robot) {
    robot.gripper = false;
}

fn at_work<T: TreeFor<Robot> + Checkable>(brain: T) -> Check<'static, Robot, Agent<T>> {
    Check::new(Robot { battery: 6, part: false, gripper: false, docked: false }, brain)
        .tick(|robot, brain| {
            brain.tick(robot);
            drain(robot);
        })
        .moves(|robot, next| match robot.part {
            false => next.may("a part arrives", Robot { part: true, ..*robot }),
            true if robot.gripper => next.may("the part is gripped", Robot { part: false, ..*robot }),
            true => {}
        })
        .never("docked with a running gripper", |now| now.world.docked && now.world.gripper)
        .never("the battery is empty", |now| now.world.battery == 0)
}

#[test]
fn the_hasty_robot_docks_with_a_running_gripper() {
    let report = at_work(Hasty::new()).run();
    let story = report.counterexample().expect("the low battery aborts the grip");
    assert_eq!((story.property(), story.ticks()), ("docked with a running gripper", 5));
    assert!(story.to_string().contains("`grip` is aborted"), "{story}");
}

/// The first fix is not enough: a test of the first bug would pass.
#[test]
fn the_half_tidy_robot_leaves_the_dock_without_undocking() {
    let report = at_work(HalfTidy::new()).run();
    let story = report.counterexample().expect("a part aborts the charging");
    assert_eq!(story.property(), "docked with a running gripper");
    assert!(story.to_string().contains("`charge` is aborted"), "{story}");
}

#[test]
fn mutants_are_found() {
    let (docked, empty) = ("docked with a running gripper", "the battery is empty");
    crate::assert_found! {
        at_work(Hasty) => docked, in 5;
        at_work(HalfTidy) => docked, in 7;
        at_work(Eager) => empty, in 6;
        at_work(Late) => empty, in 6;
        at_work(Stubborn) => empty, in 6;
        at_work(Restless) => empty, in 6;
    }
}

#[test]
fn the_tidy_robot_switches_the_gripper_off() {
    let report = at_work(Tidy::new()).holds();
    assert!(report.states() > 10, "{report}");
}
