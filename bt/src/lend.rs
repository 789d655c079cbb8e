//! `lend`: works on a tree and on the value that owns it at the same time.

use core::mem;

use crate::outline::generated_tree::GeneratedTree;

/// Takes a tree out of its owner, calls `work` with both, and puts the tree back. In between, an idle tree takes its
/// place.
#[inline]
pub fn lend<T: GeneratedTree, O: ?Sized, R>(
    owner: &mut O,
    mut get: impl FnMut(&mut O) -> &mut T,
    work: impl FnOnce(&mut T, &mut O) -> R,
) -> R {
    let place = get(owner);
    let stand_in = place.__stand_in();
    let mut tree = mem::replace(place, stand_in);
    let done = work(&mut tree, owner);
    *get(owner) = tree;
    done
}
