//! The attribute of a derived decorator.

use bt::{Decorator, bt};

struct Room;

#[derive(Decorator, Default)]
struct NoContext;

#[derive(Decorator, Default)]
#[decorator(contxt = Room)]
struct Misspelt;

#[derive(Decorator, Default)]
#[decorator(context = Room, message = u32, error = &'_ str)]
struct Unknown;

#[derive(Decorator, Default)]
#[decorator]
struct Bare;

#[derive(Decorator, Default)]
#[behavior(context = Room)]
struct OfALeaf;

bt! { Bot(Room) = of_a_leaf < no_context < misspelt < unknown < bare < succeed > > > > > }

fn main() {}
