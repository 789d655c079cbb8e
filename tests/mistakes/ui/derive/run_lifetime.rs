//! A leaf for a borrowing context works for any borrow.

use bt::Behavior;

struct World<'a>(&'a mut u32);

#[derive(Behavior)]
#[behavior(context = World<'_>)]
struct Walk;

impl Walk {
    fn run(&mut self, world: &mut World<'static>) {
        *world.0 += 1;
    }
}

fn main() {}
