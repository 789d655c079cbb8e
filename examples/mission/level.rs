//! The warehouse: walls, places with a letter, and the shortest way between two cells.

use std::collections::{BTreeMap, VecDeque};

/// `#` is a wall, `D` the dock. The goods go to the letters.
pub const WAREHOUSE: &str = "\
###############
#D....#...#..A#
#.###.#.#.#.#.#
#.#.....#...#.#
#.#.###.#####.#
#...#.....B...#
###.#.###.###.#
#.....#C......#
###############";

/// A cell of the grid: its column and its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    pub x: usize,
    pub y: usize,
}

impl Cell {
    /// The neighbours of this cell, none of which is outside: a wall surrounds the level.
    pub fn neighbours(self) -> [Cell; 4] {
        let Cell { x, y } = self;
        [Cell { x: x + 1, y }, Cell { x, y: y + 1 }, Cell { x: x - 1, y }, Cell { x, y: y - 1 }]
    }
}

/// The content of a cell.
pub fn mark(cell: Cell) -> char {
    WAREHOUSE.lines().nth(cell.y).and_then(|line| line.chars().nth(cell.x)).unwrap_or('#')
}

/// The cell with this letter.
pub fn place(letter: char) -> Cell {
    let rows = WAREHOUSE.lines().enumerate();
    let mut found = rows.filter_map(|(y, row)| row.find(letter).map(|x| Cell { x, y }));
    found.next().expect("the letter is on the map")
}

/// The cells from one to another, including both, around walls and obstacles.
pub fn shortest(from: Cell, to: Cell, is_closed: impl Fn(Cell) -> bool) -> Option<Vec<Cell>> {
    let mut came_from = BTreeMap::from([(from, from)]);
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        if cell == to {
            let before = |&cell: &Cell| came_from.get(&cell).copied().filter(|&before| before != cell);
            let mut path: Vec<Cell> = std::iter::successors(Some(to), before).collect();
            path.reverse();
            return Some(path);
        }
        for next in cell.neighbours() {
            if mark(next) != '#' && !is_closed(next) && !came_from.contains_key(&next) {
                came_from.insert(next, cell);
                queue.push_back(next);
            }
        }
    }
    None
}
