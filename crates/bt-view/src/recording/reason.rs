//! Reasons as texts: why a node did what it did.

use std::fmt::{self, Write};
use std::sync::{Arc, LazyLock};

use bt::observe::{Part, Why};

/// The most characters of a reason.
pub(super) const MOST: usize = 200;

/// A text, cut if it is too long.
#[cfg(feature = "feed")]
pub(crate) fn cut(text: &str) -> Arc<str> {
    let mut short = Short { text: String::new(), left: MOST };
    // The writer returns an error when it cuts the text.
    let _ = short.write_str(text);
    short.text.into()
}

/// The text of a reason. It is cut if it is too long, so that no value, however large, fills a recording.
fn reason(why: Why<'_>) -> Arc<str> {
    static ANSWERS: LazyLock<[Arc<str>; 2]> = LazyLock::new(|| ["false".into(), "true".into()]);
    if let Why::Condition(holds) | Why::Chance(holds) = why {
        return ANSWERS[usize::from(holds)].clone();
    }
    let mut short = Short { text: String::new(), left: MOST };
    // The writer returns an error when it cuts the text. If the `Debug` of a value fails, the text so far stays.
    let _ = write!(short, "{why}");
    short.text.into()
}

/// The parts of the condition that is being evaluated.
#[derive(Debug)]
pub(crate) struct Parts {
    short: Short,
    /// The answer of the only part, as long as there is one.
    only: Option<bool>,
}

impl Parts {
    // In the text, the answer of the condition comes before the parts.
    pub(crate) const NONE: Parts = Parts { short: Short { text: String::new(), left: MOST - 30 }, only: None };

    pub(crate) fn add(&mut self, part: Part<'_>) {
        let is_first = self.short.text.is_empty();
        self.only = is_first.then_some(part.holds);
        let comma = if is_first { "" } else { ", " };
        let _ = write!(self.short, "{comma}{part}");
    }

    /// The text of the next reason. If it is the answer of a condition with parts, it includes them.
    pub(crate) fn reason(&mut self, why: Why<'_>) -> Arc<str> {
        let Parts { short: Short { text: parts, .. }, only } = std::mem::replace(self, Parts::NONE);
        let (Why::Condition(holds) | Why::ConditionOf { holds, .. }) = why else { return reason(why) };
        match (parts.is_empty(), only == Some(holds)) {
            (true, _) => reason(why),
            // The only part has the answer of the condition.
            (false, true) => format!("{why} ({})", parts.trim_end_matches(&format!(" {holds}"))).into(),
            (false, false) => format!("{why} ({parts})").into(),
        }
    }
}

#[derive(Debug)]
struct Short {
    text: String,
    /// How many more characters fit.
    left: usize,
}

impl Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            match self.left {
                0 => return Err(fmt::Error),
                1 => self.text.push('…'),
                _ => self.text.push(letter),
            }
            self.left -= 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_reasons_are_cut() {
        let of = |value: &str| reason(Why::Value(Some(&value)));
        assert_eq!(&*of("wolf"), "\"wolf\"");
        let cut = of(&"ä".repeat(1000));
        assert_eq!(cut.chars().count(), MOST);
        assert!(cut.starts_with("\"ää") && cut.ends_with("ä…"), "{cut}");
        assert_eq!(&*reason(Why::Chance(false)), "false");
    }
}
