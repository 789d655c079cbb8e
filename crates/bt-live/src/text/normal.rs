//! A text as rustc reads it.

use std::borrow::Cow;

/// The most bytes that are read of a file.
pub const MOST_BYTES: usize = 32 << 20;

/// The text without a byte order mark, and with `\n` at the end of each line. All positions are positions in it.
pub fn normal(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.contains("\r\n") { Cow::Owned(text.replace("\r\n", "\n")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn line_ends_and_marks_are_those_of_rustc() {
        assert_eq!(normal("\u{feff}a\r\nb\rc\n"), "a\nb\rc\n");
        assert_eq!(normal("a\n"), "a\n");
    }
}
