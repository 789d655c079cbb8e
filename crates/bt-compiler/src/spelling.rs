//! Suggestions for misspelt names, by the number of typing mistakes between two words.

/// The candidate that the user most likely meant, if any is close enough.
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // One mistake for every three letters, and at least one.
    let limit = name.chars().count().max(3) / 3;
    candidates
        .into_iter()
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The candidate of which a name is a slip of the hand: one letter is wrong, missing, doubled or swapped with its
/// neighbour. Another ending is another word: `inverted` is no slip of `inverter`.
pub fn slip<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates.into_iter().find(|candidate| slipped(name, candidate).is_some())
}

/// The candidate of which a name is a slip that makes no other word: `wiat` and `waait`, but neither `walt` nor `wai`.
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
    let (name, meant): (Vec<char>, Vec<char>) = (name.chars().collect(), meant.chars().collect());
    let same = name.iter().zip(&meant).take_while(|(one, other)| one == other).count();
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

/// The number of edits that turn one word into the other. An edit inserts, removes or replaces a letter, or swaps two
/// neighbours (optimal string alignment distance).
fn distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.chars().collect();
    let to: Vec<char> = to.chars().collect();
    let mut rows = vec![(0..=to.len()).collect::<Vec<usize>>()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::{closest, distance, slip, typo};

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
    fn distances() {
        assert_eq!(distance("sequence", "sequence"), 0);
        assert_eq!(distance("sequense", "sequence"), 1);
        assert_eq!(distance("seqeunce", "sequence"), 1);
        assert_eq!(distance("", "fail"), 4);
    }

    #[test]
    fn nothing_close_means_no_suggestion() {
        assert_eq!(closest("sequense", ["selector", "sequence"]), Some("sequence"));
        assert_eq!(closest("walk", ["selector", "sequence"]), None);
        assert_eq!(closest("fall", ["fail"]), Some("fail"));
    }
}
