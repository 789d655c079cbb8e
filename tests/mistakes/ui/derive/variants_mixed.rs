//! Variants with different mistakes.

use bt::Behavior;

struct Room;
struct Jump;

#[derive(Behavior)]
#[behavior(context = Room)]
enum Action {
    Jump(Jump),
    Number(u32),
    Nothing,
    Two(Jump, Jump),
}

#[derive(Behavior)]
#[behavior(context = Room)]
enum Generic<T> {
    Any(T),
    Jump(Jump),
    Nothing,
}

fn main() {}
