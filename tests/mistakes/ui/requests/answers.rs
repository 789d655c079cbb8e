//! Requests whose answers or starts do not fit.

use bt::{Behavior, Decorator, LocalRequest, Request, bt, leaf};

struct Robot;

#[derive(Debug)]
struct Lost;

type Found = Option<u32>;

#[leaf]
fn unnamed(_: &Robot) -> Request<Found> {
    todo!()
}

#[leaf(value = String)]
fn other(_: &Robot) -> Request<Found> {
    todo!()
}

#[leaf]
fn fails(_: &Robot) -> LocalRequest<Result<u32, Lost>> {
    todo!()
}

bt! { Bot(Robot) = sequence < unnamed -> number, condition(|_| number == 3) > }

bt! { NoError(Robot) = fails }

#[derive(Behavior, Default)]
#[behavior(context = Robot)]
struct Starts;

impl Starts {
    fn start(&mut self, _: &mut Robot) -> Result<(), Lost> {
        Err(Lost)
    }

    fn run(&mut self, _: &mut Robot) {}
}

#[derive(Decorator, Default)]
#[decorator(context = Robot, error = Lost)]
struct Guarded;

impl Guarded {
    fn start(&mut self, _: &mut Robot) -> bool {
        true
    }
}

#[leaf]
fn no_work(_: &Robot) -> Request<u32> {
    Request::new(Robot)
}

fn main() {}
