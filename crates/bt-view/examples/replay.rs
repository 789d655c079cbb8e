//! Records two robots, and writes a page that replays them.
//!
//! ```text
//! cargo run -p bt-view --example replay -- robots.html
//! ```

use std::time::Duration;

use bt::{Status, bt, leaf};
use bt_view::Recorder;

#[derive(Default)]
struct Robot {
    battery: u32,
    dust: u32,
    at: u32,
}

#[leaf]
fn go_to(robot: &mut Robot, place: u32) -> Status {
    robot.battery = robot.battery.saturating_sub(1);
    robot.at = if robot.at < place { robot.at + 1 } else { robot.at.saturating_sub(1).max(place) };
    if robot.at == place { Status::Success } else { Status::Running }
}

#[leaf]
fn charge(robot: &mut Robot) -> Status {
    robot.battery += 5;
    if robot.battery >= 100 { Status::Success } else { Status::Running }
}

#[leaf]
fn sweep(robot: &mut Robot) -> Status {
    robot.battery = robot.battery.saturating_sub(1);
    robot.dust = robot.dust.saturating_sub(2);
    if robot.dust == 0 { Status::Success } else { Status::Running }
}

bt! {
    Cleaner(Robot) = forever < reactive_selector <
        recharge: sequence < battery_low: condition(|robot| robot.battery < 20), dock: go_to(0), unchecked < charge > >,
        clean: guard(|robot| robot.dust > 0) < sequence < go_to(20), timeout(3.0) < sweep > > >,
        idle: parallel <
            blink: repeat(3) < sequence < wait(0.2), action(|robot| robot.dust += 3) > >,
            wait(1.0),
        >,
    > >
}

fn main() -> std::io::Result<()> {
    let frame = Duration::from_millis(50);
    let mut recorder = Recorder::new();
    for (name, battery) in [("upstairs", 60), ("downstairs", 100)] {
        let key = recorder.agent::<Cleaner>(name);
        let (mut cleaner, mut robot) = (Cleaner::new(), Robot { battery, dust: 40, at: 3 });
        for _ in 0..600 {
            cleaner.tick_for_with(frame, &mut robot, &mut recorder.tick_for(key, frame));
            recorder.value("battery", robot.battery);
        }
    }
    let file = std::env::args().nth(1).unwrap_or_else(|| "robots.html".to_owned());
    std::fs::write(&file, recorder.recording().to_html())?;
    println!("{file}: {} events in {} ticks", recorder.recording().events(), recorder.recording().steps());
    Ok(())
}
