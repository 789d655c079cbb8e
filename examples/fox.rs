//! A fox learns where there is food: an example with a composite and a decorator of its own.
//!
//! `by_luck` is a composite: it tries its children in the order of what they have brought so far. `effort` is a
//! decorator: each tick of its child costs strength, and a fox without strength gives up.
//!
//! ```text
//! cargo run --example fox
//! cargo run --example fox -- --replay fox.html
//! ```

use std::process::ExitCode;
use std::time::Duration;

use bt::{Composite, Decorator, Next, Status, bt, leaf};
use bt_examples::replay::{Replay, with_replay};
use bt_examples::say;

const HOUR: Duration = Duration::from_secs(3600);
/// How long an hour takes with `--live`.
const FRAME: Duration = Duration::from_millis(500);

/// The nights with food, `*`.
const FOOD: [(&str, &str); 3] = [("hedge", "**........"), ("field", "..*..**..*"), ("farm", "...**...*.")];

/// The context.
#[derive(Default)]
struct Fox {
    night: usize,
    strength: u32,
    /// How often each place had food.
    luck: [u32; 3],
    /// What it has done in this night.
    news: Vec<String>,
}

/// Tries its children until one succeeds: first the one that has succeeded most often.
#[derive(Composite, Default)]
#[composite(context = Fox)]
struct ByLuck {
    left: Vec<usize>,
}

impl ByLuck {
    fn first(&mut self, fox: &Fox, children: usize) -> Next {
        // `next` takes the last child. The sort is stable, so of equally lucky children the first one comes first.
        self.left = (0..children).rev().collect();
        self.left.sort_by_key(|child| fox.luck[*child]);
        self.next()
    }

    fn after(&mut self, fox: &mut Fox, child: usize, ended: Status) -> Next {
        if ended.is_success() {
            fox.luck[child] += 1;
            return Next::End(ended);
        }
        self.next()
    }

    fn next(&mut self) -> Next {
        self.left.pop().map_or(Next::End(Status::Failure), Next::Child)
    }
}

/// Each tick of its child costs strength. Without strength it fails, and its child is aborted.
#[derive(Decorator, Default)]
#[decorator(context = Fox)]
struct Effort;

impl Effort {
    fn before(&mut self, fox: &mut Fox) -> Option<Status> {
        match fox.strength.checked_sub(1) {
            Some(left) => {
                fox.strength = left;
                None
            }
            None => {
                fox.news.push("gives up".to_owned());
                Some(Status::Failure)
            }
        }
    }
}

/// Searches a place for some hours, one in each tick.
#[leaf]
fn search(fox: &mut Fox, place: usize, hours: &mut u32) -> Status {
    *hours -= 1;
    if *hours > 0 {
        return Status::Running;
    }
    let (name, food) = FOOD[place];
    let found = food.as_bytes()[fox.night] == b'*';
    fox.news.push(format!("{} {name}", if found { "eats at the" } else { "nothing at the" }));
    if found { Status::Success } else { Status::Failure }
}

bt! {
    /// One night.
    Prowl(Fox) = by_luck < effort < search(0, 1) >, effort < search(1, 1) >, effort < search(2, 3) > >
}

/// What the program prints: a line for each night.
fn story(replay: &mut Replay) -> String {
    let (mut fox, mut prowl) = (Fox::default(), Prowl::new());
    let mut story = "night  strength  luck at hedge, field, farm\n".to_owned();
    let mut strength = 5;
    for night in 0..FOOD[0].1.len() {
        (fox.night, fox.strength) = (night, strength);
        let [hedge, field, farm] = fox.luck;
        let end = loop {
            replay.frame(FRAME);
            let status = prowl.tick_for_with(HOUR, &mut fox, &mut replay.tick::<Prowl>("fox", HOUR));
            if !status.is_running() {
                break status;
            }
        };
        story += &format!("{:5} {strength:9}  {hedge} {field} {farm}  {}\n", night + 1, fox.news.join(", "));
        fox.news.clear();
        // A hungry fox is weaker.
        strength = if end.is_success() { 5 } else { 4 };
    }
    story
}

fn main() -> ExitCode {
    with_replay("fox", |replay| say!("{}", story(replay).trim_end()))
}

#[cfg(test)]
mod tests {
    use bt_examples::outputs::assert_printed;

    use super::*;

    #[test]
    fn the_story_of_the_program() {
        assert_printed("fox", &story(&mut Replay::off()));
    }

    #[test]
    fn the_luckiest_place_comes_first_and_of_equals_the_first() {
        for (luck, order) in [([0, 0, 0], [0, 1, 2]), ([0, 2, 1], [1, 2, 0]), ([1, 0, 1], [0, 2, 1])] {
            let fox = Fox { luck, ..Fox::default() };
            let mut by_luck = ByLuck::default();
            let mut found = vec![by_luck.first(&fox, 3)];
            found.extend([by_luck.next(), by_luck.next(), by_luck.next()]);
            let mut expected: Vec<Next> = order.map(Next::Child).into();
            expected.push(Next::End(Status::Failure));
            assert_eq!(found, expected, "{luck:?}");
        }
    }

    #[test]
    fn an_hour_costs_strength_and_without_it_the_search_ends() {
        for (strength, ticks, left, news) in
            [(3, 3, 0, "nothing at the farm"), (2, 3, 0, "gives up"), (9, 3, 6, "nothing at the farm")]
        {
            let mut fox = Fox { strength, ..Fox::default() };
            let mut tree = bt!((Fox) = effort < search(2, 3) >);
            let running = (1..).take_while(|_| tree.tick(&mut fox).is_running()).count();
            assert_eq!((running + 1, fox.strength, fox.news.join(", ").as_str()), (ticks, left, news));
        }
    }
}
