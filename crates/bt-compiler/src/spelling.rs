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
    use super::{closest, distance};

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
