//! A leaf for one context in a tree for many: one error for each use.

use bt::{bt, leaf};

struct Room;

trait Senses {
    fn sees(&self) -> bool;
}

#[leaf]
fn walk(_: &mut Room) {}

#[leaf]
fn open(_: &mut Room, _door: u32) {}

bt! { First(impl Senses) = sequence < walk, condition(|senses| senses.sees()) > }

bt! { Last(impl Senses) = sequence < condition(|senses| senses.sees()), open(3), walk > }

bt! { Alone(impl Senses) = walk }

fn main() {}
