//! The trees of `outside.xml`.

use bt::{Status, bt, leaf};

/// What the trees know: the entries of their blackboards.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// `{after}` of `Outside`.
    pub after: Option<After>,
    /// `{battery}` of `Outside`.
    pub battery: f64,
    /// `{before}` of `Outside`.
    pub before: Option<After>,
    /// `{color}` of `Outside`.
    pub color: i64,
    /// `{fast}` of `Outside`.
    pub fast: bool,
    /// `{goal}` of `Outside`.
    pub goal: Option<PoseStamped>,
    /// `{here}` of `Outside`.
    pub here: Option<Here>,
    /// `{home}` of `Outside`.
    pub home: Option<Here>,
    /// `{last_mode}` of `Outside`.
    pub last_mode: String,
    /// `{least}` of `Outside`.
    pub least: f64,
    /// `{letter}` of `Outside`.
    pub letter: char,
    /// `{low}` of `Outside`.
    pub low: f64,
    /// `{mode}` of `Outside`.
    pub mode: String,
    /// `{pause}` of `Outside`.
    pub pause: std::time::Duration,
    /// `{seen}` of `Outside`.
    pub seen: Option<Seen>,
    /// `{speed}` of `Outside`.
    pub speed: f64,
    /// `{spot}` of `Outside`.
    pub spot: Option<PoseStamped>,
    /// `{there}` of `Outside`.
    pub there: Option<Here>,
    /// `{tried}` of `Outside`.
    pub tried: bool,
    /// `{until}` of `Outside`.
    pub until: std::time::Duration,
    /// `{walk}` of `Outside`.
    pub walk: f64,
    /// `{wanted}` of `Outside`.
    pub wanted: Option<Seen>,
}

/// Fill in your type.
pub type After = ();

/// Fill in your type.
pub type Here = ();

/// Fill in your type.
pub type PoseStamped = ();

/// Reads a `PoseStamped` as it is written in XML. Fill it in.
pub fn pose_stamped_from(text: &str) -> Option<PoseStamped> {
    todo!("read {text:?}")
}

/// Fill in your type.
pub type Seen = ();

bt! {
    /// Entries that only C++ sets, and types that only C++ knows.
    pub Outside(Board) = sequence <
        condition(|board| board.battery < board.low),
        condition(|board| board.seen == board.wanted),
        condition(|board| board.here != board.there && board.there != board.home),
        condition(|board| (if board.fast { board.speed } else { board.walk }) >= board.least),
        condition(|board| board.mode == board.last_mode || board.mode == "idle"),
        condition(|_| todo!("(goal == 'door {{1}}')")),
        action(|board| { board.before = board.after.clone(); board.spot = board.goal.clone(); }),
        if_else <
            condition(|_| todo!("(tried := true)")),
            succeed,
            move_to(pose_stamped_from("4.65;-3.5;0")),
        >,
        reactive_if_else(|_| todo!("(goal > 3)")) <
            move_to(|board| board.goal.clone()),
            succeed,
        >,
        action(|board| { board.goal = pose_stamped_from("1;2;3"); }),
        blink(200, 'a', std::time::Duration::from_millis(500)),
        dim(std::time::Duration::from_secs_f64(1.5), Some(0.5), vec![1.0, todo!("x")]),
        blink(|board| board.color, |board| board.letter, |board| board.pause),
        dim(|board| board.until, None, vec![]),
        delay(|board| board.pause.as_secs_f64()) <
            blink(1, '\'', todo!("soon")),
        >,
        switch(|board| &board.goal) <
            _ if todo!("1;2;3") => unchecked <
                succeed,
            >,
            _ if todo!("4") => unchecked <
                succeed,
            >,
            _ => unchecked <
                fail,
            >,
        >,
    >
}

/// `Blink`.
#[leaf]
pub fn blink(board: &mut Board, color: i64, letter: char, pause: std::time::Duration) -> Status {
    let _ = (board, color, letter, pause);
    todo!("Blink")
}

/// `Dim`.
#[leaf]
pub fn dim(board: &mut Board, until: std::time::Duration, to: Option<f64>, shades: Vec<f64>) -> Status {
    let _ = (board, until, to, shades);
    todo!("Dim")
}

/// `MoveTo`.
#[leaf]
pub fn move_to(board: &mut Board, goal: Option<PoseStamped>) -> Status {
    let _ = (board, goal);
    todo!("MoveTo")
}

// outside.xml:7: entries of an unknown type are compared: fill in `Seen`, with `PartialEq`

// outside.xml:8: entries of an unknown type are compared: fill in `Here`, with `PartialEq`

// outside.xml:11: the script `(goal == 'door {1}')` is a `todo!` in Rust: `Option<PoseStamped>` is compared with `String`

// outside.xml:13: the script `(tried := true)` is a `todo!` in Rust: a condition writes no entries

// outside.xml:13: `goal` is "4.65;-3.5;0": fill in `pose_stamped_from`, which reads it

// outside.xml:14: the script `(goal > 3)` is a `todo!` in Rust: `Option<PoseStamped>` is compared with `f64`

// outside.xml:15: `value` is "1;2;3": fill in `pose_stamped_from`, which reads it

// outside.xml:17: `shades` is "x", which cannot be read as `f64`: it is a `todo!`

// outside.xml:20: `pause` is "soon", which cannot be read as `std::time::Duration`: it is a `todo!`

// outside.xml:21: the case "1;2;3" of the type `Option<PoseStamped>` is a `todo!` in Rust

// outside.xml:21: the case "4" of the type `Option<PoseStamped>` is a `todo!` in Rust
