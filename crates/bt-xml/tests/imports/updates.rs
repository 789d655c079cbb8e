//! The trees of `updates.xml`. The main tree is `Updates`.

use bt::{Status, bt, leaf};

/// What the trees know: the entries of their blackboards.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// `{count}` of `Ask`.
    pub count: i64,
    /// `{goal}` of `Ask`.
    pub goal: f64,
    /// How often `goal` has been written.
    pub goal_writes: u64,
    /// `{last}` of `Ask`.
    pub last: f64,
    /// `{n}` of `Ask`.
    pub n: i64,
    /// `{name}` of `Ask`.
    pub name: String,
    /// `{names}` of `Ask`.
    pub names: Vec<String>,
    /// `{news}` of `Ask`.
    pub news: f64,
    /// `{numbers}` of `Ask`.
    pub numbers: std::collections::VecDeque<i64>,
    /// `{queue}` of `Ask`.
    pub queue: std::collections::VecDeque<f64>,
    /// `{said}` of `Ask`.
    pub said: String,
    /// `{total}` of `Ask`.
    pub total: f64,
    /// `{x}` of `Ask`.
    pub x: f64,
    /// What `goal_writes` was when a node last asked.
    pub goal_seen_1: u64,
    /// What `goal_writes` was when a node last asked.
    pub goal_seen_2: u64,
    /// What `goal_writes` was when a node last asked.
    pub goal_seen_3: u64,
    /// What `goal_writes` was when a node last asked.
    pub goal_seen_4: u64,
}

/// A field of the board that a leaf writes.
pub type Entry<T> = fn(&mut Board) -> &mut T;

impl Board {
    /// For leaves that write `goal`.
    pub fn goal(&mut self) -> &mut f64 {
        self.goal_writes += 1;
        &mut self.goal
    }

    /// For leaves that write `names`.
    pub fn names(&mut self) -> &mut Vec<String> {
        &mut self.names
    }
}

bt! {
    /// What the names are is only known by a node.
    pub Ask(Board) = sequence <
        ask_names(Board::names, Board::goal),
        updates,
    >
}

bt! {
    /// Loops over entries, and waits for one to be written.
    pub Updates(Board) = sequence <
        for_each(|board, _| -> Option<f64> { board.queue.front().cloned() }) -> x <
            sequence <
                action(|board| { board.queue.pop_front(); board.x = x; }),
                action(|board| { board.total += board.x; }),
            >,
        >,
        for_each(|board, item| -> Option<String> { board.names.get(item).cloned() }) -> name <
            sequence <
                action(|board| { board.name = name.clone(); }),
                action(|board| { board.said = format!("{}{}", board.said, board.name); }),
            >,
        >,
        action(|board| { board.numbers = vec![1, 2, 3].into(); }),
        action(|board| { board.count = 0; }),
        for_each(|board, _| -> Option<i64> { board.numbers.front().cloned() }) -> n <
            sequence <
                action(|board| { board.numbers.pop_front(); board.n = n; }),
                action(|board| { board.count = (board.count as f64 + board.n as f64) as i64; }),
            >,
        >,
        if_else <
            condition(|board| board.goal_seen_1 != board.goal_writes),
            sequence <
                action(|board| { board.goal_seen_1 = board.goal_writes; }),
                action(|board| { board.news += 1.0; }),
            >,
            succeed,
        >,
        sequence <
            wait_until(|board| board.goal_seen_2 != board.goal_writes),
            action(|board| { board.goal_seen_2 = board.goal_writes; }),
            action(|board| { board.last = board.goal; }),
        >,
        selector <
            sequence <
                condition(|board| board.goal_seen_3 != board.goal_writes),
                action(|board| { board.goal_seen_3 = board.goal_writes; }),
            >,
            unchecked <
                fail,
            >,
        >,
        once_more_2: if_else <
            condition(|board| board.goal_seen_4 != board.goal_writes),
            sequence <
                action(|board| { board.goal_seen_4 = board.goal_writes; }),
                once_more: action(|board| { board.news += 1.0; }),
            >,
            succeed,
        >,
    >
}

/// `AskNames`.
#[leaf]
pub fn ask_names(board: &mut Board, names: Entry<Vec<String>>, goal: Entry<f64>) -> Status {
    let _ = (board, names, goal);
    todo!("AskNames")
}

// updates.xml:5: `LoopDouble` takes a tick for each item; `for_each` continues in the same tick

// updates.xml:8: `LoopString` takes a tick for each item; `for_each` continues in the same tick

// updates.xml:13: `LoopInt` takes a tick for each item; `for_each` continues in the same tick

// updates.xml:16: `SkipUnlessUpdated` looks at `goal_writes`: where code of yours writes `goal`, add one to it

// updates.xml:19: `WaitValueUpdate` looks at `goal_writes`: where code of yours writes `goal`, add one to it

// updates.xml:23: `WasEntryUpdated` looks at `goal_writes`: where code of yours writes `goal`, add one to it

// updates.xml:26: `SkipUnlessUpdated` looks at `goal_writes`: where code of yours writes `goal`, add one to it
