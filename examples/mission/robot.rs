//! The context: a robot, its knowledge, and its obstacles.

use std::collections::BTreeSet;
use std::ops::Range;

use bt::Status;

use crate::board::Board;
use crate::level::{Cell, mark, place, shortest};

/// The range of a full battery, in cells.
pub const FULL: u32 = 70;
/// With less than this the robot goes to the dock. It is the greatest distance to the dock, plus a reserve for
/// detours: the smallest one that always lasts, as `checked.rs` proves.
pub const LOW: u32 = 35;

/// An obstacle in a cell, during these ticks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thing {
    pub at: Cell,
    pub ticks: Range<u32>,
}

#[derive(Clone, Debug)]
pub struct Robot {
    pub at: Cell,
    /// Where it came from, so that it can back up.
    pub came_from: Option<Cell>,
    pub battery: u32,
    /// With less than this it goes to the dock.
    pub low: u32,
    /// Where it has to go, in this order.
    pub stops: Vec<Cell>,
    /// The obstacles in its map, apart from walls. The map may be wrong.
    pub seen: BTreeSet<Cell>,
    /// The real obstacles.
    pub things: Vec<Thing>,
    /// The number of ticks so far.
    pub now: u32,
    pub plans: u32,
    pub log: Vec<String>,
    /// The data of the trees without bindings.
    pub board: Board,
}

impl Robot {
    /// A robot in the dock with these stops.
    pub fn new(stops: &str) -> Self {
        Robot {
            at: place('D'),
            came_from: None,
            battery: FULL,
            low: LOW,
            stops: stops.chars().map(place).collect(),
            seen: BTreeSet::new(),
            things: Vec::new(),
            now: 0,
            plans: 0,
            log: Vec::new(),
            board: Board::default(),
        }
    }

    /// This robot, with one more obstacle.
    pub fn with(mut self, at: Cell, ticks: Range<u32>) -> Self {
        self.things.push(Thing { at, ticks });
        self
    }

    /// Logs what it does, with the tick and what is left in the battery.
    pub fn note(&mut self, what: impl AsRef<str>) {
        self.log.push(format!("{:4} {:8}  {}", self.now, self.battery, what.as_ref()));
    }

    /// What it has done, without ticks, battery and places.
    #[cfg(test)]
    pub fn deeds(&self) -> Vec<&str> {
        self.log.iter().filter_map(|line| line[15..].split(" (").next()).collect()
    }

    pub fn is_low(&self) -> bool {
        self.battery < self.low
    }

    fn is_free(&self, cell: Cell) -> bool {
        !self.things.iter().any(|thing| thing.at == cell && thing.ticks.contains(&self.now))
    }

    /// The shortest path, according to its map.
    pub fn plan(&mut self, goal: Cell) -> Option<Vec<Cell>> {
        self.plans += 1;
        shortest(self.at, goal, |cell| self.seen.contains(&cell))
    }

    /// Moves one cell along the path. If an obstacle is in the way, adds it to the map, and fails.
    pub fn follow(&mut self, path: &[Cell]) -> Status {
        let Some(here) = path.iter().position(|&cell| cell == self.at) else { return Status::Failure };
        let Some(&next) = path.get(here + 1) else { return Status::Success };
        if !self.is_free(next) {
            self.seen.insert(next);
            self.note(format!("something is in the way ({}, {})", next.x, next.y));
            return Status::Failure;
        }
        if self.step(next) { Status::Running } else { Status::Failure }
    }

    /// Moves to a neighbouring cell, if the battery lasts.
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

    /// Updates the map of the cells around it.
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
