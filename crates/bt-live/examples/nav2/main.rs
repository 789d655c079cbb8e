//! A robot delivers goods in a warehouse by `mission.xml`, a file for BehaviorTree.CPP with the control nodes of nav2.
//! No Rust is made from the file: it runs as it is.
//!
//! The warehouse and the robot are those of the example `mission`, whose tree is written in Rust.
//!
//! ```text
//! cargo run --manifest-path crates/bt-live/Cargo.toml --features xml --example nav2
//! ```
//!
//! With `-- FILE` it carries out another file, and continues in it each time that you save a change. With `-- --edit`
//! it makes a copy of the mission, and edits that while the robot drives: once with a mistake, and once without.

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

use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use bt_live::xml::{self, Board, Files, Loaded, Value};
use bt_live::{LiveTree, Refused};
use level::{Cell, place};
use robot::Robot;

/// The duration of a tick, in which the robot moves by one cell.
const TICK: Duration = Duration::from_millis(250);

const MISSION: &str = include_str!("mission.xml");

/// More ticks than the mission takes.
const MOST: u32 = 2000;

/// Lets a robot carry out a mission.
fn carry_out(file: &str, robot: &mut Robot) -> Result<(), Refused> {
    let loaded = xml::parse(file, &palette::palette())?;
    drive(loaded, robot, |_, _| {});
    Ok(())
}

/// The same by a file that may change while the robot drives. `edit` is called before each tick.
fn carry_out_file(path: &Path, robot: &mut Robot, mut edit: impl FnMut(u32)) -> Result<(), Refused> {
    let (palette, mut files) = (palette::palette(), Files::new(path.to_string_lossy()));
    let loaded = files.load(&palette)?;
    drive(loaded, robot, |tree, robot| {
        edit(robot.now);
        match files.poll(&palette) {
            Ok(None) => {}
            Ok(Some(changed)) => {
                robot.note("continues in a changed file");
                tree.switch_to(&changed.tree);
            }
            Err(refused) => {
                let mistake = &refused.mistakes()[0];
                robot.note(format!("continues in the old file: line {}: {}", mistake.line, mistake.message));
            }
        }
    });
    Ok(())
}

fn drive(loaded: Loaded<Robot>, robot: &mut Robot, mut before: impl FnMut(&mut LiveTree<Robot>, &mut Robot)) {
    for warning in &loaded.warnings {
        println!("{}:{}:{}: {}", warning.file, warning.line, warning.column, warning.message);
    }
    let mut tree = loaded.tree;
    robot.set("plans", Value::of(0));
    robot.set("charged", Value::of(0));
    while robot.now < MOST {
        before(&mut tree, robot);
        if !tree.tick_for(TICK, robot).is_running() {
            break;
        }
        robot.now += 1;
    }
}

/// Carries out a copy of the mission, and edits it: in a tick with a mistake, and later so that the robot looks around
/// after each delivery.
fn carry_out_edited(robot: &mut Robot) -> Result<(), Refused> {
    let folder = env::temp_dir().join(format!("bt-nav2-{}", std::process::id()));
    let file = folder.join("mission.xml");
    let write = |text: &str| {
        fs::create_dir_all(&folder).and_then(|()| fs::write(&file, text)).expect("a file can be written");
    };
    let deliver = "<Deliver stop=\"{stop}\"/>";
    write(MISSION);
    let done = carry_out_file(&file, robot, |tick| match tick {
        10 => write(&MISSION.replace(deliver, &format!("{deliver} <Spin quarters=\"4\">"))),
        30 => write(&MISSION.replace(deliver, &format!("{deliver} <Spin quarters=\"4\"/>"))),
        _ => {}
    });
    let _ = fs::remove_dir_all(&folder);
    done
}

/// An obstacle of each kind: one that is only in the map, one that leaves, and one that stays.
fn robot() -> Robot {
    let mut robot = Robot::new("ABC");
    robot.seen.insert(place('A'));
    robot.with(Cell { x: 9, y: 5 }, 0..200).with(Cell { x: 7, y: 2 }, 0..40)
}

