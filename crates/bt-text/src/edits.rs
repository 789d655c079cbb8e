//! Changes of bytes.

use crate::syntax::Bytes;

/// Replacements of parts of a text, which do not overlap.
pub type Edits = Vec<(Bytes, String)>;

/// Applies edits to a text, and returns the new text of its range `part`.
///
/// ```
/// use bt_text::edits::edited;
///
/// assert_eq!(edited("a, b", &(0..4), &[(3..4, "c".to_owned())]), "a, c");
/// ```
pub fn edited(text: &str, part: &Bytes, edits: &[(Bytes, String)]) -> String {
    let (mut new, mut at) = (String::new(), part.start);
    for (range, written) in sorted(edits) {
        new.push_str(&text[at..range.start]);
        new.push_str(written);
        at = range.end;
    }
    new.push_str(&text[at..part.end]);
    new
}

/// The new place of a byte after some edits. A byte in a replaced part moves to the start of the new one.
pub fn moved(byte: usize, edits: &[(Bytes, String)]) -> usize {
    let mut now = byte;
    for (range, written) in sorted(edits) {
        if range.end <= byte {
            now = now + written.len() - range.len();
        } else if range.start < byte {
            now -= byte - range.start;
        }
    }
    now
}

fn sorted(edits: &[(Bytes, String)]) -> Vec<&(Bytes, String)> {
    let mut edits: Vec<&(Bytes, String)> = edits.iter().collect();
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    edits
}
