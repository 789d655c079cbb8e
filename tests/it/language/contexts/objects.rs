//! Contexts that are trait objects.

use bt::{Behavior, Outcome, Status, bt, leaf};

/// The abilities of any agent.
trait Able {
    fn act(&mut self);
}

impl Able for u32 {
    fn act(&mut self) {
        *self += 1;
    }
}

bt! { Object(dyn Able) = sequence < action(|able| able.act()), running > }
bt! { Around(dyn Able) = inverter < object > }

#[test]
fn a_context_may_be_an_object() {
    let (mut tree, mut count) = (Around::new(), 0u32);
    assert_eq!(tree.tick(&mut count), Status::Running);
    tree.abort(&mut count);
    assert_eq!(count, 1);
}

#[leaf]
fn do_it(able: &mut dyn Able) {
    able.act();
}

#[leaf]
fn do_times(able: &mut (dyn Able + '_), times: u32) -> bool {
    (0..times).for_each(|_| able.act());
    times > 0
}

#[derive(Behavior, Default)]
#[behavior(context = dyn Able)]
struct DoAgain {
    runs: u32,
}

impl DoAgain {
    fn run(&mut self, able: &mut dyn Able) -> Status {
        self.runs += 1;
        able.act();
        if self.runs == 2 { Status::Success } else { Status::Running }
    }

    fn finish(&mut self, able: &mut dyn Able, _: Outcome) {
        able.act();
    }
}

#[derive(Default)]
struct ActByHand;

impl Behavior<dyn Able + '_> for ActByHand {
    type Answer = ();

    fn run(&mut self, able: &mut (dyn Able + '_)) {
        able.act();
    }
}

bt! { AbleTree(dyn Able) = sequence < do_it, do_times(2), do_again, act_by_hand, object > }

#[test]
fn leaves_may_have_an_object_as_their_context() {
    /// It borrows, so it is not a `'static` object.
    struct Borrowed<'a>(&'a mut u32);

    impl Able for Borrowed<'_> {
        fn act(&mut self) {
            *self.0 += 1;
        }
    }

    let (mut tree, mut count) = (AbleTree::new(), 0);
    for _ in 0..2 {
        let able: &mut dyn Able = &mut Borrowed(&mut count);
        assert_eq!(tree.tick(able), Status::Running);
    }
    assert_eq!(count, 3 + 2 + 1 + 1 + 1);
    let mut boxed: Box<dyn Able> = Box::new(0u32);
    assert_eq!(bt!(sequence < do_it, act_by_hand >).tick(&mut *boxed), Status::Success);
    let mut unnamed = bt!((dyn Able) = sequence < do_it, action(|able| able.act()) >);
    assert_eq!(unnamed.tick(&mut *boxed), Status::Success);
}
