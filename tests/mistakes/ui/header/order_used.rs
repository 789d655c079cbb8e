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

bt! { InContext(Room, times: u32, list: Vec<(u8, u8)>) = sequence < bark(times), condition(|_| list.is_empty()) > }

bt! { NoColon(Room) { times u32 } = bark(times) }

bt! { Uses(Room) = sequence < in_context(3, Vec::new()), no_colon(4) > }

fn main() {
    InContext::new(3, Vec::new()).tick(&mut Room);
    NoColon::new(3).tick(&mut Room);
    ParametersFirst::new(3).tick(&mut Room);
    BracesFirst::new(3).tick(&mut Room);
    AfterValue::new(3).tick(&mut Room);
    AfterError::new(3).tick(&mut Room).ok();
    AfterMessage::new(3).send(&mut Room, &Shot);
}
