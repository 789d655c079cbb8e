//! The context of these tests: leaves that find numbers, wait, and write down what they were given.

use std::cell::Cell;
use std::rc::Rc;
use std::task::Poll;

use bt::{Status, leaf};

#[derive(Default)]
pub struct Den {
    pub log: Vec<String>,
    /// The number that was found last.
    pub found: u32,
    pub limit: u32,
    /// How many values there are that count themselves.
    pub alive: Rc<Cell<i32>>,
}

impl Den {
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.log).join(", ")
    }
}

/// Finds the next number.
#[leaf]
pub fn find(den: &mut Den) -> Option<u32> {
    den.found += 1;
    den.log.push(format!("find {}", den.found));
    Some(den.found)
}

/// Finds the next number after some ticks.
#[leaf]
pub fn search(den: &mut Den, ticks: &mut u32) -> Poll<Option<u32>> {
    if *ticks > 0 {
        *ticks -= 1;
        return Poll::Pending;
    }
    den.found += 1;
    den.log.push(format!("search {}", den.found));
    Poll::Ready(Some(den.found))
}

#[leaf]
pub fn miss(_: &mut Den) -> Option<u32> {
    None
}

#[leaf]
pub fn eat(den: &mut Den, what: u32) {
    den.log.push(format!("eat {what}"));
}

/// Is running in its first tick.
#[leaf]
pub fn pause(_: &mut Den, over: &mut bool) -> Status {
    if std::mem::replace(over, true) { Status::Success } else { Status::Running }
}

/// Is running for this many ticks.
#[leaf]
pub fn rest(_: &mut Den, ticks: &mut u32) -> Status {
    if *ticks == 0 {
        return Status::Success;
    }
    *ticks -= 1;
    Status::Running
}

/// A value that counts how many of its kind there are.
#[derive(Debug)]
pub struct Counted(Rc<Cell<i32>>);

impl Counted {
    fn new(alive: &Rc<Cell<i32>>) -> Self {
        alive.set(alive.get() + 1);
        Counted(alive.clone())
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        Counted::new(&self.0)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

#[leaf]
pub fn count(den: &mut Den) -> Option<Counted> {
    Some(Counted::new(&den.alive))
}

#[leaf]
pub fn hold(_: &mut Den, _what: &Counted, ticks: &mut u32) -> Status {
    if *ticks == 0 {
        return Status::Success;
    }
    *ticks -= 1;
    Status::Running
}
