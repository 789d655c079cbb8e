//! The planner: a thread that answers questions, and crashes.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::Way;
use super::ledger::Ledger;

/// A question, with the sender for its answer.
pub struct Question {
    pub id: usize,
    pub parcel: u32,
    pub answer: Sender<Way>,
}

/// The way to a parcel.
pub fn way(parcel: u32) -> Way {
    parcel * parcel + 1
}

/// The thread, and what it needs to be started again.
pub struct Planner {
    queue: Arc<Mutex<Receiver<Question>>>,
    ledger: Arc<Mutex<Ledger>>,
    crash: usize,
    crashes: usize,
    thread: JoinHandle<()>,
}

impl Planner {
    pub fn new(queue: Receiver<Question>, ledger: Arc<Mutex<Ledger>>, crash: usize) -> Self {
        let queue = Arc::new(Mutex::new(queue));
        let thread = start(queue.clone(), ledger.clone(), crash);
        Planner { queue, ledger, crash, crashes: 0, thread }
    }

    /// Starts it again if it has crashed. The questions in the queue are still there.
    pub fn restart_if_crashed(&mut self) {
        if self.thread.is_finished() {
            self.crashes += 1;
            self.thread = start(self.queue.clone(), self.ledger.clone(), self.crash);
        }
    }

    /// How often it has crashed, when there are no more questions.
    pub fn crashes(self) -> usize {
        self.crashes + usize::from(self.thread.join().is_err())
    }
}

fn start(queue: Arc<Mutex<Receiver<Question>>>, ledger: Arc<Mutex<Ledger>>, crash: usize) -> JoinHandle<()> {
    thread::spawn(move || {
        for count in 1.. {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(Question { id, parcel, answer }) = next else { return };
            ledger.lock().unwrap().receive(id);
            if count == crash {
                // A crash without the message of a panic.
                resume_unwind(Box::new("the planner has crashed"));
            }
            ledger.lock().unwrap().answer(id, way(parcel));
            // Nobody waits for a cancelled question.
            let _ = answer.send(way(parcel));
        }
    })
}
