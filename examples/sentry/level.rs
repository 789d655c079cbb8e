//! The level: the rock, which blocks the view, and the navigable space.

use glam::{Vec2, vec2};

pub const TILE: f32 = 16.0;

/// Places are in pixels, and y goes up. Rock is `#`, the nodes of the patrol are `a` and `b`, the post of the guard
/// is `c`.
pub const LEVEL: [&str; 9] = [
    "##################################################",
    "#                                                #",
    "#                                                #",
    "#         a                b                     #",
    "#                                                #",
    "#                                                #",
    "######                        #######            #",
    "#                                            c   #",
    "##################################################",
];

pub fn is_rock([column, row]: [usize; 2]) -> bool {
    LEVEL[row].as_bytes()[column] == b'#'
}

pub fn tile_at(at: Vec2) -> [usize; 2] {
    [(at.x / TILE) as usize, LEVEL.len() - 1 - (at.y / TILE) as usize]
}

pub fn centre([column, row]: [usize; 2]) -> Vec2 {
    (vec2(column as f32, (LEVEL.len() - 1 - row) as f32) + 0.5) * TILE
}

/// The place on the ground in a column.
pub fn ground(column: usize) -> Vec2 {
    centre([column, LEVEL.len() - 2])
}

/// The position of a mark in the level.
pub fn marked(mark: char) -> Vec2 {
    let found = LEVEL.iter().enumerate().find_map(|(row, tiles)| Some([tiles.find(mark)?, row]));
    centre(found.expect("the mark is in the level"))
}

/// Whether there is no rock between two places.
pub fn is_free(from: Vec2, to: Vec2) -> bool {
    let steps = (from.distance(to) / 4.0) as usize;
    (0..=steps).all(|step| !is_rock(tile_at(from.move_towards(to, step as f32 * 4.0))))
}

/// A rectangle in which an agent can go straight to every place.
#[derive(Clone, Copy)]
pub struct NavMesh {
    pub low: Vec2,
    pub high: Vec2,
}

impl NavMesh {
    /// Grows it around a tile while the tiles are free: along its row, then by whole rows up and down.
    pub fn around([column, row]: [usize; 2], good: impl Fn([usize; 2]) -> bool) -> Self {
        let reach = |good: &dyn Fn(usize) -> bool| (1..).take_while(|far| good(*far)).count();
        let left = column - reach(&|far| good([column - far, row]));
        let right = column + reach(&|far| good([column + far, row]));
        let good_row = |row| (left..=right).all(|column| good([column, row]));
        let (up, down) = (reach(&|far| good_row(row - far)), reach(&|far| good_row(row + far)));
        NavMesh { low: centre([left, row + down]), high: centre([right, row - up]) }
    }

    pub fn air(at: Vec2) -> Self {
        NavMesh::around(tile_at(at), |tile| !is_rock(tile))
    }

    pub fn platform(at: Vec2) -> Self {
        NavMesh::around(tile_at(at), |[column, row]| !is_rock([column, row]) && is_rock([column, row + 1]))
    }

    /// The place in it that is nearest to another one.
    pub fn nearest(&self, to: Vec2) -> Vec2 {
        to.clamp(self.low, self.high)
    }
}
