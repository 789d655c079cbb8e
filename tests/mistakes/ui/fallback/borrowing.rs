//! Mistakes in trees whose contexts borrow and are generic; their use is right.

use bt::{Behavior, bt};

struct Room;

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

struct World<'a>(&'a mut u32);

trait Senses {
    fn see(&self) -> bool;
}

impl Senses for Room {
    fn see(&self) -> bool {
        true
    }
}

bt! { pub Sentry(World<'_>) = sequense < action(|world| *world.0 += 1) > }

bt! { pub Patrol(impl Senses) = sequence < condition(|senses| senses.see()), inverter > }

bt! { pub Failing(Room) -> Result<DoorError> = repeat < walk > }

struct DoorError;

fn main() {
    let mut steps = 0;
    Sentry::new().tick(&mut World(&mut steps));
    Patrol::new().tick(&mut Room);
    if let Err(DoorError) = Failing::new().tick(&mut Room) {}
}
