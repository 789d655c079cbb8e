//! Undo and redo: each step restores the exact bytes.

use std::ops::Range;

/// The most steps that are kept.
const MOST: usize = 1000;

/// A change of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    at: usize,
    old: String,
    new: String,
}

/// The steps of a file.
#[derive(Debug, Default)]
pub struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
}

impl Step {
    /// The step from one text to another, without their common start and end.
    fn between(old: &str, new: &str) -> Self {
        let same = |(one, other): &(char, char)| one == other;
        let start: usize = old.chars().zip(new.chars()).take_while(same).map(|(letter, _)| letter.len_utf8()).sum();
        let rest = old[start..].chars().rev().zip(new[start..].chars().rev());
        let end: usize = rest.take_while(same).map(|(letter, _)| letter.len_utf8()).sum();
        Step { at: start, old: old[start..old.len() - end].to_owned(), new: new[start..new.len() - end].to_owned() }
    }

    fn back(self) -> Self {
        Step { at: self.at, old: self.new, new: self.old }
    }

    /// The text after this step; `None` if the given text is not the one before it.
    fn of(&self, text: &str) -> Option<String> {
        let end = self.at + self.old.len();
        (text.get(self.at..end)? == self.old).then(|| format!("{}{}{}", &text[..self.at], self.new, &text[end..]))
    }
}

impl History {
    pub fn undo_count(&self) -> usize {
        self.done.len()
    }

    pub fn redo_count(&self) -> usize {
        self.undone.len()
    }

    /// Records an edit.
    pub fn made(&mut self, old: &str, new: &str) {
        self.undone.clear();
        self.done.push(Step::between(old, new));
        if self.done.len() > MOST {
            self.done.remove(0);
        }
    }

    /// The text before the last edit.
    pub fn undone(&self, text: &str) -> Option<String> {
        self.done.last()?.clone().back().of(text)
    }

    /// The text after the last undone edit.
    pub fn redone(&self, text: &str) -> Option<String> {
        self.undone.last()?.of(text)
    }

    /// Records that the last edit was undone.
    pub fn step_back(&mut self) {
        self.undone.extend(self.done.pop());
    }

    /// Records that it was redone.
    pub fn step_on(&mut self) {
        self.done.extend(self.undone.pop());
    }

    /// Records a change from outside. A step that touches it can no longer be undone, nor can the steps before.
    pub fn outside(&mut self, old: &str, new: &str) {
        let change = Step::between(old, new);
        kept(&mut self.done, &change, false);
        kept(&mut self.undone, &change, true);
    }
}

/// Keeps the last steps, up to the first that touches the change. `forward`: whether these steps would be redone.
fn kept(steps: &mut Vec<Step>, change: &Step, forward: bool) {
    let mut at = change.at..change.at + change.old.len();
    let grown = |from: usize, to: usize, place: usize| place + to - from;
    let mut from = steps.len();
    for (index, step) in steps.iter_mut().enumerate().rev() {
        let (now, then) = if forward { (step.old.len(), step.new.len()) } else { (step.new.len(), step.old.len()) };
        let own = step.at..step.at + now;
        if touch(&own, &at) {
            break;
        }
        if own.end < at.start {
            at = grown(now, then, at.start)..grown(now, then, at.end);
        } else {
            step.at = grown(change.old.len(), change.new.len(), step.at);
        }
        from = index;
    }
    steps.drain(..from);
}

/// Whether two parts of a text overlap, or directly follow each other.
fn touch(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start <= other.end && other.start <= one.end
}

#[cfg(test)]
mod tests {
    use super::History;

    /// Undoes all, and returns the texts.
    fn undone(history: &mut History, text: &str) -> Vec<String> {
        let mut texts = vec![text.to_owned()];
        while let Some(text) = history.undone(texts.last().expect("there is one")) {
            history.step_back();
            texts.push(text);
        }
        texts
    }

    #[test]
    fn each_step_gives_the_bytes_back() {
        let (mut history, texts) = (History::default(), ["a b c", "a é c", "a é", "", "a é\r\n"]);
        texts.windows(2).for_each(|pair| history.made(pair[0], pair[1]));
        let back = undone(&mut history, texts[4]);
        assert_eq!(back, texts.into_iter().rev().collect::<Vec<_>>());
        let mut text = texts[0].to_owned();
        while let Some(new) = history.redone(&text) {
            history.step_on();
            text = new;
        }
        assert_eq!(text, texts[4]);
    }

    #[test]
    fn a_change_from_outside_ends_what_it_touches() {
        let edited = || {
            let mut history = History::default();
            history.made("- one two three -", "- ONE two three -");
            history.made("- ONE two three -", "- ONE two THREE3 -");
            history
        };
        let mut before = edited();
        before.outside("- ONE two THREE3 -", ">> - ONE two THREE3 -");
        let texts = [">> - ONE two THREE3 -", ">> - ONE two three -", ">> - one two three -"];
        assert_eq!(undone(&mut before, texts[0]), texts);
        let mut after = edited();
        after.outside("- ONE two THREE3 -", "- ONE two THREE3 - <<");
        let texts = ["- ONE two THREE3 - <<", "- ONE two three - <<", "- one two three - <<"];
        assert_eq!(undone(&mut after, texts[0]), texts);
        let mut last = edited();
        last.outside("- ONE two THREE3 -", "- ONE two tree -");
        assert_eq!(last.undo_count(), 0);
        let mut first = edited();
        first.outside("- ONE two THREE3 -", "- 1 two THREE3 -");
        assert_eq!(undone(&mut first, "- 1 two THREE3 -"), ["- 1 two THREE3 -", "- 1 two three -"]);
        let mut redo = edited();
        redo.step_back();
        redo.outside("- ONE two three -", "- ONE 222 three -");
        assert_eq!(redo.redone("- ONE 222 three -").as_deref(), Some("- ONE 222 THREE3 -"));
    }
}
