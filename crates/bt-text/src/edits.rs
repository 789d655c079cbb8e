//! Changes of bytes.

use crate::syntax::Bytes;

/// What is written in the place of what. Parts do not overlap.
pub type Edits = Vec<(Bytes, String)>;

/// Applies edits to a text, and returns what the range `part` of it has become.
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

/// Where a byte is after some edits. One in a part that was replaced is where the new part begins.
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
