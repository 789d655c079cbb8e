//! Suggestions for misspelt names, by the number of typing mistakes between two words.

/// The candidate that the user most likely meant, if any is close enough.
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // One mistake for every three letters, and at least one.
    let letters: Vec<char> = name.chars().collect();
    let limit = letters.len().max(3) / 3;
    let (mut meant, mut rows) = (Vec::new(), Rows::default());
    let compared = candidates.into_iter().filter_map(|candidate| {
        meant.clear();
        meant.extend(candidate.chars());
        // A mistake adds or removes at most one letter, and lengths are quick to compare.
        let is_near = meant.len().abs_diff(letters.len()) <= limit;
        let distance = is_near.then(|| rows.mistakes(&letters, &meant)).filter(|distance| *distance <= limit)?;
        Some((distance, candidate))
    });
    compared.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// Three rows of a table: the mistakes in the first letters of a name, by the number of letters that were meant.
#[derive(Default)]
struct Rows {
    before: Vec<usize>,
    above: Vec<usize>,
    here: Vec<usize>,
}

impl Rows {
    /// How many letters are wrong, missing, doubled or swapped with their neighbour: the "optimal string alignment".
    fn mistakes(&mut self, name: &[char], meant: &[char]) -> usize {
        self.above.clear();
        self.above.extend(0..=meant.len());
        for (row, letter) in name.iter().enumerate() {
            self.here.clear();
            self.here.push(row + 1);
            for (column, letter_meant) in meant.iter().enumerate() {
                let wrong = self.above[column] + usize::from(letter != letter_meant);
                let mut least = wrong.min(self.above[column + 1] + 1).min(self.here[column] + 1);
                if row > 0 && column > 0 && name[row - 1] == *letter_meant && *letter == meant[column - 1] {
                    least = least.min(self.before[column - 1] + 1);
                }
                self.here.push(least);
            }
            std::mem::swap(&mut self.before, &mut self.above);
            std::mem::swap(&mut self.above, &mut self.here);
        }
        self.above[meant.len()]
    }
}

/// The candidate that the name of a node with children misspells: a [slip], a different last letter, or an extra
/// `s`. A past tense is a different word, as a user's decorator may be called `inverted`.
pub fn node_slip<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> Option<&'a str> {
    let ends_otherwise = |candidate: &str| {
        let (Some((end, start)), Some((_, start_meant))) = (last(name), last(candidate)) else { return false };
        let plural = end == 's' && start == candidate;
        plural || (end != 'd' && start == start_meant && name != candidate)
    };
    let meant = slip(name, candidates.clone());
    meant.or_else(|| candidates.into_iter().find(|candidate| ends_otherwise(candidate)))
}

/// The last letter of a word, and what comes before it.
fn last(word: &str) -> Option<(char, &str)> {
    let mut letters = word.chars();
    letters.next_back().map(|last| (last, letters.as_str()))
}

/// The candidate that a name misspells: one letter is wrong, missing, doubled or swapped with its neighbour.
/// A different ending makes a different word: `inverted` is not a typo of `inverter`.
pub fn slip<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates.into_iter().find(|candidate| slipped(name, candidate).is_some())
}

/// The candidate that a name misspells without being a different word: `wiat` and `waait`, but neither `walt` nor
/// `wai`.
pub fn typo<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .find(|candidate| matches!(slipped(name, candidate), Some(Slip::Lost | Slip::Doubled | Slip::Swapped)))
}

enum Slip {
    /// The last letter is missing.
    Cut,
    /// Another letter is missing.
    Lost,
    Doubled,
    Swapped,
    Wrong,
}

fn slipped(name: &str, meant: &str) -> Option<Slip> {
    // Nearly all names are ASCII.
    if name.is_ascii() && meant.is_ascii() {
        return slipped_letters(name.as_bytes(), meant.as_bytes());
    }
    let letters = |word: &str| word.chars().collect::<Vec<char>>();
    slipped_letters(&letters(name), &letters(meant))
}

