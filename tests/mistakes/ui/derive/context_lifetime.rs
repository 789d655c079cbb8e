//! A context that borrows is written with its lifetime.

use bt::Behavior;

struct World<'a>(&'a mut u32);

#[derive(Behavior)]
#[behavior(context = World)]
struct Walk;

impl Walk {
    fn run(&mut self, world: &mut World<'_>) {
        *world.0 += 1;
    }
}

fn main() {}
