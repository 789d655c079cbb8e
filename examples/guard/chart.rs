//! The output of the program.

use crate::body::{CORRIDOR, Counts};
use crate::game::{FRAME, Moment};

/// The number of frames in a column of the chart: half a second.
pub const COLUMN: usize = 25;
/// The number of metres in a row of the chart.
pub const ROW: f32 = 2.0;

/// The positions over time: the player is `*`, the guard is the first letter of its action.
pub fn chart(moments: &[Moment]) -> Vec<String> {
    let row = |place: f32| (place / ROW) as usize;
    let mark = |number: usize, moment: &Moment| match number {
        _ if number == row(moment.guard) => moment.act.chars().next().unwrap_or(' '),
        _ if number == row(moment.player) => '*',
        _ => ' ',
    };
    let line = |number: usize| {
        let marks: String = moments.iter().step_by(COLUMN).map(|moment| mark(number, moment)).collect();
        format!("{:10.0} m |{marks}", number as f32 * ROW).trim_end().to_owned()
    };
    (0..=row(CORRIDOR)).rev().map(line).collect()
}

/// The seconds below a chart, at every tenth column.
pub fn axis(moments: &[Moment]) -> String {
    let marks = (0..moments.len()).step_by(10 * COLUMN);
    let seconds = marks.map(|frame| format!("{:<10}", format!("{} s", FRAME.as_millis() as usize * frame / 1000)));
    format!("{:13}{}", "", seconds.collect::<String>()).trim_end().to_owned()
}

/// The number of checks over time, from none to two per tick.
pub fn bars(moments: &[Moment]) -> String {
    const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let mut before = 0;
    let bar = |moment: &Moment| {
        let asked = (moment.counts.asked - before) as usize;
        before = moment.counts.asked;
        BARS[(asked * 8).div_ceil(2 * COLUMN)]
    };
    let bars: String = moments.chunks(COLUMN).filter_map(<[_]>::last).map(bar).collect();
    bars.trim_end().to_owned()
}

/// When the guard began each action, in seconds.
pub fn decisions(moments: &[Moment]) -> Vec<(f64, &'static str)> {
    let mut decisions: Vec<(f64, &str)> = Vec::new();
    for (number, moment) in (0..).zip(moments) {
        if decisions.last().is_none_or(|(_, act)| *act != moment.act) {
            decisions.push(((FRAME * number).as_secs_f64(), moment.act));
        }
    }
    decisions
}

/// Both minds side by side: what they decided when, and how many checks that took.
pub fn table(each_tick: &[Moment], on_events: &[Moment]) -> Vec<String> {
    let row = |title: &str, one: String, other: String| format!("{title:26}{one:>12}{other:>16}");
    let mut table = vec![row("", "in each tick".to_owned(), "on events".to_owned())];
    for (one, other) in decisions(each_tick).into_iter().zip(decisions(on_events)) {
        let [one, other] = [one, other].map(|(time, act)| format!("{act} {time:4.1} s"));
        table.push(row("begins", one, other));
    }
    let numbers = |moments: &[Moment]| {
        let counts = moments.last().map_or(Counts::default(), |moment| moment.counts);
        [moments.len() as u32, counts.moved, counts.asked].map(|number| number.to_string())
    };
    let titles = ["ticks", "runs of leaves that move", "conditions asked"];
    for ((title, one), other) in titles.into_iter().zip(numbers(each_tick)).zip(numbers(on_events)) {
        table.push(row(title, one, other));
    }
    table
}
