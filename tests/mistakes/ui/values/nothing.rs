//! Names for values that are nothing.

use std::task::Poll;

use bt::{Behavior, Request, bt, leaf};

struct Room;

#[leaf]
fn open(_: &mut Room) -> Request<()> {
    todo!()
}

#[leaf]
async fn rest() {}

#[leaf]
fn walk(_: &mut Room) -> Poll<Option<()>> {
    Poll::Pending
}

#[derive(Behavior, Default)]
#[behavior(context = Room, value = ())]
struct Shout;

impl Shout {
    fn run(&mut self, _: &mut Room) -> Option<()> {
        None
    }
}

#[leaf]
fn enter(_: &mut Room, _door: ()) {}

bt! { pub Asks(Room) = sequence < open -> door, enter(door) > }

bt! { pub Waits(Room) = sequence < rest -> dream, enter(dream) > }

bt! { pub Walks(Room) = sequence < walk -> way, enter(way) > }

bt! { pub Shouts(Room) = sequence < shout -> echo, enter(echo) > }

bt! { pub Opens(Room) = sequence < open -> door, walk > }

fn main() {}
