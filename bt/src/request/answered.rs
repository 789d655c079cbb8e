//! What a leaf returns for the answer of its request.

use core::task::Poll;

use crate::answer::Answer;

/// A request, as the leaf that waits for it sees it.
#[doc(hidden)]
pub trait AnyRequest {
    /// The answer of the other side.
    type Answer;
    /// The answer, if it is there. `None`: there will never be one.
    fn poll(&mut self) -> Poll<Option<Self::Answer>>;
    /// Whether somebody wakes the tree when the answer is there.
    fn wakes(&self) -> bool;
}

/// An answer of the other side, for a leaf with the value `V`.
#[diagnostic::on_unimplemented(
    message = "the answer `{Self}` of this request has no value of type `{V}`",
    label = "expected a request for `{V}`, `Option<{V}>`, or a `Result` of one of them"
)]
pub trait Answered<V>: Sized {
    /// What the leaf returns.
    type Answer: Answer;
    fn __answer(polled: Poll<Option<Self>>) -> Self::Answer;
}

#[diagnostic::do_not_recommend]
impl<T> Answered<T> for T {
    type Answer = Poll<Option<T>>;

    fn __answer(polled: Poll<Option<T>>) -> Self::Answer {
        polled
    }
}

#[diagnostic::do_not_recommend]
impl<T> Answered<T> for Option<T> {
    type Answer = Poll<Option<T>>;

    fn __answer(polled: Poll<Option<Option<T>>>) -> Self::Answer {
        polled.map(Option::flatten)
    }
}

#[diagnostic::do_not_recommend]
impl<T, E> Answered<T> for Result<T, E> {
    type Answer = Result<Poll<Option<T>>, E>;

    fn __answer(polled: Poll<Option<Result<T, E>>>) -> Self::Answer {
        match polled {
            Poll::Ready(answer) => answer.transpose().map(Poll::Ready),
            Poll::Pending => Ok(Poll::Pending),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T, E> Answered<T> for Result<Option<T>, E> {
    type Answer = Result<Poll<Option<T>>, E>;

    fn __answer(polled: Poll<Option<Result<Option<T>, E>>>) -> Self::Answer {
        match polled {
            Poll::Ready(answer) => answer.transpose().map(|found| Poll::Ready(found.flatten())),
            Poll::Pending => Ok(Poll::Pending),
        }
    }
}

/// What a leaf with the request `R` and the value `V` returns.
pub type AnswerOf<R, V> = <<R as AnyRequest>::Answer as Answered<V>>::Answer;
