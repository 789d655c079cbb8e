//! A leaf whose answer comes from elsewhere.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use bt::__private::Asking;
use bt::{Behavior, Outcome, Request, Status};

use super::Board;
use super::table::Ports;

/// Makes the request of a leaf.
pub type Ask<C, T> = dyn Fn(&mut C, &Ports) -> Request<Option<T>> + Send + Sync;

/// A leaf with a request.
pub struct Asks<C: ?Sized, T> {
    ports: Ports,
    /// The port that receives the answer.
    output: Option<&'static str>,
    ask: Arc<Ask<C, T>>,
    asking: Asking<(), Request<Option<T>>>,
}

impl<C: ?Sized, T> Asks<C, T> {
    pub fn new(ports: Ports, output: Option<&'static str>, ask: Arc<Ask<C, T>>) -> Self {
        Asks { ports, output, ask, asking: Asking::new(()) }
    }
}

impl<C: Board + ?Sized, T: Send + Sync + 'static> Behavior<C> for Asks<C, T> {
    type Answer = Status;

    fn run(&mut self, context: &mut C) -> Status {
        let Asks { ports, output, ask, asking } = self;
        let answer = match asking.poll(|()| ask(context, ports)) {
            Poll::Pending => return Status::Running,
            // It also fails if no answer will ever come.
            Poll::Ready(answer) => answer.flatten(),
        };
        let Some(answer) = answer else { return Status::Failure };
        if let Some(output) = output {
            ports.set(context, output, answer);
        }
        Status::Success
    }

    fn finish(&mut self, _: &mut C, _: Outcome) {
        self.asking.end();
    }

    fn sleep(&self) -> Option<Duration> {
        self.asking.sleep()
    }
}
