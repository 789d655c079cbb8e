//! Functions with which built-in nodes read and change the context.

use core::marker::PhantomData;
use core::ops::Deref;

use crate::answer::{Answer, MayRun, Runs};
use crate::can::Can;
use crate::engine::leaf::answers::{IsValue, Raise, step, step_for_value};
use crate::engine::tick::step::Step;
use crate::time::Span;

/// The value of a closure of the context.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn value<'a, C: ?Sized, T>(function: impl FnOnce(&'a C) -> T, context: &'a C) -> T {
    function(context)
}

/// Whether a condition holds.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn condition<C: ?Sized>(condition: impl FnOnce(&C) -> bool, context: &C) -> bool {
    condition(context)
}

/// A parameter or a value of the tree, and the context for it, if it is a function.
pub struct Data<F, A>(pub F, pub A);

impl<F: FnOnce(A) -> R, A, R> Data<F, A> {
    #[inline(always)]
    pub fn __call(self) -> R {
        (self.0)(self.1)
    }

    /// The same for the value of a `switch`.
    #[inline(always)]
    pub fn __choose(self) -> R {
        (self.0)(self.1)
    }
}

/// The methods of `Data` for a pointer to a function, such as `Arc<dyn Fn(&Room) -> bool>`.
pub trait PointsToFunction: Sized {
    type Returns;

    fn __call(self) -> Self::Returns;

    fn __choose(self) -> Self::Returns;
}

impl<F: Deref<Target: Fn(A) -> R>, A, R> PointsToFunction for Data<F, A> {
    type Returns = R;

    #[inline(always)]
    fn __call(self) -> R {
        (*self.0)(self.1)
    }

    #[inline(always)]
    fn __choose(self) -> R {
        (*self.0)(self.1)
    }
}

/// The methods of `Data` for what is not a function. They return what is expected, so that no other error follows.
pub trait MayBeNoFunction<F>: Sized {
    fn __call<R>(self) -> R
    where
        F: IsFunction,
    {
        unreachable!("rustc refuses this")
    }

    fn __choose(self) -> F
    where
        F: IsFunction,
    {
        unreachable!("rustc refuses this")
    }
}

/// For a reference, so that the other methods come first.
impl<F, A> MayBeNoFunction<F> for &Data<F, A> {}

/// No type implements it, so whatever requires it is an error at that place.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a function of the context",
    label = "expected a closure or a function of the context",
    note = "for a closure that returns this value, write `|_|` before it"
)]
pub trait IsFunction {}

/// A function that is called without arguments, and the context for the function that it returns.
pub struct Call<F, A>(pub F, pub A);

impl<F: FnOnce() -> G, G: FnOnce(A) -> R, A, R> Call<F, A> {
    #[inline(always)]
    pub fn __call(self) -> R {
        (self.0)()(self.1)
    }
}

/// The method of `Call` for functions that return a pointer to a function, such as `Arc<dyn Fn(&Room) -> bool>`.
pub trait ReturnsPointer: Sized {
    type Returns;

    fn __call(self) -> Self::Returns;
}

impl<F: FnOnce() -> G, G: Deref<Target: Fn(A) -> R>, A, R> ReturnsPointer for Call<F, A> {
    type Returns = R;

    #[inline(always)]
    fn __call(self) -> R {
        (*(self.0)())(self.1)
    }
}

/// The method of `Call` for functions that return no function of the context.
pub trait MayBeNoCall: Sized {
    fn __call(self) -> Self::Output
    where
        Self: IsCall,
    {
        unreachable!("rustc refuses this")
    }
}

/// For a reference, so that the other methods come first.
impl<F, A> MayBeNoCall for &Call<F, A> {}

/// No type implements it, so whatever requires it is an error at that place.
#[diagnostic::on_unimplemented(
    message = "expected a function of the context, found a call of a function",
    label = "expected its name, without the parentheses",
    note = "for a function that does not take the context, write a closure: `|_| is_late()`"
)]
pub trait IsCall {
    type Output;
}

/// Calls an action.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn action<C: ?Sized, R: Raise<E>, E>(action: impl FnOnce(&mut C) -> R, context: &mut C) -> Step<E> {
    step(action(context))
}

/// Calls an action, and stores its value.
#[inline(always)]
pub fn action_for_value<C: ?Sized, R: Raise<E> + Answer<Value: IsValue<T>>, E, T>(
    action: impl FnOnce(&mut C) -> R,
    context: &mut C,
    value: &mut Option<T>,
) -> Step<E> {
    step_for_value(action(context), value)
}

/// What an action answers, as a type.
pub struct Answers<R>(PhantomData<R>);

/// What an action answers. Only used for its type; it is never called.
pub fn answers<C: ?Sized, R>(_: impl FnOnce(&mut C) -> R, _: &mut C) -> Answers<R> {
    Answers(PhantomData)
}

/// What an action with the remaining time answers. Only used for its type; it is never called.
pub fn timed_answers<C: ?Sized, R>(_: impl FnOnce(&mut C, &mut Span) -> R, _: &mut C) -> Answers<R> {
    Answers(PhantomData)
}

