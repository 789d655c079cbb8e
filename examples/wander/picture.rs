//! The output of the program: a map with all walks, and a log of them.

use bt::Outcome;
use glam::Vec2;

use crate::level::{CELL, Map, cell};
use crate::npc::{Npc, Walk};

/// The letter of a walk: from a to z, and again from a.
pub fn letter(walk: usize) -> char {
    char::from(b'a' + (walk % 26) as u8)
}

/// A map with the walks of a creature.
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

/// The garden with the creature and its target, for the page that shows trees.
pub fn svg(npc: &Npc) -> String {
    let rows = npc.map.iter().enumerate();
    let walls = rows.flat_map(|(row, line)| line.match_indices('#').map(move |(column, _)| (column, row)));
    let walls: String = walls.map(|(column, row)| format!("M{column} {row}h1v1h-1")).collect();
    let size = (npc.map[0].len(), npc.map.len());
    let place = |point: Vec2| (point.x / CELL.x + size.0 as f32 / 2.0, point.y / CELL.y + size.1 as f32 / 2.0);
    let dot = |point: Vec2, color: &str| {
        let (x, y) = place(point);
        format!("<ellipse cx='{x:.1}' cy='{y:.1}' rx='1' ry='.5' fill='{color}'/>")
    };
    let target = npc.blackboard.target.map(|target| dot(target, "#a52c1c")).unwrap_or_default();
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}0' height='{1}8' \
         preserveAspectRatio='none'><path d='{walls}' fill='#657182'/>{target}{2}</svg>",
        size.0,
        size.1,
        dot(npc.position, "#2b6fd6"),
    )
}
