//! Animals of three kinds in one list, and no box: an enum of trees.
//!
//! Two macros work on the same enum. `#[derive(Behavior)]` makes it a tree, so the game can tick it, abort it, record
//! it and put it into a crowd. `#[enum_dispatch]`, from the crate of this name, forwards the methods of the game's own
//! trait, `Mind`, to the tree in the variant. Both write a `match`, so no call is virtual.
//!
//! ```text
//! cargo run --example kinds
//! cargo run --example kinds -- --replay kinds.html
//! ```

use std::process::ExitCode;
use std::time::Duration;

use bt::{Behavior, Span, Status, TreeFor, bt, leaf};
use bt_examples::replay::{Replay, with_replay};
use bt_examples::say;
use enum_dispatch::enum_dispatch;

const FRAME: Duration = Duration::from_millis(100);
const MEADOW: f64 = 48.0;

/// The context of all trees: an animal on the meadow, which is a line.
#[derive(Clone, Debug, Default, PartialEq)]
struct Body {
    at: f64,
    /// Its speed, in metres a second.
    pace: f64,
    /// Where it sees what it eats or chases, and what it flees from.
    prey: Option<f64>,
    danger: Option<f64>,
}

impl Body {
    fn is_near(&self, other: Option<f64>, metres: f64) -> bool {
        other.is_some_and(|other| (other - self.at).abs() < metres)
    }

    /// Runs towards a place, or away from it.
    fn run(&mut self, place: Option<f64>, away: bool, span: &Span) -> Status {
        let way = place.map_or(0.0, |place| place - self.at);
        let step = (self.pace * span.seconds()).min(if away { f64::MAX } else { way.abs() });
        self.at = (self.at + step.copysign(if away { -way } else { way })).clamp(0.0, MEADOW - 1.0);
        Status::Running
    }
}

#[leaf]
fn chase(body: &mut Body, span: &mut Span) -> Status {
    body.run(body.prey, false, span)
}

#[leaf]
fn flee(body: &mut Body, span: &mut Span) -> Status {
    body.run(body.danger, true, span)
}

bt! {
    /// Grazes, a step to the right every other second.
    Sheep(Body) = priority <
        |body| body.is_near(body.danger, 8.0) => in_panic: flee,
        forever < sequence < wait(2.0), action(|body| body.at += 1.0) > >,
    >
}

bt! {
    Wolf(Body) = priority <
        |body| body.is_near(body.danger, 10.0) => in_panic: flee,
        |body| body.is_near(body.prey, 40.0) => hunting: chase,
        running,
    >
}

bt! {
    /// Sleeps until a wolf is near, and needs a moment to get up.
    Dog(Body) = priority <
        |body| body.is_near(body.prey, 16.0) => sequence < wait(0.5), hunting: chase >,
        asleep: running,
    >
}

/// What this game asks of every kind of animal. It has no `tick`: the enum is a tree.
#[enum_dispatch]
trait Mind {
    /// What it looks like, which depends on what its tree does at the moment.
    fn portrait(&self) -> char;

    /// Its speed, in metres a second.
    fn pace(&self) -> f64;

    /// The portraits of what it chases and of what it flees from, in lower case.
    fn cares_for(&self) -> (&'static str, &'static str);
}

/// Whether a node with this label is active.
fn does(tree: &impl TreeFor<Body>, label: &str) -> bool {
    tree.active().any(|node| node.label == Some(label))
}

impl Mind for Sheep {
    fn portrait(&self) -> char {
        if does(self, "in_panic") { 'S' } else { 's' }
    }

    fn pace(&self) -> f64 {
        3.0
    }

    fn cares_for(&self) -> (&'static str, &'static str) {
        ("", "w")
    }
}

impl Mind for Wolf {
    fn portrait(&self) -> char {
        if does(self, "hunting") { 'W' } else { 'w' }
    }

    fn pace(&self) -> f64 {
        if does(self, "in_panic") { 8.0 } else { 4.0 }
    }

    fn cares_for(&self) -> (&'static str, &'static str) {
        ("s", "d")
    }
}

impl Mind for Dog {
    fn portrait(&self) -> char {
        if does(self, "asleep") { 'd' } else { 'D' }
    }

    fn pace(&self) -> f64 {
        6.0
    }

