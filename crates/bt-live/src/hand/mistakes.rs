//! Mistakes as viewers see them, with the nodes that contain them.

use bt_text::{At, Text};
use bt_view::edit::{Mistake, Refused};

use crate::refused;

/// Mistakes in a text.
pub fn placed(mistakes: &[refused::Mistake], text: &Text) -> Vec<Mistake> {
    let placed = |mistake: &refused::Mistake| Mistake {
        line: mistake.line,
        column: mistake.column,
        message: mistake.message.clone(),
        help: mistake.help.clone(),
        at: node_at(text, mistake.line, mistake.column),
    };
    mistakes.iter().map(placed).collect()
}

/// Whether a build may take a refused text.
pub fn is_for_build(mistakes: &[refused::Mistake]) -> bool {
    !mistakes.is_empty() && mistakes.iter().all(|mistake| mistake.needs_build)
}

/// Why a text was refused.
pub fn refusal(refused: &refused::Refused, text: &Text) -> Refused {
    let mistakes = placed(refused.mistakes(), text);
    let message = mistakes.first().map(|first| first.message.clone()).unwrap_or_default();
    Refused { message, mistakes, needs_build: is_for_build(refused.mistakes()) }
}

/// The innermost node at a line and a column.
fn node_at(text: &Text, line: usize, column: usize) -> Option<At> {
    let all = text.text();
    let start: usize = all.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let byte = start + all[start..].chars().take(column.checked_sub(1)?).map(char::len_utf8).sum::<usize>();
    let inside = |tree: &bt_text::syntax::Tree| tree.range.start <= byte && byte <= tree.range.end;
    let (tree, found) = text.trees().iter().enumerate().rfind(|(_, tree)| inside(tree))?;
    let node = *found.path_to(byte).last()?;
    Some(At { tree, node: found.number_of(node)? })
}
