//! Every form of leaf, decorator and tree, under all lints of rustc that are off by default. `rustc -W help` lists
//! them; those that need a nightly compiler are left out.

#![allow(unknown_lints, reason = "older compilers do not have all of them")]
#![cfg(test)]
#![deny(
    absolute_paths_not_starting_with_crate,
    ambiguous_negative_literals,
    closure_returning_async_block,
    deprecated_safe_2024,
    deref_into_dyn_supertrait,
    edition_2024_expr_fragment_specifier,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    ffi_unwind_calls,
    if_let_rescope,
    impl_trait_overcaptures,
    impl_trait_redundant_captures,
    keyword_idents_2018,
    keyword_idents_2024,
    let_underscore_drop,
    linker_messages,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    missing_unsafe_on_extern,
    non_ascii_idents,
    redundant_imports,
    redundant_lifetimes,
    rust_2021_incompatible_closure_captures,
    rust_2021_incompatible_or_patterns,
    rust_2021_prefixes_incompatible_syntax,
    rust_2021_prelude_collisions,
    rust_2024_guarded_string_incompatible_syntax,
    rust_2024_incompatible_pat,
    rust_2024_prelude_collisions,
    single_use_lifetimes,
    tail_expr_drop_order,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unsafe_attr_outside_unsafe,
    unsafe_code,
    unsafe_op_in_unsafe_fn,
    unused_crate_dependencies,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_macro_rules,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]

use std::task::Poll;

use bt::{Behavior, Composite, Decorator, Look, Next, Outcome, Random, Span, Status, bt, leaf};
use rand_pcg::Pcg32;

/// What the trees work on.
#[derive(Debug)]
pub(crate) struct Room {
    doors: u32,
    chance: Pcg32,
}

impl Random for Room {
    type Rng = Pcg32;

    fn rng(&mut self) -> &mut Pcg32 {
        &mut self.chance
    }
}

#[derive(Debug)]
pub(crate) struct Shot;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stuck;

#[leaf]
#[derive(Clone, Debug)]
pub(crate) fn walk(_: &mut Room, _: &u32) -> Status {
    Status::Success
}

#[leaf]
#[derive(Clone, Debug)]
pub(crate) fn push(room: &mut Room, by: u32, left: &mut u32, span: &mut Span) -> Poll<Option<u32>> {
    *left = left.saturating_sub(by);
    let _: bool = span.spend(0.1);
    if *left == 0 { Poll::Ready(Some(room.doors)) } else { Poll::Pending }
}

const fn is_odd(room: &Room) -> bool {
    room.doors % 2 == 1
}

const fn is_even(room: &Room) -> bool {
    room.doors.is_multiple_of(2)
}

#[leaf]
#[derive(Clone, Debug)]
fn knock(room: &mut Room) -> bool {
    room.doors > 0
}

#[leaf]
#[derive(Clone, Debug)]
fn risk(room: &Room) -> Result<bool, Stuck> {
    if room.doors > 9 { Err(Stuck) } else { Ok(true) }
}

#[leaf]
#[derive(Clone, Debug)]
fn hum<T: Clone + std::fmt::Debug>(_: &mut impl std::fmt::Debug, _: T) {}

#[derive(Behavior, Clone, Debug, Default)]
#[behavior(context = Room, message = Shot)]
pub(crate) struct Hop {
    height: u32,
}

impl Hop {
    fn start(&mut self, _: &mut Room) {
        self.height = 1;
    }

    fn run(&mut self, _: &mut Room, _: &mut Span) -> bool {
        self.height > 0
    }

    fn finish(&mut self, _: &mut Room, _: Outcome) {}

    fn receive(&mut self, _: &mut Room, _: &Shot) {}
}

#[derive(Behavior, Clone, Debug)]
#[behavior(context = Room)]
enum Act {
    Hop(Hop),
    Knock(Knock),
}

#[derive(Clone, Debug, Decorator, Default)]
#[decorator(context = Room)]
struct Calm;

impl Calm {
    fn before(&mut self, _: &mut Room) -> Option<Status> {
        None
    }
}

