//! A tick that takes no time, in trees with leaves that take the time that is left.

use bt::{Behavior, Span, Status, bt, leaf};

struct Room<'a>(&'a mut f64);

#[derive(Behavior, Default)]
#[behavior(context = Room<'_>)]
struct Move;

impl Move {
    fn run(&self, room: &mut Room<'_>, span: &mut Span) -> Status {
        *room.0 += span.seconds();
        Status::Running
    }
}

#[leaf]
fn turn(_: &mut Room<'_>, _: &mut Span) {}

#[derive(Default)]
struct Load;

impl Behavior<Room<'_>> for Load {
    type Answer = ();
    const TAKES_TIME: bool = true;

    fn run(&mut self, _: &mut Room<'_>) {}

    fn run_for(&mut self, _: &mut Room<'_>, span: &mut Span) {
        span.spend(1.0);
    }
}

#[derive(Behavior)]
#[behavior(context = Room<'_>)]
enum Act {
    Load(Load),
}

bt! { Moves(Room<'_>) = move }
bt! { Turns(Room<'_>) = turn }
bt! { Loads(Room<'_>) = load }
bt! { Acts(Room<'_>) = Act::Load(Load) }
bt! { Outer(Room<'_>) = inverter < loads > }

fn main() {
    let mut x = 0.0;
    Moves::new().tick(&mut Room(&mut x));
    Turns::new().tick(&mut Room(&mut x));
    Loads::new().tick(&mut Room(&mut x));
    Acts::new().tick(&mut Room(&mut x));
    Outer::new().tick(&mut Room(&mut x));
    bt!((Room<'_>) = sequence < load, load >).tick(&mut Room(&mut x));
    bt!((Room<'_>) = action(|room, span| *room.0 += span.seconds())).tick(&mut Room(&mut x));
}
