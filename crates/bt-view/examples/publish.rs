//! Publishes a robot for Groot2, `bt watch` and others.
//!
//! ```text
//! cargo run -p bt-view --features groot2 --example publish -- 1667
//! bt watch tcp://127.0.0.1:1667
//! ```

use std::time::Duration;

use bt::{Status, bt, leaf};
use bt_view::groot2::Publisher;

#[derive(Default)]
struct Robot {
    battery: u32,
    dust: u32,
}

#[leaf]
fn charge(robot: &mut Robot) -> Status {
    robot.battery += 5;
    if robot.battery >= 100 { Status::Success } else { Status::Running }
}

#[leaf]
fn sweep(robot: &mut Robot) -> Status {
    robot.battery = robot.battery.saturating_sub(2);
    robot.dust = robot.dust.saturating_sub(1);
    if robot.dust == 0 { Status::Success } else { Status::Running }
}

bt! {
    Cleaner(Robot) = forever < selector <
        recharge: sequence < battery_low: condition(|robot| robot.battery < 20), charge >,
        clean: sequence < dirty: condition(|robot| robot.dust > 0), timeout(3.0) < sweep > >,
        rest: sequence < wait(1.0), action(|robot| robot.dust = 40) >,
    > >
}

fn main() -> std::io::Result<()> {
    let port = std::env::args().nth(1).and_then(|port| port.parse().ok()).unwrap_or(bt_view::groot2::PORT);
    let mut groot = Publisher::on_port::<Cleaner>(port, "cleaner")?;
    println!("bt watch tcp://{}", groot.address());
    let (mut cleaner, mut robot, frame) = (Cleaner::new(), Robot::default(), Duration::from_millis(50));
    loop {
        cleaner.tick_for_with(frame, &mut robot, &mut groot.tick());
        groot.entry("battery", robot.battery);
        groot.entry("dust", robot.dust);
        std::thread::sleep(frame);
    }
}
