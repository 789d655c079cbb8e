//! Other marks and words around the conditions of a `priority`.

use bt::bt;

struct Npc {
    hungry: bool,
    health: u32,
}

bt! { Comma(Npc) = priority < if |npc| npc.hungry, succeed, running > }

bt! { Missing(Npc) = priority < if |npc| npc.hungry => succeed fail, running > }

bt! { ElseIf(Npc) = priority < if |npc| npc.hungry => succeed, elif |npc| npc.health > 3 => fail, running > }

fn main() {}
