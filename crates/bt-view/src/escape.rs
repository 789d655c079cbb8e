//! Texts of authors within XML and JSON.

use std::fmt::Write as _;

/// A text within XML. What XML cannot hold becomes the replacement character.
pub fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            '\t' | '\n' | '\r' => escaped.push(character),
            character if character.is_control() => escaped.push('\u{fffd}'),
            character => escaped.push(character),
        }
    }
    escaped
}

/// A string of JSON with its quotes, which may stand within HTML: it has no `<`, `>` and `&`.
pub fn json(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 2);
    escaped.push('"');
    for character in text.chars() {
        match character {
            '"' => escaped.push_str("\\\""),
            '\\' => escaped.push_str("\\\\"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..'\u{20}' => {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "\\u{:04x}", character as u32);
            }
            character => escaped.push(character),
        }
    }
    escaped.push('"');
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leaves_its_string() {
        let text = "a\"b\\c</script><!--\u{2028}\n\0é😀";
        assert_eq!(xml(text), "a&quot;b\\c&lt;/script&gt;&lt;!--\u{2028}\n\u{fffd}é😀");
        assert_eq!(json(text), r#""a\"b\\c\u003c/script\u003e\u003c!--\u2028\u000a\u0000é😀""#);
    }
}
