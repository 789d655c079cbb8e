//! `Literal` is for enums whose variants can be written with literals.

use bt::Literal;

#[derive(Literal)]
struct Spot {
    x: f32,
}

#[derive(Literal)]
enum Mode<T> {
    Slow,
    At { speed: T, gear: u8 },
    Fast(u8),
}

#[derive(Literal)]
enum Fine {
    Low,
    High(Option<u32>),
}

fn main() {}
