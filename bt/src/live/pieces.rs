//! What the pieces of trees call, so that each of them is one expression.

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::io::{Fault, Io, Op, Out};
use super::unit::fault;
use crate::answer::Answer;
use crate::engine::leaf::answers::{Raise, keep, raise};
use crate::engine::node::Node;
use crate::engine::tick::slot::MessageSlot;
use crate::engine::tick::step::Step;
use crate::time::{IntoDuration, Span};

impl Io<'_, '_, '_> {
    fn ends<E: 'static>(&mut self, step: Step<E>) {
        self.out = Out::Step(match step {
            Step::Success => Step::Success,
            Step::Failure => Step::Failure,
            Step::Running => Step::Running,
            Step::Error(error) => Step::<Fault>::Error(fault(error)),
        });
    }

    /// What a function answers.
    fn answered<A: Raise<E>, E: 'static>(&mut self, answer: A)
    where
        A::Value: Send + Sync + 'static,
    {
        let mut value = None;
        let step = match keep::<A, A::Value>(answer, &mut value) {
            Ok(status) => Step::of(status),
            Err(error) => Step::Error(A::convert(error)),
        };
        if self.is_value_used {
            self.value = value.map(|value| Arc::new(value) as _);
        }
        self.ends(step);
    }
}

/// Begins, resumes or aborts a leaf. `make` is a pointer, so that there is one function for all leaves of a type.
pub fn leaf<L, C: ?Sized, E: 'static>(context: &mut C, io: &mut Io<'_, '_, '_>, make: fn(&mut C, &Io<'_, '_, '_>) -> L)
where
    L: Node<C> + Send + Sync + 'static,
    L::Answer: Raise<E>,
    <L::Answer as Answer>::Value: Send + Sync + 'static,
{
    let node = io.node;
    let mut slot = io.slot.take();
    let held = slot.as_mut().map(|slot| slot.downcast_mut::<MessageSlot<L>>().expect("the slot is that of its leaf"));
    let at = match (io.op, held) {
        (Op::Abort, Some(held)) => return L::abort_in(held, node, context, io.inputs),
        (Op::Abort, None) => return,
        (Op::Resume, Some(held)) => Ok(held),
        (Op::Begin | Op::Resume, _) => Err(make(context, io)),
    };
    let (mut value, mut rests) = (None, None);
    let ticked = match io.is_value_used {
        false => L::tick_in(at, node, context, io.inputs),
        true => L::tick_for_value(at, node, context, io.inputs, |answer| {
            keep::<L::Answer, <L::Answer as Answer>::Value>(answer, &mut value)
        }),
    };
    let step = raise::<L::Answer, E>(ticked.step(|slot: MessageSlot<L>| rests = Some(slot)));
    io.value = value.map(|value| Arc::new(value) as _);
    io.slot = match rests {
        Some(new) => Some(Box::new(new)),
        None => slot.filter(|_| step.is_running()),
    };
    io.ends(step);
}

pub fn condition<C: ?Sized>(context: &C, io: &mut Io<'_, '_, '_>, condition: impl FnOnce(&C) -> bool) {
    io.out = Out::Holds(condition(context));
}

pub fn action<C: ?Sized, A: Raise<E>, E: 'static>(
    context: &mut C,
    io: &mut Io<'_, '_, '_>,
    action: impl FnOnce(&mut C) -> A,
) where
    A::Value: Send + Sync + 'static,
{
    io.answered::<A, E>(action(context));
}

pub fn timed_action<C: ?Sized, A: Raise<E>, E: 'static>(
    context: &mut C,
    io: &mut Io<'_, '_, '_>,
    action: impl FnOnce(&mut C, &mut Span) -> A,
) where
    A::Value: Send + Sync + 'static,
{
    let answer = io.inputs.span.lend(|span| action(context, span));
    io.answered::<A, E>(answer);
}

pub fn act<C: ?Sized>(context: &mut C, io: &mut Io<'_, '_, '_>, action: impl FnOnce(&mut C)) {
    action(context);
    io.out = Out::Nothing;
}

pub fn nanos(io: &mut Io<'_, '_, '_>, time: impl IntoDuration) {
    io.out = Out::Nanos(time.nanos());
}

pub fn count(io: &mut Io<'_, '_, '_>, count: u32) {
    io.out = Out::Count(count);
}

pub fn give<T: Send + Sync + 'static>(io: &mut Io<'_, '_, '_>, value: T) {
    io.value = Some(Arc::new(value));
    io.out = Out::Step(Step::Success);
}
