//! The other sides of requests: a thread, a channel, tasks, and work by hand. Each counts what reaches it.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use bt::{Pending, Request};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

/// What a side has seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub asked: usize,
    pub polls: usize,
    pub cancelled: usize,
}

/// The other side of a request for a number.
pub trait Side {
    /// Makes a request.
    fn ask(&mut self) -> Request<u32>;
    /// Answers the last request. A thread may still need a moment until it has ended.
    fn answer(&mut self, number: u32);
    /// Requests so far, and how many of them were cancelled. None is pending.
    fn seen(&mut self) -> Seen;
    /// What the other side sees of a cancel after its answer, before the tree has polled that answer.
    fn cancels_after_answer(&self) -> usize {
        1
    }
    /// What it sees after the tree has polled the answer.
    fn cancels_after_poll(&self) -> usize {
        0
    }
}

/// A hand-written `Pending`.
#[derive(Default)]
pub struct ByHand(Arc<Mutex<(Seen, Option<u32>)>>);

struct Number(Arc<Mutex<(Seen, Option<u32>)>>);

impl Pending for Number {
    type Answer = u32;

    fn poll(&mut self) -> Poll<u32> {
        let (seen, answer) = &mut *self.0.lock().unwrap();
        seen.polls += 1;
        answer.take().map_or(Poll::Pending, Poll::Ready)
    }

    fn cancel(&mut self) {
        self.0.lock().unwrap().0.cancelled += 1;
    }
}

impl Side for ByHand {
    fn ask(&mut self) -> Request<u32> {
        self.0.lock().unwrap().1 = None;
        self.0.lock().unwrap().0.asked += 1;
        Request::new(Number(self.0.clone()))
    }

    fn answer(&mut self, number: u32) {
        self.0.lock().unwrap().1 = Some(number);
    }

    fn seen(&mut self) -> Seen {
        self.0.lock().unwrap().0.clone()
    }
}

/// A request by hand, which is handed to a reaper when it is cancelled.
#[derive(Default)]
pub struct Reaped(ByHand, Arc<Mutex<Vec<Number>>>);

impl Side for Reaped {
    fn ask(&mut self) -> Request<u32> {
        self.0.0.lock().unwrap().1 = None;
        self.0.0.lock().unwrap().0.asked += 1;
        let reaped = self.1.clone();
        Request::with_cancel(Number(self.0.0.clone()), move |number| reaped.lock().unwrap().push(number))
    }

    fn answer(&mut self, number: u32) {
        self.0.answer(number);
    }

    fn seen(&mut self) -> Seen {
        let seen = self.0.seen();
        assert_eq!(self.1.lock().unwrap().len(), seen.cancelled, "each cancelled one is reaped");
        seen
    }
}

/// A channel: after the end of a request, there is no receiver.
#[derive(Default)]
pub struct Channel {
    senders: Vec<Sender<u32>>,
}

impl Side for Channel {
    fn ask(&mut self) -> Request<u32> {
        let (sender, receiver) = channel();
        self.senders.push(sender);
        Request::receiver(receiver)
    }

    fn answer(&mut self, number: u32) {
        self.senders.last().unwrap().send(number).unwrap();
    }

    fn seen(&mut self) -> Seen {
        // A later message is never polled: the request is over after the first one.
        let over = self.senders.iter().filter(|sender| sender.send(0).is_err()).count();
        Seen { asked: self.senders.len(), polls: 0, cancelled: over }
    }

    // The receiver is gone.
    fn cancels_after_poll(&self) -> usize {
        1
    }
}

