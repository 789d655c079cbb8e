//! What the program prints: a map with all ways, and a log of them.

use bt::Outcome;
use glam::Vec2;

use crate::level::{Map, cell};
use crate::npc::Walk;

/// The letter of a walk: from a to z, and again from a.
pub fn letter(walk: usize) -> char {
    char::from(b'a' + (walk % 26) as u8)
}

/// A map on which a creature leaves its ways.
pub struct Picture {
    map: Map,
    rows: Vec<Vec<char>>,
}

impl Picture {
    pub fn new(map: Map) -> Self {
        Picture { map, rows: map.iter().map(|row| row.chars().collect()).collect() }
    }

    pub fn put(&mut self, position: Vec2, character: char) {
        let (column, row) = cell(self.map, position);
        if let Some(place) = self.rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *place = character;
        }
    }

    pub fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        rows.join("\n")
    }

    /// Points at which it did not arrive, and the ends of all walks.
    pub fn mark(&mut self, walks: &[Walk]) {
        for walk in walks.iter().filter(|walk| walk.outcome != Outcome::Success) {
            self.put(walk.target, '?');
        }
        for (number, walk) in walks.iter().enumerate() {
            self.put(walk.end, letter(number).to_ascii_uppercase());
        }
    }
}

/// A line for each walk.
pub fn log(walks: &[Walk]) -> Vec<String> {
    // The sum with 0 is never -0.
    let point = |point: Vec2| format!("({:4.0}, {:4.0})", point.x.round() + 0.0, point.y.round() + 0.0);
    let line = |(number, walk): (usize, &Walk)| {
        let [begin, end] = walk.time.map(|time| time.as_secs_f64());
        let outcome = match walk.outcome {
            Outcome::Success => "there".to_owned(),
            Outcome::Failure => format!("stuck at {}", point(walk.end)),
            Outcome::Aborted => "still on its way".to_owned(),
        };
        format!("{}  {begin:5.1} s  to {}  {:4.1} s  {outcome}", letter(number), point(walk.target), end - begin)
    };
    walks.iter().enumerate().map(line).collect()
}
