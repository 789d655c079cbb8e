//! Turns a node into a tree of its own.

use bt_text::change::{Extracted, extract};
use bt_text::judge;
use gen_lsp_types::CodeActionKind;

use super::{Change, Offer, Place};

/// The node as a tree, or why that is not possible. `None` if it would make no sense.
pub fn offer(place: &Place) -> Option<Offer> {
    let header = place.tree.header.as_ref()?;
    header.context.as_ref().zip(header.name.as_ref())?;
    // The root already is a whole tree.
    if place.path.len() < 2 {
        return None;
    }
    let title = "Extract into a tree".to_owned();
    match extract(place.document.read(), place.at()?) {
        Ok(Extracted { edits, tree }) => {
            let mistake = judge::new_mistake(&place.document.text, place.tree, &edits);
            let mistake = mistake.or_else(|| judge::messages(&tree).unwrap_or_default().into_iter().next());
            Some(match mistake {
                None => {
                    Offer::Change(Change { title, kind: CodeActionKind::RefactorExtract, edits, new_tree: Some(tree) })
                }
                Some(why) => Offer::Refused { title, why },
            })
        }
        Err(why) => Some(Offer::Refused { title, why }),
    }
}
