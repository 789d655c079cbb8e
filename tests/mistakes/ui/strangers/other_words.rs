//! What people write who come from other libraries and languages.

use bt::{Span, Status, bt, leaf};

struct Npc {
    hp: u32,
}

#[leaf]
fn walk(_: &mut Npc) -> Status {
    Status::Running
}

#[leaf]
fn eat(npc: &mut Npc) {
    npc.hp += 1;
}

#[leaf]
fn find(npc: &Npc) -> Option<u32> {
    Some(npc.hp)
}

#[leaf]
fn move_to(_: &mut Npc, _to: u32) {}

// The type is the context, without a reference.
bt! { Named(npc: &mut Npc) = sequence < walk, eat > }

// The parameters are known, so their uses are not mistakes.
bt! { InParens(Npc)(times: u32) = repeat(times) < eat > }
bt! { WithDefault(Npc) { times: u32 = 3, more: u32 } = sequence < repeat(times) < eat >, repeat(more) < eat > > }
bt! { Borrowed(Npc) { name: &str } = action(|npc| npc.hp = name.len() as u32) }

// The marks of other languages, each at its place.
bt! { BackArrow(Npc) = sequence < prey <- find, move_to(prey) > }
bt! { AndOr(Npc) = sequence < walk && eat, walk || eat > }
bt! { Colon(Npc) = priority < |npc| npc.hp < 3: eat, |npc: &Npc| npc.hp > 3 -> walk, walk > }
bt! { Arms(Npc) = switch(|npc| npc.hp) < 1: eat, 2 -> walk, _: walk > }

// Children without brackets.
bt! { Bare(Npc) = sequence < forever eat, guard(|npc| npc.hp > 3) walk, retry(3) timeout(2.0) walk, selector eat > }
bt! { BareRoot(Npc) = forever eat }

// Arguments by name.
bt! { ByName(Npc) = sequence < repeat(num_cycles = 3) < eat >, timeout(msec = 500) < walk > > }

// The remaining time.
#[leaf]
fn by_value(_: &mut Npc, span: Span) -> Status {
    Status::from(span.left().is_zero())
}

#[leaf]
fn shared(_: &mut Npc, span: &Span) -> Status {
    Status::from(span.left().is_zero())
}

bt! { Times(Npc) = sequence < by_value, shared > }

fn main() {
    let _ = (InParens::new(3), WithDefault::new(3, 4), Borrowed::new("Ann"));
}
