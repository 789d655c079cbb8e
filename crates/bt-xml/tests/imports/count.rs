//! The trees of `count.xml`. The main tree is `Count`.

use bt::bt;

/// What the trees know: the entries of their blackboards.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// `{answer}` of `Count`.
    pub answer: i64,
    /// `{mood}` of `Count`.
    pub mood: String,
    /// `{name}` of `Count`.
    pub name: String,
    /// `{ready}` of `Count`.
    pub ready: bool,
    /// `{said}` of `Count`.
    pub said: String,
    /// `{tries}` of `Count`.
    pub tries: f64,
}

bt! {
    /// Needs no leaf, so a test runs it.
    pub Count(Board) = sequence <
        action(|board| { board.tries = 0.0; board.name = "robot".to_string(); board.ready = false; }),
        retry(5) <
            sequence <
                action(|board| { board.tries += 1.0; }),
                condition(|board| board.tries * 2.0 >= 6.0 && !board.ready),
            >,
        >,
        greet,
        if_else <
            condition(|board| board.tries == 3.0),
            succeed,
            unchecked <
                fail,
            >,
        >,
        selector <
            selector <
                precondition(|board| !(board.tries > 2.0)) <
                    unchecked <
                        succeed,
                    >,
                >,
                sequence <
                    action(|board| { board.ready = true; }),
                    fail,
                >,
            >,
            action(|board| { board.mood = if board.ready { "good".to_string() } else { "bad".to_string() }; }),
        >,
        switch(|board| board.mood.as_str()) <
            "bad" => unchecked <
                fail,
            >,
            "good" => action(|board| { board.answer = 42; }),
            _ => unchecked <
                fail,
            >,
        >,
        sequence <
            wait(0.5),
            action(|board| { board.answer = (board.answer as f64 * 2.0) as i64; }),
        >,
    >
}

bt! {
    /// `Greet`.
    pub Greet(Board) = action(|board| { board.said = format!("{}{}", format!("{}{}", "Hello", ", "), board.name); })
}