/// What an answer of this type can be.
pub trait KnownAnswer {
    type MayRun: MayRun;
    const CAN: Can;
}

impl<R: Answer> KnownAnswer for Answers<R> {
    type MayRun = R::MayRun;
    const CAN: Can = R::CAN;
}

/// The result for types that are not answers. There is an error where such a type is used as one.
pub struct NoAnswer;

impl KnownAnswer for NoAnswer {
    type MayRun = Runs;
    const CAN: Can = Can::ANYTHING;
}

impl<R: Answer> Answers<R> {
    pub fn __known(self) -> Self {
        self
    }
}

/// The method of `Answers` for types that are not answers.
pub trait MayBeNoAnswer: Sized {
    fn __known(self) -> NoAnswer {
        NoAnswer
    }
}

impl<R> MayBeNoAnswer for Answers<R> {}

/// Whether an action can be running. Its answer is known from the type of a function that is never called.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn can_run<R: KnownAnswer>(_: impl FnOnce() -> R) -> bool {
    R::CAN.run
}

/// A placeholder in a function that is never called.
pub fn never<T>() -> T {
    unreachable!("the function is asked for its type alone")
}

/// Whether an action can be running, as a type. It is never called.
pub fn may_run<R: KnownAnswer>(_: R) -> R::MayRun {
    unreachable!("it is asked for its type alone")
}

/// Whether an action can be running, by the type that a function with it returns.
pub const fn can_act<C: ?Sized, R: MayRun>(_: &impl Fn(&mut C) -> R) -> bool {
    R::RUN
}

/// What an action can answer, likewise.
pub const fn can_answer<C: ?Sized, R: KnownAnswer>(_: &impl Fn(&mut C) -> R) -> Can {
    R::CAN
}

/// Calls an action with the remaining time.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn timed_action<C: ?Sized, R: Raise<E>, E>(
    action: impl FnOnce(&mut C, &mut Span) -> R,
    context: &mut C,
    span: &mut Span,
) -> Step<E> {
    step(span.lend(|span| action(context, span)))
}

/// Calls an action with the remaining time, and stores its value.
#[inline(always)]
pub fn timed_action_for_value<C: ?Sized, R: Raise<E> + Answer<Value: IsValue<T>>, E, T>(
    action: impl FnOnce(&mut C, &mut Span) -> R,
    context: &mut C,
    span: &mut Span,
    value: &mut Option<T>,
) -> Step<E> {
    step_for_value(span.lend(|span| action(context, span)), value)
}

/// Running until a condition holds.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn until<E>(holds: bool) -> Step<E> {
    if holds { Step::Success } else { Step::Running }
}

/// Calls the function of an `every`, while its child is active.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn act<C: ?Sized>(action: impl FnOnce(&mut C), context: &mut C) {
    action(context);
}

/// The types of scores: any number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a score",
    label = "the closure returns `{Self}`, but the score of a child is a number"
)]
pub trait Score {
    fn score(self) -> f64;
}

/// The types of weights: any number.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a number", label = "expected a number")]
pub trait Number {
    fn number(self) -> f64;
}

/// A score as written: a number, or a function of the context that returns one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a score",
    label = "expected a number, or a closure or a function of the context that returns one"
)]
pub trait ScoreOf<C: ?Sized, Gives> {
    fn score_of(self, context: &C) -> f64;
}

#[diagnostic::do_not_recommend]
impl<C: ?Sized, T: Score, F: FnOnce(&C) -> T> ScoreOf<C, (T,)> for F {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn score_of(self, context: &C) -> f64 {
        self(context).score()
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Number for $number {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn number(self) -> f64 {
                self.score()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<C: ?Sized> ScoreOf<C, ()> for $number {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn score_of(self, _: &C) -> f64 {
                self.score()
            }
        }

        #[diagnostic::do_not_recommend]
        impl Score for $number {
            #[cfg_attr(not(debug_assertions), inline(always))]
            #[allow(clippy::cast_lossless, clippy::cast_precision_loss, reason = "scores are compared as floats")]
            fn score(self) -> f64 {
                self as f64
            }
        }
    )*};
}

numbers!(f32 f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

/// The score of a child.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn score<C: ?Sized, T: Score>(score: impl FnOnce(&C) -> T, context: &C) -> f64 {
    score(context).score()
}

/// The score of a child that is written as an expression.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn score_of<C: ?Sized, Gives>(score: impl ScoreOf<C, Gives>, context: &C) -> f64 {
    score.score_of(context)
}

/// A number.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn number(number: impl Number) -> f64 {
    number.number()
}

/// What `observe` compares.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key: a key is `Copy + PartialEq`",
    label = "the closure returns `{Self}`"
)]
pub trait Key: Copy + PartialEq {}

#[diagnostic::do_not_recommend]
impl<K: Copy + PartialEq> Key for K {}

/// Whether the key of a `keyed` has changed; stores the new one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn is_replaced<K: PartialEq>(key: &mut K, now: K) -> bool {
    *key != now && {
        *key = now;
        true
    }
}

/// Whether a key has changed; stores the new one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn has_changed<K: Key>(key: &mut Option<K>, now: K) -> bool {
    *key != Some(now) && {
        *key = Some(now);
        true
    }
}