fn slipped_letters<T: PartialEq>(name: &[T], meant: &[T]) -> Option<Slip> {
    let same = name.iter().zip(meant).take_while(|(one, other)| one == other).count();
    let (rest, rest_meant) = (&name[same..], &meant[same..]);
    let doubled = || same > 0 && rest.first() == name.get(same - 1) && rest[1..] == *rest_meant;
    match (rest, rest_meant) {
        ([], []) => None,
        ([], [_]) => Some(Slip::Cut),
        _ if rest.len() == rest_meant.len() + 1 => doubled().then_some(Slip::Doubled),
        _ if rest.len() + 1 == rest_meant.len() => (rest == &rest_meant[1..]).then_some(Slip::Lost),
        ([one, two, after @ ..], [three, four, after_meant @ ..]) if (one, two) == (four, three) => {
            (after == after_meant).then_some(Slip::Swapped)
        }
        ([_, after @ ..], [_, after_meant @ ..]) if !after.is_empty() && after == after_meant => Some(Slip::Wrong),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Rows, closest, node_slip, slip, typo};

    #[test]
    fn a_slip_is_one_letter() {
        let nodes = ["sequence", "selector", "inverter", "guard", "retry", "delay"];
        for (name, meant) in [
            ("sequense", "sequence"),
            ("selecter", "selector"),
            ("sequnce", "sequence"),
            ("sequencce", "sequence"),
            ("seqeunce", "sequence"),
            ("guar", "guard"),
            ("gguard", "guard"),
            ("reetry", "retry"),
        ] {
            assert_eq!(slip(name, nodes), Some(meant), "{name}");
        }
        for name in ["guarded", "retry2", "inverted", "delayed", "retries", "my_guard", "sequences", "walk", ""] {
            assert_eq!(slip(name, nodes), None, "{name}");
        }
    }

    #[test]
    fn a_node_has_no_other_ending() {
        let nodes = ["inverter", "retry", "delay", "run_limit", "sequence", "guard"];
        for (name, meant) in [
            ("retri", "retry"),
            ("delays", "delay"),
            ("run_limits", "run_limit"),
            ("sequences", "sequence"),
            ("guars", "guard"),
            ("reetry", "retry"),
        ] {
            assert_eq!(node_slip(name, nodes), Some(meant), "{name}");
        }
        for name in ["inverted", "delayed", "retries", "guards_all", "delay2", "retry", "s", ""] {
            assert_eq!(node_slip(name, nodes), None, "{name}");
        }
    }

    #[test]
    fn a_typo_makes_no_other_word() {
        let leaves = ["wait", "fail", "action", "succeed", "forget"];
        for (name, meant) in [("wiat", "wait"), ("waait", "wait"), ("acton", "action"), ("succed", "succeed")] {
            assert_eq!(typo(name, leaves), Some(meant), "{name}");
        }
        for name in ["fall", "forge", "walt", "wait", "walk", "actions"] {
            assert_eq!(typo(name, leaves), None, "{name}");
        }
    }

    #[test]
    fn mistakes_are_counted_as_others_count_them() {
        let words =
            ["", "a", "ab", "ba", "abc", "cab", "sequence", "seqeunce", "sequense", "selector", "ölwechsel", "lö"];
        for (name, meant) in words.iter().flat_map(|name| words.iter().map(move |meant| (name, meant))) {
            let letters = |word: &str| word.chars().collect::<Vec<char>>();
            let found = Rows::default().mistakes(&letters(name), &letters(meant));
            assert_eq!(found, strsim::osa_distance(name, meant), "{name}, {meant}");
        }
    }

    #[test]
    fn nothing_close_means_no_suggestion() {
        assert_eq!(closest("sequense", ["selector", "sequence"]), Some("sequence"));
        assert_eq!(closest("walk", ["selector", "sequence"]), None);
        assert_eq!(closest("fall", ["fail"]), Some("fail"));
        // Swapped neighbours count as one mistake.
        assert_eq!(closest("fial", ["fail"]), Some("fail"));
        assert_eq!(closest("", ["fail"]), None);
    }
}
