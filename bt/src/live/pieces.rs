//! What the pieces of trees call, so that each of them is one expression.

use alloc::boxed::Box;
use core::any::Any;

use super::erased::Slotted;
use super::io::{Inputs, Io, Op, Out, Ticking, fault};
use super::value::{ErasedValue, Eraser};
use crate::answer::Answer;
use crate::composite::{Choice, Composite, Look, Next};
use crate::decorator::{Decision, Decorator};
use crate::engine::hooks::decides::{Decides, decided};
use crate::engine::leaf::answers::{Raise, keep, raise};
use crate::engine::node::Node;
use crate::engine::nodes::composed::{Returned, chosen, looked, started_composite};
use crate::engine::tick::slot::MessageSlot;
use crate::engine::tick::step::{Step, Ticked};
use crate::engine::visit::RelayedMessage;
use crate::time::{IntoDuration, Span};

/// Does the same with the inputs of a tick without an observer, and of one with an observer.
macro_rules! either {
    ($ticking:expr, |$inputs:ident| $work:expr) => {
        match $ticking {
            Ticking::Plain($inputs) => $work,
            Ticking::Watched($inputs) => $work,
        }
    };
}

impl Io<'_, '_, '_> {
    fn ends<E: 'static>(&mut self, step: Step<E>) {
        self.out = Out::Step(step.map_error(fault));
    }

    /// What a function answers.
    fn answered<A: Raise<E>, E: 'static>(&mut self, answer: A, erase: Eraser<A::Value>) {
        let mut value = None;
        let step = match keep::<A, A::Value>(answer, &mut value) {
            Ok(status) => Step::of(status),
            Err(error) => Step::Error(A::convert(error)),
        };
        if self.is_value_used {
            self.value = value.and_then(|value| erase.erase(value));
        }
        self.ends(step);
    }
}

/// Begins, resumes or aborts a leaf. Generated code passes a pointer, so that there is one function for all leaves of a
/// type.
pub fn leaf<L, C: ?Sized, E: 'static>(
    context: &mut C,
    io: &mut Io<'_, '_, '_>,
    make: impl Fn(&mut C, &Io<'_, '_, '_>) -> L,
    erase: Eraser<<L::Answer as Answer>::Value>,
) where
    L: Node<C> + Send + Sync + 'static,
    L::Answer: Raise<E>,
    <L::Answer as Answer>::Value: 'static,
{
    if io.op == Op::Make {
        io.slot = Some(Box::new(make(context, io)));
        return;
    }
    let made = if io.op == Op::Begin { Some(make(context, io)) } else { None };
    let Io { node, inputs, slot, is_value_used, .. } = io;
    let held = slot.as_mut().map(|slot| slot.downcast_mut::<MessageSlot<L>>().expect("the slot is that of its leaf"));
    let at = match (made, held) {
        (Some(leaf), _) => Err(leaf),
        (None, Some(held)) if io.op == Op::Abort => {
            either!(inputs, |inputs| L::abort_in(held, *node, context, inputs));
            *slot = None;
            return;
        }
        (None, Some(held)) => Ok(held),
        (None, None) => return,
    };
    let mut value = None;
    let ticked = match *is_value_used {
        false => either!(inputs, |inputs| L::tick_in(at, *node, context, inputs)),
        true => either!(inputs, |inputs| L::tick_for_value(at, *node, context, inputs, |answer| {
            keep::<L::Answer, <L::Answer as Answer>::Value>(answer, &mut value)
        })),
    };
    let step = match ticked {
        Ticked::Rests(new) => {
            let new: MessageSlot<L> = new;
            *slot = Some(Box::new(new));
            Step::Running
        }
        Ticked::Passes(step) => {
            if !step.is_running() {
                *slot = None;
            }
            raise::<L::Answer, E>(step)
        }
    };
    if let Some(value) = value {
        io.value = erase.erase(value);
    }
    io.ends(step);
}

/// Passes a message to a leaf, which compares its type with that of its own messages.
pub fn relay<L: Node<C> + 'static, C: ?Sized, M: Any>(context: &mut C, io: &mut Io<'_, '_, '_>, message: &M) {
    let Io { slot, inputs, node, .. } = io;
    if let Some(held) = slot.as_mut().and_then(|slot| slot.downcast_mut::<MessageSlot<L>>()) {
        either!(inputs, |inputs| L::visit(held, *node, context, inputs, &RelayedMessage(message)));
    }
}

/// Calls `deliver` with a leaf: messages always pass with a watch, which is hidden without an observer. If the message
/// has ended it, how it has ended stays in its slot.
pub fn delivered<L: 'static>(
    io: &mut Io<'_, '_, '_>,
    deliver: impl FnOnce(&mut L, usize, &mut Inputs<'_, '_>) -> Option<bool>,
) {
    let Io { slot, inputs, node, .. } = io;
    let held = slot.as_mut().and_then(|slot| slot.downcast_mut::<MessageSlot<L>>());
    if let (Some(held), Ticking::Watched(inputs)) = (held, inputs)
        && let MessageSlot::Active(leaf) = held
        && let Some(success) = deliver(leaf, *node, inputs)
    {
        *held = MessageSlot::Ended(success);
    }
}

/// The decorator or the composite that a piece works on.
fn held<T: 'static>(slot: &mut Option<Slotted>) -> &mut T {
    let held = slot.as_mut().and_then(|slot| slot.downcast_mut());
    held.expect("a hook is called on what the same piece has made")
}

