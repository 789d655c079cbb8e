//! The words of an inhabitant, and their times.

use std::fmt;
use std::time::Duration;

use bt::TreeFor;
use bt_examples::replay::Replay;

/// Words, and the end of the frame in which they were said.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub time: Duration,
    pub words: String,
}

impl fmt::Display for Line {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:5.2} s  {}", self.time.as_secs_f64(), self.words)
    }
}

/// The inhabitant of a story: the context of a tree.
pub trait Teller {
    /// What was said since the last call.
    fn said(&mut self) -> Vec<String>;
}

/// Runs a tree for this many seconds, at this frame rate. `happen` is called before each frame, with the time at
/// which it begins.
pub fn live<T: TreeFor<C>, C: Teller>(
    name: &str,
    (tree, context): (&mut T, &mut C),
    (seconds, rate): (u32, u32),
    replay: &mut Replay,
    mut happen: impl FnMut(&mut C, f64),
) -> Vec<Line> {
    let frame = Duration::from_secs(1) / rate;
    let mut story = Vec::new();
    for number in 0..seconds * rate {
        happen(context, (frame * number).as_secs_f64());
        replay.frame(frame);
        tree.tick_for_with(frame, context, &mut replay.tick::<T>(name, frame));
        let time = frame * (number + 1);
        story.extend(context.said().into_iter().map(|words| Line { time, words }));
    }
    story
}

/// The story as it is printed.
#[cfg(test)]
pub fn printed(story: &[Line]) -> Vec<String> {
    story.iter().map(Line::to_string).collect()
}

/// The words of a story.
#[cfg(test)]
pub fn words(story: &[Line]) -> Vec<&str> {
    story.iter().map(|line| line.words.as_str()).collect()
}
