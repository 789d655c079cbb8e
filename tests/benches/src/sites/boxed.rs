//! W1 in a box, in an enum of twelve trees, and in a closure in a box.

use bt::{Behavior, DynTree, Status, TreeFor};

use super::{Row, row, sites};
use crate::systems::ours::*;
use crate::systems::texts;
use crate::workloads::door;
use crate::world::{Frame, Frames, Steady, World};

/// Twelve trees, an enum of them, and a box with each.
macro_rules! trees {
    ($($name:ident)*) => {
        mod trees {
            use bt::bt;

            use super::*;

            $(texts::door! {
                /// One of the trees.
                $name
            })*
        }

        /// One of twelve trees.
        #[derive(Behavior)]
        #[behavior(context = door::Room)]
        pub enum Game {
            $(
                /// This one.
                $name(trees::$name),
            )*
        }

        /// One of each, in boxes.
        fn boxes() -> Vec<Box<dyn DynTree<door::Room>>> {
            vec![$(Box::new(trees::$name::new()),)*]
        }
    };
}

trees! { A B C D E F G H I J K L }

type Closure = Box<dyn FnMut(&mut door::Room) -> Status>;

mod in_box {
    use super::*;
    sites!(Box<dyn DynTree<door::Room>>, door::Room, Steady, |tree, room, frames| tree.tick_for(frames.next().time(), room); a);
}

mod in_enum {
    use super::*;
    sites!(Game, door::Room, Steady, |tree, context, frames| TreeFor::tick(tree, context); a);
}

mod in_closure {
    use super::*;
    sites!(Closure, door::Room, Steady, |tree, context, frames| tree(context); a);
}

fn closure() -> Closure {
    let mut tree = trees::L::new();
    Box::new(move |room| tree.tick(room))
}

pub fn rows() -> [Row; 3] {
    [
        row((door::Room::NAME, "a box of `dyn DynTree`"), || boxes().swap_remove(3), in_box::SITES, Some(1.49)),
        row((door::Room::NAME, "an enum of 12 trees"), || Game::H(trees::H::new()), in_enum::SITES, Some(1.43)),
        row((door::Room::NAME, "a closure in a box"), closure, in_closure::SITES, Some(1.33)),
    ]
}
