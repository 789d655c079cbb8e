//! Trees and leaves that a `macro_rules!` macro writes: its fragments keep their meaning.

use core::task::Poll;

use bt::{Request, Span, Status, bt, leaf};

#[derive(Default)]
pub struct Npc {
    sum: u32,
    steps: u32,
}

#[leaf]
#[derive(Clone, Debug)]
fn add(npc: &mut Npc, amount: u32) {
    npc.sum += amount;
}

#[leaf]
#[derive(Clone, Debug)]
fn step(npc: &mut Npc) {
    npc.steps += 1;
}

macro_rules! twice {
    ($name:ident, $count:expr, $limit:literal, $holds:expr) => {
        bt! {
            $name(Npc) { more: u32 } = parallel(success = $limit) <
                sequence <
                    repeat($count * 2) < step >,
                    add($count * 2),
                    add(more * $count),
                    condition($holds),
                    condition(|npc| npc.sum == $count * 5),
                >,
                running,
            >
        }
    };
}

twice!(Twice, 1 + 1, 1, |npc| npc.steps == 4);

#[test]
fn an_expression_stays_together() {
    let (mut twice, mut npc) = (Twice::new(3), Npc::default());
    assert_eq!(twice.tick(&mut npc), Status::Success);
    assert_eq!((npc.steps, npc.sum), (4, 10));
}

macro_rules! chosen {
    ($name:ident, $pattern:pat, $guard:expr, $node:path, $t:ty) => {
        bt! { $name(Npc) { wanted: $t } = switch(|npc| npc.sum) < $pattern if $guard && wanted => $node, _ => fail > }
    };
}

chosen!(Chosen, 1 | 2, true || false, self::step, bool);

#[test]
fn a_pattern_and_its_guard_stay_together() {
    let ends = |sum, wanted| Chosen::new(wanted).tick(&mut Npc { sum, steps: 0 });
    assert_eq!((ends(1, true), ends(2, true), ends(3, true)), (Status::Success, Status::Success, Status::Failure));
    assert_eq!(ends(1, false), Status::Failure);
}

macro_rules! declared {
    ($(#[$meta:meta])* $visibility:vis $name:ident($context:ty) -> $error:ty { $($node:ident),* }) => {
        bt! { $(#[$meta])* $visibility $name($context) -> Result<$error> = sequence < $($node),* > }
    };
}

declared! {
    /// A derive and a doc comment from fragments.
    #[derive(Clone, Debug)]
    pub(crate) Written(Npc) -> () { step, step }
}
declared!(#[cfg_attr(all(), doc = "Conditions.", derive(Clone), cfg_attr(all(), derive(Debug)))] Conditional(Npc) -> u8 { step });

#[test]
fn derives_reach_all_parts_of_a_tree() {
    let mut npc = Npc::default();
    assert_eq!(Written::new().clone().tick(&mut npc), Ok(Status::Success));
    assert_eq!(Conditional::new().clone().tick(&mut npc), Ok(Status::Success));
    assert!(format!("{:?}{:?}", Written::new(), Conditional::new()).contains("Conditional"));
}

bt! {
    #[cfg_attr(all(), derive(Default))]
    WithDefault(Npc) { amount: u32 } = add(amount)
}
bt! {
    #[cfg_attr(not(all()), derive(Missing, Default))]
    WithoutDefault(Npc) = step
}

#[test]
fn a_default_may_have_a_condition() {
    assert_eq!(WithDefault::default().tick(&mut Npc::default()), Status::Success);
    assert_eq!(WithoutDefault::default().tick(&mut Npc::default()), Status::Success);
}

macro_rules! leaf_of {
    ($(#[$meta:meta])* $visibility:vis $name:ident($context:ty, $times:ty, $span:ty) -> $answer:ty, $add:expr) => {
        #[leaf]
        $(#[$meta])*
        $visibility fn $name(npc: $context, times: $times, _: $span) -> $answer {
            npc.sum += $add * times;
            Ok(())
        }
    };
}

leaf_of!(#[cfg_attr(all(), derive(Clone, Debug, Default))] pub(crate) gain(&mut Npc, &u32, &mut Span) -> Result<(), u8>, 1 + 1);

bt! { Gains(Npc) -> Result<u8> = sequence < gain(2), gain { times: Gain::default().times + 2 } > }

#[test]
fn the_signature_of_a_leaf_may_come_from_fragments() {
    let mut npc = Npc::default();
    assert_eq!(Gains::new().tick_for(0.0, &mut npc), Ok(Status::Success));
    assert_eq!(npc.sum, 8);
}

/// Leaves whose parameters and body come from the caller of the macro: their names differ from those of the macro.
macro_rules! leaf_with_body {
    (fn $name:ident($($arg:ident: $ty:ty),*) -> $answer:ty $body:block) => {
        #[leaf]
        fn $name($($arg: $ty),*) -> $answer $body
    };
    (async $name:ident($($arg:ident: $ty:ty),*) -> $answer:ty $body:block) => {
        #[leaf]
        async fn $name($($arg: $ty),*) -> $answer $body
    };
}

/// The return type does not show what it is.
type Enough = bool;

leaf_with_body!(
    fn rest(npc: &mut Npc) -> Status {
        npc.steps = 0;
        Status::Success
    }
);
leaf_with_body!(
    fn gather(npc: &mut Npc, amount: u32, times: &u32, left: &mut u32, span: &mut Span) -> bool {
        *left -= 1;
        npc.sum += amount * times + *left;
        span.left().is_zero()
    }
);
leaf_with_body!(
    fn check(npc: &mut Npc, least: u32) -> Enough {
        npc.sum > least
    }
);
leaf_with_body!(
    fn ask(npc: &mut Npc, amount: u32) -> Request<u32> {
        Request::future(core::future::ready(npc.sum + amount))
    }
);
leaf_with_body!(async double(amount: u32) -> u32 { amount * 2 });

bt! { Asks(Npc) -> Option<u32> = sequence < rest, gather(2, 3, 5), check(9), ask(10) -> more, double(more) > }

#[test]
fn the_names_of_a_leaf_may_come_from_where_the_macro_is_called() {
    let mut npc = Npc::default();
    assert_eq!(Asks::new().tick_for(0.0, &mut npc), Poll::Ready(Some(40)));
    assert_eq!(npc.sum, 10);
}
