//! A leaf declares what its `run` never returns.

use bt::{Behavior, bt};

#[derive(Behavior, Default)]
#[behavior(context = (), returns(success, running))]
struct IsOpen;

impl IsOpen {
    fn run(&self, _: &mut ()) -> bool {
        true
    }
}

bt! { Bot(()) = sequence < is_open, running > }

fn main() {}
