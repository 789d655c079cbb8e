//! The trees of `deliver.xml`. The main tree is `Deliver`.

use std::task::Poll;

use bt::{Status, bt, leaf};

/// What the trees know: the entries of their blackboards.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// `{force}` of `Deliver`.
    pub force: f64,
    /// `{reserve}` of `Deliver`.
    pub reserve: f64,
}

/// A field of the board that a leaf writes.
pub type Entry<T> = fn(&mut Board) -> &mut T;

impl Board {
    /// For leaves that write `force`.
    pub fn force(&mut self) -> &mut f64 {
        &mut self.force
    }
}

/// Fill in your type.
pub type Parcel = ();

/// Reads a `Parcel` as it is written in XML. Fill it in.
pub fn parcel_from(text: &str) -> Option<Parcel> {
    todo!("read {text:?}")
}

/// Fill in your type.
pub type Path = ();

bt! {
    /// Brings a parcel to its shelf.
    pub Deliver(Board) = safely: reactive_sequence <
        inverter <
            battery_low(20.0),
        >,
        sequence <
            find_parcel -> parcel,
            timeout(60.0) <
                go_to(Some(parcel), 1.5),
            >,
            grasp(Some(parcel), Board::force),
            reactive_if_else(|board| battery_low(board, board.reserve)) <
                go_to(parcel_from("dock"), 0.5),
                patrol,
            >,
        >,
    >
}

bt! {
    /// `Go to`.
    pub GoTo(Board) { goal: Option<Parcel>, speed: f64 } = recover(3) <
        pipeline <
            throttle(0.5) <
                compute_path(goal),
            > -> path,
            follow_path(Some(path), speed),
        >,
        clear_the_map: clear_map,
    >
}

/// Whether the battery is too low for what is left to do.
///
/// - `below`: in percent
#[leaf]
pub fn battery_low(board: &Board, below: f64) -> bool {
    let _ = (board, below);
    todo!("BatteryLow")
}

/// `ClearMap`.
#[leaf]
pub fn clear_map(board: &mut Board) -> Status {
    let _ = board;
    todo!("ClearMap")
}

/// `ComputePath`.
#[leaf]
pub fn compute_path(board: &mut Board, goal: Option<Parcel>) -> Poll<Option<Path>> {
    let _ = (board, goal);
    todo!("ComputePath")
}

/// `FindParcel`.
#[leaf]
pub fn find_parcel(board: &mut Board) -> Poll<Option<Parcel>> {
    let _ = board;
    todo!("FindParcel")
}

/// `FollowPath`.
///
/// - `speed`: by default `1.0`
#[leaf]
pub fn follow_path(board: &mut Board, path: Option<Path>, speed: f64) -> Status {
    let _ = (board, path, speed);
    todo!("FollowPath")
}

/// `Grasp`.
#[leaf]
pub fn grasp(board: &mut Board, parcel: Option<Parcel>, force: Entry<f64>) -> Status {
    let _ = (board, parcel, force);
    todo!("Grasp")
}

/// `Patrol`.
#[leaf]
pub fn patrol(board: &mut Board) -> Status {
    let _ = board;
    todo!("Patrol")
}

// deliver.xml:16: `goal` is "dock": fill in `parcel_from`, which reads it
