//! Levels with walls.

use glam::{Vec2, vec2};

/// The size of a character of a map: twice as high as wide, so that a circle looks like one.
pub const CELL: Vec2 = vec2(4.0, 8.0);

/// A level with its walls, `#`. It has a wall all around. Its middle is at (0, 0), x goes to the right and y down.
pub type Map = &'static [&'static str];

pub const GARDEN: Map = &[
    "######################################################",
    "#                                                    #",
    "#                                                    #",
    "#                      ###                           #",
    "#                      ###             ######        #",
    "#        ########                           #        #",
    "#               #                           #        #",
    "#               #                           #        #",
    "#               #                      ######        #",
    "#        ########                                    #",
    "#                                                    #",
    "#                                                    #",
    "#                                                    #",
    "#                                                    #",
    "#                                                    #",
    "#   ####                           ##                #",
    "#   ####                           ##                #",
    "#                                  ##                #",
    "#                  #########       ##                #",
    "#                          #       ##                #",
    "#                          #                         #",
    "#                          #                         #",
    "#                   ########                         #",
    "#                                                    #",
    "#                                                    #",
    "######################################################",
];

/// The column and the row of a position. Left of the map and above it, they are those of its border.
pub fn cell(map: Map, position: Vec2) -> (usize, usize) {
    let middle = vec2(map[0].len() as f32, map.len() as f32) / 2.0;
    let cell = position / CELL + middle;
    (cell.x as usize, cell.y as usize)
}

pub fn is_wall(map: Map, position: Vec2) -> bool {
    let (column, row) = cell(map, position);
    map.get(row).and_then(|row| row.as_bytes().get(column)).is_none_or(|character| *character == b'#')
}