/// Makes a decorator, or calls one of its hooks.
pub fn decorator<D: Decorator<C, A> + 'static, C: ?Sized, A: Decision + Decides<E>, E: 'static>(
    context: &mut C,
    io: &mut Io<'_, '_, '_>,
    make: fn(&mut C, &Io<'_, '_, '_>) -> Option<Slotted>,
) {
    let Io { slot, out, inputs, .. } = io;
    match io.op {
        Op::Before { begins } => {
            let held = held::<D>(slot);
            let failed = if begins { held.try_start(context).err() } else { None };
            let decision = match failed {
                None => inputs.span().lend(|span| held.before_for(context, span)),
                Some(error) => A::failed(error),
            };
            *out = decided::<A, E>(decision).map_or(Out::Nothing, |step| Out::Step(step.map_error(fault)));
        }
        Op::Decorated(status) => {
            let step = Step::of(held::<D>(slot).after(context, status));
            *out = Out::Step(step);
        }
        Op::Finish(outcome) => held::<D>(slot).finish(context, outcome),
        _ => io.slot = make(context, io),
    }
}

/// Makes a composite, or calls one of its hooks.
pub fn composite<D, C: ?Sized, A, E: 'static>(
    context: &mut C,
    io: &mut Io<'_, '_, '_>,
    make: fn(&mut C, &Io<'_, '_, '_>) -> Option<Slotted>,
) where
    D: Composite<C, A> + 'static,
    A: Choice<Start: Returned<(), E>, Look: Returned<Look, E>> + Returned<Next, E>,
{
    let Io { slot, out, .. } = io;
    let turn = match io.op {
        Op::First { children } => {
            let held = held::<D>(slot);
            started_composite::<D, _, E>(held.start(context))
                .and_then(|()| chosen::<D, _, E>("first", D::CAN, children, held.first(context, children)))
        }
        Op::Ended { children, child, status } => {
            chosen::<D, _, E>("after", D::CAN, children, held::<D>(slot).after(context, child, status))
        }
        Op::Look { children, active } => {
            let looks = held::<D>(slot).look(context, active);
            #[expect(clippy::cast_possible_truncation, reason = "a tree has far fewer nodes")]
            looked::<D, _, E>(D::CAN, children, active as u32 + 1, looks)
        }
        Op::Finish(outcome) => return held::<D>(slot).finish(context, outcome),
        _ => {
            io.slot = make(context, io);
            return;
        }
    };
    *out = match turn {
        Ok(turn) => Out::Turn(turn),
        Err(step) => Out::Step(step.map_error(fault)),
    };
}

/// What a function of the context returns.
pub fn call<C: ?Sized, R>(function: impl FnOnce(&mut C) -> R, context: &mut C) -> R {
    function(context)
}

/// What a function of the context and the remaining time returns.
pub fn timed_call<C: ?Sized, R>(
    function: impl FnOnce(&mut C, &mut Span) -> R,
    context: &mut C,
    io: &mut Io<'_, '_, '_>,
) -> R {
    io.inputs.span().lend(|span| function(context, span))
}

/// Calls a function that answers, or says whether it can be running.
pub fn action<A: Raise<E>, E: 'static>(
    io: &mut Io<'_, '_, '_>,
    action: impl FnOnce(&mut Io<'_, '_, '_>) -> A,
    erase: Eraser<A::Value>,
) {
    if io.op == Op::Make {
        io.out = Out::Holds(A::CAN.run);
        return;
    }
    let answer = action(io);
    io.answered::<A, E>(answer, erase);
}

/// After a function whose result is not used.
pub fn done(io: &mut Io<'_, '_, '_>) {
    io.out = Out::Nothing;
}

pub fn nanos(io: &mut Io<'_, '_, '_>, time: impl IntoDuration) {
    io.out = Out::Nanos(time.nanos());
}

/// How often a node repeats. It is a field, as in the state of a tree: so rustc reports a wrong type once for both.
pub struct Counted {
    pub count: u32,
}

pub fn count(io: &mut Io<'_, '_, '_>, Counted { count }: Counted) {
    io.out = Out::Count(count);
}

/// What a condition, or a node of the memory, answers.
pub fn holds(io: &mut Io<'_, '_, '_>, holds: bool) {
    io.out = Out::Holds(holds);
}

/// A value without a function.
pub fn give(io: &mut Io<'_, '_, '_>, value: Option<ErasedValue>) {
    io.value = value;
    io.out = Out::Step(Step::Success);
}

/// A key.
pub fn key(io: &mut Io<'_, '_, '_>, key: Option<ErasedValue>) {
    io.value = key;
    io.out = Out::Nothing;
}

/// The item with the number in `io`, if there is one.
pub fn item<C: ?Sized, T>(
    context: &C,
    io: &mut Io<'_, '_, '_>,
    items: impl FnOnce(&C, usize) -> Option<T>,
    erase: fn(T) -> Option<ErasedValue>,
) {
    let item = items(context, io.number as usize);
    io.out = Out::Holds(item.is_some());
    io.value = item.and_then(erase);
}

/// The arm of a `switch` that matches, and what it matches.
pub fn matched(io: &mut Io<'_, '_, '_>, chosen: usize, value: Option<ErasedValue>) {
    io.value = value;
    io.out = Out::Chosen(chosen);
}

/// A piece that a tree does not have.
pub fn no_piece() -> ! {
    unreachable!("the numbers of pieces are those of the table")
}
