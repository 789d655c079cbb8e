//! A wrong number of names, or a closure without items, is one error where the names are used, too.

use bt::{Status, bt, leaf};

struct Room;

#[leaf]
fn find(_: &mut Room) -> Option<u8> {
    None
}

#[leaf]
fn eat(_: &mut Room, _food: u8) -> Status {
    Status::Running
}

bt! { Two(Room) = sequence < find -> (a, b), wait(1.0), eat(b), condition(|_| a > b) > }
bt! { OfOne(Room) = sequence < parallel < find, find > -> a, eat(a), condition(|_| a > 3) > }
bt! { Three(Room) = sequence < parallel < find, find > -> (a, b, c), eat(c), condition(|_| a > b) > }
bt! { Items(Room) = for_each(|_, _| -> Option<u8> { None }) -> (a, b) < sequence < eat(a), eat(b) > > }
bt! { NoItems(Room) = for_each(|_, _| -> u8 { 3 }) -> a < eat(a) > }

fn main() {}
