//! What a context, a message and an error can be.

use bt::Behavior;

struct Room;
trait Senses {}

#[derive(Behavior)]
#[behavior(context = &mut Room)]
struct Reference;

#[derive(Behavior)]
#[behavior(context = Vec<impl Senses>, error = &'_ str)]
struct Nested;

#[derive(Behavior)]
#[behavior(context = Room, error = impl Senses)]
struct AnyError;

#[derive(Behavior)]
#[behavior(context = Room, message = &str)]
struct ReferenceToMessage;

#[derive(Behavior)]
#[behavior(context = Room, message = Text<'_>)]
struct BorrowingMessage;

#[derive(Behavior)]
#[behavior(context = Room, message = impl Senses)]
struct AnyMessage;

fn main() {}
