//! Values of leaves that the type of the result does not reveal.

use std::task::Poll;

use bt::{Behavior, Status, bt, leaf};

struct Prey;

#[leaf]
fn is_done(_: &mut u32) -> Poll<bool> {
    Poll::Pending
}

#[leaf(value = Prey)]
fn walk(_: &mut u32) -> Status {
    Status::Success
}

#[leaf(values = Prey)]
fn see(_: &mut u32) -> Option<Prey> {
    None
}

#[derive(Behavior, Default)]
#[behavior(context = u32)]
struct Plan;

impl Plan {
    fn run(&self, _: &mut u32) -> Poll<Prey> {
        Poll::Pending
    }
}

#[derive(Behavior)]
#[behavior(context = u32, value = Prey)]
enum Both {
    Plan(Plan),
}

bt! { Bot(u32) = sequence < is_done, walk, see, plan, action(|_| Poll::Ready(Prey)) > }

fn main() {}
