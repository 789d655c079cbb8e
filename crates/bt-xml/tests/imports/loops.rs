//! The trees of `loops.xml`. The main tree is `Loops`.

use bt::bt;

/// What the trees know: the entries of their blackboards.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// `{total}` of `Loops`.
    pub total: f64,
    /// `{letter}` of `Loops`.
    pub letter: String,
    /// `{n}` of `Loops`.
    pub n: i64,
    /// `{said}` of `Loops`.
    pub said: String,
    /// `{total}` of `Add`.
    pub add_total: f64,
}

bt! {
    /// Needs no leaf, so a test runs it.
    pub Loops(Board) = sequence <
        action(|board| { board.total = 0.0; board.said = "".to_string(); }),
        for_each(|_, item| -> Option<i64> { [1, 2, 3].get(item).cloned() }) -> n <
            sequence <
                action(|board| { board.n = n; }),
                add,
            >,
        >,
        for_each(|_, item| -> Option<String> { ["a".to_string(), "b".to_string()].get(item).cloned() }) -> letter <
            sequence <
                action(|board| { board.letter = letter.clone(); }),
                action(|board| { board.said = format!("{}{}", board.said, board.letter); }),
            >,
        >,
        action(|board| { board.n = Default::default(); }),
    >
}

bt! {
    /// Its own `total` is another one.
    pub Add(Board) = action(|board| { board.add_total = board.n as f64 * 10.0; board.total += board.add_total; })
}

// loops.xml:6: `LoopInt` takes a tick for each item; `for_each` continues in the same tick

// loops.xml:9: `LoopString` takes a tick for each item; `for_each` continues in the same tick

// loops.xml:12: `n` is never unset: it gets its default, `0`
