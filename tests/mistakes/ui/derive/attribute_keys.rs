//! All mistakes in an attribute are reported at once.

use bt::Behavior;

struct Room;
struct Cave;
struct Shot;

#[derive(Behavior)]
#[behavior(contxt = Room)]
struct Misspelt;

#[derive(Behavior)]
#[behavior(context = Room, eror = Cave, size = 3, message = Shot, message = Cave)]
#[behavior(context = Cave)]
struct Many;

#[derive(Behavior)]
#[behavior(context = Room error = Cave)]
struct NoComma;

#[derive(Behavior)]
#[behavior(context = Room, 7, crate = "bt")]
struct Literals;

#[derive(Behavior)]
#[behavior(context = , error = struct)]
struct NoTypes;

#[derive(Behavior)]
#[behavior(context = Room, message, mesage = Shot)]
struct NoMessage;

#[derive(Behavior)]
#[behavior(message = Shot, message = Shot)]
struct OnlyMessages;

fn main() {}
