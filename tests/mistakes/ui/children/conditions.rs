//! A condition that is written as the first child.

use bt::{bt, leaf};

struct Npc {
    hungry: bool,
}

#[leaf]
fn is_hungry(npc: &Npc) -> bool {
    npc.hungry
}

#[leaf]
fn walk(_: &mut Npc) {}

bt! {
    Bot(Npc) = sequence <
        guard < is_hungry, walk >,
        precondition < is_hungry, walk >,
        reactive_if_else < is_hungry, walk, running >,
        guard(is_hungry) < walk, walk >,
        guard < walk, walk, walk >,
    >
}

fn main() {}
