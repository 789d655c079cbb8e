//! The names of nodes and types: `open_door` and `OpenDoor`, and the last name of a path.

use proc_macro2::Ident;

/// Whether a name begins with a capital letter, as the names of types do.
pub fn starts_upper(ident: &Ident) -> bool {
    ident.to_string().chars().next().is_some_and(char::is_uppercase)
}

/// `doors::find::<Door>` -> `find`.
pub fn last_name(path: &str) -> &str {
    let path = path.split('<').next().unwrap_or_default().trim_end().trim_end_matches("::");
    path.rsplit("::").next().unwrap_or(path).trim()
}

/// `open_door` -> `OpenDoor`.
pub fn camel_case(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    let camel: String = name.split('_').map(word).collect();
    // `_2nd` is a name, but `2nd` is not.
    if camel.starts_with(char::is_alphabetic) { camel } else { format!("__{camel}") }
}

/// `OpenDoor` -> `open_door`.
pub fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut after_small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && after_small {
            snake.push('_');
        }
        after_small = letter.is_lowercase() || letter.is_ascii_digit();
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::{camel_case, last_name, snake_case};

    #[test]
    fn last_names() {
        for path in ["find", "doors::find", "find::<Door>", "doors :: find :: < a::Door >", "find<a::Door>"] {
            assert_eq!(last_name(path), "find");
        }
    }

    #[test]
    fn cases() {
        for (snake, camel) in [("walk", "Walk"), ("open_door", "OpenDoor"), ("goto_2nd", "Goto2nd"), ("a_b_c", "ABC")] {
            assert_eq!(camel_case(snake), camel);
        }
        for (camel, snake) in
            [("Walk", "walk"), ("OpenDoor", "open_door"), ("open_door", "open_door"), ("HTTP", "http")]
        {
            assert_eq!(snake_case(camel), snake);
        }
    }
}
