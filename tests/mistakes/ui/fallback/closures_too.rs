//! Mistakes in the own code of a tree, beside a misspelt node.

use bt::{Behavior, bt};

struct Room {
    doors: u32,
}

#[derive(Behavior, Default)]
#[behavior(context = Room)]
struct Walk;

impl Walk {
    fn run(&mut self, _: &mut Room) {}
}

bt! {
    Bot(Room) { times: u32, pause: f32 } = sequence <
        sequense < walk, walk >,
        guard(|room| room.door > 0) < walk >,
        repeat(times) < walk >,
        wait(pause),
        timeout(times) < walk >,
        utility(|room| room.score, |room| room.doors) < walk, walk >,
        switch(|room| room.mood) < 1 => walk, _ => walk >,
        observe(|room| -> u32 { room.alarms }) < reactive_selector < walk > >,
        every(1.0, |room| room.beats += 1) < walk >,
        action(|room| room.doors = times),
    >
}

fn main() {}
