//! Fields of the context without a closure around them, and `async` code.

use bt::{bt, leaf};

struct Npc {
    hungry: bool,
    rest: f64,
}

impl Npc {
    fn is_tired(&self) -> bool {
        self.rest < 1.0
    }
}

#[leaf]
fn walk(_: &mut Npc, _speed: f64) {}

bt! { Guarded(Npc) = guard(npc.hungry) < sequence < wait(npc.rest), walk(npc.rest), condition(npc.is_tired()) > > }

bt! { First(Npc) = priority < if npc.hungry => succeed, running > }

bt! { Chosen(Npc) = switch(npc.hungry) < true => succeed, _ => running > }

bt! { Later(Npc) = sequence < action(async |npc| npc.hungry = true), wait_until(async { true }) > }

fn main() {
    let home = Npc { hungry: true, rest: 1.0 };
    let _ = bt!((Npc) = walk(home.rest));
    drop(home);
}
