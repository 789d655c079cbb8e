//! A robot that can dock with a running gripper, since the low battery aborts what it does.

use bt_check::{Agent, Agents, Check, Ticking};

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

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Hasty(Robot) = forever < priority <
        |robot| robot.battery <= 2 || robot.docked && robot.battery < 5 => charge,
        |robot| robot.part => sequence <
            action(|robot| robot.gripper = true),
            grip: wait_until(|robot| !robot.part),
            action(|robot| robot.gripper = false),
        >,
        idle: running,
    > >
}

// The gripper is switched off, but a part that arrives at the dock still aborts the charging, which stays docked.
bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    HalfTidy(Robot) = forever < priority <
        |robot| robot.battery <= 2 || robot.docked && robot.battery < 5 => charge,
        |robot| robot.part => finally <
            sequence < action(|robot| robot.gripper = true), grip: wait_until(|robot| !robot.part) >,
            action(|robot| robot.gripper = false),
        >,
        idle: running,
    > >
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Tidy(Robot) = forever < priority <
        if |robot| robot.battery <= 2 => charge,
        |robot| robot.part => finally <
            sequence < action(|robot| robot.gripper = true), grip: wait_until(|robot| !robot.part) >,
            action(|robot| robot.gripper = false),
        >,
        idle: running,
    > >
}

bt::bt! {
    #[derive(Clone, PartialEq, Eq, Hash)]
    Charge(Robot) = sequence <
        action(|robot| robot.docked = true),
        wait_until(|robot| robot.battery >= 5),
        action(|robot| robot.docked = false),
    >
}

fn at_work<T>(brain: T) -> Check<'static, Robot, Agent<T>>
where
    T: bt::Tree,
    Agent<T>: for<'a> Agents<Ticking<'a> = Ticking<'a, T>>,
{
    Check::new(Robot { battery: 6, part: false, gripper: false, docked: false }, brain)
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
    let report = at_work(Hasty::new())
        .tick(|robot, brain| {
            brain.tick(robot);
            drain(robot);
        })
        .run();
    let story = report.counterexample().expect("the low battery aborts the grip");
    assert_eq!((story.property(), story.ticks()), ("docked with a running gripper", 5));
    assert!(story.to_string().contains("`grip` is aborted"), "{story}");
}

/// The first mend is not enough: a test of the first fault would pass.
#[test]
fn the_half_tidy_robot_leaves_the_dock_without_undocking() {
    let report = at_work(HalfTidy::new())
        .tick(|robot, brain| {
            brain.tick(robot);
            drain(robot);
        })
        .run();
    let story = report.counterexample().expect("a part aborts the charging");
    assert_eq!(story.property(), "docked with a running gripper");
    assert!(story.to_string().contains("`charge` is aborted"), "{story}");
}

#[test]
fn the_tidy_robot_switches_the_gripper_off() {
    let report = at_work(Tidy::new())
        .tick(|robot, brain| {
            brain.tick(robot);
            drain(robot);
        })
        .holds();
    assert!(report.states() > 10, "{report}");
}
