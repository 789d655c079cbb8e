//! Each value is dropped once, however its scope ends.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bt::{TreeFor, bt};

use super::den::{Count, Counted, Den, Hold, Rest};

bt! { Short(Den) = sequence < count -> x, hold(x, 0) > }
bt! { Long(Den) = sequence < count -> x, rest(2), hold(x, 2), rest(1) > }
bt! { Fails(Den) = sequence < count -> x, rest(1), condition(|den| den.limit > 0), hold(x, 0) > }
bt! {
    Panics(Den) = sequence <
        count -> x,
        rest(1),
        action(|_: &mut Den| {
            if true {
                panic!("on purpose")
            }
        }),
        hold(x, 0),
    >
}
bt! { Piped(Den) = pipeline < count -> x, hold(x, 3) > }
bt! { Watched(Den) = reactive_sequence < count -> x, finally < rest(3), hold(x, 1) > > }
bt! {
    Both(Den) = sequence <
        parallel < count, sequence < rest(2), count > > -> (a, b),
        rest(1),
        hold(a, 1),
        hold(b, 1),
    >
}
bt! {
    Each(Den) = sequence <
        for_each(|den, i| -> Option<Counted> { (i < 3).then(|| den.one_more()) }) -> x < hold(x, 1) >
    >
}
bt! { Given(Den) -> Option<Counted> = sequence < count -> x, rest(1), succeed(x) > }

impl Den {
    pub(super) fn one_more(&self) -> Counted {
        let mut den = Den { alive: self.alive.clone(), ..Den::default() };
        super::den::count(&mut den).expect("there is always one more")
    }
}

/// Ticks, aborts, resets and drops a tree at every moment of its life.
fn counted<A>(new: impl Fn() -> Box<dyn Fn(&mut Den, usize, usize)>, _: A) {
    for ticks in 0..8 {
        for end in 0..4 {
            let mut den = Den::default();
            new()(&mut den, ticks, end);
            assert_eq!(den.alive.get(), 0, "after {ticks} ticks and end {end}");
        }
    }
}

macro_rules! counts {
    ($($tree:ident),*) => {$(
        counted(|| Box::new(|den, ticks, end| {
            let mut tree = $tree::new();
            for _ in 0..ticks {
                let _ = catch_unwind(AssertUnwindSafe(|| { let _ = TreeFor::tick_for(&mut tree, 0.1, den); }));
            }
            match end {
                0 => tree.abort(den),
                1 => tree.reset(),
                2 => drop(tree),
                _ => { tree.abort(den); let _ = catch_unwind(AssertUnwindSafe(|| { let _ = TreeFor::tick_for(&mut tree, 0.1, den); })); tree.abort(den); }
            }
        }), ());
    )*};
}

#[test]
fn no_value_leaks_or_is_dropped_twice() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    counts!(Short, Long, Fails, Panics, Piped, Watched, Both, Each, Given);
    std::panic::set_hook(hook);
}

bt! { Held(Den) = sequence < count -> x, rest(1), hold(x, 1), rest(3) > }

#[test]
fn a_value_is_gone_when_nothing_needs_it() {
    let (mut tree, mut den) = (Held::new(), Den::default());
    tree.tick(&mut den);
    assert_eq!(den.alive.get(), 1, "it waits for the leaf that takes it");
    tree.tick(&mut den);
    assert_eq!(den.alive.get(), 1, "the leaf has it");
    tree.tick(&mut den);
    assert_eq!(den.alive.get(), 0);
    assert!(tree.is_running());
}
