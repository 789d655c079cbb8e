//! The context: a robot, what it knows, and what stands in its way.

use std::collections::BTreeSet;
use std::ops::Range;

use bt::Status;

use crate::board::Board;
use crate::level::{Cell, mark, place, shortest};

/// So many cells a full battery lasts.
pub const FULL: u32 = 70;
/// With less than this the robot goes to the dock. It is as far as the dock can be, and some more for a way round.
pub const LOW: u32 = 34;

/// Something that stands in a cell, in these ticks.
pub struct Thing {
    pub at: Cell,
    pub ticks: Range<u32>,
}

pub struct Robot {
    pub at: Cell,
    /// Where it came from, so that it can back up.
    came_from: Option<Cell>,
    pub battery: u32,
    /// Where it has to go, in this order.
    pub stops: Vec<Cell>,
    /// What its map says to be in the way, apart from walls. That need not be true.
    pub seen: BTreeSet<Cell>,
    /// What really is in the way.
    pub things: Vec<Thing>,
    /// How many ticks it has been on its way.
    pub now: u32,
    pub plans: u32,
    pub log: Vec<String>,
    /// What the trees without bindings hand on.
    pub board: Board,
}

impl Robot {
    /// A robot in the dock that has to go to these letters.
    pub fn new(stops: &str) -> Self {
        Robot {
            at: place('D'),
            came_from: None,
            battery: FULL,
            stops: stops.chars().map(place).collect(),
            seen: BTreeSet::new(),
            things: Vec::new(),
            now: 0,
            plans: 0,
            log: Vec::new(),
            board: Board::default(),
        }
    }

    /// The same, with something in the way in these ticks.
    pub fn with(mut self, at: Cell, ticks: Range<u32>) -> Self {
        self.things.push(Thing { at, ticks });
        self
    }

    pub fn note(&mut self, what: impl Into<String>) {
        self.log.push(format!("{:4} {}", self.now, what.into()));
    }

    pub fn is_low(&self) -> bool {
        self.battery < LOW
    }

    fn is_free(&self, cell: Cell) -> bool {
        !self.things.iter().any(|thing| thing.at == cell && thing.ticks.contains(&self.now))
    }

    /// The shortest way, as far as its map is right.
    pub fn plan(&mut self, goal: Cell) -> Option<Vec<Cell>> {
        self.plans += 1;
        shortest(self.at, goal, |cell| self.seen.contains(&cell))
    }

    /// Goes one cell along the path. What is in the way it puts into its map, and fails.
    pub fn follow(&mut self, path: &[Cell]) -> Status {
        let Some(here) = path.iter().position(|&cell| cell == self.at) else { return Status::Failure };
        let Some(&next) = path.get(here + 1) else { return Status::Success };
        if !self.is_free(next) {
            self.seen.insert(next);
            self.note("something is in the way");
            return Status::Failure;
        }
        if self.step(next) { Status::Running } else { Status::Failure }
    }

    /// Goes to a cell beside its own, if the battery lasts.
    fn step(&mut self, to: Cell) -> bool {
        let Some(left) = self.battery.checked_sub(1) else { return false };
        (self.battery, self.came_from) = (left, Some(self.at));
        self.at = to;
        true
    }

    /// Goes back by a cell, if it is free.
    pub fn back_up(&mut self) -> bool {
        let back = self.came_from.filter(|&cell| self.is_free(cell));
        back.is_some_and(|cell| self.step(cell))
    }

    /// Puts what is in the cells around into its map.
    pub fn look_around(&mut self) {
        for cell in self.at.neighbours() {
            if self.is_free(cell) {
                self.seen.remove(&cell);
            } else {
                self.seen.insert(cell);
            }
        }
    }
}

/// The letter of a place.
pub fn letter(cell: Cell) -> char {
    mark(cell)
}