    fn cares_for(&self) -> (&'static str, &'static str) {
        ("w", "")
    }
}

/// A tree for each kind of animal: as large as the largest of them, and a tag.
#[enum_dispatch(Mind)]
#[derive(Behavior)]
#[behavior(context = Body)]
enum Animal {
    Sheep(Sheep),
    Wolf(Wolf),
    Dog(Dog),
}

/// What all animals are, and where.
fn look(meadow: &[(Animal, Body)]) -> Vec<(char, f64)> {
    meadow.iter().map(|(animal, body)| (animal.portrait(), body.at)).collect()
}

/// The nearest animal with one of these portraits.
fn nearest(seen: &[(char, f64)], kinds: &str, from: f64) -> Option<f64> {
    let of_kind = seen.iter().filter(|(portrait, _)| kinds.contains(portrait.to_ascii_lowercase()));
    of_kind.map(|(_, at)| *at).min_by(|one, other| (one - from).abs().total_cmp(&(other - from).abs()))
}

fn frame(meadow: &mut [(Animal, Body)], replay: &mut Replay) {
    let seen = look(meadow);
    for (number, (animal, body)) in meadow.iter_mut().enumerate() {
        // What the game wants to know: `Mind`.
        let (prey, danger) = animal.cares_for();
        body.pace = animal.pace();
        body.prey = nearest(&seen, prey, body.at);
        body.danger = nearest(&seen, danger, body.at);
        // What every tree can do: `TreeFor`.
        let name = format!("{} {number}", animal.portrait().to_ascii_lowercase());
        let _: Status = animal.tick_for_with(FRAME, body, &mut replay.tick::<Animal>(&name, FRAME));
    }
}

fn picture(meadow: &[(Animal, Body)]) -> String {
    let mut line = vec!['.'; MEADOW as usize];
    for (portrait, at) in look(meadow) {
        line[at as usize] = portrait;
    }
    line.into_iter().collect()
}

/// `enum_dispatch` also writes the `From` of each variant.
fn animals() -> Vec<(Animal, Body)> {
    let all: [(Animal, f64); 5] = [
        (Wolf::new().into(), 2.0),
        (Sheep::new().into(), 22.0),
        (Sheep::new().into(), 25.0),
        (Dog::new().into(), 33.0),
        (Sheep::new().into(), 40.0),
    ];
    all.into_iter().map(|(animal, at)| (animal, Body { at, ..Body::default() })).collect()
}

/// What the program prints: a picture every half second.
fn story(replay: &mut Replay) -> String {
    let mut meadow = animals();
    let mut story = "s sheep, w wolf, d dog; S flees, W hunts, D is awake\n\n".to_owned();
    for number in 0..=75 {
        replay.frame(FRAME);
        frame(&mut meadow, replay);
        if number % 5 == 0 {
            story += &format!("{:4.1} s  {}\n", f64::from(number) / 10.0, picture(&meadow));
        }
    }
    story
}

fn main() -> ExitCode {
    with_replay("kinds", |replay| say!("{}", story(replay).trim_end()))
}

#[cfg(test)]
mod tests {
    use bt_examples::outputs::assert_printed;

    use super::*;

    #[test]
    fn the_wolf_frightens_the_sheep_and_the_dog_frightens_the_wolf() {
        assert_printed("kinds", &story(&mut Replay::off()));
    }

    #[test]
    fn an_animal_is_as_large_as_the_largest_tree_and_a_tag() {
        let largest = [size_of::<Sheep>(), size_of::<Wolf>(), size_of::<Dog>()].into_iter().max().unwrap_or_default();
        assert!(size_of::<Animal>() <= largest + align_of::<Animal>(), "{} bytes", size_of::<Animal>());
    }

    #[test]
    fn the_enum_is_a_tree_and_a_mind() {
        let (mut animal, mut body) = (Animal::from(Sheep::new()), Body { danger: Some(1.0), ..Body::default() });
        assert_eq!((animal.portrait(), animal.pace(), animal.is_running()), ('s', 3.0, false));
        assert_eq!(animal.tick_for(1.0, &mut body), Status::Running);
        assert_eq!((animal.portrait(), animal.is_running()), ('S', true));
        animal.abort(&mut body);
        assert_eq!((animal.portrait(), animal.is_running()), ('s', false));
    }
}
