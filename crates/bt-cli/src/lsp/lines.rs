//! Positions in a text as the protocol counts them: lines, and units of the negotiated encoding.

use gen_lsp_types::{Position, PositionEncodingKind, Range};

use crate::syntax::Bytes;

/// The unit of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16: a character outside of the basic plane counts as two.
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// The cheapest encoding that the client knows.
    pub fn negotiate(known: &[PositionEncodingKind]) -> Self {
        if known.contains(&PositionEncodingKind::UTF8) {
            Encoding::Utf8
        } else if known.contains(&PositionEncodingKind::UTF32) {
            Encoding::Utf32
        } else {
            Encoding::Utf16
        }
    }

    /// Its name in the protocol.
    pub fn name(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn width(self, letter: char) -> usize {
        match self {
            Encoding::Utf8 => letter.len_utf8(),
            Encoding::Utf16 => letter.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// Where the lines of a text begin.
pub struct Lines {
    starts: Vec<usize>,
    encoding: Encoding,
}

impl Lines {
    /// The lines of a text, each ended by `\n`, `\r\n` or `\r`.
    pub fn of(text: &str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends = |&at: &usize| bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect();
        Lines { starts, encoding }
    }

    /// The position of a byte.
    pub fn position(&self, text: &str, byte: usize) -> Position {
        let line = self.starts.partition_point(|&start| start <= byte) - 1;
        let before = &text[self.starts[line]..byte];
        let character = before.chars().map(|letter| self.encoding.width(letter)).sum::<usize>();
        Position { line: number(line), character: number(character) }
    }

    /// The range of some bytes.
    pub fn range(&self, text: &str, bytes: &Bytes) -> Range {
        Range { start: self.position(text, bytes.start), end: self.position(text, bytes.end) }
    }

    /// The byte at a position. A position after the end of a line means the end; one inside a character, the start.
    pub fn byte(&self, text: &str, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let content = text[start..end].trim_end_matches(['\n', '\r']);
        let (mut byte, mut units) = (start, 0);
        for letter in content.chars() {
            units += self.encoding.width(letter);
            if units > position.character as usize {
                break;
            }
            byte += letter.len_utf8();
        }
        byte
    }

    /// The bytes between two positions, in order.
    pub fn bytes(&self, text: &str, range: Range) -> Bytes {
        let (start, end) = (self.byte(text, range.start), self.byte(text, range.end));
        start..end.max(start)
    }
}

/// A number as the protocol writes it.
pub fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_what_was_negotiated() {
        let text = "a😀é\r\nb\rc\n";
        for (encoding, after_emoji, end) in [(Encoding::Utf8, 5, 7), (Encoding::Utf16, 3, 4), (Encoding::Utf32, 2, 3)] {
            let lines = Lines::of(text, encoding);
            let at = |line, character| Position { line, character };
            assert_eq!(lines.position(text, 5), at(0, after_emoji), "{encoding:?}");
            assert_eq!(lines.byte(text, at(0, after_emoji)), 5, "{encoding:?}");
            assert_eq!(lines.position(text, 7), at(0, end), "{encoding:?}");
            assert_eq!(lines.byte(text, at(0, 99)), 7, "{encoding:?}");
            assert_eq!(text[lines.byte(text, at(1, 0))..].chars().next(), Some('b'));
            assert_eq!(text[lines.byte(text, at(2, 0))..].chars().next(), Some('c'));
            assert_eq!(lines.byte(text, at(9, 0)), text.len());
        }
        let lines = Lines::of(text, Encoding::Utf16);
        assert_eq!(lines.byte(text, Position { line: 0, character: 2 }), 1, "inside of a pair");
    }

    #[test]
    fn each_byte_comes_back() {
        let text = "x😀\n\n  ß\r\n";
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let lines = Lines::of(text, encoding);
            for byte in (0..=text.len()).filter(|&byte| text.is_char_boundary(byte) && !text[..byte].ends_with('\r')) {
                assert_eq!(lines.byte(text, lines.position(text, byte)), byte, "{encoding:?}");
            }
        }
    }
}
