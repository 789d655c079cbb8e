//! The trees of `paint.xml`. The main tree is `Paint`.

use bt::{Status, bt, leaf};

/// What the trees know: the entries of their blackboards.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// `{COATS}` of `Paint`.
    pub coats: f64,
    /// `{brush}` of `Paint`.
    pub brush: String,
    /// `{color}` of `Paint`.
    pub color: f64,
    /// `{mixed}` of `Paint`.
    pub mixed: bool,
    /// `{mood}` of `Paint`.
    pub mood: i64,
    /// `{next}` of `Paint`.
    pub next: f64,
    /// `{said}` of `Paint`.
    pub said: String,
    /// `{state}` of `Paint`.
    pub state: String,
}

/// A value of an enum. Fill in the number that it has in C++.
pub const BLUE: f64 = 1.0;

/// A value of an enum. Fill in the number that it has in C++.
pub const GREEN: f64 = 2.0;

/// A value of an enum. Fill in the number that it has in C++.
pub const RED: f64 = 3.0;

bt! {
    /// Needs no leaf, so a test runs it: values of enums in scripts, ports and cases.
    pub Paint(Board) = sequence <
        action(|board| { board.color = RED; }),
        condition(|board| board.color == RED && board.color != GREEN),
        switch(|board| board.color) <
            x if x == GREEN => unchecked <
                fail,
            >,
            x if x == RED => action(|board| { board.said = "red".to_string(); board.next = GREEN; }),
            _ => unchecked <
                fail,
            >,
        >,
        mix,
        action(|board| { board.state = "WET".to_string(); }),
        switch(|board| board.state.as_str()) <
            "DRY" => unchecked <
                fail,
            >,
            "WET" => wait(0.1),
            _ => unchecked <
                fail,
            >,
        >,
        action(|board| { board.color = board.next; }),
        switch(|board| board.mood) <
            1 => unchecked <
                fail,
            >,
            0 => unchecked <
                succeed,
            >,
            _ => unchecked <
                fail,
            >,
        >,
        action(|board| { board.coats = 1.0; board.coats += 1.0; }),
        if_else <
            condition(|board| board.brush == "BROAD"),
            succeed,
            spray(RED, "BROAD".to_string()),
        >,
        reactive_if_else(|_| false) <
            spray(|board| board.color, |board| board.brush.clone()),
            succeed,
        >,
    >
}

bt! {
    /// `Mix`.
    pub Mix(Board) = action(|board| { board.mixed = BLUE == BLUE && board.next == GREEN; })
}

/// `Spray`.
#[leaf]
pub fn spray(board: &mut Board, color: f64, brush: String) -> Status {
    let _ = (board, color, brush);
    todo!("Spray")
}
