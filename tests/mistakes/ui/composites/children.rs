//! Composites of the user with one child, with none, and after a condition; decorators and leaves with two children.

use bt::{Behavior, Composite, Decorator, Next, Status, bt};

struct Room;
struct Cave;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

#[derive(Composite, Default)]
#[composite(context = Room)]
struct Shuffle;

impl Shuffle {
    fn first(&mut self, _: &mut Room, _: usize) -> Next {
        Next::Child(0)
    }

    fn after(&mut self, _: &mut Room, _: usize, ended: Status) -> Next {
        Next::End(ended)
    }
}

#[derive(Default)]
struct OfCave;

impl Composite<Cave> for OfCave {
    fn first(&mut self, _: &mut Cave, _: usize) -> Next {
        Next::Child(0)
    }

    fn after(&mut self, _: &mut Cave, _: usize, ended: Status) -> Next {
        Next::End(ended)
    }
}

#[derive(Default)]
struct Patience;

impl Decorator<Room> for Patience {}

bt! { One(Room) = shuffle < walk > }
bt! { OneIsLeft(Room) = shuffle < walk, #[cfg(any())] walk > }
bt! { AsLeaf(Room) = sequence < walk, shuffle > }
bt! { Elsewhere(Room) = of_cave < walk, walk > }
bt! { TwoInDecorator(Room) = patience < walk, walk > }
bt! { TwoInLeaf(Room) = walk < walk, walk > }

bt! { NoChildren(Room) = sequence < shuffle < >, walk > }
bt! { Broken(Room) = shuffle < |_| true => walk, walk > }
bt! { Observed(Room) = observe(|_| -> u32 { 1 }) < shuffle < walk, walk > > }

fn main() {}
