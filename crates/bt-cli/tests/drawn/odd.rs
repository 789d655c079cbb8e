//! Trees whose subtrees are not easy to find, and text that is not easy to draw.

use bt::{Behavior, bt, leaf};
use bt_view::Outline;

#[leaf]
fn bark(_: &mut ()) {}

mod inner {
    use bt::bt;

    bt! { pub Deep(()) { secs: f32 } = timeout(secs) < second: running > }

    pub mod innermost {
        bt::bt! { pub Deepest(()) = force_success < fail > }
    }
}

use inner::Deep;

// Below a label, in an arm, with a path, and twice.
bt! {
    pub Outer(()) = selector <
        a: deep(0.5),
        switch(|_| 3) < 1 => inner::innermost::deepest, 0 | 2..=9 => b: deep(1.5), _ => bark >,
        crate::odd::inner::Deep(2.0),
        Named,
    >
}

bt! { pub Named(()) = bark }

bt! {
    pub Loud(()) = sequence <
        condition(|_| "<\t>\n".len() == 4 && 'x' != '"'),
        /* a comment */
        action(|_| {
            /* another */
            if true {
                1
            } else {
                2
            };
        }),
        for_each(|_, i| -> Option<usize> { (i < 3).then_some(i) }) -> item < wait(item as f32 * 0.1) >,
    >
}

/// A leaf with the name of a tree of another file of this crate.
#[derive(Default, Behavior)]
#[behavior(context = ())]
pub struct Cat;

impl Cat {
    fn run(&mut self, _: &mut ()) {}
}

bt! { pub Shadowed(()) = sequence < cat, bark > }

/// A tree with a subtree that only this function knows.
pub fn local() -> Outline {
    bt! { Named(()) = sequence < bark, bark > }
    bt! { Local(()) = inverter < named > }
    Outline::of::<Local>()
}
