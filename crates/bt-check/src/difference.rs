//! What is different in two worlds, by their debug text.

use std::fmt::Debug;

/// The values that have changed, with their old values: `calls[2]: true (was false)`. If the texts differ in shape, the
/// whole new text.
pub(crate) fn difference<W: Debug + PartialEq>(before: &W, after: &W) -> String {
    if before == after {
        return String::new();
    }
    let (old, new) = (parts(&format!("{before:#?}")), parts(&format!("{after:#?}")));
    let is_same_shape = old.iter().map(|(place, _)| place).eq(new.iter().map(|(place, _)| place));
    if !is_same_shape || new.iter().any(|(place, _)| place.is_empty()) {
        return format!("{after:?}");
    }
    let changed = old.iter().zip(&new).filter(|((_, old), (_, new))| old != new);
    changed.map(|((_, old), (place, new))| format!("{place}: {new} (was {old})")).collect::<Vec<_>>().join(", ")
}

/// Each value of a debug text of several lines, with its place.
fn parts(text: &str) -> Vec<(String, String)> {
    let mut parts = Vec::new();
    // For each value that is open: its place, and how many unnamed items it has had so far.
    let mut open: Vec<(String, usize)> = Vec::new();
    for line in text.lines() {
        let line = line.trim().trim_end_matches(',');
        if matches!(line, "}" | "]" | ")") {
            open.pop();
            continue;
        }
        let named = line
            .split_once(": ")
            .filter(|(name, _)| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_'));
        let place = match (open.last_mut(), named) {
            (None, _) => String::new(),
            (Some((above, _)), Some((name, _))) if above.is_empty() => name.to_owned(),
            (Some((above, _)), Some((name, _))) => format!("{above}.{name}"),
            (Some((above, items)), None) => {
                *items += 1;
                format!("{above}[{}]", *items - 1)
            }
        };
        let value = named.map_or(line, |(_, value)| value);
        if value.ends_with(['{', '[', '(']) {
            // The name of a variant belongs to the shape.
            parts.push((format!("{place}: {value}"), String::new()));
            open.push((place, 0));
        } else {
            parts.push((place, value.to_owned()));
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Clone)]
    struct House {
        lit: bool,
        calls: [bool; 2],
        rooms: Vec<(u8, Door)>,
    }

    #[derive(Debug, PartialEq, Clone)]
    enum Door {
        Open { wide: bool },
        Shut { wide: bool },
    }

    #[test]
    fn each_value_has_its_place() {
        let house = House { lit: false, calls: [false; 2], rooms: vec![(1, Door::Open { wide: true })] };
        let mut other = house.clone();
        other.calls[1] = true;
        other.rooms[0].0 = 3;
        assert_eq!(difference(&house, &other), "calls[1]: true (was false), rooms[0][0]: 3 (was 1)");
        other = House { rooms: vec![(1, Door::Open { wide: false })], lit: true, ..house.clone() };
        assert_eq!(difference(&house, &other), "lit: true (was false), rooms[0][1].wide: false (was true)");
        assert_eq!(difference(&house, &house), "");
    }

    #[test]
    fn another_shape_is_told_as_a_whole() {
        let house = House { lit: false, calls: [false; 2], rooms: vec![] };
        let other = House { rooms: vec![(1, Door::Shut { wide: true })], ..house.clone() };
        assert_eq!(difference(&house, &other), format!("{other:?}"));
        let open = House { rooms: vec![(1, Door::Open { wide: true })], ..house };
        assert_eq!(difference(&open, &other), format!("{other:?}"));
        assert_eq!(difference(&1, &2), "2");
    }
}
