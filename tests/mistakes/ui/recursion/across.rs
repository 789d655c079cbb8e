//! Two trees that contain each other: the words are rustc's, and name no place outside of this file.

use bt::{bt, leaf};

struct Room;

#[leaf]
fn walk(_: &mut Room) {}

bt! { One(Room) = sequence < walk, two > }

bt! { Two(Room) = sequence < walk, one > }

fn main() {}