fn main() {
    let mut robot = robot();
    let done = match env::args().nth(1).as_deref() {
        None => carry_out(MISSION, &mut robot),
        Some("--edit") => carry_out_edited(&mut robot),
        Some(file) => carry_out_file(Path::new(file), &mut robot, |_| std::thread::sleep(TICK)),
    };
    if let Err(refused) = done {
        println!("{refused}");
        return;
    }
    println!("tick  battery\n{}\n\nIts board:", robot.log.join("\n"));
    for (key, value) in robot.board.entries() {
        println!("{key} = {value:?}");
    }
}

#[cfg(test)]
mod tests {
    use bt_live::xml::Board;

    use super::{MISSION, Robot, carry_out, carry_out_edited, place, robot};

    #[test]
    fn the_file_delivers_and_charges() {
        let mut robot = robot();
        carry_out(MISSION, &mut robot).unwrap_or_else(|refused| panic!("{refused}"));
        let deliveries: Vec<&str> = robot.deeds().into_iter().filter(|deed| deed.starts_with("delivers")).collect();
        assert_eq!(deliveries, ["delivers at A", "delivers at B", "delivers at C"], "{:#?}", robot.log);
        assert_eq!(robot.get("plans").and_then(|plans| plans.to::<u32>()), Some(robot.plans));
        assert_eq!(robot.board.failures(), [""; 0]);
    }

    #[test]
    fn what_is_only_in_the_map_is_cleared_away() {
        let mut ghost = Robot::new("A");
        ghost.seen.insert(place('A'));
        carry_out(&MISSION.replace("A;B;C", "A"), &mut ghost).unwrap_or_else(|refused| panic!("{refused}"));
        assert_eq!(ghost.deeds(), ["clears its map", "delivers at A"]);
    }

    /// Three deliveries more than one battery lasts for.
    #[test]
    fn it_charges_at_the_dock() {
        let mut robot = Robot::new("");
        carry_out(&MISSION.replace("A;B;C", "A;B;C;A;B"), &mut robot).unwrap_or_else(|refused| panic!("{refused}"));
        let count = |what: &str| robot.deeds().into_iter().filter(|deed| deed.starts_with(what)).count();
        assert_eq!(count("delivers"), 5, "{:#?}", robot.log);
        assert!(count("is charged") > 0 && robot.battery > 0);
        assert_eq!(robot.get("charged").and_then(|times| times.to::<usize>()), Some(count("is charged")));
    }

    /// The tick of a deed.
    fn tick(robot: &Robot, deed: &str) -> Option<u32> {
        robot.log.iter().find(|line| line.ends_with(deed))?.trim_start().split(' ').next()?.parse().ok()
    }

    /// It drives on, by the path that it has.
    #[test]
    fn the_robot_goes_on_in_a_changed_file() {
        let (mut changed, mut same) = (robot(), robot());
        carry_out(MISSION, &mut same).unwrap_or_else(|refused| panic!("{refused}"));
        carry_out_edited(&mut changed).unwrap_or_else(|refused| panic!("{refused}"));
        let edits: Vec<&str> = changed.deeds().into_iter().filter(|deed| deed.starts_with("continues")).collect();
        assert_eq!(edits.len(), 2, "{:#?}", changed.log);
        assert!(edits[0].starts_with("continues in the old file: line 20: "), "{}", edits[0]);
        assert_eq!(edits[1], "continues in a changed file");
        let delivers = |robot| tick(robot, "delivers at A");
        assert!(delivers(&changed).is_some_and(|tick| tick > 30), "{:#?}", changed.log);
        assert_eq!(delivers(&changed), delivers(&same), "{:#?}", changed.log);
        let mut after = changed.deeds().into_iter().skip_while(|deed| *deed != "delivers at A").skip(1);
        assert_eq!(after.next(), Some("has looked around"), "{:#?}", changed.log);
        assert_eq!(changed.board.failures(), [""; 0]);
    }

    #[test]
    fn a_changed_file_is_another_mission() {
        let mut robot = robot();
        let refused = carry_out(&MISSION.replace("<Deliver ", "<Delivr "), &mut robot).expect_err("no such node");
        assert_eq!(refused.mistakes()[0].help.as_deref(), Some("did you mean `Deliver`?"));
    }
}
