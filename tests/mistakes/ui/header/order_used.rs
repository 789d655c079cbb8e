//! Headers with their parts in a wrong order, of trees that are used: nothing is said where they are made.

use bt::{bt, leaf};

struct Room;
struct Shot;

#[leaf]
fn bark(_: &mut Room, _times: u32) {}

bt! { ParametersFirst(times: u32)(Room) = bark(times) }

bt! { BracesFirst { times: u32 } (Room) = bark(times) }

bt! { AfterValue(Room) -> u32 (times: u32) = bark(times) }

bt! { AfterError(Room) -> Result<u8> { times: u32 } = bark(times) }

bt! { AfterMessage(Room) on Shot (times: u32) = bark(times) }

fn main() {
    ParametersFirst::new(3).tick(&mut Room);
    BracesFirst::new(3).tick(&mut Room);
    AfterValue::new(3).tick(&mut Room);
    AfterError::new(3).tick(&mut Room).ok();
    AfterMessage::new(3).send(&mut Room, &Shot);
}
