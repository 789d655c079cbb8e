//! Parameters, values and calls where a function of the context is expected.

use std::rc::Rc;

use bt::{bt, leaf};

#[derive(Clone, Copy)]
enum Mood {
    Calm,
    Angry,
}

struct Npc {
    ammo: u32,
}

impl Npc {
    fn reload(&mut self) {
        self.ammo = 6;
    }

    fn is_armed(&self) -> bool {
        self.ammo > 0
    }
}

#[leaf]
fn look(npc: &Npc) -> Option<u32> {
    npc.ammo.checked_sub(1)
}

#[leaf]
fn walk(_: &mut Npc) {}

fn is_late() -> bool {
    true
}

fn has_more(than: u32) -> impl Fn(&Npc) -> bool {
    move |npc| npc.ammo > than
}

fn has_any() -> impl Fn(&Npc) -> bool {
    has_more(0)
}

fn shared() -> Rc<dyn Fn(&Npc) -> bool> {
    Rc::new(has_any())
}

type Test = fn(&Npc) -> bool;

bt! {
    Data(Npc) { flag: bool, mood: Mood, test: Test, other: fn(&Npc) -> bool, shared: Rc<dyn Fn(&Npc) -> bool> } = sequence <
        condition(flag),
        switch(mood) < Mood::Calm => walk, Mood::Angry => running >,
        look -> seen,
        reactive_if_else(seen) < walk, running >,
        condition(test),
        guard(other) < walk >,
        guard(shared) < walk >,
    >
}

bt! {
    Calls(Npc) = sequence <
        action(Npc::reload()),
        guard(is_late()) < walk >,
        condition(Npc::is_armed()),
        condition(has_any()),
        condition(has_more(3)),
        condition(shared()),
    >
}

fn main() {}
