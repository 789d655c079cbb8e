//! Rust names for XML names.

use std::collections::HashSet;

use bt_compiler::tree::keyword::is_reserved;

/// `MoveTo`, for `move_to`, `moveTo`, `Move to` and the like.
pub fn type_name(name: &str) -> String {
    let words = words(name).into_iter();
    let text: String = words.map(|word| word[..1].to_uppercase() + &word[1..]).collect();
    match text.starts_with(|c: char| c.is_ascii_alphabetic()) && text != "Self" {
        true => text,
        false => format!("Tree{text}"),
    }
}

/// `move_to`, for `MoveTo`, `moveTo`, `Move to` and the like.
pub fn value_name(name: &str) -> String {
    let text = words(name).join("_");
    match text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true if is_reserved(&text) || PRELUDE.contains(&&*text) => text + "_",
        true => text,
        false => format!("entry_{text}"),
    }
}

/// The label of a node. It keeps letters of all languages, since the name appears nowhere else.
pub fn label_name(name: &str) -> String {
    if name.is_ascii() {
        return value_name(name);
    }
    let text = words_of(name, |c| c != '_' && unicode_ident::is_xid_continue(c)).join("_");
    match text.starts_with(unicode_ident::is_xid_start) {
        true => text,
        false => format!("entry_{text}"),
    }
}

/// A name that is not in `taken`, to which it is added. `gap` separates the name from its number.
pub fn unique(name: String, gap: &str, taken: &mut HashSet<String>) -> String {
    let numbered = |number: usize| if number == 1 { name.clone() } else { format!("{name}{gap}{number}") };
    let (mut used, mut free) = (0, 1);
    // Doubling finds a free number quickly, as thousands of nodes may share a name.
    while taken.contains(&numbered(free)) {
        (used, free) = (free, free * 2);
    }
    while free - used > 1 {
        let middle = used.midpoint(free);
        if taken.contains(&numbered(middle)) { used = middle } else { free = middle }
    }
    let name = numbered(free);
    taken.insert(name.clone());
    name
}

/// The words of a name in lower case. All are ASCII and not empty.
fn words(name: &str) -> Vec<String> {
    words_of(name, |c| c.is_ascii_alphanumeric())
}

/// The words of a name in lower case, made of the characters that belong to words. None is empty.
fn words_of(name: &str, belongs: impl Fn(char) -> bool) -> Vec<String> {
    let (mut words, mut before) = (vec![String::new()], ' ');
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        let begins = c.is_uppercase()
            && (before.is_lowercase()
                || before.is_ascii_digit()
                || before.is_uppercase() && chars.peek().is_some_and(|next| next.is_lowercase()));
        if !belongs(c) || begins {
            words.push(String::new());
        }
        if belongs(c) {
            words.last_mut().expect("there is one").extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Prelude names that generated code uses, in lower case.
const PRELUDE: [&str; 8] = ["err", "none", "ok", "option", "result", "some", "string", "vec"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_gap() {
        let mut taken = HashSet::new();
        let names: Vec<_> = (0..100).map(|_| unique("go".to_owned(), "_", &mut taken)).collect();
        let numbered = (2..=100).map(|number| format!("go_{number}"));
        assert_eq!(names, std::iter::once("go".to_owned()).chain(numbered).collect::<Vec<_>>());
    }

    #[test]
    fn names() {
        for (name, ty, value) in [
            ("MoveTo", "MoveTo", "move_to"),
            ("move_to", "MoveTo", "move_to"),
            ("Move to", "MoveTo", "move_to"),
            ("ComputePathToPose", "ComputePathToPose", "compute_path_to_pose"),
            ("GPSFix", "GpsFix", "gps_fix"),
            ("isA4Sheet", "IsA4Sheet", "is_a4_sheet"),
            ("1st", "Tree1st", "entry_1st"),
            ("Self", "TreeSelf", "self_"),
            ("type", "Type", "type_"),
            ("Yield", "Yield", "yield_"),
            ("größe", "GrE", "gr_e"),
            ("  ", "Tree", "entry_"),
        ] {
            assert_eq!((&*type_name(name), &*value_name(name)), (ty, value));
        }
    }

    #[test]
    fn labels() {
        for (name, label) in [
            ("MoveTo", "move_to"),
            ("Größe ändern", "größe_ändern"),
            ("前往 A点", "前往_a点"),
            ("3 Größen", "entry_3_größen"),
            ("→ left", "left"),
            ("①", "entry_"),
        ] {
            assert_eq!(label_name(name), label);
        }
    }
}
