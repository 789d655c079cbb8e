//! The trees of `squares.xml`. The main tree is `Squares`.

use bt::{Status, bt, leaf};

/// What the trees know: the entries of their blackboards.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// `{north}` of `Squares`.
    pub north: f64,
    /// `{side}` of `Squares`.
    pub side: f64,
    /// `{south}` of `Squares`.
    pub south: f64,
    /// `{total}` of `Squares`.
    pub total: f64,
    /// `{square}` of `Add square`.
    pub square: f64,
    /// `{runs}` of `Count`.
    pub runs: f64,
    /// `{runs}` of `Count`.
    pub count_runs: f64,
}

/// A field of the board that a leaf writes.
pub type Entry<T> = fn(&mut Board) -> &mut T;

impl Board {
    /// For leaves that write `north`.
    pub fn north(&mut self) -> &mut f64 {
        &mut self.north
    }

    /// For leaves that write `south`.
    pub fn south(&mut self) -> &mut f64 {
        &mut self.south
    }
}

bt! {
    /// `Squares`.
    pub Squares(Board) = sequence <
        action(|board| { board.side = 2.0; board.total = 0.0; }),
        add_square(3.0),
        add_square(|board| board.side),
        count,
        count2,
        measure(Board::north, "north".to_string()),
        measure(Board::south, "south".to_string()),
    >
}

bt! {
    /// `Add square`.
    /// What it writes is read in the same run: it is in one field.
    pub AddSquare(Board) { of: f64 } = sequence <
        square(of),
        action(|board| { board.total += board.square; }),
    >
}

bt! {
    /// `Square`.
    pub Square(Board) { n: f64 } = action(|board| { board.square = n * n; })
}

bt! {
    /// It keeps its number from one run to the next: each place has one of its own.
    pub Count(Board) = action(|board| { board.runs += 1.0; board.total += board.runs; })
}

bt! {
    /// It keeps its number from one run to the next: each place has one of its own.
    ///
    /// The same as [`Count`], with other entries of the board.
    pub Count2(Board) = action(|board| { board.count_runs += 1.0; board.total += board.count_runs; })
}

bt! {
    /// `Measure`.
    pub Measure(Board) { length: Entry<f64>, way: String } = switch(|_| way.as_str()) <
        "north" => ruler(length),
        "south" => ruler(length),
        _ => unchecked <
            fail,
        >,
    >
}

/// `Ruler`.
#[leaf]
pub fn ruler(board: &mut Board, length: Entry<f64>) -> Status {
    let _ = (board, length);
    todo!("Ruler")
}