/// Each child once.
#[derive(Clone, Composite, Debug)]
#[composite(context = Room, error = Stuck, returns(success))]
struct Each {
    children: usize,
}

impl Each {
    fn new(children: usize) -> Self {
        Each { children }
    }

    fn start(&self, room: &mut Room) -> Result<(), Stuck> {
        if room.doors > 1_000 { Err(Stuck) } else { Ok(()) }
    }

    fn first(&mut self, _: &Room, children: usize) -> Next {
        self.children = self.children.min(children);
        Next::Child(0)
    }

    fn after(&mut self, _: &mut Room, child: usize, _: Status) -> Result<Next, Stuck> {
        if child + 1 < self.children { Ok(Next::Child(child + 1)) } else { Ok(Next::End(Status::Success)) }
    }

    fn look(&mut self, _: &Room, _: usize) -> Look {
        Look::Stay
    }

    fn finish(&mut self, _: &mut Room, _: Outcome) {}
}

bt! {
    #[derive(Clone, Debug)]
    Inspector(Room) -> Result<Stuck> = each(2) < sequence < wait(0.5), knock >, risk >
}

bt! {
    #[derive(Clone, Debug)]
    pub(crate) Listener(Room) { steps: u32 } on Shot = sequence <
        walk(steps),
        timeout(1.0) < hop >,
        repeat(steps) < calm < knock > >,
        parallel < knock, wait(0.5) >,
        cooldown(1.0) < hop >,
        hum::<u32>(1),
    >
}

bt! {
    #[derive(Clone, Debug)]
    Finder(Room) { by: u32 } -> Option<u32> = sequence <
        push(by, 3),
        finally < push(by, 2), knock > -> left,
        succeed(left),
    >
}

bt! {
    #[derive(Clone, Debug)]
    Chooser(Room) -> Result<Stuck> = selector <
        priority <
            |room| room.doors > 3 => knock,
            if |room| room.doors > 2 => hop,
            (if cfg!(debug_assertions) { is_odd } else { is_even }) => knock,
            risk,
        >,
        reactive_utility(|room| f64::from(room.doors), 1.0, margin = 0.5) < knock, hop >,
        weighted(1, 2) < knock, hop >,
        random_sequence < knock, hop, risk >,
        keyed(|room| -> u32 { room.doors }) < throttle(0.5) < knock > >,
        simple_parallel < hop, every(0.5, |room| room.doors += 1) < running > >,
        round_robin < run_once < knock >, run_limit(2) < hop > >,
        recover(1) < guard(|room| room.doors > 0) < knock >, delay(0.1) < hop > >,
    >
}

bt! {
    #[derive(Clone, Debug)]
    Private(Room) = sequence <
        Act::Knock,
        Act::Hop,
        parallel < finder(2), finder(1) > -> (a, b),
        condition(|room| a + b > room.doors || true),
        for_each(|_, i| -> Option<usize> { (i < 2).then_some(i) }) -> item < action(|room| room.doors += item as u32) >,
        pipeline < finder(3) -> found, finally < wait(0.5), walk(found) > >,
        reactive_sequence < finder(3) -> again, action(move |room: &mut Room| room.doors += again) >,
        observe(|room| -> u32 { room.doors }) < reactive_selector < knock, hop > >,
        switch(|room| -> u32 { room.doors }) < 0 => listener(2), n if n > 3 => walk(n), _ => knock >,
    >
}

bt! {
    #[derive(Clone, Debug)]
    Any(impl std::fmt::Debug + 'static) { number: u32 } = repeat(2) < sequence <
        hum::<u32>(number),
        wait_until(|_| true),
    > >
}

#[test]
fn generated_code_sets_off_no_lint() {
    let mut room = Room { doors: 1, chance: Pcg32::new(1, 1) };
    let _: Status = Private::new().tick_for(1.0, &mut room);
    assert_eq!(Chooser::new().tick_for(1.0, &mut room), Ok(Status::Success));
    assert_eq!(Inspector::new().tick_for(1.0, &mut room), Ok(Status::Success));
    assert_eq!(bt!(sequence < knock, knock >).tick(&mut room), Status::Success);
    assert_eq!(Any::new(1).tick(&mut 3), Status::Success);
}
