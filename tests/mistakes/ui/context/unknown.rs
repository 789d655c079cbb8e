//! Contexts that are not in scope.

use bt::{Behavior, bt};

struct Room;

struct World<'a>(&'a Room);

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! { pub Misspelt(Rom) = walk }

bt! { pub Trait(impl Senses) = walk }

bt! { pub Lifetime(World<'a>) = succeed }

bt! { pub Pair((u32, World<'a>)) = succeed }

fn main() {}
