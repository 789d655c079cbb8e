//! Trees whose leaves return errors, and trees in boxes.

use bt::{Behavior, DynTree, Outcome, Status, bt};
use bt_live::Live;

use crate::compare::compare;
use crate::world::{Act, World};

#[derive(Clone, Debug, PartialEq)]
pub struct Broken(u32);

/// The error of some leaves, which becomes that of the tree.
pub struct Torn(u32);

impl From<Torn> for Broken {
    fn from(Torn(id): Torn) -> Self {
        Broken(id + 100)
    }
}

/// A leaf that breaks now and then.
#[derive(Behavior, Clone)]
#[behavior(context = World, error = Broken)]
pub struct Try {
    id: u32,
}

impl Try {
    pub fn new(id: u32) -> Self {
        Try { id }
    }

    fn run(&mut self, world: &mut World) -> Result<Status, Broken> {
        match world.draw(6) {
            0 => Err(Broken(self.id)),
            1 | 2 => Ok(Status::Success),
            3 => Ok(Status::Failure),
            _ => Ok(Status::Running),
        }
    }

    fn finish(&mut self, world: &mut World, outcome: Outcome) {
        world.note(format!("finish {}: {outcome:?}", self.id));
    }
}

/// A leaf with another error.
#[derive(Behavior, Clone)]
#[behavior(context = World, error = Torn)]
pub struct Tear {
    id: u32,
}

impl Tear {
    pub fn new(id: u32) -> Self {
        Tear { id }
    }

    fn run(&mut self, world: &mut World) -> Result<bool, Torn> {
        if world.draw(4) == 0 { Err(Torn(self.id)) } else { Ok(world.draw(2) == 0) }
    }
}

bt! { pub Tries(World) { id: u32 } -> Result<Broken> = sequence < act(id), r#try(id), act(2) > }

bt! { pub One(World) -> Result<Broken> = sequence < act(1), wait(0.5), act(2) > }

bt! { pub Other(World) -> Result<Broken> = parallel < act(3), timeout(1.5) < r#try(4) > > }

/// A tree in a box, another one each time.
fn boxed(world: &World) -> Box<dyn DynTree<World, Result<Status, Broken>>> {
    if world.holds(9) { Box::new(One::new()) } else { Box::new(Other::new()) }
}

/// A tree for each name, and a test that compares it.
macro_rules! same {
    ($($name:ident, $test:ident: { $($tree:tt)* })*) => {$(
        bt! { pub $name(World) -> Result<Broken> = $($tree)* }

        #[test]
        fn $test() {
            compare($name::new, Live::from);
        }
    )*};
}

same! {
    Errors, errors: { sequence < act(1), r#try(2), selector < r#try(3), act(4) > > }
    ErrorsInBranches, errors_in_branches: { parallel < act(1), sequence < act(2), r#try(3) >, wait(3.0) > }
    ErrorsWithHolders, errors_with_holders: {
        timeout(4.0) < repeat(3) < retry(2) < sequence < act(1), r#try(2) > > > >
    }
    ErrorsInCleanups, errors_in_cleanups: { finally < sequence < act(1), act(2) >, r#try(3) > }
    ErrorsAround, errors_around: {
        sequence <
            run_limit(3) < r#try(1) >,
            cooldown(0.5) < r#try(2) >,
            reactive_sequence < act(3), r#try(4) >,
        >
    }
    Converted, converted: { selector < sequence < act(1), tear(2) >, r#try(3) > }
    ErrorsOfSubtrees, errors_of_subtrees: { sequence < tries(5), parallel_all < tries(6), act(7) > > }
    Boxes, boxes: { sequence < act(1), dynamic(|world| boxed(world)), forever < dynamic(|world| boxed(world)) > > }
    BoxesInBranches, boxes_in_branches: {
        timeout(5.0) < parallel <
            dynamic(|world| boxed(world)),
            here: dynamic(|world| boxed(world)),
            r#try(3),
        > >
    }
}
