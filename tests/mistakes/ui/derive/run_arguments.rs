//! `run` takes the context, and it is the one that the attribute names.

use bt::Behavior;

struct Room;
struct Cave;
trait Senses {}

#[derive(Behavior)]
#[behavior(context = Room)]
struct Blind;

impl Blind {
    fn run(&mut self) -> bool {
        true
    }
}

#[derive(Behavior)]
#[behavior(context = Room)]
struct Lost;

impl Lost {
    fn run(&mut self, _: &mut Cave) -> bool {
        true
    }
}

#[derive(Behavior)]
#[behavior(context = impl Senses)]
struct AtHome;

impl AtHome {
    fn run(&mut self, _: &mut Room) -> bool {
        true
    }
}

#[derive(Behavior)]
#[behavior(context = impl Send)]
struct Senseless;

impl Senseless {
    fn run(&mut self, _: &mut impl Senses) -> bool {
        true
    }
}

fn main() {}
