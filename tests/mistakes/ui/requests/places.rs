//! Requests where there is no leaf that waits for them.

use bt::{Behavior, Request, bt, leaf};

struct Robot;

fn request() -> Request<u32> {
    todo!()
}

#[derive(Behavior, Default)]
#[behavior(context = Robot)]
struct Plan;

impl Plan {
    fn run(&mut self, _: &mut Robot) -> Request<u32> {
        request()
    }
}

type Path = Request<u32>;

#[leaf]
fn undeclared(_: &Robot) -> Path {
    request()
}

bt! { Closure(Robot) = sequence < plan, action(|_| request()), undeclared > }

bt! { Function(Robot) = action(|_| async { true }) }

fn main() {
    let _ = bt!(sequence < count, plan >);
}
