//! The trees of `skipped.xml`. The main tree is `Main`.

use bt::bt;

/// What the trees know: the entries of their blackboards.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// `{after}` of `Main`.
    pub after: f64,
    /// `{halts}` of `Main`.
    pub halts: f64,
    /// `{other}` of `Main`.
    pub other: f64,
    /// `{skip}` of `Main`.
    pub skip: bool,
    /// `{ran}` of `Maybe`.
    pub ran: f64,
    /// `{slept}` of `Wait`.
    pub slept: i64,
}

bt! {
    /// The root of a subtree is skipped with the subtree, and only a node that is aborted is halted.
    pub Main(Board) = sequence <
        maybe,
        selector <
            maybe2,
            action(|board| { board.other = 1.0; }),
        >,
        action(|board| { board.after = 1.0; }),
        timeout(0.1) <
            rest_halted <
                rest: sequence <
                    script_halted <
                        action(|board| { board.halts += 0.0; }),
                    >,
                    wait_tree,
                >,
            >,
        >,
    >
}

bt! {
    /// `Maybe`.
    pub Maybe(Board) = if_else <
        condition(|board| board.skip),
        succeed,
        action(|board| { board.ran = 1.0; }),
    >
}

bt! {
    /// `Maybe`.
    ///
    /// The same as [`Maybe`], for places where a node that is skipped fails.
    pub Maybe2(Board) = precondition(|board| !board.skip) <
        action(|board| { board.ran = 1.0; }),
    >
}

bt! {
    /// `Wait`.
    pub WaitTree(Board) = nap_halted <
        nap: wait(1.0),
    >
}

/// The `_onHalted` of `Script`: runs when the node below is aborted.
#[derive(bt::Decorator, Default)]
#[decorator(context = Board)]
pub struct ScriptHalted;

impl ScriptHalted {
    fn finish(&mut self, board: &mut Board, outcome: bt::Outcome) {
        if outcome == bt::Outcome::Aborted {
            board.halts += 10.0;
        }
    }
}

/// The `_onHalted` of `Sequence`: runs when the node below is aborted.
#[derive(bt::Decorator, Default)]
#[decorator(context = Board)]
pub struct RestHalted;

impl RestHalted {
    fn finish(&mut self, board: &mut Board, outcome: bt::Outcome) {
        if outcome == bt::Outcome::Aborted {
            board.halts += 1.0;
        }
    }
}

/// The `_onHalted` of `Sleep`: runs when the node below is aborted.
#[derive(bt::Decorator, Default)]
#[decorator(context = Board)]
pub struct NapHalted;

impl NapHalted {
    fn finish(&mut self, board: &mut Board, outcome: bt::Outcome) {
        if outcome == bt::Outcome::Aborted {
            board.slept = 4.0 as i64;
        }
    }
}
