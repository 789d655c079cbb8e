//! `Turns`: the text of a script. It says what a leaf answers at each start; one such answer is a `Turn`.
//!
//! `RRS F 1.5s70% S=3`: first it is running twice, then it succeeds; at its next start it fails; then it takes one and
//! a half seconds, and succeeds with a chance of 70 %; then it succeeds with the value 3. After the last
//! answer, the script starts over.

use std::fmt;

/// The most bytes of a script, and the most answers in it.
const LONGEST: usize = 1000;

/// What happens at each start.
#[derive(Clone, Debug, PartialEq)]
pub struct Turns(Vec<Turn>);

/// What happens at one start.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The seconds that it takes.
    pub seconds: f64,
    /// How many runs answer running after that.
    pub runs: u32,
    /// How it ends.
    pub end: End,
    /// The value of its success.
    pub value: Option<f64>,
}

/// How an answer ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// With success.
    Success,
    /// With failure.
    Failure,
    /// With success with this chance, from 0 to 1; otherwise with failure.
    Chance(f64),
    /// Not by itself.
    Never,
    /// With a number, or one between two.
    Number(f64, f64),
}

/// Why a text is not a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong(String);

impl fmt::Display for Wrong {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong(word) = self;
        write!(formatter, "`{word}` is not an answer: write `S`, `F`, `RRS`, `70%`, `1.5sS`, `S=3`, or a number")
    }
}

impl Turns {
    /// Reads a script.
    ///
    /// # Errors
    /// The first word that is not an answer.
    ///
    /// ```
    /// use bt_playground::turn::{End, Turns};
    ///
    /// let turns = Turns::read("RRS 1.5s70%").expect("it is right");
    /// assert_eq!((turns.at(0).runs, turns.at(0).end), (2, End::Success));
    /// assert_eq!((turns.at(1).seconds, turns.at(1).end), (1.5, End::Chance(0.7)));
    /// assert_eq!(turns.at(2), turns.at(0));
    /// assert!(Turns::read("RX").is_err());
    /// ```
    pub fn read(text: &str) -> Result<Self, Wrong> {
        if text.len() > LONGEST {
            return Err(Wrong(text.chars().take(20).chain(['…']).collect()));
        }
        let turns: Vec<Turn> = text
            .split_whitespace()
            .map(|word| turn(word).ok_or_else(|| Wrong(word.to_owned())))
            .collect::<Result<_, _>>()?;
        if turns.is_empty() { Err(Wrong(String::new())) } else { Ok(Turns(turns)) }
    }

    /// A script of one answer.
    #[must_use]
    pub fn always(seconds: f64, end: End) -> Self {
        Turns(vec![Turn { seconds, runs: 0, end, value: None }])
    }

    /// The answer to a start, counted from 0.
    #[must_use]
    pub fn at(&self, start: usize) -> &Turn {
        &self.0[start % self.0.len()]
    }
}

fn turn(word: &str) -> Option<Turn> {
    if let Some((from, to)) = word.split_once("..") {
        let (from, to) = (number(from)?, number(to)?);
        return Some(Turn { seconds: 0.0, runs: 0, end: End::Number(from, to), value: None });
    }
    if let Some(number) = number(word) {
        return Some(Turn { seconds: 0.0, runs: 0, end: End::Number(number, number), value: None });
    }
    let (word, value) = match word.split_once('=') {
        Some((word, value)) => (word, Some(number(value)?)),
        None => (word, None),
    };
    let (seconds, word) = match word.split_once('s') {
        Some((seconds, rest)) => (number(seconds).filter(|seconds| *seconds >= 0.0)?, rest),
        None => (0.0, word),
    };
    let rest = word.trim_start_matches('R');
    let runs = u32::try_from(word.len() - rest.len()).ok()?;
    let end = match rest {
        "S" => End::Success,
        "F" => End::Failure,
        "" if runs > 0 => End::Never,
        "" if seconds > 0.0 => End::Success,
        chance => {
            let chance = number(chance.strip_suffix('%')?)? / 100.0;
            End::Chance(Some(chance).filter(|chance| (0.0..=1.0).contains(chance))?)
        }
    };
    Some(Turn { seconds, runs, end, value })
}

/// A finite number that is not too large for any use.
fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.abs() <= 1e9)
}
