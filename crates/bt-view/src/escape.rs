//! Users' texts in XML.

/// Escapes a text for XML. Characters that XML does not allow become the replacement character.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leaves_its_string() {
        let text = "a\"b\\c</script><!--\u{2028}\n\0é😀";
        assert_eq!(xml(text), "a&quot;b\\c&lt;/script&gt;&lt;!--\u{2028}\n\u{fffd}é😀");
    }
}
