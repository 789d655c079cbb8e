//! A tick without a duration, of a tree that uses time and is in its context; and a closure that names no tree.

use bt::bt;

struct Npc {
    brain: Rest,
    name: String,
}

bt! { Rest(Npc) = wait(1.0) }

fn main() {
    let mut npc = Npc { brain: Rest::new(), name: String::new() };
    Rest::tick_in(&mut npc, |npc| &mut npc.brain);
    Rest::lend(&mut npc, |npc| &mut npc.name, |brain, npc| brain.tick_for(1.0, npc));
}
