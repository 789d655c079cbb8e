//! Formats trees in the style of `bt fmt`.

use gen_lsp_types::TextEdit;

use super::document::Document;
use crate::fmt;
use crate::syntax::Bytes;

/// The changes that format a file.
pub fn format(document: &Document) -> Vec<TextEdit> {
    let formatted = fmt::format(&document.source(document.text.clone()));
    document.edit(&(0..document.text.len()), &formatted.text).into_iter().collect()
}

/// A macro call or a tree, formatted as it would be at these bytes.
pub fn block(document: &Document, place: &Bytes, text: &str) -> String {
    if document.holds_trees_alone() {
        return fmt::format(&document.source(text.to_owned())).text.trim_end().to_owned();
    }
    // Only the width of the text on the same lines matters, and that it opens no delimiter.
    let masked =
        |text: &str| text.chars().map(|letter| if letter.is_whitespace() { letter } else { ';' }).collect::<String>();
    let line = document.text[..place.start].rfind('\n').map_or(0, |at| at + 1);
    let before = masked(document.text[line..place.start].trim_start_matches('\u{feff}'));
    let rest = masked(document.text[place.end..].lines().next().unwrap_or_default());
    let formatted = fmt::format(&document.source(format!("{before}{text}{rest}"))).text;
    formatted[before.len()..formatted.len() - rest.len()].to_owned()
}
