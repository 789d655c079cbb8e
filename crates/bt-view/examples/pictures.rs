//! Prints a tree in each of the languages.
//!
//! ```text
//! cargo run -p bt-view --example pictures -- svg > tree.svg
//! ```

use bt::bt;
use bt_view::{Drawing, Outline, State};

bt! {
    Robot(u32) = forever < selector <
        recharge: sequence < condition(|battery| *battery < 20), charge: action(|battery| *battery += 40) >,
        sweep: sequence < condition(|battery| *battery > 90), wait(1.0), action(|battery| *battery -= 10) >,
        idle: wait(2.0),
    > >
}

fn main() {
    let (mut robot, mut state) = (Robot::new(), State::default());
    let mut battery = 10;
    for _ in 0..3 {
        robot.tick_for_with(1.5, &mut battery, &mut state);
    }
    let outline = Outline::of::<Robot>();
    let drawing = Drawing::with_state(&outline, &state).colors_on_terminal();
    let text = match std::env::args().nth(1).as_deref() {
        Some("svg") => drawing.svg(),
        Some("dot") => drawing.dot(),
        Some("mermaid") => drawing.mermaid(),
        _ => drawing.text(),
    };
    print!("{text}");
}
