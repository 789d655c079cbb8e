//! The trees of `deliver.xml`. The main tree is `Deliver`.

use std::task::Poll;

use bt::{Status, bt, leaf};

/// What the trees know: the entries of their blackboards.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// `{force}` of `Deliver`.
    pub force: f64,
    /// `{parcel}` of `Deliver`.
    pub parcel: Option<Parcel>,
    /// `{reserve}` of `Deliver`.
    pub reserve: f64,
}

/// A field of the board that a leaf writes.
pub type Entry<T> = fn(&mut Board) -> &mut T;

impl Board {
    /// The field of this name.
    pub fn force(&mut self) -> &mut f64 {
        &mut self.force
    }

    /// The field of this name.
    pub fn parcel(&mut self) -> &mut Option<Parcel> {
        &mut self.parcel
    }
}

/// Fill in your type.
pub type Parcel = ();

/// Fill in your type.
pub type Path = ();

bt! {
    /// Brings a parcel to its shelf.
    pub Deliver(Board) = safely: reactive_sequence <
        inverter <
            battery_low(20.0),
        >,
        sequence <
            find_parcel(Board::parcel),
            timeout(60.0) <
                go_to,
            >,
            grasp(|board| board.parcel.clone(), Board::force),
            reactive_if_else(|board| battery_low(board, board.reserve)) <
                go_to2,
                patrol,
            >,
        >,
    >
}

bt! {
    /// `Go to`.
    pub GoTo(Board) = recover(3) <
        pipeline <
            throttle(0.5) <
                compute_path(|board| board.parcel.clone()),
            > -> path,
            follow_path(Some(path), 1.5),
        >,
        clear_the_map: clear_map,
    >
}

bt! {
    /// `Go to`.
    pub GoTo2(Board) = recover(3) <
        pipeline <
            throttle(0.5) <
                compute_path(None),
            > -> go_to_path,
            follow_path(Some(go_to_path), 0.5),
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
pub fn find_parcel(board: &mut Board, parcel: Entry<Option<Parcel>>) -> Status {
    let _ = (board, parcel);
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

// deliver.xml:27: `goal` is "dock": write it as `Option<Parcel>`
