//! Names of arguments with a `:`.

use bt::{bt, leaf};

struct Npc;

#[leaf]
fn go_to(_: &mut Npc, _x: f32, _y: f32) {}

#[leaf]
fn walk(_: &mut Npc) {}

bt! {
    Bot(Npc) = sequence <
        go_to(x: 1.0, 2.0),
        parallel(success: 2, failure = 1) < walk, walk >,
        wait(seconds: 2.0),
        parallel(sucess: 1) < walk, walk >,
        reactive_utility(|_| 1.0, |_| 0.5, margin: 0.2) < walk, walk >,
    >
}

fn main() {}
