//! `<'_>` is forgotten: in a tree, in a public one, in a leaf.

use bt::{Behavior, Status, bt, leaf};

pub struct World<'a> {
    steps: &'a mut u32,
}

#[leaf]
fn walk(world: &mut World<'_>) -> Status {
    *world.steps += 1;
    Status::Running
}

bt! { Bot(World) = sequence < walk, walk > }

bt! { pub Public(World) = walk }

#[derive(Behavior, Default)]
#[behavior(context = World)]
struct Turn;

impl Turn {
    fn run(&self, _: &mut World<'_>) {}
}

fn main() {}
