//! The trees of `words.xml`. The main tree is `Words`.

use bt::{Status, bt, leaf};

/// What the trees know: the entries of their blackboards.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// `{lamp}` of `Words`.
    pub lamp: Option<Lamp>,
}

/// A field of the board that a leaf writes.
pub type Entry<T> = fn(&mut Board) -> &mut T;

/// Fill in your type.
pub type Beep = ();

/// Fill in your type.
pub type BoardValue = ();

/// Fill in your type.
pub type Lamp = ();

/// Fill in your type.
pub type StatusValue = ();

bt! {
    /// `Words`.
    pub Words(Board) = sequence <
        paint("large".to_string()),
        rest_now,
        paint("small".to_string()),
        // It shines.
        // `IsBright`: the lamp is on
        reactive_if_else(|board| is_bright(board, board.lamp.clone(), 0.5)) <
            look("lamp".to_string()),
            measure(|_| todo!()),
        >,
    >
}

bt! {
    /// `Paint`.
    ///
    /// Metadata: `group` is `Walls`.
    /// - `size` (`std::string`): What is painted (by default `small`)
    pub Paint(Board) { size: String } = größe: switch(|_| size.as_str()) <
        "small" => rest_now,
        "large" => 看一看: look(size),
        _ => measure(|_| todo!()),
    >
}

bt! {
    /// `Rest now`.
    /// Waits.
    pub RestNow(Board) = wait(0.1)
}

/// `Beep`.
/// No tree uses it.
#[allow(dead_code)]
#[leaf]
pub fn beep_leaf(board: &mut Board, beep: Option<Beep>, status: Option<StatusValue>, to: Option<BoardValue>) -> Status {
    let _ = (board, beep, status, to);
    todo!("Beep")
}

/// `IsBright`.
///
/// - `lamp`: The lamp (by default `{@lamp}`)
/// - `limit`: by default `0.5`
#[leaf]
pub fn is_bright(board: &Board, lamp: Option<Lamp>, limit: f64) -> bool {
    let _ = (board, lamp, limit);
    todo!("IsBright")
}

/// `Look`.
///
/// - `at`: Where to look (by default `wall`)
#[leaf]
pub fn look(board: &mut Board, at: String) -> Status {
    let _ = (board, at);
    todo!("Look")
}

/// `Measure`.
///
/// - `level`: What is measured
#[leaf]
pub fn measure(board: &mut Board, level: Entry<f64>) -> Status {
    let _ = (board, level);
    todo!("Measure")
}

/// `Slowly`.
/// No tree uses it.
///
/// - `factor`: How much slower (by default `2`)
#[allow(dead_code)]
#[derive(bt::Decorator)]
#[decorator(context = Board)]
pub struct Slowly {
    pub factor: f64,
}

#[allow(dead_code)]
impl Slowly {
    pub fn new(factor: f64) -> Self {
        Slowly { factor }
    }

    fn before(&mut self, board: &mut Board) -> Option<Status> {
        let _ = board;
        todo!("Slowly")
    }

    fn after(&mut self, board: &mut Board, ended: Status) -> Status {
        let _ = board;
        ended
    }
}

/// `Together`.
/// No tree uses it.
#[allow(dead_code)]
#[derive(bt::Composite, Default)]
#[composite(context = Board)]
pub struct Together;

#[allow(dead_code)]
impl Together {
    fn first(&mut self, board: &mut Board, children: usize) -> bt::Next {
        let _ = (board, children);
        todo!("Together")
    }

    fn after(&mut self, board: &mut Board, child: usize, ended: Status) -> bt::Next {
        let _ = (board, child, ended);
        todo!("Together")
    }
}

// words.xml:7: the output `level` goes to no entry

// words.xml:23: the output `level` goes to no entry

// words.xml:39: `input_port` has no attribute `required`

// words.xml:45: `Beep` has two different models; this one is used

// words.xml:50: the tree `Elsewhere` is in none of the files, so its model is left out

// words.xml:56: this text is in no element, so it is left out
