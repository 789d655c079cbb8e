//! Mistakes in the parts of a condition are reported once, whether observers get the parts or not.

enum Mood {
    Sad,
}

struct Npc {
    clue: bool,
    unseen: f32,
    count: u32,
    mood: Mood,
}

bt::bt! { NotABool(Npc) = condition(|npc| npc.count && npc.clue) }
bt::bt! { NoField(Npc) = condition(|npc| npc.clue && npc.unsen < 1.5) }
bt::bt! { AnInteger(Npc) = guard(|npc| npc.unseen < 1 || npc.clue) < running > }
bt::bt! { OtherTypes(Npc) = wait_until(|npc| npc.unseen < npc.count && npc.clue) }
bt::bt! { NotComparable(Npc) = condition(|npc| npc.clue && npc.mood == Mood::Sad) }
bt::bt! { NoMethod(Npc) = priority < |npc| !(npc.clue && npc.seen() > 3) => running, succeed > }
bt::bt! { NoName(Npc) { reach: f32 } = condition(|npc| npc.unseen < reech && npc.clue) }

fn main() {}