/// Waits until the other side is ready.
fn until(is_ready: impl Fn() -> bool) {
    for _ in 0..10_000 {
        if is_ready() {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
    panic!("the other side does not answer");
}

/// A thread that works until it may answer, or is told to stop.
#[derive(Default)]
pub struct Thread {
    work: Vec<(Sender<u32>, Arc<AtomicBool>)>,
    reaped: Arc<Mutex<Vec<JoinHandle<Option<u32>>>>>,
    done: Vec<Arc<AtomicBool>>,
}

struct Worker(Option<JoinHandle<Option<u32>>>, Arc<AtomicBool>);

impl Pending for Worker {
    type Answer = u32;

    fn poll(&mut self) -> Poll<u32> {
        match self.0.take_if(|thread| thread.is_finished()) {
            Some(thread) => Poll::Ready(thread.join().unwrap().unwrap()),
            None => Poll::Pending,
        }
    }

    fn cancel(&mut self) {
        assert!(!self.1.swap(true, Ordering::SeqCst), "cancelled twice");
    }
}

impl Side for Thread {
    fn ask(&mut self) -> Request<u32> {
        let (numbers, orders) = channel();
        let (stop, done) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default());
        let (stops, is_done) = (stop.clone(), done.clone());
        let thread = thread::spawn(move || {
            let number = loop {
                match orders.try_recv() {
                    Ok(number) => break Some(number),
                    Err(_) if stops.load(Ordering::SeqCst) => break None,
                    Err(_) => thread::sleep(Duration::from_millis(1)),
                }
            };
            is_done.store(true, Ordering::SeqCst);
            number
        });
        self.work.push((numbers, stop.clone()));
        self.done.push(done);
        let reaped = self.reaped.clone();
        Request::with_cancel(Worker(Some(thread), stop), move |worker| reaped.lock().unwrap().extend(worker.0))
    }

    fn answer(&mut self, number: u32) {
        self.work.last().unwrap().0.send(number).unwrap();
        until(|| self.done.last().unwrap().load(Ordering::SeqCst));
    }

    fn seen(&mut self) -> Seen {
        // Each thread that was told to stop ends.
        for thread in self.reaped.lock().unwrap().drain(..) {
            thread.join().unwrap();
        }
        let cancelled = self.work.iter().filter(|(_, stop)| stop.load(Ordering::SeqCst)).count();
        Seen { asked: self.work.len(), polls: 0, cancelled }
    }
}

/// A future that counts its polls, and its drops before it is ready.
#[derive(Default)]
pub struct Task(Arc<Mutex<(Seen, Option<u32>)>>);

struct CountedFuture(Arc<Mutex<(Seen, Option<u32>)>>, bool);

impl Future for CountedFuture {
    type Output = u32;

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<u32> {
        let (answer, polls) = {
            let (seen, answer) = &mut *self.0.lock().unwrap();
            seen.polls += 1;
            (answer.take(), seen.polls)
        };
        assert!(polls < 100 && !self.1, "polled after its end");
        self.1 = answer.is_some();
        answer.map_or(Poll::Pending, Poll::Ready)
    }
}

impl Drop for CountedFuture {
    fn drop(&mut self) {
        self.0.lock().unwrap().0.cancelled += usize::from(!self.1);
    }
}

impl Side for Task {
    fn ask(&mut self) -> Request<u32> {
        self.0.lock().unwrap().1 = None;
        self.0.lock().unwrap().0.asked += 1;
        Request::future(CountedFuture(self.0.clone(), false))
    }

    fn answer(&mut self, number: u32) {
        self.0.lock().unwrap().1 = Some(number);
    }

    fn seen(&mut self) -> Seen {
        self.0.lock().unwrap().0.clone()
    }
}

/// A task of tokio, which is aborted when the future that waits for it is dropped.
pub struct Tokio {
    runtime: Runtime,
    orders: Vec<Option<oneshot::Sender<u32>>>,
    over: Vec<Arc<AtomicBool>>,
    ready: Arc<AtomicBool>,
}

impl Default for Tokio {
    fn default() -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).build().unwrap();
        Tokio { runtime, orders: Vec::new(), over: Vec::new(), ready: Arc::default() }
    }
}

/// Aborts its task when it is dropped.
struct Aborts(tokio::task::JoinHandle<u32>);

impl Drop for Aborts {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Side for Tokio {
    fn ask(&mut self) -> Request<u32> {
        struct Ended(Arc<AtomicBool>, bool);
        impl Drop for Ended {
            fn drop(&mut self) {
                self.0.store(!self.1, Ordering::SeqCst);
            }
        }

        let (order, orders) = oneshot::channel();
        let (over, ready) = (Arc::<AtomicBool>::default(), self.ready.clone());
        ready.store(false, Ordering::SeqCst);
        self.orders.push(Some(order));
        self.over.push(over.clone());
        let ended = Ended(over, false);
        let task = self.runtime.spawn(async move {
            // The whole guard, not a copy of its field.
            let mut ended = ended;
            let number = orders.await.unwrap();
            ended.1 = true;
            ready.store(true, Ordering::SeqCst);
            number
        });
        // Not inside: a block that is never polled would not make it.
        let task = Aborts(task);
        Request::future(async move {
            let mut task = task;
            (&mut task.0).await.unwrap()
        })
    }

    fn answer(&mut self, number: u32) {
        self.orders.last_mut().unwrap().take().unwrap().send(number).unwrap();
        until(|| self.ready.load(Ordering::SeqCst));
    }

    fn seen(&mut self) -> Seen {
        // A task of a request that is over ends soon: its sender sees that.
        let cancelled = self.over.iter().filter(|over| over.load(Ordering::SeqCst)).count();
        Seen { asked: self.orders.len(), polls: 0, cancelled }
    }

    // A task that has ended is not aborted.
    fn cancels_after_answer(&self) -> usize {
        0
    }
}
