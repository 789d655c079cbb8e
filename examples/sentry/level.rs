//! Where the game takes place: the rock, what hides behind it, and where one can go.

/// A place in pixels; the second number goes up.
pub type Point = [f32; 2];

pub const TILE: f32 = 16.0;

/// Rock is `#`, the nodes of the patrol are `a` and `b`, the post of the guard is `c`.
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

pub fn tile_at([x, y]: Point) -> [usize; 2] {
    [(x / TILE) as usize, LEVEL.len() - 1 - (y / TILE) as usize]
}

pub fn centre([column, row]: [usize; 2]) -> Point {
    [column as f32, (LEVEL.len() - 1 - row) as f32].map(|tiles| (tiles + 0.5) * TILE)
}

/// Where a mark stands in the level.
pub fn marked(mark: char) -> Point {
    let found = LEVEL.iter().enumerate().find_map(|(row, tiles)| Some([tiles.find(mark)?, row]));
    centre(found.expect("the mark stands in the level"))
}

pub fn distance(from: Point, to: Point) -> f32 {
    (to[0] - from[0]).hypot(to[1] - from[1])
}

/// So many pixels on the way to a place, or at its end.
pub fn towards(from: Point, to: Point, pixels: f32) -> Point {
    let way = distance(from, to);
    if way <= pixels {
        return to;
    }
    [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * pixels / way)
}

/// Whether no rock stands between two places.
pub fn is_free(from: Point, to: Point) -> bool {
    let steps = (distance(from, to) / 4.0) as usize;
    (0..=steps).all(|step| !is_rock(tile_at(towards(from, to, step as f32 * 4.0))))
}

/// A rectangle in which an agent can go straight to every place.
pub struct NavMesh {
    pub low: Point,
    pub high: Point,
}

impl NavMesh {
    /// Around a tile, as far as the tiles are good: along its row, then with whole rows up and down.
    pub fn around([column, row]: [usize; 2], good: impl Fn([usize; 2]) -> bool) -> Self {
        let reach = |good: &dyn Fn(usize) -> bool| (1..).take_while(|far| good(*far)).count();
        let left = column - reach(&|far| good([column - far, row]));
        let right = column + reach(&|far| good([column + far, row]));
        let good_row = |row| (left..=right).all(|column| good([column, row]));
        let (up, down) = (reach(&|far| good_row(row - far)), reach(&|far| good_row(row + far)));
        NavMesh { low: centre([left, row + down]), high: centre([right, row - up]) }
    }

    pub fn air(at: Point) -> Self {
        NavMesh::around(tile_at(at), |tile| !is_rock(tile))
    }

    pub fn platform(at: Point) -> Self {
        NavMesh::around(tile_at(at), |[column, row]| !is_rock([column, row]) && is_rock([column, row + 1]))
    }

    /// The place in it that is nearest to another one.
    pub fn nearest(&self, to: Point) -> Point {
        [0, 1].map(|axis| to[axis].clamp(self.low[axis], self.high[axis]))
    }
}
