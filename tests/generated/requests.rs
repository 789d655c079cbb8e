//! Leaves of random trees that wait for requests. A request has no context, so it finds the world in a thread-local.

#![allow(dead_code, reason = "not every run has trees with all of them")]

use std::cell::Cell;
use std::task::Poll;
use std::thread::panicking;

use bt::{Pending, Request, leaf};
use bt_reference::script::Answer;
use bt_reference::world::{Outcome, Status};

use crate::LocalRequest;
use crate::context::{World, lent};
use crate::leaves::{Broken, or_panic};
use crate::values::{Value, value};

thread_local!(static OPEN: Cell<isize> = const { Cell::new(0) });

/// How many requests there are in this thread that have neither been answered nor cancelled.
pub fn open() -> isize {
    OPEN.get()
}

#[leaf]
pub fn asked(world: &World, id: u32) -> Request<Option<Value>> {
    or_panic(world.start(id, 0));
    Request::new(Certain(Asking::new(id)))
}

#[leaf]
pub fn demanded(world: &World, id: u32) -> LocalRequest<Result<Option<Value>, Broken>> {
    or_panic(world.start(id, 0));
    LocalRequest::new(Asking::new(id))
}

/// Work that the script answers.
struct Asking {
    id: u32,
    polls: u32,
    is_open: bool,
}

/// Work that never breaks.
struct Certain(Asking);

impl Asking {
    fn new(id: u32) -> Self {
        OPEN.set(OPEN.get() + 1);
        Asking { id, polls: 0, is_open: true }
    }

    /// A second answer or cancel of a request is a mistake.
    fn close(&mut self) {
        assert!(self.is_open, "a request is answered or cancelled once");
        self.is_open = false;
        OPEN.set(OPEN.get() - 1);
    }

    /// What the script says. The world sees a poll as a run, and an answer also as the finish after it.
    fn answer(&mut self, says: impl FnOnce(Answer) -> Option<Status>) -> Poll<Result<Option<Value>, Broken>> {
        // If the world panics, the request is not cancelled.
        self.close();
        let world = lent().expect("requests are polled in ticks");
        let answer = or_panic(world.run(self.id, self.polls));
        self.polls += 1;
        let finish = |outcome| or_panic(world.finish(self.id, outcome, self.polls));
        match says(answer) {
            Some(Status::Running) => {
                OPEN.set(OPEN.get() + 1);
                self.is_open = true;
                Poll::Pending
            }
            Some(Status::Success) => {
                let found = value(or_panic(world.find(self.id, answer)));
                finish(Outcome::Success);
                Poll::Ready(Ok(Some(found)))
            }
            Some(Status::Failure) => {
                finish(Outcome::Failure);
                Poll::Ready(Ok(None))
            }
            None => {
                finish(Outcome::Aborted);
                Poll::Ready(Err(Broken(self.id)))
            }
        }
    }

    /// The world sees it as an abort, not as a reset, a drop or a panic.
    fn given_up(&mut self) {
        self.close();
        if let Some(world) = lent().filter(|_| !panicking()) {
            or_panic(world.finish(self.id, Outcome::Aborted, self.polls));
        }
    }
}

impl Pending for Asking {
    type Answer = Result<Option<Value>, Broken>;

    fn poll(&mut self) -> Poll<Self::Answer> {
        self.answer(Answer::result)
    }

    fn cancel(&mut self) {
        self.given_up();
    }
}

impl Pending for Certain {
    type Answer = Option<Value>;

    fn poll(&mut self) -> Poll<Option<Value>> {
        self.0.answer(|answer| Some(answer.status())).map(|found| found.unwrap_or(None))
    }

    fn cancel(&mut self) {
        self.0.given_up();
    }
}
