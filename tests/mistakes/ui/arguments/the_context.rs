//! Nodes get the context without an argument, and a tree has no `self`.

use bt::{bt, leaf};

struct Npc {
    ammo: u32,
}

#[leaf]
fn shoot(_: &mut Npc, _at: u32) {}

#[leaf]
fn walk(_: &mut Npc) {}

fn limit() -> u32 {
    3
}

bt! { Given(Npc) = sequence < shoot(npc, 3), walk(npc), shoot(&mut npc, 4), shoot(self::limit()), self::walk > }

bt! { Own(Npc) = sequence < shoot(self.ammo), condition(|npc| npc.ammo > self.limit && self.ok), walk > }

// A parameter may have this name.
bt! { Named(Npc) { npc: u32 } = shoot(npc) }

struct Game;

impl Game {
    fn play(&self) {
        let _ = bt!((Npc) = sequence < action(|npc| npc.ammo = self.start), walk >);
    }
}

fn main() {}
